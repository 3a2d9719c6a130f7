/**
 * Catching up always converges: work that is too much for one question continues in steps that are kept, in the background of a
 * long-lived process or question by question. The result equals a clean build, even if processes were stopped in between.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { hashBytes } from '../../src/base/hash.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import { foldLog } from '../kit/fold-log.ts'
import { ask as askProcess, runCairn, startCairn } from '../kit/run-cairn.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const MANY = 40

/** Everything imports `hub`, half of it through a barrel. */
function world(hub = 'export const one = 1\nexport function base(x: number): number {\n  return x\n}\n'): Record<string, string> {
  const users = Array.from({ length: MANY }, (_, at) => [
    `src/user${at}.ts`,
    `import { base${at % 2 ? ' as root' : ''} } from '${at % 2 ? './barrel' : './hub'}'\n\nexport const value${at} = ${at % 2 ? 'root' : 'base'}(${at})\n`,
  ])
  return { 'src/hub.ts': hub, 'src/barrel.ts': "export * from './hub'\n", ...Object.fromEntries(users) }
}
/** Now `base` is a different symbol for all users. */
const moved = {
  'src/hub.ts': "export { base } from './core'\n",
  'src/core.ts': 'export function base(x: number): number {\n  return x + 1\n}\n',
}
const edited = Object.fromEntries(Object.entries(world()).map(([file, text]) => [file, `// edited\n${text}`]))

type House = { root: string; home: string }
const house = (files: Record<string, string> = world()): House => ({ root: gitRepo(files), home: tempFolder('home') })
type Kind = { surface?: 'cli' | 'mcp'; livesLong?: boolean; flags?: Record<string, string> }

async function withApp<Value>({ root, home }: House, kind: Kind, use: (app: App) => Promise<Value>): Promise<Value> {
  const { surface = 'cli', livesLong = false, flags = {} } = kind
  const app = await createApp({ cwd: root, surface, livesLong, flags: { home: path.join(home, 'cairn'), ...flags } })
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}
const index = (at: House) => withApp(at, {}, (app) => app.index([]))
const uses = (app: App, more: Record<string, unknown> = {}) =>
  app.callTool('where_used', { symbol: 'base', limit: 5000, ...more })
const one = (at: House, flags: Record<string, string>, more: Record<string, unknown> = {}) =>
  withApp(at, { flags }, (app) => uses(app, more))

/** The content of the graph file; the same tree gives the same bytes. */
async function graph({ root, home }: House): Promise<unknown> {
  await withApp({ root, home }, {}, (app) => app.buildGraph(null))
  const { indexed_at: _, ...known } = JSON.parse(readFileSync(path.join(root, '.llmc/rag_graph.json'), 'utf8'))
  return known
}
/** Asks with a policy that does not update the index, so that the answer shows the content of the index. */
async function isClean(at: House): Promise<void> {
  expect((await one(at, {}, { stale_policy: 'rebind' })).freshness_state).toBe('FRESH')
  expect(await graph(at)).toEqual(await graph({ root: at.root, home: tempFolder('clean') }))
}

const never = { budget_files: '0', finish_ms: '0' }
/** Settings with time for a step or two per question. */
const hurried = { budget_ms: '0', finish_ms: '1' }

async function askUntilFresh(at: House, flags: Record<string, string>, most: number): Promise<RagResult<unknown>[]> {
  const answers: RagResult<unknown>[] = []
  while (answers.at(-1)?.freshness_state !== 'FRESH' && answers.length < most) answers.push(await one(at, flags))
  return answers
}

