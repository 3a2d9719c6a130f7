/**
 * A second checkout starts from the rows of the first (IX24). Whatever differs between the two, its graph and its answers are those of
 * an index that was built from nothing, and the first is not touched.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import type { IndexReport } from '../../src/contract/reports.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import { withoutHead } from '../kit/graph-forgeries.ts'
import { program } from '../kit/run-cairn.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const repos = path.resolve(import.meta.dirname, '../repos')
const isLong = process.env.CAIRN_TEST_LONG === '1'
const languages = isLong ? readdirSync(repos) : ['typescript', 'python', 'go', 'csharp']

async function inHome<Value>(home: string, root: string, work: (app: App) => Promise<Value>): Promise<Value> {
  vi.stubEnv('CAIRN_HOME', home)
  const app = await createApp({ cwd: root, surface: 'cli' })
  try {
    return await work(app)
  } finally {
    await app.close()
    vi.unstubAllEnvs()
  }
}

const index = (home: string, root: string): Promise<IndexReport> =>
  inHome(home, root, async (app) => (await app.index([]))[0] as IndexReport)

const graph = (home: string, root: string): Promise<string> =>
  inHome(home, root, async (app) => withoutHead((await app.buildGraph(root)).graph_file))

const words = (home: string, root: string): Promise<unknown[]> =>
  inHome(home, root, async (app) => {
    const answers = []
    for (const level of ['symbol', 'file', 'module', 'doc']) {
      const { items } = await app.callTool('search_code', { query: 'the price of an order', level, limit: 50 })
      answers.push((items as { content: string; score: number }[]).map(({ content, score }) => [content, score.toFixed(6)]))
    }
    return answers
  })

async function intact(home: string): Promise<void> {
  const { reader } = await openEmbeddedStore(home)
  expect(await reader.check()).toBeUndefined()
  await reader.close()
}

function repoOf(language: string): string {
  const root = path.join(tempFolder('first'), language)
  cpSync(path.join(repos, language), root, { recursive: true })
  git(root, 'init', '-q', '-b', 'main')
  commitAll(root)
  return root
}

function worktree(root: string): string {
  const tree = path.join(tempFolder('tree'), path.basename(root))
  git(root, 'worktree', 'add', '-q', '--detach', tree)
  return tree
}

const sources = (root: string): string[] =>
  git(root, 'ls-files')
    .split('\n')
    .filter((file) => /\.(?:ts|py|go|cs|java|rb|rs|php|kt|scala|swift|hs|zig|vue|svelte)$/.test(file))

/** A file less, a file elsewhere, an edit that is committed, one that is not, and a file that git does not know. */
function changed(tree: string): void {
  const files = sources(tree)
  const last = files.at(-1)!
  rmSync(path.join(tree, files[0]!))
  renameSync(path.join(tree, files[1]!), path.join(tree, path.dirname(files[1]!), `moved${path.extname(files[1]!)}`))
  appendFileSync(path.join(tree, files[2]!), '\n')
  commitAll(tree)
  appendFileSync(path.join(tree, last), '\n\n')
  writeFiles(tree, { [`untracked${path.extname(last)}`]: readFileSync(path.join(tree, files[3] ?? last)) })
}

