/**
 * Ranks the documents of one level for a question: retrieves candidates, collects evidence about them, and computes a score from
 * it (`boosts.ts`). The same question on the same index gives the same order (SE1).
 */
import { compareText } from '../base/compare-text.ts'
import type { RepoId } from '../contract/ids.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { IndexView } from '../store/index-view.ts'
import type { DocumentFilter, RankedDocument } from '../store/port.ts'
import { type Boost, boostedScore, boostsOf } from './boosts.ts'
import { documentKey, findCandidates, type Question, RANKED_AGAIN, rankWords } from './candidates.ts'
import { collectEvidence } from './evidence.ts'
import { readQuery } from './read-query.ts'

export type SearchRequest = {
  repos: readonly RepoId[]
  level: SearchLevel
  query: string
  filter?: DocumentFilter
  limit: number
  offset?: number
  explain?: boolean
  signal?: AbortSignal
}

export type SearchHit = {
  repo_id: RepoId
  level: SearchLevel
  /** The file; the folder for a module; '' for a repo. */
  path: string
  /** Ordinal in the file's symbols or sections; 0 otherwise. */
  ordinal: number
  score: number
  /** One line per reason, the strongest first; [] unless `explain` is set. */
  why: string[]
}
export type SearchHits = {
  hits: SearchHit[]
  /** Documents that contain at least one word of the question and pass the filter. */
  total: number
}

export async function searchDocuments(view: IndexView, request: SearchRequest): Promise<SearchHits> {
  const { repos, level, filter = {}, limit, offset = 0, explain = false, signal } = request
  const question: Question = { repos, level, filter, query: readQuery(request.query) }
  if (question.query.words.size === 0 || repos.length === 0) return { hits: [], total: 0 }
  const candidates = await findCandidates(view, question, signal)
  const head = (await collectEvidence(view, candidates))
    .map(({ document, facts }): Scored => {
      const boosts = boostsOf(document, question.query, facts)
      return { document, boosts, score: boostedScore(document.score, boosts) }
    })
    .sort(byScore)
  const page = head.slice(offset, offset + limit)
  if (page.length < limit && candidates.documents.length - candidates.added.length === RANKED_AGAIN) {
    const skip = Math.max(0, offset - head.length)
    page.push(...(await rankedBehind(view, question, candidates.added, skip, limit - page.length)))
  }
  return { hits: page.map((scored) => hitOf(scored, explain)), total: candidates.total }
}

type Scored = { document: RankedDocument; score: number; boosts: Boost[] }

const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score ||
  compareText(a.document.repo_id, b.document.repo_id) ||
  compareText(a.document.path, b.document.path) ||
  a.document.ordinal - b.document.ordinal

/** Pages after the part that is ranked again follow the store's order, without the documents that were added to that part. */
async function rankedBehind(
  view: IndexView,
  question: Question,
  lifted: readonly RankedDocument[],
  skip: number,
  limit: number,
): Promise<Scored[]> {
  const out = new Set(lifted.map(documentKey))
  const { documents } = await rankWords(view, question, RANKED_AGAIN, skip + limit + out.size)
  const behind = documents.filter((document) => !out.has(documentKey(document)))
  return behind.slice(skip, skip + limit).map((document) => ({ document, score: document.score, boosts: [] }))
}

function hitOf({ document, score, boosts }: Scored, explain: boolean): SearchHit {
  const { repo_id, level, path, ordinal } = document
  return { repo_id, level, path, ordinal, score: rounded(score), why: explain ? reasons(document, boosts) : [] }
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000

function reasons({ matches }: RankedDocument, boosts: readonly Boost[]): string[] {
  const words = [...matches].sort((a, b) => b.added - a.added || compareText(a.word, b.word))
  return [
    ...words.map(({ word, added }) => `"${word}" adds ${added.toFixed(2)}`),
    ...boosts.map(({ adds, times, why }) =>
      [why, ...(adds > 0 ? [`adds ${adds.toFixed(2)}`] : []), ...(times !== 1 ? [`times ${times.toFixed(2)}`] : [])].join(', '),
    ),
  ]
}
