/**
 * The words of a question in the segments of the asked repos: where each occurs, and how much it weighs. Rarity is counted over the
 * level in those repos, before any filter.
 */
import type { RepoId } from '../../contract/ids.ts'
import { rarity } from '../bm25.ts'
import type { WordQuery } from '../port.ts'
import type { Connection } from './connection.ts'
import type { PostingList } from './posting-list.ts'
import type { LiveSegment, RepoSegments } from './repo-segments.ts'
import type { LevelTable } from './segment-tables.ts'

export type RankedRepo = { repo_id: RepoId; segments: RepoSegments }

/** The documents of the level in one segment. */
export type Part = { repo: RankedRepo; segment: LiveSegment; table: LevelTable }
/** `lists`: one for each part. */
export type Word = { word: string; factor: number; lists: PostingList[] }
/** A word of the question with its other forms. */
export type Concept = Word[]

export type QuestionWords = {
  parts: Part[]
  concepts: Concept[]
  /** Of a document of the level. */
  averageLength: number
}

export function questionWords(connection: Connection, repos: readonly RankedRepo[], query: WordQuery): QuestionWords {
  const { level } = query
  const parts = repos.flatMap((repo) =>
    repo.segments.segments.map((segment) => ({ repo, segment, table: repo.segments.level(connection, segment, level) })),
  )
  const sums = repos.map(({ segments }) => segments.sum(connection, level))
  const documents = sums.reduce((sum, each) => sum + each.documents, 0)
  const length = sums.reduce((sum, each) => sum + each.length, 0)
  return {
    parts,
    concepts: conceptsOf(connection, parts, documents, query),
    averageLength: length / Math.max(documents, 1) || 1,
  }
}

function conceptsOf(connection: Connection, parts: readonly Part[], documents: number, query: WordQuery): Concept[] {
  const concepts = new Map<string, Concept>()
  for (const [word, weight] of query.words) {
    if (weight <= 0) continue
    const lists = listsOf(connection, parts, query, word)
    const holding = lists.reduce((sum, list, at) => sum + liveCount(list, parts[at] as Part), 0)
    if (holding === 0) continue
    const base = query.forms?.get(word) ?? word
    const concept = concepts.get(base) ?? []
    concepts.set(base, concept)
    concept.push({ word, factor: weight * rarity(documents, holding), lists })
  }
  return [...concepts.values()]
}

function listsOf(connection: Connection, parts: readonly Part[], { level }: WordQuery, word: string): PostingList[] {
  return parts.map(({ repo, segment, table }) =>
    table.count === 0
      ? { ids: new Uint32Array(0), values: new Uint32Array(0) }
      : repo.segments.list(connection, segment, level, word),
  )
}

function liveCount({ ids }: PostingList, { segment: { live }, table }: Part): number {
  if (!live) return ids.length
  let count = 0
  for (let at = 0; at < ids.length; at++) count += live[table.slots[ids[at] as number] as number] as number
  return count
}
