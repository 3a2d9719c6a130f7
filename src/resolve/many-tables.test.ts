/** Files that all need each other: each table is loaded once, and what a file needs counts as work, loaded or kept. */
import { expect, it } from 'vitest'
import { linkAll, parseFiles, sourceOf } from '../../test/kit/linked-repo.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { Bench } from './bench.ts'
import type { SymbolSource } from './port.ts'

type Counted = { source: SymbolSource; loads: () => number }

function counted(files: Record<string, string>, facts: ReadonlyMap<string, FactsView>): Counted {
  const source = sourceOf(files, facts)
  let loads = 0
  const count = (path: string): Promise<FactsView | undefined> => {
    loads++
    return source.facts(path)
  }
  return { source: { ...source, facts: count }, loads: () => loads }
}

/** `size` paths that share the facts of one small file. */
async function alike(size: number, text: string): Promise<Counted & { paths: string[] }> {
  const view = [...(await parseFiles({ 'a.py': text })).values()][0] as FactsView
  const paths = Array.from({ length: size }, (_, at) => `m${at}.py`)
  const files = Object.fromEntries(paths.map((path) => [path, text]))
  return { ...counted(files, new Map(paths.map((path) => [path, view]))), paths }
}

it('[RE16] two thousand tables that every file needs are each loaded once', async () => {
  const { source, loads, paths } = await alike(2_000, 'def f():\n    pass\n')
  const bench = new Bench(source)
  for (let file = 0; file < 3; file++) {
    expect(await bench.settle(() => bench.tables(paths).length)).toBe(paths.length)
    bench.unpin()
  }
  expect(loads()).toBe(paths.length)
})

it('[RE16] tables that do not fit in the memory for them are loaded again, and one file still gets all it needs', async () => {
  const { source, loads, paths } = await alike(600, Array.from({ length: 400 }, (_, at) => `v${at} = 1\n`).join(''))
  const bench = new Bench(source)
  for (let file = 0; file < 2; file++) {
    expect(await bench.settle(() => bench.tables(paths).length)).toBe(paths.length)
    bench.unpin()
  }
  expect(loads()).toBeGreaterThan(paths.length)
  // Each at most once for a file.
  expect(loads()).toBeLessThanOrEqual(2 * paths.length)
})

it('[RE130] a table counts by its size, the same whether it was kept or is loaded now', async () => {
  const work = async (text: string): Promise<number[]> => {
    const { source, paths } = await alike(50, text)
    const bench = new Bench(source)
    const spent: number[] = []
    for (let file = 0; file < 2; file++) {
      await bench.settle(() => bench.tables(paths))
      spent.push(bench.spent())
      bench.unpin()
    }
    return spent
  }
  const [loaded = 0, kept = 0] = await work('def f():\n    pass\n')
  expect(kept).toBe(loaded)
  expect(loaded).toBeGreaterThanOrEqual(50)
  const [larger = 0] = await work(Array.from({ length: 100 }, (_, at) => `def f${at}():\n    pass\n`).join(''))
  expect(larger).toBeGreaterThan(20 * loaded)
})

it('[RE16] [RE130] five hundred headers that include each other are loaded once each', async () => {
  const size = 500
  const include = (at: number, by: number): string => `#include "h${(at * 7 + by * 13 + 1) % size}.h"\n`
  const files = Object.fromEntries(
    Array.from({ length: size }, (_, at) => [
      `h${at}.h`,
      `${[0, 1, 2, 3].map((by) => include(at, by)).join('')}int fn${at}(void);\nstatic inline int s${at}(void) { return fn${(at + 5) % size}(); }\n`,
    ]),
  )
  const facts = await parseFiles(files)
  const { source, loads } = counted(files, facts)
  const sample = new Map([...facts].filter((_, at) => at % 50 === 0))
  const links = await linkAll(source, sample)
  expect(links.size).toBe(sample.size)
  for (const { uses, followed } of links.values()) {
    expect(followed).toBeUndefined()
    expect(uses.filter((use) => use.to === 'symbol' && use.target.key !== '')).toHaveLength(1)
  }
  expect(loads()).toBeLessThanOrEqual(size)
})
