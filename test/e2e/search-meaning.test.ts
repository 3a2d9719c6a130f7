/** `search_code` when vectors are missing, of another model or half made, and when the embedding server fails. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { searchLevels } from '../../src/contract/items.ts'
import { renderForPeople } from '../../src/envelope/render-for-people.ts'
import { renderText } from '../../src/envelope/render-text.ts'
import { embeddingServer, goodAnswer, type Misbehaviour } from '../kit/embedding-server.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import type { AnyResult } from '../kit/tool-desk.ts'

const files = {
  'README.md': '# Shop\n\nSells things. Refunds are paid within a day.\n',
  'src/pay/refund.py': 'def refund(order):\n    """Gives the money of an order back."""\n    return order.total\n',
  'src/pay/charge.py': 'def charge(order):\n    return order.price\n',
  'src/ship/parcel.py': 'class Parcel:\n    def send(self):\n        return 1\n',
}
const questions = { file: 'refund', symbol: 'refund', doc: 'refunds', module: 'pay', repo: 'shop' } as const
const many = Object.fromEntries(
  Array.from({ length: 70 }, (_, at) => [`m${String(at).padStart(2, '0')}.py`, `def refund_${at}():\n    return ${at}\n`]),
)

const open: App[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

async function world(content: Readonly<Record<string, string>> = files) {
  const root = gitRepo(content, 'shop')
  const home = path.join(tempFolder('home'), 'cairn')
  const app = async (flags: Record<string, string> = {}, surface: 'cli' | 'mcp' = 'cli'): Promise<App> => {
    const made = await createApp({ cwd: root, surface, flags: { home, ...flags } })
    open.push(made)
    return made
  }
  return { root, home, app }
}

/** Every level finds what contains the word, and says the same about meaning. */
async function askLevels(app: App): Promise<string[]> {
  const said: string[] = []
  let why = ''
  for (const level of searchLevels) {
    const answer = (await app.callTool('search_code', { query: questions[level], level, explain: true })) as AnyResult
    expect([level, answer.meta.error_code, answer.items.length > 0], answer.meta.message ?? '').toEqual([level, null, true])
    // The note is part of what agents and people read.
    if (answer.meta.message) {
      expect(renderText(answer)).toContain(answer.meta.message)
      expect(renderForPeople(answer).replaceAll(/\s+/g, ' ')).toContain(answer.meta.message)
    }
    // A folder answers by its files, whose meaning is compared.
    if (level !== 'module') why = JSON.stringify(answer.items[0].why)
    said.push(`${answer.meta.message ?? ''} ${why.includes('similar in meaning')}`)
  }
  return said
}
const same = (text: unknown) => searchLevels.map(() => text)

