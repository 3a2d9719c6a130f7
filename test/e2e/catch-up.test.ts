/**
 * A catch-up gives the same result as a clean build: after random edits of a small repo, in every linked language, the graph file
 * and the answers of an index with many catch-ups equal those of a new index.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { type World, worlds } from '../kit/linked-worlds.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const names = ['alpha', 'beta', 'gamma', 'delta']

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
const fileNumber = fc.nat({ max: 4 })
const editOf = ({ bodies }: World): fc.Arbitrary<Edit> =>
  fc.record({
    kind: fc.constantFrom('write', 'write', 'write', 'delete', 'move'),
    at: fileNumber,
    extension: fc.constantFrom(...Object.keys(bodies)),
    defines: name,
    uses: name,
    from: fileNumber,
    to: fileNumber,
  })

const fileOf = (root: string, at: number, extension: string): string => path.join(root, 'pkg', `m${at}.${extension}`)

function apply({ bodies }: World, root: string, { kind, at, extension, defines, uses, from, to }: Edit): void {
  const file = fileOf(root, at, extension)
  mkdirSync(path.dirname(file), { recursive: true })
  if (kind === 'delete') rmSync(file, { force: true })
  else if (kind === 'move') {
    try {
      renameSync(file, fileOf(root, to, extension))
    } catch {
      // There is no file to move, so nothing is edited.
    }
  } else writeFileSync(file, bodies[extension]!(at, defines, uses, from))
}

/** All at once, or (without a time budget) in steps that are committed one by one. */
const atOnce = { budget_ms: '60000' }
const inSteps = { budget_ms: '0', finish_ms: '60000' }

async function withApp<Value>(root: string, home: string, use: (app: App) => Promise<Value>, time = atOnce): Promise<Value> {
  const app = await createApp({ cwd: root, surface: 'cli', flags: { home, ...time } })
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

/** Everything in an index that is visible from outside. */
async function known(root: string, home: string): Promise<unknown> {
  return withApp(root, home, async (app) => {
    await app.buildGraph(null)
    const { indexed_at: _, ...graph } = JSON.parse(readFileSync(path.join(root, '.llmc/rag_graph.json'), 'utf8'))
    // Guard against comparing two empty indexes.
    expect(graph.entities.length).toBeGreaterThan(0)
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
  for (const [languages, world] of Object.entries(worlds)) {
    it(`[IX10, IX2, IX14] gives the same result as a clean build of the same tree: ${languages}`, async () => {
      const edit = editOf(world)
      await fc.assert(
        fc.asyncProperty(
          fc.array(edit, { minLength: 2, maxLength: 5 }),
          fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
          async (start, rounds) => {
            const root = gitRepo({ 'pkg/.keep': '', ...world.files })
            const home = path.join(tempFolder('home'), 'cairn')
            for (const each of start) apply(world, root, each)
            await withApp(root, home, (app) => app.index([]))
            for (const [turn, round] of rounds.entries()) {
              for (const each of round) apply(world, root, each)
              const asked = (app: App) => app.callTool('where_used', { symbol: 'alpha' })
              const answer = await withApp(root, home, asked, turn % 2 ? inSteps : atOnce)
              expect(answer.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
            }
            expect(await known(root, home)).toEqual(await known(root, path.join(tempFolder('clean'), 'cairn')))
          },
        ),
        { numRuns: Number(process.env.CAIRN_TEST_RUNS ?? world.runs ?? 2), seed: 20261115 },
      )
    }, 240_000)
  }
})
