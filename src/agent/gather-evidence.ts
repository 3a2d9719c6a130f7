/**
 * The best hits for a question, each with lines that are on disk now. What cannot be quoted, or is not on disk any more when all
 * hits are found, is left out and counted. Whoever writes the answer uses these hits and nothing else.
 */
import type { SearchLevel, Snippet } from '../contract/items.ts'
import { type PartsOf, partsOfFiles } from '../tools/best-of.ts'
import { type DescribedDocument, describeDocuments } from '../tools/describe-documents.ts'
import { passageAbout } from '../tools/passage-about.ts'
import { isOnDisk, type LongPassage, longPassageOf } from '../tools/passage-of.ts'
import { findRanked, type Ranked, type RankedDocument, type RankedQuestion, reposUndescribed } from '../tools/ranked-documents.ts'
import type { ToolCall } from '../tools/tool.ts'
import { asksAboutThisRepo, isGeneric } from './choose-level.ts'
import { folderIn, searchWords } from './search-words.ts'

/** `Ground` and `RepoView` are types of rooms that this one does not import. */
export type Ground = ToolCall<Record<never, never>>['ground']
export type RepoView = Ground['repos'][number]
type Part = ReturnType<PartsOf>[number]

export type Evidence = {
  root: string
  document: DescribedDocument
  quote: Snippet
  /** The line of the quote that matches the question best. */
  line: number
  /** Of a file: the symbol that the quoted lines are in. */
  inside?: LongPassage['inside']
}

export type Question = {
  query: string
  level: SearchLevel
  limit: number
  here: { root: string } | null
  /** Compares meanings, as search_code does. */
  embedder?: RankedQuestion['embedder']
}

export type Gathered = Pick<Ranked, 'total' | 'unchecked' | 'undescribed' | 'note' | 'by'> & {
  evidence: Evidence[]
  /** What was searched for. */
  words: string
  /** The question has no word to search for: the repos asked are the answer. */
  isOverview: boolean
  /** Hits that could not be quoted or verified. */
  unverified: number
}

export async function gatherEvidence(question: Question, ground: Ground): Promise<Gathered> {
  const words = searchWords(question.query, question.level)
  const isOverview = question.level === 'repo' && isGeneric(question.query)
  const found = await (isOverview ? allRepos(question, ground) : rankedHits({ ...question, query: words }, ground))
  const described = await describeDocuments(found.documents, ground)
  const matching = isOverview ? '' : words.slice(0, MATCHED)
  const partsOf = await partsOfFiles(found, matching, ground)
  const quoted = await Promise.all(
    found.documents.map((hit, at) => evidenceOf(hit, described[at], matching, ground, partsOf(hit)[0])),
  )
  const evidence = await verified(quoted.filter((each) => each !== undefined))
  const { total, unchecked, undescribed, note, by } = found
  return {
    evidence,
    words,
    isOverview,
    total,
    unchecked,
    undescribed,
    note,
    by,
    unverified: found.documents.length - evidence.length,
  }
}

/** Characters of a question that decide which lines are quoted. A pasted log would otherwise be read again for every file. */
const MATCHED = 2000

/** If the question names a folder, the folder itself and those in it; any folder if there is none. */
async function rankedHits({ query, level, limit, embedder }: Question, ground: Ground): Promise<Ranked> {
  const asked = { query, level, limit, offset: 0, path: null, language: null, kind: null, explain: false, embedder }
  const folder = level === 'module' ? folderIn(query) : undefined
  const inside = folder === undefined ? undefined : await findRanked({ ...asked, path: [folder] }, ground)
  return inside && inside.documents.length > 0 ? inside : findRanked(asked, ground)
}

/** Every repo asked, the one asked from first; only that one if the question says "this repo". */
async function allRepos({ query, limit, here }: Question, ground: Ground): Promise<Ranked> {
  const undescribed = await reposUndescribed({ level: 'repo' }, ground)
  const isHere = ({ root }: RepoView): boolean => root === here?.root
  const described = ground.repos.filter((repo) => !undescribed.includes(repo))
  const meant = asksAboutThisRepo(query) && described.some(isHere) ? described.filter(isHere) : described
  const sorted = [...meant.filter(isHere), ...meant.filter((repo) => !isHere(repo))]
  const documents = sorted.map((repo): RankedDocument => ({ repo, level: 'repo', path: '', ordinal: 0, score: 1, why: [] }))
  return {
    documents: documents.slice(0, limit),
    total: documents.length,
    unchecked: 0,
    undescribed,
    meaning: undefined,
    note: null,
    by: 'words',
  }
}

async function evidenceOf(
  hit: RankedDocument,
  document: DescribedDocument | undefined,
  query: string,
  ground: Ground,
  part: Part | undefined,
): Promise<Evidence | undefined> {
  if (!document) return undefined
  const { repo, path, level } = hit
  const isFolder = level === 'module' || level === 'repo'
  const passage: LongPassage | undefined = isFolder
    ? await passageAbout(repo, path, query, ground)
    : await longPassageOf(hit, document, query, ground, part)
  if (!passage) return undefined
  const { line, snippet: quote, inside } = passage
  return { root: repo.root, document, quote, line, ...(inside ? { inside } : {}) }
}

/** A file may change while the answer is made. A model's citations must pass the same check. */
export async function verified(evidence: readonly Evidence[]): Promise<Evidence[]> {
  const onDisk = await Promise.all(evidence.map(({ root, quote }) => isOnDisk(root, quote)))
  return evidence.filter((_, at) => onDisk[at])
}
