/** Vectors from index to gc, with real repos, the shipped model and a real server. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { queryMeaning } from '../../src/app/query-meaning.ts'
import { Rooms } from '../../src/app/rooms.ts'
import { asRepoId } from '../../src/contract/ids.ts'
import { badModel } from '../../src/embed/read-model.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import type { StoreSnapshot } from '../../src/store/port.ts'
import { embeddingServer, type Misbehaviour } from '../kit/embedding-server.ts'
import { ask } from '../kit/run-cairn.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'

const SHOP = asRepoId('shop')
const files = {
  'README.md': '# Shop\n\nSells things.\n',
  'src/pay.py': 'def refund(order):\n    return order.total\n\n\ndef charge(order):\n    return order.price\n',
  'src/ship.py': 'class Parcel:\n    def send(self):\n        return 1\n',
  'src/__init__.py': '',
}
/** More than are embedded at once. */
const many = Object.fromEntries(
  Array.from({ length: 70 }, (_, at) => [`m${String(at).padStart(2, '0')}.py`, `def f${at}():\n    return ${at}\n`]),
)

const open: App[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

type Given = Record<string, string>
async function world(content: Readonly<Record<string, string>> = files) {
  const root = gitRepo(content, 'shop')
  const home = path.join(tempFolder('home'), 'cairn')
  const warnings: string[] = []
  const app = async (flags: Given = {}, surface: 'cli' | 'mcp' = 'cli', cwd = root): Promise<App> => {
    const made = await createApp({ cwd, surface, flags: { home, ...flags }, onWarning: (words) => warnings.push(words) })
    open.push(made)
    return made
  }
  const index = async (flags: Given = {}, cwd = root) => {
    const [report] = await (await app(flags, 'cli', cwd)).index([cwd])
    return report
  }
  const look = async <Value>(question: (snapshot: StoreSnapshot) => Promise<Value>): Promise<Value> => {
    const { reader } = await openEmbeddedStore(home, { readonly: true })
    const snapshot = await reader.snapshot()
    try {
      return await question(snapshot)
    } finally {
      await snapshot.close()
      await reader.close()
    }
  }
  const models = () => look((now) => now.vectorModels([SHOP]))
  const missing = (model: string) => look(async (now) => (await now.unembedded(SHOP, model)).map(({ path: at }) => at))
  return { root, home, warnings, app, index, look, models, missing }
}

async function server(misbehave?: Misbehaviour) {
  const { url, requests } = await embeddingServer(misbehave)
  const flags = (model = 'nomic'): Given => ({ embedder: 'remote', embed_url: url, embed_model: model })
  /** The texts that were asked for since the last call. */
  const asked = (): string[] => requests.splice(0).flatMap(({ input }) => input)
  return { flags, asked, requests }
}
const localOf = (models: readonly { model: string }[]): string =>
  models.find(({ model }) => !model.startsWith('remote:'))?.model ?? ''
const remote = (model = 'nomic'): string => `remote:${model}:default:`
const refuses = { status: 401, body: { error: { message: 'no' } } }

describe('vectors of an index', () => {
  it('[IX15] index makes the vectors of all files and notes, also when nothing else is to do; a second run makes none', async () => {
    const here = await world()
    expect(await here.index({ embedder: 'none' })).toMatchObject({ warnings: [] })
    expect(await here.models()).toEqual([])
    expect(await here.index()).toMatchObject({ parsed: 0, unchanged: 4, warnings: [] })
    const [found] = await here.models()
    expect(found).toMatchObject({ files: 4, of: 4 })
    const model = found?.model ?? ''
    expect(model).toMatch(/^cairn-code:128:/)
    await here.look(async (now) => {
      expect(await now.unembeddedNotes(SHOP, model)).toEqual([])
      const vectors = await now.vectorsOf(SHOP, model, ['src/pay.py', 'README.md'])
      expect(
        vectors.get('src/pay.py')?.map(({ unit, ordinal, start_line, end_line }) => [unit, ordinal, start_line, end_line]),
      ).toEqual([
        ['symbol', 0, 1, 2],
        ['symbol', 1, 5, 6],
        ['passage', 0, 1, 6],
      ])
      expect(vectors.get('README.md')?.map(({ unit }) => unit)).toEqual(['section', 'passage'])
    })
    const generation = () => here.look(async (now) => (await now.repo(SHOP))?.generation)
    const before = await generation()
    await here.index()
    expect(await generation()).toBe(before)
  })

  it('[IX16] after an edit only the changed texts are asked of the server; a second worktree asks only for its own name', async () => {
    const here = await world()
    const { flags, asked } = await server()
    await here.index(flags())
    expect(asked().length).toBeGreaterThan(8)
    const pay = path.join(here.root, 'src/pay.py')
    writeFileSync(pay, readFileSync(pay, 'utf8').replace('order.total', 'order.paid'))
    commitAll(here.root)
    await here.index(flags())
    expect(asked()).toEqual([expect.stringContaining('order.paid')])
    const tree = path.join(tempFolder('tree'), 'shop-two')
    git(here.root, 'worktree', 'add', '-q', '--detach', tree)
    await here.index(flags(), tree)
    expect(asked()).toEqual([expect.stringContaining('shop-two')])
    expect((await here.models()).map(({ files: count, of }) => [count, of])).toEqual([
      [4, 4],
      [4, 4],
    ])
  })

  it('[IX15] a run that was stopped continues where it stopped', async () => {
    const here = await world(many)
    const { flags, asked } = await server((_, number) => (number > 2 ? refuses : undefined))
    const report = await here.index(flags())
    expect(report?.warnings.join()).toContain('401')
    const first = asked()
    const good = await server()
    await here.index(good.flags())
    const second = good.asked()
    expect(first.length).toBeGreaterThan(60)
    expect(second.length).toBeGreaterThan(0)
    expect(second.length).toBeLessThan(100)
    expect(await here.models()).toEqual([
      { model: expect.stringMatching(/^cairn-code/), files: 70, of: 70 },
      { model: expect.stringContaining(remote()), files: 70, of: 70 },
    ])
  })

  it('[IX12, IX15] a cancelled run leaves a complete index with some vectors, and the next makes the others', async () => {
    const here = await world(many)
    const stop = new AbortController()
    const app = await here.app()
    const work = app.index([here.root], {
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'embed') stop.abort()
      },
    })
    await expect(work).rejects.toThrow()
    const [found] = await here.models()
    expect(found?.files).toBeGreaterThan(0)
    expect(found?.files).toBeLessThan(70)
    expect((await app.status(null)).repos[0]).toMatchObject({ freshness_state: 'FRESH', vectors: [found] })
    await here.index()
    expect(await here.models()).toMatchObject([{ files: 70, of: 70 }])
  })

  it('[IX17] a file that changes or goes while vectors are made is left to the next run', async () => {
    const here = await world(many)
    let once = true
    const { flags } = await server(() => {
      if (once) writeFiles(here.root, { 'm69.py': 'def other():\n    return 69\n' })
      if (once) rmSync(path.join(here.root, 'm68.py'))
      once = false
      return undefined
    })
    expect(await here.index(flags())).toMatchObject({ warnings: [] })
    const name = (await here.models()).find(({ model }) => model.startsWith(remote()))?.model ?? ''
    expect(await here.missing(name)).toEqual(['m68.py', 'm69.py'])
    await here.index(flags())
    expect(await here.missing(name)).toEqual([])
    expect((await here.models()).map(({ files: count }) => count)).toEqual([69, 69])
  })
})