describe('a one-shot command', () => {
  for (const [what, files] of Object.entries({ 'the file that all import': moved, 'all files': edited }))
    it(`[FR16] brings ${what} up to date before it answers, even beyond the budget`, async () => {
      for (const budget of [{ budget_files: '0' }, { budget_ms: '0' }]) {
        const at = house()
        await index(at)
        writeFiles(at.root, files)
        expect((await one(at, budget)).meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
        await isClean(at)
      }
    })

  it('[FR16, IX14] keeps finished work when its time is over, so that a later question is FRESH', async () => {
    for (const files of [moved, edited]) {
      const at = house()
      await index(at)
      writeFiles(at.root, files)
      const answers = await askUntilFresh(at, hurried, MANY * 3)
      expect(answers.length).toBeGreaterThan(1)
      expect(answers.at(-1)?.freshness_state).toBe('FRESH')
      const left = answers
        .slice(0, -1)
        .map(({ meta }) => Number(/(\d+) files? (?:are|is) still to be linked/.exec(meta.message ?? '')?.[1] ?? 1e9))
      // Until the files to link again are known, only changed files are counted.
      expect(left.slice(2)).toEqual(left.slice(2).sort((a, b) => b - a))
      for (const { meta } of answers.slice(0, -1)) {
        expect(meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'STALE' })
        expect(meta.message).toMatch(/the next question continues the update; `cairn index .*` finishes it now/)
      }
      await isClean(at)
    }
  })

  it('[FR16] files without links, or with old ones, are read live meanwhile: no use is missing', async () => {
    // By name: an alias is resolved only when its file is linked.
    const places = ({ items }: RagResult<unknown>) =>
      (items as { file: string; line: number }[])
        .filter(({ file, line }) => !/user\d*[13579]\.ts$/.test(file) || line < 3)
        .map(({ file, line }) => `${file}:${line}`)
    for (const files of [moved, edited]) {
      const at = house()
      await index(at)
      writeFiles(at.root, files)
      const answers = await askUntilFresh(at, hurried, MANY * 3)
      const all = places(answers.at(-1)!)
      expect(all.length).toBeGreaterThan(MANY)
      // The second question at the latest finds all files to link again.
      for (const answer of answers.slice(2)) expect(places(answer)).toEqual(expect.arrayContaining(all))
    }
  })

  it('[FR17] names the command that does all the work at once', () => {
    const at = house()
    runCairn(['index'], { cwd: at.root, home: at.home })
    writeFiles(at.root, edited)
    const env = { CAIRN_BUDGET_FILES: '0', CAIRN_FINISH_MS: '0' }
    const plain = askProcess(['where-used', 'base'], { cwd: at.root, home: at.home, env })
    expect(plain.meta.message).toContain('`cairn index ')
    expect(plain.meta.freshness?.dirty).toBe(Object.keys(edited).length)
  })

  it('[FR11] `rebind` and `strict` write nothing while work is due', async () => {
    const at = house()
    await index(at)
    writeFiles(at.root, moved)
    await one(at, hurried)
    foldLog(path.join(at.home, 'cairn'))
    const before = [bytesOf(at.home), bytesOf(path.join(at.root, '.llmc')), git(at.root, 'status', '--porcelain')]
    for (const stale_policy of ['rebind', 'strict']) {
      const answer = await one(at, {}, { stale_policy })
      expect(answer.meta.status).toBe('FALLBACK')
      expect(answer.items.length).toBeGreaterThan(0)
    }
    expect([bytesOf(at.home), bytesOf(path.join(at.root, '.llmc')), git(at.root, 'status', '--porcelain')]).toEqual(before)
  })

  it('[IX14] changes made while work is due are added to it', async () => {
    const at = house()
    await index(at)
    writeFiles(at.root, moved)
    await one(at, hurried)
    writeFiles(at.root, { 'src/core.ts': 'export class base {}\n', 'src/user3.ts': 'export const value3 = 3\n' })
    await one(at, hurried)
    writeFiles(at.root, { 'src/hub.ts': world()['src/hub.ts']! })
    git(at.root, 'rm', '-q', '--cached', 'src/user4.ts')
    git(at.root, 'clean', '-fdq', 'src/user4.ts')
    expect((await askUntilFresh(at, hurried, MANY * 3)).at(-1)?.freshness_state).toBe('FRESH')
    await isClean(at)
  })
})

describe('stopped in between', () => {
  it('[IX8, IX14] after a kill at any moment the next question continues, and the result equals a clean build', async () => {
    const at = house()
    runCairn(['index'], { cwd: at.root, home: at.home })
    for (const [round, wait] of [250, 450, 700].entries()) {
      writeFiles(
        at.root,
        Object.fromEntries(
          Object.entries(round % 2 ? edited : { ...world(), ...moved }).map(([file, text]) => [file, `${text}// ${round}\n`]),
        ),
      )
      const child = startCairn(['where-used', 'base'], {
        cwd: at.root,
        home: at.home,
        env: { CAIRN_BUDGET_MS: '0', CAIRN_FINISH_MS: '60000' },
      })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await sleep(wait)
      child.kill('SIGKILL')
      await ended
    }
    expect((await one(at, { budget_ms: '0' })).freshness_state).toBe('FRESH')
    await isClean(at)
  }, 120_000)

  it('[IX14, IX8] a question continues an interrupted build', async () => {
    const at = house()
    await withApp(at, {}, async (app) => {
      const stop = new AbortController()
      const onProgress = ({ phase, done }: { phase: string; done: number }) => phase === 'link' && done >= 0 && stop.abort()
      await expect(app.index([], { signal: stop.signal, onProgress })).rejects.toThrow()
    })
    const first = await one(at, never)
    expect(first.meta).toMatchObject({ freshness_state: 'STALE' })
    expect(first.meta.message).toMatch(/files are still to be linked/)
    expect((await one(at, {})).freshness_state).toBe('FRESH')
    await isClean(at)
  })
})

