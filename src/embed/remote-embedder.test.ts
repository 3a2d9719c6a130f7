import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Asked, embeddingServer, goodAnswer, type Misbehaviour, vectorOf } from '../../test/kit/embedding-server.ts'
import { until } from '../../test/kit/until.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { EmbedDocument } from './port.ts'
import { createRemoteEmbedder, type RemoteEmbedderOptions } from './remote-embedder.ts'

type Changes = Partial<RemoteEmbedderOptions>
const embedderOf = (url: string, changes: Changes = {}) =>
  createRemoteEmbedder({ url, model: 'nomic', timeout_ms: 20_000, retry_ms: 1, ...changes })

async function started(misbehave?: Misbehaviour, changes: Changes = {}) {
  const server = await embeddingServer(misbehave)
  return { ...server, embedder: embedderOf(server.url, changes) }
}

const body = (text: string): EmbedDocument => [{ kind: 'body', text }]
const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => `text ${'x'.repeat(at % 50)}`)
const unit = (text: string): number[] => {
  const numbers = vectorOf(text)
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0))
  return numbers.map((number) => Math.fround(number / length))
}
/** Largest first: requests that are made at the same time may arrive in any order. */
const sizes = (requests: readonly Asked[]) => requests.map(({ input }) => input.length).sort((one, other) => other - one)
const asLists = (vectors: readonly (Float32Array | undefined)[]) => vectors.map((vector) => vector && [...vector])

async function problemOf(work: Promise<unknown>): Promise<CairnProblem> {
  const problem = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (problem instanceof CairnProblem) return problem
  throw new Error(`not a problem: ${inspect(problem)}`)
}

describe('the remote embedder', () => {
  it('[EM12] gives the vectors of a server, at length 1, in the order of the documents', async () => {
    const { embedder, requests, mostAtOnce } = await started()
    const all = texts(200)
    expect(asLists(await embedder.embedDocuments(all.map(body)))).toEqual(all.map(unit))
    expect(sizes(requests)).toEqual([64, 64, 64, 8])
    expect(requests[0]).toMatchObject({ url: '/v1/embeddings', model: 'nomic' })
    expect(requests[0]).not.toHaveProperty('dimensions')
    expect(mostAtOnce()).toBeLessThanOrEqual(2)
    expect(asLists([await embedder.embedQuery('why')])).toEqual([unit('why')])
    expect(embedder.dimensions).toBe(3)
  })

  it('[EM12] sorts an answer by its numbers, and accepts one without them', async () => {
    const reversed = await started(({ input }) => ({ status: 200, body: { data: goodAnswer(input).data.toReversed() } }))
    expect(asLists(await reversed.embedder.embedDocuments(texts(9).map(body)))).toEqual(texts(9).map(unit))
    const bare = await started(({ input }) => ({
      status: 200,
      body: { data: input.map((text) => ({ embedding: vectorOf(text) })) },
    }))
    expect(asLists(await bare.embedder.embedDocuments(texts(9).map(body)))).toEqual(texts(9).map(unit))
  })

  it('[EM12] accepts numbers in base64', async () => {
    const packed = (text: string) => {
      const bytes = Buffer.alloc(12)
      for (const [at, number] of vectorOf(text).entries()) bytes.writeFloatLE(number, at * 4)
      return bytes.toString('base64')
    }
    const { embedder } = await started(({ input }) => ({
      status: 200,
      body: { data: input.map((text, index) => ({ index, embedding: packed(text) })) },
    }))
    expect(asLists(await embedder.embedDocuments(texts(5).map(body)))).toEqual(texts(5).map(unit))
  })

  it('[EM12] sends key, dimensions and prefixes, and the parts of a document as lines', async () => {
    const changes = { key: 'secret-1', dimensions: 3, query_prefix: 'query: ', document_prefix: 'passage: ' }
    const { embedder, requests } = await started(undefined, changes)
    expect(embedder.dimensions).toBe(3)
    await embedder.embedQuery('why')
    await embedder.embedDocuments([
      [
        { kind: 'body', text: 'return 1' },
        { kind: 'doc', text: '  ' },
        { kind: 'path', text: 'src/a.ts' },
        { kind: 'name', text: 'one' },
      ],
    ])
    expect(requests.map(({ input }) => input)).toEqual([['query: why'], ['passage: src/a.ts\none\nreturn 1']])
    expect(requests[0]).toMatchObject({ authorization: 'Bearer secret-1', dimensions: 3 })
  })

  it('[EM12] keeps the rest of the address', async () => {
    const { url, requests } = await started()
    await embedderOf(`${url}//?api-version=2`).embedQuery('why')
    expect(requests[0]?.url).toBe('/v1/embeddings?api-version=2')
  })

  it('[EM12] asks nothing for a text without characters', async () => {
    const { embedder, requests } = await started()
    expect(await embedder.embedQuery(' \n')).toBeUndefined()
    expect(await embedder.embedDocuments([])).toEqual([])
    expect(await embedder.embedDocuments([[], body(''), body('\t')])).toEqual([undefined, undefined, undefined])
    expect(requests).toEqual([])
    expect(asLists(await embedder.embedDocuments([body(''), body('one'), []]))).toEqual([undefined, unit('one'), undefined])
  })

  it('[EM12] sends at most 8,000 characters of a text and 100,000 in a request, and no half characters', async () => {
    const { embedder, requests } = await started()
    await embedder.embedQuery(`${'a'.repeat(7_999)}👍`)
    await embedder.embedQuery('\ud800b👍')
    expect(requests.map(({ input }) => input)).toEqual([[`${'a'.repeat(7_999)}\ufffd`], ['\ufffdb👍']])
    requests.length = 0
    await embedder.embedDocuments(Array.from({ length: 30 }, () => body('long '.repeat(200_000))))
    expect(sizes(requests)).toEqual([12, 12, 6])
  })
})

