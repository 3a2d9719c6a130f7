/** What the tests of vectors have in common: a small file with two symbols, a question, and short ways to ask and to write. */
import type { RepoId } from '../../src/contract/ids.ts'
import type { NearDocument, NearestQuery, VectorEntry } from '../../src/store/port.ts'
import { record, replaceAll, type Sample, SHOP } from './samples.ts'
import type { Stage } from './store-behaviour.ts'
import { entry, keyOf, MODEL, unitVector } from './vector-samples.ts'

export const WIDE = 24
export const asked = (given: Partial<NearestQuery> = {}): NearestQuery => ({
  repos: [SHOP],
  model: MODEL,
  level: 'symbol',
  vector: unitVector(7, WIDE),
  filter: {},
  limit: 10,
  ...given,
})
export const cart: Sample = {
  path: 'cart.ts',
  symbols: [
    { name: 'add', words: { add: 1 } },
    { name: 'Cart', kind: 'class', words: { cart: 1 } },
  ],
}
export const vectorsOf = (seed: number, symbols = 2, wide = WIDE): VectorEntry[] =>
  Array.from({ length: symbols }, (_, at) => entry('symbol', at, unitVector(seed * 100 + at, wide)))
export const place = ({ repo_id, path, ordinal }: NearDocument): string => `${repo_id} ${path} ${ordinal}`

export type VectorStage = {
  nearest(query: NearestQuery): Promise<{ documents: NearDocument[]; also: NearDocument[] }>
  places(query: NearestQuery): Promise<string[]>
  missing(repo: RepoId): Promise<string[]>
  embed(repo: RepoId, sample: Sample, vectors: readonly VectorEntry[]): Promise<void>
}

export function vectorStage(stage: Stage): VectorStage {
  const nearest = (query: NearestQuery) => stage.ask((now) => now.nearest(query))
  return {
    nearest,
    places: async (query) => (await nearest(query)).documents.map(place),
    missing: (repo) => stage.ask(async (now) => (await now.unembedded(repo, MODEL)).map(({ path }) => path)),
    embed: async (repo, sample, vectors) => {
      await stage.writer.apply(repo, replaceAll(sample))
      await stage.writer.putVectors(repo, MODEL, [{ key: keyOf(record(sample)), vectors }])
    },
  }
}
