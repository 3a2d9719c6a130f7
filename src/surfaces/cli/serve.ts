/** `cairn serve`: REST and MCP over HTTP until a signal. The address goes to stdout, one line for each request to stderr. */
import { isLoopback } from '../../access/check-host.ts'
import type { App } from '../../app/port.ts'
import { badArgument } from '../../contract/problems.ts'
import { visible, visibleJson } from '../../contract/visible.ts'
import { inWordsOf } from '../../contract/vocabulary.ts'
import type { RequestLine } from '../rest/rest-options.ts'
import type { Call, Outcome } from './command.ts'

export async function runServe({ app, args, doors, io, json }: Call): Promise<Outcome> {
  io.endWithTerminal?.()
  const { host, port, require_token, ...limits } = { ...app.serving, ...given(args) }
  const loopback = isLoopback(host)
  if (!loopback) await checkTokens(app, host)
  const print = (line: string) => io.stderr.write(`${line}\n`, () => {})
  if ((await app.repos()).length === 0) print(`cairn: ${inWordsOf(app.vocabulary, nothingRegistered)}`)
  app.keepCurrent()
  await doors.serveHttp(app, {
    ...limits,
    host,
    port,
    loopback,
    token_required: require_token || !loopback,
    authenticate: (header) => app.authenticate(header),
    version: doors.version(),
    signal: io.signal,
    onError: (error) => void print(`cairn: ${visible(error.message)}`),
    onListening: (url) => void io.stdout.write(json ? `${visibleJson({ url })}\n` : listeningWords(url), () => {}),
    log: (line) => {
      if (args.quiet !== true) print(io.stderr.isTTY ? shortLine(line) : visibleJson(line))
    },
  })
  return { exit: 0 }
}

/** The options that were given; the settings have the others. */
function given({ host, port, require_token }: Call['args']): Partial<App['serving']> {
  return {
    ...(typeof host === 'string' ? { host } : {}),
    ...(typeof port === 'number' ? { port } : {}),
    ...(require_token === true ? { require_token } : {}),
  }
}

/** Everyone who reaches the machine could read the repos, so there is no way around a token. */
async function checkTokens(app: App, host: string): Promise<void> {
  const usable = (await app.tokens.list()).filter(({ expired }) => !expired)
  if (usable.length > 0) return
  throw badArgument(
    `${host} can be reached from other machines, so every caller needs a token, and there is none. Create one with \`cairn token create\`, or listen on 127.0.0.1.`,
  )
}

const nothingRegistered = 'No repo is registered yet; `cairn index DIR` in another terminal adds one.'

const listeningWords = (url: string): string =>
  `Listening on ${url}\n  REST   ${url}/docs\n  MCP    ${url}/mcp\nCtrl-C ends it.\n`

const shortLine = ({ at, method, route, status, ms, error_code }: RequestLine): string =>
  `${at.slice(11, 19)} ${visible(method)} ${visible(route)} ${status} ${ms} ms${error_code ? ` ${error_code}` : ''}`
