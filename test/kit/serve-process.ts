/** `cairn serve` as a process of its own, on a free port. Every server that a test starts is stopped when the test file ends. */
import { afterAll } from 'vitest'
import type { RagResultDict } from '../../src/contract/envelope.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { type RunOptions, startCairn } from './run-cairn.ts'

export type Served = {
  url: string
  /** Lines of the log so far. */
  log(): Record<string, unknown>[]
  stderr(): string
  /** Resolves with the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  pid: number
}

const running = new Set<ReturnType<typeof startCairn>>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

export async function startServer(options: RunOptions, ...args: string[]): Promise<Served> {
  const child = startCairn(['serve', '--port', '0', '--json', ...args], options)
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', (status) => resolve(status)))
  void exited.then(() => running.delete(child))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const [line, complete] = stdout.split('\n', 2)
      if (complete !== undefined) resolve((JSON.parse(line ?? '') as { url: string }).url)
    })
    void exited.then((status) => reject(new Error(`cairn serve ended with ${status}:\n${stdout}\n${stderr}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    log: () =>
      stderr
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

export type Answered = {
  status: number
  headers: Headers
  body: Omit<RagResultDict, 'items'> & { items: Record<string, unknown>[] }
}

export async function request(url: string, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answered['body'] }
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
  request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Asks a tool through its route. */
export async function overRest(url: string, tool: string, args: Readonly<Record<string, unknown>>): Promise<Answered['body']> {
  const route = routes.find((each) => each.tool === tool)
  if (!route) throw new Error(`no route for ${tool}`)
  const { document_id, ...rest } = args
  const where = `${url}${route.path.replace('{document_id}', String(document_id))}`
  if (route.method === 'post') return (await post(where, args)).body
  const query = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  return (await request(`${where}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))}`))
    .body
}