describe('the name of a remote model', () => {
  it('[EM9] is that of its vectors: model, dimensions and prefixes, not the server or the key', () => {
    const name = (changes: Changes, url = 'http://localhost:1/v1') => embedderOf(url, changes).model
    expect(name({})).toMatch(/^remote:nomic:default:[\w-]{8}$/)
    expect(name({}, 'https://example.org/api')).toBe(name({}))
    expect(name({ key: 'k', batch: 2 })).toBe(name({}))
    const others = [{ model: 'bge' }, { dimensions: 256 }, { query_prefix: 'q: ' }, { document_prefix: 'q: ' }]
    expect(new Set([{}, ...others].map((changes) => name(changes))).size).toBe(5)
  })
})

describe('a server in trouble', () => {
  it.each([408, 409, 429, 500, 502, 503, 504])('[EM13] is asked again after HTTP status %i', async (status) => {
    const { embedder, requests } = await started((_, number) => (number <= 3 ? { status } : undefined))
    expect(asLists([await embedder.embedQuery('why')])).toEqual([unit('why')])
    expect(requests).toHaveLength(4)
  })

  it('[EM13] is EMBEDDER_UNAVAILABLE after four attempts, with its own words', async () => {
    const { embedder, requests, url } = await started(() => ({
      status: 503,
      body: { error: { message: 'loading\u001b[31m\nmodel' } },
    }))
    expect(await problemOf(embedder.embedQuery('why'))).toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      retry: true,
      message: `The embedding server ${url}/embeddings does not answer: HTTP status 503: loading [31m model.`,
    })
    expect(requests).toHaveLength(4)
  })

  it('[EM13] is waited for as long as it asks', async () => {
    const headers = { 'retry-after': '1' }
    const { embedder } = await started((_, number) => (number === 1 ? { status: 429, headers } : undefined))
    const start = performance.now()
    await embedder.embedQuery('why')
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  it('[EM13] may break off a connection, or be absent', async () => {
    const { embedder, url } = await started((_, number) =>
      number === 1 ? (response) => response.destroy() : number === 2 ? (response) => cutShort(response) : undefined,
    )
    expect(asLists([await embedder.embedQuery('why')])).toEqual([unit('why')])
    const nobody = embedderOf('http://127.0.0.1:1/v1', { retries: 1 })
    expect((await problemOf(nobody.embedQuery('why'))).message).toMatch(/127\.0\.0\.1:1.* does not answer: \w/)
    expect(url).toMatch(/^http/)
  })

  it('[EM19] that never answers is waited for once', async () => {
    for (const hang of [() => undefined, halfAnAnswer]) {
      const { embedder, requests } = await started(() => hang, { timeout_ms: 300, retries: 3 })
      const problem = await problemOf(embedder.embedDocuments(texts(300).map(body)))
      expect(problem).toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' })
      expect(problem.message).toContain('no answer within 300 ms')
      // Two requests are made at a time.
      expect(requests.length).toBeLessThanOrEqual(2)
    }
  })

  it('[EM19] that has answered before is waited for twice', async () => {
    const hang = () => undefined
    const asked = async (hangs: (number: number) => boolean) => {
      const { embedder, requests } = await started((_, number) => (hangs(number) ? hang : undefined), { timeout_ms: 300 })
      await embedder.embedQuery('first')
      const outcome = await embedder.embedQuery('why').catch((error: CairnProblem) => error.code)
      return { outcome, requests: requests.length }
    }
    expect(await asked((number) => number > 1)).toEqual({ outcome: 'EMBEDDER_UNAVAILABLE', requests: 3 })
    expect(await asked((number) => number === 2)).toEqual({ outcome: Float32Array.from(unit('why')), requests: 3 })
  })

  it('[EM11] is no longer asked when the signal is aborted or the embedder is closed', async () => {
    const { embedder, requests, running } = await started(() => () => undefined, { retries: 0 })
    const reason = new Error('enough')
    await expect(embedder.embedQuery('why', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(requests).toEqual([])
    const controller = new AbortController()
    const aborted = embedder.embedDocuments(texts(300).map(body), controller.signal)
    await until(() => requests.length === 2)
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    const closed = embedder.embedQuery('why')
    closed.catch(() => undefined)
    await until(() => requests.length === 3)
    await embedder.close()
    await expect(closed).rejects.toThrow('closed')
    await expect(embedder.embedQuery('why')).rejects.toThrow('closed')
    await until(() => running() === 0)
    expect(requests).toHaveLength(3)
  })

  it('[EM11] is not waited for when the signal is aborted before a repetition', async () => {
    const { embedder, requests } = await started(() => ({ status: 429, headers: { 'retry-after': '20' } }))
    const reason = new Error('enough')
    const controller = new AbortController()
    const work = embedder.embedQuery('why', controller.signal)
    await until(() => requests.length === 1)
    setTimeout(() => controller.abort(reason), 50)
    await expect(work).rejects.toBe(reason)
  })
})

describe('a server that refuses', () => {
  it.each([401, 403, 404, 405, 410])('[EM13] with HTTP status %i is asked once', async (status) => {
    const { embedder, requests } = await started(() => ({ status, body: { detail: 'no such thing' } }))
    const problem = await problemOf(embedder.embedDocuments(texts(300).map(body)))
    expect(problem).toMatchObject({ code: 'EMBEDDER_BAD_ANSWER', retry: false })
    expect(problem.message).toContain(`HTTP status ${status}: no such thing.`)
    expect(requests.length).toBeLessThanOrEqual(2)
  })

  it('[EM13] one request of a call ends the others', async () => {
    const later = (response: Response) => void setTimeout(() => response.writeHead(401).end(), 200)
    const hang = () => undefined
    const { embedder, requests, running } = await started((_, number) => (number === 1 ? later : hang), { timeout_ms: 60_000 })
    const failed = problemOf(embedder.embedDocuments(texts(300).map(body)))
    await until(() => requests.length === 2)
    expect((await failed).message).toContain('HTTP status 401')
    await until(() => running() === 0)
    expect(requests).toHaveLength(2)
  })

  it.each([400, 413, 422])('[EM14] a request with HTTP status %i is asked for its halves', async (status) => {
    const { embedder, requests } = await started(({ input }) => (input.length > 3 ? { status } : undefined), { batch: 8 })
    expect(asLists(await embedder.embedDocuments(texts(8).map(body)))).toEqual(texts(8).map(unit))
    expect(requests.map(({ input }) => input.length)).toEqual([8, 4, 2, 2, 4, 2, 2])
  })

  it('[EM14] a text is asked for its first half, until it is accepted', async () => {
    const { embedder } = await started(({ input }) => (input.join('').length > 1_500 ? { status: 400 } : undefined))
    const [short, long] = await embedder.embedDocuments([body('short'), body('a'.repeat(8_000))])
    expect(asLists([short, long])).toEqual([unit('short'), unit('a'.repeat(1_000))])
  })

  it('[EM14] a short text says why', async () => {
    const { embedder, requests } = await started(() => ({ status: 400, body: { error: `no model ${'x'.repeat(500)}` } }))
    const problem = await problemOf(embedder.embedDocuments(texts(4).map(body)))
    expect(problem.code).toBe('EMBEDDER_BAD_ANSWER')
    expect(problem.message).toMatch(/HTTP status 400: no model x+\.$/)
    expect(problem.message.length).toBeLessThan(330)
    expect(requests.map(({ input }) => input.length)).toEqual([4, 2, 1])
  })
})

describe('a bad answer', () => {
  const entries = (input: readonly string[]) => goodAnswer(input).data
  const cases: [string, (input: readonly string[]) => unknown, string][] = [
    ['is not JSON', () => '{"data": [', 'its answer is not JSON'],
    ['has NaN', () => '{"data": [{"index": 0, "embedding": [NaN]}]}', 'its answer is not JSON'],
    ['is empty', () => '', 'its answer is not JSON'],
    ['is something else', () => ['hello'], 'its answer has no list called data'],
    ['is null', () => 'null', 'its answer has no list called data'],
    ['has too few vectors', (input) => ({ data: entries(input).slice(1) }), 'it gave 1 vectors for 2 texts'],
    ['has too many vectors', (input) => ({ data: [...entries(input), 1] }), 'it gave 3 vectors for 2 texts'],
    [
      'has a number twice',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, index: 1 })) }),
      'two vectors with the number 1',
    ],
    [
      'has a wrong number',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, index: -1 })) }),
      'numbered a vector -1',
    ],
    [
      'has null in a vector',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, embedding: [1, null] })) }),
      'not a list of finite numbers',
    ],
    [
      'has texts in a vector',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, embedding: ['1'] })) }),
      'not a list of finite numbers',
    ],
    [
      'has a number that is too large',
      () => '{"data": [{"embedding": [1e999]}, {"embedding": [1]}]}',
      'not a list of finite numbers',
    ],
    [
      'has NaN in base64',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, embedding: 'AADAfw==' })) }),
      'not a list of finite numbers',
    ],
    [
      'has no base64',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, embedding: 'none of it!!' })) }),
      'not a list of finite numbers',
    ],
    ['has no vector', () => ({ data: [{}, null] }), 'not a list of finite numbers'],
    [
      'has an empty vector',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, embedding: [] })) }),
      'a vector without a direction',
    ],
    [
      'has a vector of zeros',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, embedding: [0, 0, 0] })) }),
      'a vector without a direction',
    ],
    [
      'has vectors that are too large',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, embedding: [1e300, 1e300] })) }),
      'a vector without a direction',
    ],
    [
      'has vectors of several lengths',
      (input) => ({ data: entries(input).map((entry) => ({ ...entry, embedding: Array(entry.index + 3).fill(1) })) }),
      'a vector of 4 numbers where 3 were expected',
    ],
  ]
  it.each(cases)('[EM15] that %s is EMBEDDER_BAD_ANSWER', async (_, answer, detail) => {
    const { embedder, requests, url } = await started(({ input }) => ({ status: 200, body: answer(input) }))
    const problem = await problemOf(embedder.embedDocuments([body('one'), body('two')]))
    expect(problem).toMatchObject({ code: 'EMBEDDER_BAD_ANSWER', retry: false })
    expect(problem.message).toContain(`The embedding server ${url}/embeddings gives no usable vectors: `)
    expect(problem.message).toContain(detail)
    expect(requests).toHaveLength(1)
  })

  it('[EM15] is one with another number of dimensions than asked for, or than before', async () => {
    const asked = await started(undefined, { dimensions: 2 })
    expect((await problemOf(asked.embedder.embedQuery('why'))).message).toContain('3 numbers where 2 were expected')
    const changed = await started(({ input }, number) =>
      number === 2 ? { status: 200, body: { data: input.map(() => ({ embedding: [1, 2] })) } } : undefined,
    )
    await changed.embedder.embedQuery('why')
    expect((await problemOf(changed.embedder.embedQuery('why'))).message).toContain('2 numbers where 3 were expected')
  })
})