describe('a server for vectors', () => {
  it('[IX18] one that is down, or refuses, fails no index: a warning says so, and there are local vectors', async () => {
    const here = await world()
    const flags = { embedder: 'remote', embed_url: 'http://127.0.0.1:9/v1', embed_model: 'nomic' }
    const settings = Object.entries(flags).flatMap(([key, value]) => ['--set', `${key}=${value}`])
    const { items, run } = ask<{ warnings: string[] }>(['index', ...settings], { cwd: here.root, home: path.dirname(here.home) })
    expect(run.status).toBe(0)
    expect(items[0]?.warnings).toEqual([expect.stringContaining('does not answer')])
    expect(await here.models()).toEqual([{ model: expect.stringMatching(/^cairn-code/), files: 4, of: 4 }])
    const { checks } = await (await here.app(flags)).doctor()
    expect(checks.find(({ name }) => name === 'vectors')).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('127.0.0.1:9'),
    })
    const shop = checks.find(({ name }) => name === 'shop')
    expect(shop).toMatchObject({ state: 'warning', words: expect.stringContaining('missing for 4 of 4 files') })
  })

  it('[IX18] one that accepts requests and never answers is waited for once in a run, and the indexes are complete', async () => {
    const here = await world()
    const { flags, requests } = await server(() => () => undefined)
    const other = gitRepo(many, 'other')
    const app = await here.app({ ...flags(), embed_timeout_ms: '300' })
    const reports = await app.index([here.root, other])
    for (const { warnings } of reports)
      expect(warnings).toEqual([expect.stringMatching(/does not answer: no answer within 300 ms\..* The index is complete/)])
    // Two requests are made at a time.
    expect(requests.length).toBeLessThanOrEqual(2)
    const found = await here.look((now) => now.vectorModels([SHOP, asRepoId('other')]))
    expect(found).toEqual([{ model: expect.stringMatching(/^cairn-code/), files: 74, of: 74 }])
    expect(JSON.parse(readFileSync(path.join(here.root, '.llmc/rag/index_status.json'), 'utf8')).index_state).toBe('fresh')
  })

  it('[IX18] one that gives vectors of another length than before is reported', async () => {
    const here = await world()
    const { flags } = await server()
    await here.index(flags())
    writeFiles(here.root, { 'src/new.py': 'def new():\n    return 1\n' })
    const longer = await server(({ input }) => ({
      status: 200,
      body: { data: input.map((_, index) => ({ index, embedding: [1, 2, 3, 4] })) },
    }))
    expect((await here.index(longer.flags()))?.warnings.join()).toContain('a vector of 4 numbers')
  })

  it('[IX19] a question embeds the files that it catches up with the local model, and never asks the server', async () => {
    const here = await world()
    const { flags, asked } = await server()
    await here.index(flags())
    asked()
    writeFiles(here.root, {
      'src/pay.py': 'def refund(order):\n    return order.paid\n',
      'src/new.py': 'def new():\n    return 1\n',
    })
    const app = await here.app({ ...flags(), budget_ms: '30000' })
    expect(await app.callTool('where_used', { symbol: 'refund' })).toMatchObject({ meta: { freshness: { caught_up: 2 } } })
    const models = await here.models()
    const local = localOf(models)
    expect(await here.missing(local)).toEqual([])
    expect(await here.look((now) => now.unembeddedNotes(SHOP, local))).toEqual([])
    expect(models.find(({ model }) => model.startsWith(remote()))).toMatchObject({ files: 3, of: 5 })
    expect(asked()).toEqual([])
  })

  it('[IX19] a long-lived process makes the vectors of a server in the background, after a first build and after a catch-up', async () => {
    const here = await world()
    const { flags } = await server()
    const app = await here.app({ ...flags(), watch: 'false' }, 'mcp')
    await app.callTool('where_used', { symbol: 'refund' })
    await until(async () => (await here.models()).some(({ model, files: count }) => model.startsWith(remote()) && count === 4))
    writeFiles(here.root, { 'src/pay.py': 'def refund(order):\n    return order.paid\n' })
    await app.callTool('where_used', { symbol: 'refund' })
    await until(async () => (await here.models()).every(({ files: count, of }) => count === of && of === 4))
    expect(here.warnings).toEqual([])
  })
})

