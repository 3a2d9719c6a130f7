/**
 * Ranks the documents of one level for a question: retrieves candidates, and weighs what is known about each (`score.ts`). The same
 * question on the same index gives the same order (SE1).
 */
import { compareText } from '../base/compare-text.ts'
import type { RepoId } from '../contract/ids.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { IndexView } from '../store/index-view.ts'
import type { DocumentFilter } from '../store/port.ts'
import type { RecordedRows } from '../store/recorded-rows.ts'
import {
  type Candidate,
  type Candidates,
  documentKey,
  findCandidates,
  type Meaning,
  type Part,
  type Question,
  RANKED_AGAIN,
  rankWords,
} from './candidates.ts'
import { folderScores } from './folder-scores.ts'
import { isMeaningOnly, onlySimilar } from './meaning-only.ts'
import { readQuery } from './read-query.ts'
import { type Scored, scoreAll } from './score.ts'
import { raiseUsed } from './used-by-best.ts'

export type SearchRequest = {
  repos: readonly RepoId[]
  level: SearchLevel
  query: string
  /** Without it, words and names alone are searched. */
  meaning?: Meaning | undefined
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
  /** Of a repo: the file in it that contains most of the question. */
  best_file?: string
}
export type SearchHits = {
  hits: SearchHit[]
  /** Documents that pass the filter and contain at least one word of the question, or are among those nearest in meaning. */
  total: number
  /** No word of the question occurs, except words of grammar: what was found is only similar in meaning. */
  meaningOnly: boolean
}

export async function searchDocuments(view: IndexView, request: SearchRequest): Promise<SearchHits> {
  const { repos, level, filter = {}, meaning, limit, offset = 0, explain = false, signal } = request
  const question: Question = { repos, level, filter, query: readQuery(request.query), meaning }
  if (question.query.words.size === 0 || repos.length === 0) return { hits: [], total: 0, meaningOnly: false }
  const { candidates, head, meaningOnly } = await rankAgain(view, question, signal)
  const page = head.slice(offset, offset + limit)
  const atEnd = meaningOnly || candidates.documents.length - candidates.added.size < RANKED_AGAIN
  if (page.length < limit && !atEnd) {
    const skip = Math.max(0, offset - head.length)
    const most = head.reduce((sum, { document }) => Math.max(sum, document.words), 0)
    const behind = await rankedBehind(view, question, candidates.added, skip, limit - page.length)
    const least = head.at(-1)?.score ?? 0
    page.push(...behind.map((each) => ({ ...each, score: Math.min(least, each.document.words / most) })))
  }
  return { hits: page.map((scored) => hitOf(scored, explain)), total: candidates.total, meaningOnly }
}

type Head = { candidates: Candidates; head: Scored[]; rows: ReadonlyMap<RepoId, RecordedRows>; meaningOnly: boolean }

/** The candidates by all signals, best first. */
async function rankAgain(view: IndexView, question: Question, signal: AbortSignal | undefined): Promise<Head> {
  const { repos, level } = question
  const folders = level === 'module' ? await foldersOf(view, question, signal) : new Map<string, Part>()
  const found = await findCandidates(view, question, { signal, folders })
  const rows = new Map(await Promise.all(repos.map(async (repo) => [repo, await view.rows(repo)] as const)))
  const meaningOnly = isMeaningOnly(found, question.query)
  const files = [...rows.values()].reduce((sum, { all }) => sum + all.length, 0)
  const candidates = meaningOnly ? onlySimilar(found, level, files) : found
  const scored = scoreAll(candidates, question.query, ({ repo_id, path }) => rows.get(repo_id)?.at(path)).sort(byScore)
  return { candidates, rows, meaningOnly, head: level === 'file' ? (await raiseUsed(view, scored)).sort(byScore) : scored }
}

/** How well the files of folders answer. */
async function foldersOf(view: IndexView, question: Question, signal: AbortSignal | undefined): Promise<Map<string, Part>> {
  const { kinds: _, ...filter } = question.filter
  const { head, rows } = await rankAgain(view, { ...question, level: 'file', filter }, signal)
  return folderScores(head, (repo) => rows.get(repo)?.all ?? [])
}

const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score ||
  compareText(a.document.repo_id, b.document.repo_id) ||
  compareText(a.document.path, b.document.path) ||
  a.document.ordinal - b.document.ordinal

/** Pages after the part that is ranked again follow the store's order, without the documents that were added to that part. */
async function rankedBehind(
  view: IndexView,
  question: Question,
  added: ReadonlySet<string>,
  skip: number,
  limit: number,
): Promise<Scored[]> {
  const { documents } = await rankWords(view, question, { offset: RANKED_AGAIN, limit: skip + limit + added.size })
  const behind = documents.filter((document) => !added.has(documentKey(document)))
  return behind.slice(skip, skip + limit).map(({ score: words, ...document }) => {
    const candidate: Candidate = { ...document, words, near: [], part: 0, files: 0 }
    return { document: candidate, score: 0, reasons: [{ adds: 0, times: 1, why: 'contains words of the question' }] }
  })
}

function hitOf({ document, score, reasons }: Scored, explain: boolean): SearchHit {
  const { repo_id, level, path, ordinal, best_file } = document
  const why = explain ? reasons.map(reasonWords) : []
  return { repo_id, level, path, ordinal, score: rounded(score), why, ...(best_file === undefined ? {} : { best_file }) }
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000

const reasonWords = ({ adds, times, why }: Scored['reasons'][number]): string =>
  [why, ...(adds > 0 ? [`adds ${adds.toFixed(2)}`] : []), ...(times !== 1 ? [`times ${times.toFixed(2)}`] : [])].join(', ')
