/** Vectors for tests: made from a seed, quantised as embedders' vectors are, with a naive search to compare with. */
import { pathFilters } from '../../src/base/glob.ts'
import { hashText } from '../../src/base/text-hash.ts'
import type { RepoId } from '../../src/contract/ids.ts'
import { quantise } from '../../src/embed/quantise.ts'
import type { FileRecord, NearDocument, NearestQuery, NearUnit, VectorEntry, VectorKey } from '../../src/store/port.ts'
import type { Sample } from './samples.ts'

export const MODEL = 'tiny@1'

export const keyOf = ({ row }: FileRecord): VectorKey => ({
  path: row.path,
  content_hash: row.content_hash,
  language: row.language,
  parser_version: row.parser_version,
})

/** Length 1; equal seeds give equal vectors. */
export function unitVector(seed: number, dimensions: number): Float32Array {
  let state = (seed + 1) * 2654435761
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return (state >>> 8) / 0x1000000 - 0.5
  }
  const vector = Float32Array.from({ length: dimensions }, next)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

export function entry(unit: VectorEntry['unit'], ordinal: number, vector: Float32Array): VectorEntry {
  const { scales, values } = quantise(vector, vector.length)
  const lines = { start_line: ordinal * 10 + 1, end_line: ordinal * 10 + 4 }
  return { unit, ordinal, ...lines, text_hash: hashText(`${unit} ${ordinal}`), vector: values, scale: scales[0] ?? 0 }
}

/** In the plainest possible way, in double precision. */
export function similarity(question: Float32Array, { vector, scale }: Pick<VectorEntry, 'vector' | 'scale'>): number {
  let sum = 0
  for (const [at, value] of question.entries()) sum += value * (vector[at] ?? 0)
  return sum * scale
}

export type Embedded = { repo_id: RepoId; sample: Sample; vectors: readonly VectorEntry[] }

/** Levels `symbol`, `doc` and `file`. */
export function naiveNearest(files: readonly Embedded[], query: NearestQuery): NearDocument[] {
  const { paths, only, except, languages, kinds, tests } = query.filter
  const passes = ({ repo_id, sample }: Embedded): boolean =>
    query.repos.includes(repo_id) &&
    (!paths || pathFilters(paths)(sample.path)) &&
    (!only || only.includes(sample.path)) &&
    !except?.includes(sample.path) &&
    (!languages || languages.includes(sample.language ?? 'typescript')) &&
    (!tests || (sample.test ?? false) === (tests === 'only'))
  const documents = files.filter(passes).flatMap(({ repo_id, sample, vectors }): NearDocument[] => {
    const units = vectors.map((each): NearUnit => {
      const { unit, ordinal, start_line, end_line } = each
      return { unit, ordinal, start_line, end_line, similarity: similarity(query.vector, each) }
    })
    const document = { repo_id, level: query.level, path: sample.path }
    if (query.level === 'file') {
      const best = units.sort((a, b) => b.similarity - a.similarity || order(a) - order(b) || a.ordinal - b.ordinal)
      if (!best[0] || (kinds && !kinds.includes('module'))) return []
      return [{ ...document, ordinal: 0, similarity: best[0].similarity, best: best.slice(0, query.units ?? 3) }]
    }
    return units
      .filter(({ unit }) => unit === (query.level === 'doc' ? 'section' : 'symbol'))
      .filter(
        ({ unit, ordinal }) => !kinds || (unit === 'symbol' && kinds.includes(sample.symbols?.[ordinal]?.kind ?? 'function')),
      )
      .map((unit) => ({ ...document, ordinal: unit.ordinal, similarity: unit.similarity, best: [unit] }))
  })
  documents.sort(
    (a, b) => b.similarity - a.similarity || compare(a.repo_id, b.repo_id) || compare(a.path, b.path) || a.ordinal - b.ordinal,
  )
  return documents.slice(0, query.limit)
}

const order = ({ unit }: NearUnit): number => ['symbol', 'section', 'passage'].indexOf(unit)
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