it('[IX15] while a server works, changed files are caught up, and another process does not ask it too', async () => {
  const here = await world()
  const waiting: { destroy(): void }[] = []
  let isSlow = true
  const { flags, requests } = await server(() => (isSlow ? (response) => void waiting.push(response) : undefined))
  const indexing = here.index(flags())
  await until(() => waiting.length > 0)
  writeFiles(here.root, { 'src/pay.py': 'def refund(order):\n    return order.paid\n' })
  const app = await here.app(flags())
  expect(await app.callTool('where_used', { symbol: 'refund' })).toMatchObject({ meta: { freshness: { caught_up: 1 } } })
  const asked = requests.length
  expect((await here.index({ ...flags(), lock_wait_ms: '0' }))?.warnings).toEqual([expect.stringContaining('Another process')])
  expect(requests).toHaveLength(asked)
  isSlow = false
  for (const response of waiting) response.destroy()
  expect(await indexing).toMatchObject({ warnings: [] })
  await here.index(flags())
  expect((await here.models()).map(({ files: count, of }) => [count, of])).toEqual([
    [4, 4],
    [4, 4],
  ])
})

it('[IX18, IX19] a server that refuses is reported once by a long-lived process, and not asked again at once', async () => {
  const here = await world()
  const { flags, requests } = await server(() => refuses)
  const app = await here.app({ ...flags(), watch: 'false' }, 'mcp')
  await app.callTool('where_used', { symbol: 'refund' })
  await until(() => here.warnings.length > 0)
  const asked = requests.length
  writeFiles(here.root, { 'src/pay.py': 'def refund(order):\n    return order.paid\n' })
  await app.callTool('where_used', { symbol: 'refund' })
  const [found] = await here.models()
  expect(found).toMatchObject({ files: 4, of: 4 })
  await app.close()
  expect(here.warnings).toEqual([expect.stringContaining('401')])
  expect(requests).toHaveLength(asked)
})

