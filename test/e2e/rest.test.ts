/** Promises RS1–RS14 of docs/spec/rest.md: `cairn serve` as a real process, asked over HTTP. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openWorkspace } from '../../src/surfaces/library/workspace.ts'
import { runCairn } from '../kit/run-cairn.ts'
import { type Answered, post, request, type Served, startServer } from '../kit/serve-process.ts'
import { type Shop, shopRepos } from '../kit/shop-repos.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

let shop: Shop
let server: Served
const api = (route: string): string => `${server.url}/api/rag${route}`
beforeAll(async () => {
  shop = shopRepos()
  server = await startServer({ cwd: shop.shop, home: shop.home })
})

describe('the routes', () => {
  it('[RS1] each route answers with the envelope of its tool', async () => {
    const repos = await request(api('/repos'))
    expect(repos.status).toBe(200)
    expect(repos.body.items.map(({ repo_id }) => repo_id)).toEqual(['shop', 'lib', 'notes'])
    const search = await post(api('/search'), { query: 'give money back', level: 'symbol' })
    expect(search.body.items[0]).toMatchObject({ repo_id: 'shop', symbol_name: 'refund' })
    const symbol = search.body.items[0] as { document_id: string; symbol: string }
    const answers = {
      structure: await post(api('/structure'), { path: 'src' }),
      file: await post(api('/file'), { file_path: 'src/refund.py', start_line: 4, end_line: 5 }),
      ask: await post(api('/'), { query: 'how does a refund work' }),
      text: await post(api('/text'), { query: 'open_ledger' }),
      definition: await post(api('/definition'), { symbol: 'refund' }),
      used: await post(api('/where-used'), { symbol: symbol.symbol }),
      lineage: await post(api('/lineage'), { symbol: 'refund', direction: 'downstream' }),
      document: await request(api(`/document/${symbol.document_id}?include_source=true`)),
    }
    for (const [name, { status, body }] of Object.entries(answers)) {
      expect(status, name).toBe(200)
      expect(body.meta.status, name).toBe('OK')
      expect(body.items.length, name).toBeGreaterThan(0)
    }
    expect(answers.file.body.items[0]).toMatchObject({ code: expect.stringContaining('def refund(order):') })
    expect(answers.used.body.items[0]).toMatchObject({ file: 'src/refund.py', line: 11 })
  })
  it('[RS2] a problem is the envelope with status ERROR and the HTTP status of the table', async () => {
    const cases: [Promise<{ status: number; body: { meta: { error_code: string | null } } }>, number, string][] = [
      [post(api('/search'), {}), 400, 'BAD_ARGUMENT'],
      [post(api('/search'), { query: 'x', limit: 0 }), 400, 'BAD_ARGUMENT'],
      [post(api('/search'), { query: 'x', colour: 'red' }), 400, 'BAD_ARGUMENT'],
      [post(api('/search'), '{"query": '), 400, 'BAD_ARGUMENT'],
      [post(api('/search'), '[1]'), 400, 'BAD_ARGUMENT'],
      [post(api('/search'), '{"query":"x"}', { 'content-type': 'text/plain' }), 400, 'BAD_ARGUMENT'],
      [post(api('/search'), { query: 'x', repo: 'nowhere' }), 404, 'REPO_UNKNOWN'],
      [post(api('/file'), { file_path: 'nothing.py' }), 404, 'FILE_NOT_FOUND'],
      [post(api('/file'), { file_path: '../../etc/passwd' }), 403, 'PATH_OUTSIDE_REPO'],
      [post(api('/file'), { file_path: '.git/config' }), 403, 'WITHHELD'],
      [request(api('/document/none')), 404, 'DOCUMENT_NOT_FOUND'],
      [post(api('/'), { query: 'x', stream: 'perhaps' }), 400, 'BAD_ARGUMENT'],
      [request(api('/nothing')), 404, 'BAD_ARGUMENT'],
      [request(api('/search')), 405, 'BAD_ARGUMENT'],
    ]
    for (const [asked, status, code] of cases) {
      const { status: got, body } = await asked
      expect([got, body.meta.error_code]).toEqual([status, code])
      expect(body).toMatchObject({ items: [], meta: { status: 'ERROR', source: 'NONE' } })
    }
  })
  it('[RS3] a path in a request registers nothing, and only registered repos can be read', async () => {
    const outside = tempFolder('outside')
    writeFileSync(path.join(outside, 'secret.py'), 'canary = 1\n')
    for (const [route, body] of [
      ['/search', { query: 'canary', repo: outside }],
      ['/text', { query: 'canary', repo: outside }],
      ['/structure', { repo_id: outside }],
      ['/file', { repo_id: outside, file_path: 'secret.py' }],
    ] as const)
      expect((await post(api(route), body)).status, route).toBe(404)
    expect((await request(api('/repos'))).body.items).toHaveLength(3)
  })
  it('[RS4] a request has an id, its own or the caller’s, and one line in the log without its arguments', async () => {
    const own = await post(api('/text'), { query: 'unheard-of-words' }, { 'x-request-id': 'my-request.1' })
    expect(own.headers.get('x-request-id')).toBe('my-request.1')
    const made = await post(api('/text'), { query: 'unheard-of-words' }, { 'x-request-id': 'bad id\twith spaces' })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const lines = server.log().filter(({ request_id }) => request_id === 'my-request.1')
    expect(lines).toMatchObject([{ method: 'POST', route: '/api/rag/text', status: 200 }])
    expect(server.stderr()).not.toContain('unheard-of-words')
  })
  it('[RS5] a document has an ETag, and is not sent again unchanged', async () => {
    const { body } = await post(api('/search'), { query: 'refund', level: 'symbol', limit: 1 })
    const url = api(`/document/${String(body.items[0]?.document_id)}`)
    // Within two seconds of a build a question may write the time of the last indexing again (test/kit/steady.ts), which is a change.
    await vi.waitFor(
      async () => {
        const tag = (await request(url)).headers.get('etag')
        expect(tag).toBeTruthy()
        const again = await fetch(url, { headers: { 'if-none-match': tag ?? '' } })
        expect([again.status, await again.text()]).toEqual([304, ''])
      },
      { timeout: 10_000, interval: 500 },
    )
  })
  it('[RS6] a long answer is compressed for a client that accepts it', async () => {
    const raw = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip' }
      http.get(`${server.url}/openapi.json`, { headers }, (answer) => resolve(answer.resume())).on('error', reject)
    })
    expect(raw.headers['content-encoding']).toBe('gzip')
  })
  it('[RS7] a body over 1 MB is refused with TOO_LARGE', async () => {
    const { status, body } = await post(api('/search'), { query: 'x'.repeat(1_100_000) })
    expect([status, body.meta.error_code]).toEqual([413, 'TOO_LARGE'])
  })
})

describe('the description', () => {
  it('[RS8] the OpenAPI document is valid, and every answer fits the schema of its route', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Record<string, never>
    const validity = await new Validator().validate(structuredClone(document))
    expect(validity.errors ?? []).toEqual([])
    const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, 'api')
    const check = (route: string, method: string, status: number, answer: Answered): void => {
      expect(answer.status, route).toBe(status)
      const { body } = answer
      const place = `api#/paths/${route.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses/${status}/content/application~1json/schema`
      const fits = ajv.getSchema(encodeURI(place).replaceAll('{', '%7B').replaceAll('}', '%7D')) ?? ajv.compile({ $ref: place })
      fits(body)
      expect(fits.errors ?? [], `${route} ${JSON.stringify(body).slice(0, 300)}`).toEqual([])
    }
    const found = await post(api('/search'), { query: 'refund', level: 'symbol', explain: true })
    check('/api/rag/search', 'post', 200, found)
    for (const level of ['file', 'module', 'repo', 'doc'])
      check('/api/rag/search', 'post', 200, await post(api('/search'), { query: 'money', level, repo: '*' }))
    check('/api/rag/repos', 'get', 200, await request(api('/repos')))
    check('/api/rag/structure', 'post', 200, await post(api('/structure'), { include_summaries: true }))
    check('/api/rag/structure', 'post', 200, await post(api('/structure'), { path: 'src/ledger.py' }))
    check('/api/rag/file', 'post', 200, await post(api('/file'), { file_path: 'README.md', end_line: 2 }))
    check('/api/rag/', 'post', 200, await post(api('/'), { query: 'refund' }))
    check('/api/rag/text', 'post', 200, await post(api('/text'), { query: 'ledger', repo: '*' }))
    check('/api/rag/definition', 'post', 200, await post(api('/definition'), { symbol: 'Ledger.post' }))
    check('/api/rag/where-used', 'post', 200, await post(api('/where-used'), { symbol: 'post' }))
    check('/api/rag/lineage', 'post', 200, await post(api('/lineage'), { symbol: 'post' }))
    const document_id = String(found.body.items[0]?.document_id)
    check('/api/rag/document/{document_id}', 'get', 200, await request(api(`/document/${document_id}`)))
    check('/api/rag/search', 'post', 400, await post(api('/search'), {}))
  })
  it('[RS8] people get the same as a page without scripts', async () => {
    const page = await (await fetch(`${server.url}/`)).text()
    expect(page).toContain('/api/rag/where-used')
    expect(page).not.toContain('<script')
  })
})

describe('who may ask', () => {
  it('[RS9] another Host or Origin is refused, so that no web page reaches the server', async () => {
    const withHost = (host: string, origin?: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, ...(origin === undefined ? {} : { origin }) }
        http.get(`${server.url}/api/rag/repos`, { headers }, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      })
    const { port } = new URL(server.url)
    expect(await withHost(`127.0.0.1:${port}`)).toBe(200)
    expect(await withHost(`localhost:${port}`)).toBe(200)
    expect(await withHost('evil.example')).toBe(403)
    expect(await withHost('127.0.0.1.evil.example')).toBe(403)
    expect(await withHost(`localhost:${port}`, 'https://evil.example')).toBe(403)
    expect(await withHost(`localhost:${port}`, 'null')).toBe(403)
    expect(await withHost(`localhost:${port}`, `http://localhost:${port}`)).toBe(200)
  })
  it('[RS10] a token limits what its caller sees; a wrong one is refused, also where none is needed', async () => {
    const made = runCairn(['token', 'create', '--name', 'reader', '--repo', 'lib'], { cwd: shop.shop, home: shop.home })
    const [{ token, id }] = (JSON.parse(made.stdout) as { items: [{ token: string; id: string }] }).items
    const as = { authorization: `Bearer ${token}` }
    const repos = await request(api('/repos'), { headers: as })
    expect(repos.body.items.map(({ repo_id }) => repo_id)).toEqual(['lib'])
    expect((await post(api('/text'), { query: 'ledger', repo: '*' }, as)).body.items).toEqual([])
    expect((await post(api('/file'), { repo_id: 'shop', file_path: 'README.md' }, as)).status).toBe(404)
    expect((await request(api('/repos'), { headers: { authorization: 'Bearer cairn_wrong' } })).status).toBe(401)
    runCairn(['token', 'revoke', id], { cwd: shop.shop, home: shop.home })
    expect((await request(api('/repos'), { headers: as })).status).toBe(401)
  })
  it('[RS11] --require-token asks everyone; other addresses than loopback need a token to start', async () => {
    const strict = await startServer({ cwd: shop.shop, home: shop.home }, '--require-token')
    expect((await request(`${strict.url}/api/rag/repos`)).status).toBe(401)
    expect((await fetch(`${strict.url}/metrics`)).status).toBe(401)
    expect((await fetch(`${strict.url}/healthz`)).status).toBe(200)
    const { status, stderr } = runCairn(['serve', '--host', '0.0.0.0', '--port', '0'], { cwd: shop.shop, home: tempFolder('h') })
    expect(status).toBe(2)
    expect(stderr).toMatch(/needs a token/)
  })
  it('[RS12] costly routes have a limit per caller', async () => {
    const few = await startServer({ cwd: shop.shop, home: shop.home, env: { CAIRN_RATE_LIMIT: '3' } })
    const statuses = []
    for (let at = 0; at < 5; at++) statuses.push((await post(`${few.url}/api/rag/text`, { query: 'x' })).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await post(`${few.url}/api/rag/text`, { query: 'x' })
    expect(refused.body.meta).toMatchObject({ error_code: 'RATE_LIMITED', retry: true })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await request(`${few.url}/api/rag/repos`)).status).toBe(200)
  })
})

/** Reads server-sent events until `enough` of them came. */
async function readEvents(response: Response, enough: (events: string[]) => boolean): Promise<string[]> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const events = [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name ?? '')
    if (enough(events)) {
      await reader.cancel()
      return events
    }
    const { done, value } = await reader.read()
    if (done) return events
    text += decoder.decode(value, { stream: true })
  }
}

