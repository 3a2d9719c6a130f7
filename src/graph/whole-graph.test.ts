import { expect, it } from 'vitest'
import { type LinkedRepo, parseFiles } from '../../test/kit/linked-repo.ts'
import { memorySnapshot } from '../../test/kit/memory-snapshot.ts'
import { asRepoId } from '../contract/ids.ts'
import type { StoreSnapshot, SymbolOrdinal } from '../store/port.ts'
import { WholeGraph } from './whole-graph.ts'

const OVERLOADED =
  'export function get(a: string): void\nexport function get(a: number): void\nexport function get(a: unknown): void {}\n'

/** Many files, each with the same overloaded function; every look at a symbol that has a name that was asked for is counted. */
async function namesakes(files: number): Promise<{ repo: LinkedRepo; snapshot: StoreSnapshot; looks: () => number }> {
  const parsed = (await parseFiles({ 'get.ts': OVERLOADED })).get('get.ts')
  if (!parsed) throw new Error('not parsed')
  const paths = Array.from({ length: files }, (_, at) => `src/part${at}/api.ts`)
  const repo: LinkedRepo = {
    repo_id: asRepoId('many/namesakes'),
    texts: new Map(paths.map((path) => [path, OVERLOADED])),
    facts: new Map(paths.map((path) => [path, parsed])),
    links: new Map(),
    source: undefined as never,
  }
  const memory = memorySnapshot(repo)
  let looks = 0
  const watched = ({ path, ordinal }: SymbolOrdinal): SymbolOrdinal => ({
    get path() {
      looks += 1
      return path
    },
    ordinal,
  })
  const snapshot: StoreSnapshot = {
    ...memory,
    linksIn: async () => new Map(),
    symbolsNamedMany: async (id, names) =>
      new Map([...(await memory.symbolsNamedMany(id, names))].map(([name, symbols]) => [name, symbols.map(watched)])),
  }
  return { repo, snapshot, looks: () => looks }
}

async function looksPerSymbol(files: number): Promise<number> {
  const { repo, snapshot, looks } = await namesakes(files)
  const graph = new WholeGraph(snapshot, repo.repo_id, await snapshot.recordedFiles(repo.repo_id))
  let symbols = 0
  for await (const { kind, id } of graph.entities()) {
    if (kind !== 'function') continue
    symbols += 1
    expect(id).toContain('.api.get~')
  }
  for await (const { edge } of graph.relations()) expect(edge).toBe('contains')
  expect(symbols).toBe(3 * files)
  return looks() / symbols
}

it('[GR27] an anchor of the whole graph costs the same with 150 symbols of its name and with 1,500', async () => {
  const few = await looksPerSymbol(50)
  expect(few).toBeGreaterThan(0)
  expect(await looksPerSymbol(500)).toBeCloseTo(few)
})