describe('[TO39] search_code', () => {
  it('says that an index has no vectors, and how to make them in the words of the surface', async () => {
    const { root, app } = await world()
    await (await app({ embedder: 'none' })).index([root])
    const words = 'Only words and names were searched, because this repo has no vectors yet;'
    expect(await askLevels(await app())).toEqual(same(`${words} \`cairn index ${root}\` makes the missing vectors. false`))
    expect(await askLevels(await app({ embedder: 'none' }))).toEqual(same(' false'))
    const served = await app({}, 'mcp')
    const [first] = await askLevels(served)
    // On a busy machine the background may be done before the first answer, which then compares meaning and says nothing.
    expect([`${words} the missing vectors are being made in the background. false`, ' true']).toContain(first)
  })

  it('says nothing about vectors of a repo without files', async () => {
    const { root, app } = await world({})
    const made = await app()
    await made.index([root])
    const answer = await made.callTool('search_code', { query: 'refund' })
    expect(answer).toMatchObject({ items: [], meta: { status: 'OK', message: expect.not.stringContaining('vectors') } })
  })

  it('says how many files have no vectors yet', async () => {
    const { root, app } = await world(many)
    const stop = new AbortController()
    const onProgress = ({ phase }: { phase: string }) => {
      if (phase === 'embed') stop.abort()
    }
    await (await app()).index([root], { signal: stop.signal, onProgress }).catch(() => undefined)
    const answer = (await (await app()).callTool('search_code', { query: 'refund' })) as AnyResult
    expect(answer.items).toHaveLength(5)
    expect(answer.meta.message).toMatch(
      /^By meaning, \d+ of 70 files were searched, the others by words and names only; `cairn index .+` makes the missing vectors\.$/,
    )
  })

  it('does not compare the vectors of another model', async () => {
    const { root, app } = await world()
    const { url } = await embeddingServer()
    const flags = { embedder: 'remote', embed_url: url, embed_model: 'one' }
    await (await app(flags)).index([root])
    expect(await askLevels(await app({ ...flags, embed_model: 'two' }))).toEqual(same(' true'))
  })

  /** What a server does after the index is made, and what the answer says. */
  const failures: [string, Misbehaviour | 'down', RegExp, number][] = [
    [
      'is down',
      'down',
      /^The embedding server http:\/\/\S+ does not answer: ECONNREFUSED\. The shipped model was used instead\. true$/,
      0,
    ],
    [
      'refuses',
      () => ({ status: 401 }),
      /gives no usable vectors: HTTP status 401\. The shipped model was used instead\. true$/,
      1,
    ],
    [
      'gives vectors of another length',
      ({ input }) => ({ status: 200, body: { data: input.map((_, index) => ({ index, embedding: [1, 2, 3, 4] })) } }),
      /a vector of 4 numbers, but the stored vectors .+ have 3\. The shipped model was used instead\. true$/,
      searchLevels.length,
    ],
    [
      'gives no vectors',
      () => ({ status: 200, body: { data: [] } }),
      /no usable vectors: .+ The shipped model was used instead\. true$/,
      1,
    ],
    ['hangs', () => () => {}, /did not answer within 5 seconds\. The shipped model was used instead\. true$/, 1],
  ]
  it.each(failures)('uses the shipped model if the server %s, and says so', { timeout: 60_000 }, async (_, how, said, asked) => {
    const { root, app } = await world()
    let fails = false
    const misbehave: Misbehaviour = (request, number) => {
      if (!fails || how === 'down') return { status: 200, body: goodAnswer(request.input) }
      return how(request, number)
    }
    const { url, requests, close } = await embeddingServer(misbehave)
    const made = await app({ embedder: 'remote', embed_url: url, embed_model: 'nomic' })
    await made.index([root])
    fails = true
    requests.length = 0
    if (how === 'down') close()
    expect(await askLevels(made)).toEqual(same(expect.stringMatching(said)))
    // A server that failed is not asked for each question.
    expect(requests).toHaveLength(asked)
  })

  it('searches by words and names if the server fails and the shipped model has no vectors', async () => {
    const { root, home, app } = await world()
    const { url, close } = await embeddingServer()
    const flags = { embedder: 'remote', embed_url: url, embed_model: 'nomic' }
    await (await app(flags)).index([root])
    const { writer } = await (await import('../../src/store/embedded/open-embedded-store.ts')).openEmbeddedStore(home)
    const { model } = await (await import('../../src/embed/local-embedder.ts')).openLocalEmbedder({ dimensions: 128 })
    await writer?.dropVectors(model)
    await writer?.close()
    close()
    expect(await askLevels(await app(flags))).toEqual(same(expect.stringMatching(/ Only words and names were searched\. false$/)))
  })

  it('answers by words from disk while there is no index', async () => {
    const { root, home, app } = await world()
    await (await app()).index([root])
    rmSync(home, { recursive: true })
    const answer = await (await app()).callTool('search_code', { query: 'refund', stale_policy: 'strict' })
    expect(answer).toMatchObject({ meta: { status: 'FALLBACK', source: 'LOCAL_FALLBACK' } })
    expect(answer.items.length).toBeGreaterThan(0)
  })
})

describe('what a person or model wrote', () => {
  it('[EC17] is searched by meaning while it is about the symbol as it is now', async () => {
    const { root, app } = await world()
    const desk = await app()
    await desk.index([root])
    const first = async (): Promise<string> => {
      const { items } = (await desk.callTool('search_code', {
        query: 'email the customer about a late delivery',
        level: 'symbol',
      })) as AnyResult
      return items[0]?.symbol_name ?? 'none'
    }
    expect(await first()).toBe('none')
    const { graph_file } = await desk.buildGraph(root)
    const graph = JSON.parse(readFileSync(graph_file, 'utf8'))
    for (const entity of graph.entities)
      if (entity.name === 'charge')
        entity.metadata = {
          summary: 'Sends an email notification to the customer when the delivery is late.',
          made_at: '2026-01-31T00:00:00.000Z',
        }
    const file = path.join(root, '..', 'texts.json')
    writeFileSync(file, JSON.stringify(graph))
    await desk.importGraph(file)
    expect(await first()).toBe('charge')
    writeFiles(root, { 'src/pay/charge.py': 'def charge(order):\n    return order.price * 2\n' })
    expect(await first()).toBe('none')
  })
})