describe('a server that lives long', () => {
  it('[RS13] ask streams its answer as events', async () => {
    const response = await fetch(api('/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'refund', stream: true }),
    })
    expect(response.headers.get('content-type')).toMatch(/text\/event-stream/)
    expect(await readEvents(response, (events) => events.includes('answer'))).toContain('answer')
  })
  it('[RS13] events tell that a repo was brought up to date, without a question', async () => {
    const response = await fetch(api('/events'))
    const seen = readEvents(response, (events) => events.includes('caught-up'))
    writeFileSync(path.join(shop.lib, 'src/late.ts'), 'export const late = 1\n')
    expect(await seen).toContain('caught-up')
    const { body } = await post(api('/definition'), { symbol: 'late', repo: 'lib' })
    expect(body.items[0]).toMatchObject({ file: 'src/late.ts' })
  })
  it('[RS20] a registered repo without an index is answered from the files at once, and indexed in the background', async () => {
    const root = gitRepo({ 'late.py': 'def late():\n    return 1\n\n\nlate()\n' }, 'late')
    const home = tempFolder('home')
    const workspace = await openWorkspace({ cwd: root, home: path.join(home, 'cairn') })
    await workspace.register(root)
    await workspace.close()
    // No repo is small enough to be indexed while a question waits.
    const env = { CAIRN_AUTO_INDEX_FILES: '0', CAIRN_WATCH: 'false' }
    const late = await startServer({ cwd: tempFolder('elsewhere'), home, env })
    const ask = () => post(`${late.url}/api/rag/where-used`, { symbol: 'late' })
    const first = await ask()
    expect(first.body).toMatchObject({ freshness_state: 'UNKNOWN', meta: { status: 'FALLBACK', source: 'LOCAL_FALLBACK' } })
    expect(first.body.items[0]).toMatchObject({ file: 'late.py', line: 5, binding: 'live' })
    expect(first.body.meta.message).toMatch(/index/)
    await expect.poll(async () => (await ask()).body.freshness_state, { timeout: 50_000 }).toBe('FRESH')
  })
  it('[RS19] a question that takes too long ends with TIMEOUT', async () => {
    const hasty = await startServer({ cwd: shop.shop, home: shop.home, env: { CAIRN_REQUEST_MS: '1' } })
    const { status, body } = await post(`${hasty.url}/api/rag/search`, { query: 'money', repo: '*' })
    expect([status, body.meta.error_code, body.meta.retry]).toEqual([504, 'TIMEOUT', true])
    expect(await hasty.stop()).toBe(143)
  })
  it('[RS14] metrics count requests and questions', async () => {
    await post(api('/text'), { query: 'ledger' })
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(/cairn_http_requests_total\{method="POST",route="\/api\/rag\/text",status="200"\} \d+/)
    await fetch(`${server.url}/invented/${Math.random()}`, { headers: { authorization: 'Bearer cairn_wrong' } })
    const routesCounted = [...(await (await fetch(`${server.url}/metrics`)).text()).matchAll(/route="([^"]+)"/g)].map(
      ([, route]) => route,
    )
    expect(routesCounted).toContain('unknown')
    expect(routesCounted.filter((route) => route?.includes('invented'))).toEqual([])
    expect(text).toMatch(/cairn_questions_total\{tool="rag_search",status="OK",freshness="FRESH"\} \d+/)
  })
  it('[RS15] a client that goes away in the middle ends its question, and the server goes on', async () => {
    for (let at = 0; at < 20; at++) {
      const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
      await once(socket, 'connect')
      const body = JSON.stringify({ query: `e.*${at}`, regex: true, repo: '*' })
      socket.write(
        `POST /api/rag/text HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      await sleep(at)
      socket.destroy()
    }
    await expect.poll(async () => (await fetch(`${server.url}/metrics`)).text()).toContain('cairn_questions_running 0')
    expect((await request(api('/repos'))).status).toBe(200)
  })
  it('[RS16] a signal ends it: running questions finish, streams end, the exit status is that of the signal', async () => {
    const other = await startServer({ cwd: shop.shop, home: shop.home })
    const events = await fetch(`${other.url}/api/rag/events`)
    // The first question opens the index; a running one has a second to finish.
    await post(`${other.url}/api/rag/search`, { query: 'money', repo: '*' })
    const asked = post(`${other.url}/api/rag/search`, { query: 'money', repo: '*' })
    await sleep(5)
    const ended = other.stop('SIGTERM')
    expect((await asked).status).toBe(200)
    expect(await ended).toBe(143)
    await readEvents(events, () => false).catch(() => [])
    await expect(fetch(`${other.url}/healthz`)).rejects.toThrow()
  })
})