it('[WA14] watch keeps the vectors of changed files current, those of a server too', async () => {
  const here = await world()
  const { flags } = await server()
  await here.index({ embedder: 'none' })
  const made = { home: here.home, ...flags() }
  const app = await createApp({ cwd: here.root, surface: 'cli', livesLong: true, flags: made })
  const stop = new AbortController()
  const watching = app.watch([], { signal: stop.signal, onEvent: () => undefined })
  const isComplete = async (of: number) => {
    const found = await here.models()
    return found.length === 2 && found.every((each) => each.files === of && each.of === of)
  }
  await until(() => isComplete(4))
  writeFiles(here.root, { 'src/new.py': 'def new():\n    return 1\n' })
  await until(() => isComplete(5))
  stop.abort()
  await watching
  await app.close()
})

describe('models', () => {
  it('[UP10, UP11] the vectors of a former model are kept until those of the new one are complete, then gc deletes them', async () => {
    const here = await world()
    const { flags } = await server(({ model }) => (model === 'new' ? refuses : undefined))
    await here.index(flags('old'))
    await here.index(flags('new'))
    const app = await here.app(flags('new'))
    const status = async () =>
      (await app.status(null)).repos[0]?.vectors.map(({ model, files: count, of }) => [model.split(':')[1], count, of])
    expect(await status()).toEqual([
      ['new', 0, 4],
      ['128', 4, 4],
    ])
    const waiting = await app.gc()
    expect(waiting).toMatchObject({ models_dropped: [], models_waiting: [expect.stringContaining('old')] })
    const good = await server()
    await here.index(good.flags('new'))
    expect(await status()).toEqual([
      ['new', 4, 4],
      ['128', 4, 4],
    ])
    expect(await app.gc()).toMatchObject({ models_dropped: [expect.stringContaining('old')], models_waiting: [] })
    expect((await here.models()).map(({ model }) => model.split(':')[1])).toEqual(['128', 'new'])
  })

  it('[AP8] a search gets the models of the server and the shipped one; other tools and the setting none get nothing', async () => {
    const here = await world()
    const { flags, asked } = await server()
    const open = (given: Given) => Rooms.open({ cwd: here.root, surface: 'cli', flags: { home: here.home, ...given } })
    const rooms = await open(flags())
    const meaning = await queryMeaning('search_code', rooms, undefined)
    expect(meaning?.models).toEqual([expect.stringContaining(remote()), expect.stringMatching(/^cairn-code:128:/)])
    const { signal } = new AbortController()
    expect(await meaning?.embedQuery(meaning.models[1] ?? '', 'give money back', signal)).toHaveLength(128)
    expect(asked()).toEqual([])
    expect(await meaning?.embedQuery(meaning.models[0] ?? '', 'give money back', signal)).toHaveLength(3)
    expect(asked()).toEqual(['give money back'])
    expect(await queryMeaning('where_used', rooms, undefined)).toBeUndefined()
    await rooms.close()
    expect(await queryMeaning('search_code', await open({ embedder: 'none' }), undefined)).toBeUndefined()
  })

  it('[AP8] if the shipped model cannot be read, search goes by words, and a warning says so once', async () => {
    const here = await world()
    const warnings: string[] = []
    const onWarning = (words: string) => warnings.push(words)
    const rooms = await Rooms.open({ cwd: here.root, surface: 'cli', flags: { home: here.home }, onWarning })
    rooms.embedders.local = () => Promise.reject(badModel('cairn-code.bin', 'it is cut'))
    for (let question = 0; question < 3; question++) expect(await queryMeaning('search_code', rooms, undefined)).toBeUndefined()
    expect(warnings).toEqual([expect.stringContaining('it is cut')])
    await rooms.close()
  })
})