describe('the key', () => {
  const key = 'sk-very-secret'
  it('[EM16] is in no message, though the server repeats it', async () => {
    for (const status of [401, 400, 500]) {
      const message = `Incorrect API key provided: ${key}. ${'x'.repeat(140)} Bearer ${key}`
      const { embedder } = await started(() => ({ status, body: { error: { message } } }), { key, retries: 0 })
      const problem = await problemOf(embedder.embedQuery('why'))
      expect(problem.message).toContain('Incorrect API key provided: (key).')
      expect(inspect(problem, { depth: 10 })).not.toContain('very')
    }
  })

  it('[EM16] and the texts follow no redirect', async () => {
    const elsewhere = await embeddingServer()
    for (const status of [301, 302, 307, 308]) {
      const { embedder } = await started(() => ({ status, headers: { location: `${elsewhere.url}/embeddings` } }), { key })
      const problem = await problemOf(embedder.embedQuery('why'))
      expect(problem.code).toBe('EMBEDDER_BAD_ANSWER')
      expect(problem.message).toContain(`it redirects (HTTP status ${status})`)
    }
    expect(elsewhere.requests).toEqual([])
  })

  it('[EM16] that cannot be sent is refused without being repeated, and so is an address with a password', () => {
    const create = (changes: Changes) => () => embedderOf(changes.url ?? 'http://localhost/v1', changes)
    for (const bad of ['sk very', 'sk-very\n', 'sk-véry']) {
      expect(create({ key: bad })).toThrow('has spaces or special characters')
    }
    expect(create({ url: 'http://me:very@localhost/v1' })).toThrow('must not contain a password')
    for (const url of ['', 'localhost:11434', 'file:///etc/passwd', 'ftp://localhost']) {
      expect(create({ url })).toThrow('must begin with http:// or https://')
    }
  })
})

type Response = Parameters<Extract<ReturnType<Misbehaviour>, (...args: never[]) => void>>[0]

function cutShort(response: Response): void {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"data": [')
  setTimeout(() => response.destroy(), 20)
}

function halfAnAnswer(response: Response): void {
  response.writeHead(200)
  response.write('{"data": [')
}