describe('several processes', () => {
  it('[FR15, FR16] all answer after a large change, and become FRESH', async () => {
    const at = house()
    runCairn(['index'], { cwd: at.root, home: at.home })
    writeFiles(at.root, edited)
    const env = { CAIRN_BUDGET_MS: '0', CAIRN_FINISH_MS: '300' }
    for (let round = 0; round < 2; round++) {
      const ends = await Promise.all(
        [1, 2, 3].map(() => {
          const child = startCairn(['where-used', 'base'], { cwd: at.root, home: at.home, env })
          return new Promise((resolve) => child.once('exit', resolve))
        }),
      )
      expect(ends).toEqual([0, 0, 0])
    }
    expect((await askUntilFresh(at, hurried, MANY * 3)).at(-1)?.freshness_state).toBe('FRESH')
    await isClean(at)
  }, 120_000)
})

const lasting = { surface: 'mcp', livesLong: true } as const
const state = async (app: App) => (await app.status(null)).repos[0]?.freshness_state

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited++) {
    if (waited > 600) throw new Error('it never came to be')
    await sleep(50)
  }
}

describe('a long-lived process', () => {
  it('[FR18] answers at once and becomes FRESH by itself, without another question', async () => {
    for (const [files, flags] of [
      [moved, { budget_ms: '0' }],
      [edited, { budget_files: '3' }],
    ] as const) {
      const at = house()
      await index(at)
      writeFiles(at.root, files)
      commitAll(at.root)
      await withApp(at, { ...lasting, flags }, async (app) => {
        const first = await uses(app)
        expect(first.meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'STALE' })
        expect(first.meta.message).toMatch(/being updated in the background/)
        expect(first.meta.message).not.toContain('cairn index')
        await until(async () => (await state(app)) === 'FRESH')
      })
      await isClean(at)
    }
  }, 60_000)

  it('[FR18, IX14] ends promptly in the middle of the work, and the next process continues', async () => {
    const at = house()
    await index(at)
    writeFiles(at.root, edited)
    for (let round = 0; round < 3; round++)
      await withApp(at, { ...lasting, flags: { budget_files: '3' } }, async (app) => {
        await uses(app)
        await sleep(round * 60)
      })
    expect((await one(at, {})).freshness_state).toBe('FRESH')
    await isClean(at)
  }, 60_000)

  it('[FR19] builds the first index of a large repo in the background', async () => {
    const at = house()
    await withApp(at, { ...lasting, flags: { auto_index_files: '5' } }, async (app) => {
      const first = await uses(app)
      expect(first.meta).toMatchObject({ status: 'FALLBACK', source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
      expect(first.meta.message).toMatch(/has no index yet.*being built in the background/)
      await until(async () => (await uses(app)).freshness_state === 'FRESH')
    })
    await isClean(at)
  }, 60_000)

  it('[FR19] a one-shot command names `cairn index` instead', async () => {
    const answer = await one(house(), { auto_index_files: '5' })
    expect(answer.meta).toMatchObject({ source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
    expect(answer.meta.message).toMatch(/build one with `cairn index /)
  })
})

function bytesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
  // Readers share memory through the file that ends in -shm, and may leave an empty log. Neither contains stored data.
  const isPassing = (file: string): boolean => file.endsWith('-shm') || (file.endsWith('-wal') && statSync(file).size === 0)
  const kept = files.filter((file) => statSync(file).isFile() && !isPassing(file)).sort()
  return Object.fromEntries(kept.map((file) => [path.relative(folder, file), hashBytes(readFileSync(file))]))
}
