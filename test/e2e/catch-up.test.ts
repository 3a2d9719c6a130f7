/**
 * Catching up ends where a clean build ends: after random edits of a small repo in four languages, the graph file and the
 * answers of an index that was caught up again and again equal those of an index built from nothing.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const names = ['alpha', 'beta', 'gamma', 'delta']

/** What one file may hold, by language: definitions and uses of the same few names, imported from the file's neighbours. */
const bodies: Record<string, (at: number, defines: string, uses: string, from: number) => string> = {
  py: (_, defines, uses, from) =>
    `from pkg.m${from} import ${uses}\n\n\nclass Box:\n    def ${defines}(self):\n        return ${uses}()\n\n\ndef ${defines}():\n    return Box().${defines}()\n`,
  ts: (_, defines, uses, from) =>
    `import { ${uses} } from './m${from}'\nexport class Box { ${defines}() { return ${uses}() } }\nexport function ${defines}() { return new Box().${defines}() }\nexport * from './m${from}'\n`,
  go: (_, defines, uses) =>
    `package pkg\n\ntype Box${defines} struct{}\n\nfunc (b Box${defines}) ${defines}() { ${uses}() }\n\nfunc ${defines}() { Box${defines}{}.${defines}() }\n`,
  md: (_, defines, uses) => `# ${defines}\n\nUses ${uses}.\n\n## More\n\ntext\n`,
}
const extensions = Object.keys(bodies)

type Edit = {
  kind: 'write' | 'delete' | 'move'
  at: number
  extension: string
  defines: string
  uses: string
  from: number
  to: number
}
const name = fc.constantFrom(...names)
const place = fc.nat({ max: 4 })
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('write', 'write', 'write', 'delete', 'move'),
  at: place,
  extension: fc.constantFrom(...extensions),
  defines: name,
  uses: name,
  from: place,
  to: place,
})

const fileOf = (root: string, at: number, extension: string): string => path.join(root, 'pkg', `m${at}.${extension}`)

function apply(root: string, { kind, at, extension, defines, uses, from, to }: Edit): void {
  const file = fileOf(root, at, extension)
  mkdirSync(path.dirname(file), { recursive: true })
  if (kind === 'delete') rmSync(file, { force: true })
  else if (kind === 'move') {
    try {
      renameSync(file, fileOf(root, to, extension))
    } catch {
      // Nothing there to move: no edit.
    }
  } else writeFileSync(file, bodies[extension]!(at, defines, uses, from))
}

async function withApp<Value>(root: string, home: string, use: (app: App) => Promise<Value>): Promise<Value> {
  const app = await createApp({ cwd: root, surface: 'cli', flags: { home, budget_ms: '60000' } })
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

/** Everything an index knows that can be seen from outside. */
async function known(root: string, home: string): Promise<unknown> {
  return withApp(root, home, async (app) => {
    await app.buildGraph(null)
    const { indexed_at: _, ...graph } = JSON.parse(readFileSync(path.join(root, '.llmc/rag_graph.json'), 'utf8'))
    const answers = []
    for (const symbol of names) {
      answers.push((await app.callTool('where_used', { symbol, limit: 1000 })).items)
      for (const level of ['symbol', 'file', 'module', 'repo', 'doc']) {
        const { items, total } = await app.callTool('search_code', { query: `${symbol} Box`, level, limit: 50 })
        answers.push([total, items])
      }
    }
    return { graph, answers }
  })
}

describe('catching up', () => {
  it('[IX10, IX2] leaves what a clean build of the same tree leaves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 2, maxLength: 5 }),
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        async (start, rounds) => {
          const root = gitRepo({ 'go.mod': 'module example.com/x\n', 'pkg/keep.py': 'def keep():\n    pass\n' })
          const home = path.join(tempFolder('home'), 'cairn')
          for (const each of start) apply(root, each)
          await withApp(root, home, (app) => app.index([]))
          for (const round of rounds) {
            for (const each of round) apply(root, each)
            const answer = await withApp(root, home, (app) => app.callTool('where_used', { symbol: 'alpha' }))
            expect(answer.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
          }
          expect(await known(root, home)).toEqual(await known(root, path.join(tempFolder('clean'), 'cairn')))
        },
      ),
      { numRuns: Number(process.env.CAIRN_TEST_RUNS ?? 12), seed: 20261115 },
    )
  }, 240_000)
})