describe.each(languages)('a second checkout of %s', (language) => {
  it('[IX24] without a difference has the same graph and words; nothing is parsed or linked', { timeout: 120_000 }, async () => {
    const home = tempFolder('home')
    const root = repoOf(language)
    const { files } = await index(home, root)
    const tree = worktree(root)
    const phases = new Set<string>()
    const report = await inHome(home, tree, async (app) => {
      const found = await app.index([], { onProgress: ({ phase }) => void phases.add(phase) })
      return found[0]
    })
    expect(report).toMatchObject({ files, parsed: 0, reused: files, unchanged: 0 })
    expect([...phases]).not.toContain('link')
    await intact(home)
    const fresh = tempFolder('home')
    await index(fresh, tree)
    expect(await graph(home, tree)).toBe(await graph(fresh, tree))
    expect(await words(home, tree)).toEqual(await words(fresh, tree))
  })

  it('[IX24] with differences has those of an index built from nothing, and the first keeps its own', {
    timeout: 120_000,
  }, async () => {
    const home = tempFolder('home')
    const root = repoOf(language)
    await index(home, root)
    const before = await graph(home, root)
    const tree = worktree(root)
    changed(tree)
    await index(home, tree)
    const fresh = tempFolder('home')
    await index(fresh, tree)
    expect(await graph(home, tree)).toBe(await graph(fresh, tree))
    expect(await words(home, tree)).toEqual(await words(fresh, tree))
    expect(await graph(home, root)).toBe(before)
    await intact(home)
  })
})

describe('what is copied', () => {
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [
      `shop/m${at}.py`,
      `from shop.m${(at + 1) % 120} import f${(at + 1) % 120}\n\n\ndef f${at}():\n    return f${(at + 1) % 120}()\n`,
    ]),
  )

  it('[IX24] a killed copy leaves nothing that is read, and the next run ends with what a clean build gives', {
    timeout: 240_000,
  }, async () => {
    const home = tempFolder('home')
    const root = gitRepo(files, 'shop')
    await index(home, root)
    const tree = worktree(root)
    for (const after of [250, 350, 450, 600]) {
      const child = spawn(process.execPath, [program, 'index'], {
        cwd: tree,
        env: { ...process.env, CAIRN_HOME: home },
        stdio: 'ignore',
      })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await sleep(after)
      child.kill('SIGKILL')
      await ended
      await intact(home)
    }
    await index(home, tree)
    await intact(home)
    const fresh = tempFolder('home')
    await index(fresh, tree)
    expect(await graph(home, tree)).toBe(await graph(fresh, tree))
  })

  it('[IX24] nothing of another repo, of one that is not complete, or in a fresh build', async () => {
    const home = tempFolder('home')
    const few = { 'a.py': files['shop/m1.py']!, 'b.py': files['shop/m2.py']! }
    await index(home, gitRepo(few, 'shop'))
    const phases: string[] = []
    const other = gitRepo(few, 'other')
    await inHome(home, other, (app) => app.index([], { onProgress: ({ phase }) => void phases.push(phase) }))
    expect(phases).toContain('link')
    const { writer } = await openEmbeddedStore(home)
    expect(await writer.copyRepo('shop' as never, 'other' as never)).toBe(false)
    expect(await writer.copyRepo('nobody' as never, 'new' as never)).toBe(false)
    const build = await writer.openBuild('shop' as never)
    expect(await writer.copyRepo('shop' as never, 'new' as never)).toBe(false)
    await build.abandon()
    await writer.close()
  })

  it('[IX24] a file whose bytes differ although git calls both the same is not taken for the other', async () => {
    const home = tempFolder('home')
    const root = gitRepo({ 'a.py': 'def one():\n    return 1\n', 'b.py': 'from a import one\n\none()\n' }, 'shop')
    await index(home, root)
    const tree = path.join(tempFolder('tree'), 'shop')
    git(root, 'worktree', 'add', '-q', '--detach', '--no-checkout', tree)
    git(tree, '-c', 'core.autocrlf=true', 'checkout', '-q', '-f', 'HEAD')
    expect(readFileSync(path.join(tree, 'a.py'), 'utf8')).toContain('\r\n')
    await index(home, tree)
    const answer = await inHome(home, tree, (app) => app.callTool('where_used', { symbol: 'one' }))
    expect(answer).toMatchObject({ freshness_state: 'FRESH', source: 'RAG_GRAPH' })
    expect((answer.items as { source: string }[]).map(({ source }) => source)).toEqual(['RAG_GRAPH', 'RAG_GRAPH'])
  })
})
