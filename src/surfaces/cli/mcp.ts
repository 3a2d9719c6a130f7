/** `cairn mcp`: serves the tools over stdin and stdout until the client disconnects, from here or from a remote server. */
import { badArgument } from '../../contract/problems.ts'
import { visible } from '../../contract/visible.ts'
import type { Call, Outcome } from './command.ts'

export async function runMcp(call: Call): Promise<Outcome> {
  const { io } = call
  const stopped = new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve()
    io.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const remote = textOf(call.args.remote)
  await (remote === undefined ? serveHere(call, stopped) : bridge(call, remote, stopped))
  return { exit: 0 }
}

async function serveHere({ app, appAt, args, doors, io }: Call, stopped: Promise<void>): Promise<void> {
  const repo = textOf(args.repo)
  if (textOf(args.token_env) ?? textOf(args.token_file)) throw badArgument('A token is only for --remote.')
  const options = { version: doors.version(), onError: errorTo(io), onClosed: () => io.isEnding?.() }
  if (repo === undefined) return Promise.race([doors.serveMcp(app, options), stopped])
  const there = await appAt(await app.folderNamed(repo))
  try {
    await Promise.race([doors.serveMcp(there, options), stopped])
  } finally {
    await there.close()
  }
}

async function bridge({ app, args, doors, io }: Call, remote: string, stopped: Promise<void>): Promise<void> {
  if (textOf(args.repo) !== undefined) throw badArgument('--repo and --remote cannot go together.')
  const [variable, file] = [textOf(args.token_env), textOf(args.token_file)]
  const token = await app.token({ ...(variable ? { variable } : {}), ...(file ? { file } : {}) })
  const url = addressOf(remote)
  const onError = errorTo(io)
  if (token !== undefined && url.protocol === 'http:' && !isLoopback(url))
    onError(new Error(`The token is sent to ${url.host} without encryption, because the address begins with http:.`))
  const options = { url, token, version: doors.version(), onError, onClosed: () => io.isEnding?.() }
  await Promise.race([doors.bridgeMcp(app, options), stopped])
}

/** A server without a path has its MCP at `/mcp`. */
function addressOf(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badArgument(`--remote is the address of a server, such as https://cairn.example.com/mcp; it is "${written}".`)
  if (url.username !== '' || url.password !== '')
    throw badArgument('--remote must not contain a password; give the token with CAIRN_TOKEN, --token-env or --token-file.')
  if (url.pathname === '/') url.pathname = '/mcp'
  return url
}

const isLoopback = ({ hostname }: URL): boolean => hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Stdout is only for the protocol. */
const errorTo =
  (io: Call['io']) =>
  (error: Error): void =>
    void io.stderr.write(`cairn: ${visible(error.message)}\n`, () => {})
