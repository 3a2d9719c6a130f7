/**
 * The best hits for a question, each with lines that are on disk now, and what belongs beside them: further parts of the files, the
 * section of a document about it, the uses of what is defined. What cannot be quoted, or is not on disk any more when all is found, is
 * left out and counted. Whoever writes the answer uses this and nothing else.
 */
import type { SearchLevel, Snippet } from '../contract/items.ts'
import { type DescribedDocument, describeDocuments } from '../tools/describe-documents.ts'
import { createOnDisk } from '../tools/passage-of.ts'
import { createQuoting, type HitQuote, type QuoteHits } from '../tools/quote-hits.ts'
import { findRanked, type Ranked, type RankedDocument, type RankedQuestion, reposUndescribed } from '../tools/ranked-documents.ts'
import type { ToolCall } from '../tools/tool.ts'
import { asksAboutThisRepo, isGeneric } from './choose-level.ts'
import { type GatheredUses, gatherUses } from './gather-uses.ts'
import { folderIn, searchWords } from './search-words.ts'

/** `Ground` and `RepoView` are types of rooms that this one does not import. */
export type Ground = ToolCall<Record<never, never>>['ground']
export type RepoView = Ground['repos'][number]

export type Evidence = {
  root: string
  document: DescribedDocument
  quote: Snippet
  /** The line of the quote that matches the question best. */
  line: number
  /** Of a file: the symbol that the quoted lines are in, or the headings of the section. */
  inside?: HitQuote['inside']
  /**
   * hit: of the level asked, in the order of the search; a file has up to three. doc: a section of a document, beside code; first-doc: it
   * matches as well as the best hit. further: a few lines of another part of these files, or of the files ranked below them.
   */
  role: 'hit' | 'first-doc' | 'doc' | 'further'
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
  /** All hits first, then the section beside them, then further parts. */
  evidence: Evidence[]
  /** Of the symbol whose uses are asked for, or of the best definition; undefined if there is none. */
  uses: GatheredUses | undefined
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
  const asked = { ...question, query: words }
  const found = await (isOverview ? allRepos(question, ground) : rankedHits(asked, ground))
  const matching = isOverview ? '' : words.slice(0, MATCHED)
  const hits = found.documents.slice(0, question.limit)
  const described = await describeDocuments(found.documents, ground, { brief: true })
  const quoting = await createQuoting(found, matching, ground)
  const own = (await Promise.all(hits.map((hit, at) => evidenceOf(hit, described[at], at, quoting)))).flat()
  const beside = isOverview ? [] : await besideHits(asked, { found, described, quoting, own }, ground)
  const evidence = await verified([...own, ...beside])
  const shown = new Set(evidence.filter(({ role }) => role === 'hit').map(({ document }) => document.document_id))
  const { total, unchecked, undescribed, note, by } = found
  return {
    evidence,
    uses: await gatherUses(question, own[0], ground),
    words,
    isOverview,
    total,
    unchecked,
    undescribed,
    note,
    by,
    unverified: hits.length - shown.size,
  }
}

/** Characters of a question that decide which lines are quoted. A pasted log would otherwise be read again for every file. */
const MATCHED = 2000
/** Files below the hits whose best parts are quoted too, if there is room. */
const FILES_BELOW = 5
/** Further parts; how many of them are shown depends on the room. */
const FURTHER = 16

/** If the question names a folder, the folder itself and those in it; any folder if there is none. */
async function rankedHits({ query, level, limit, embedder }: Question, ground: Ground): Promise<Ranked> {
  const most = level === 'file' ? limit + FILES_BELOW : limit
  const asked = { query, level, limit: most, offset: 0, path: null, language: null, kind: null, explain: false, embedder }
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
  rank: number,
  quoting: QuoteHits,
): Promise<Evidence[]> {
  if (!document) return []
  return (await quoting.of(hit, document, rank)).map((quote) => evidenceFrom(hit, document, quote, 'hit'))
}

const evidenceFrom = (
  { repo: { root } }: RankedDocument,
  document: DescribedDocument,
  { snippet, line, inside }: HitQuote,
  role: Evidence['role'],
): Evidence => ({ root, document, quote: snippet, line, role, ...(inside ? { inside } : {}) })

type Hits = { found: Ranked; described: readonly (DescribedDocument | undefined)[]; quoting: QuoteHits; own: readonly Evidence[] }

/**
 * Beside code the section about it, because a question on code may be answered in a document. Beside every hit that is not a repo the
 * best parts of files, because a question that was taken for another level may be answered in code.
 */
async function besideHits(question: Question, hits: Hits, ground: Ground): Promise<Evidence[]> {
  const { level } = question
  if (level === 'repo' || hits.found.by !== 'words') return []
  const sections = level === 'doc' || level === 'module' ? [] : await bestSection(question, hits, ground)
  const files = level === 'file' ? hits : await bestFiles(question, ground)
  const quoted = [...hits.own, ...sections].map(({ quote }) => quote)
  const further = (await files.quoting.further(quoted, { most: FURTHER, eachFirst: level !== 'file' })).flatMap((quote) => {
    const hit = files.found.documents[quote.hit]
    const document = files.described[quote.hit]
    return hit && document ? [evidenceFrom(hit, document, quote, 'further')] : []
  })
  return [...sections, ...further]
}

/** Sections looked at for one that is not among the hits. */
const SECTIONS = 3

async function bestSection({ query, embedder }: Question, { found: hits, own }: Hits, ground: Ground): Promise<Evidence[]> {
  const bestScore = hits.documents[0]?.score ?? 0
  const asked = {
    query,
    level: 'doc' as const,
    limit: SECTIONS,
    offset: 0,
    path: null,
    language: null,
    kind: null,
    explain: false,
  }
  const found = await findRanked({ ...asked, embedder }, ground)
  if (found.by !== 'words') return []
  const described = await describeDocuments(found.documents, ground, { brief: true })
  const quoting = await createQuoting(found, query.slice(0, MATCHED), ground)
  for (const [at, hit] of found.documents.entries()) {
    const [section] = await evidenceOf(hit, described[at], SECTION_RANK, quoting)
    if (hit.score < ABOUT) return []
    if (section && !own.some(({ quote }) => isInside(quote, section.quote)))
      return [{ ...section, role: hit.score >= Math.max(SURELY_ABOUT, bestScore * AS_GOOD) ? 'first-doc' : 'doc' }]
  }
  return []
}
/**
 * Scores of sections: the best by words has 1, and what is near in meaning up to 1.3 more. Below `ABOUT` a section shares only some words
 * with the question. On 80 questions with known places, 8 of 8 that documents answer had 1.6 or more, of 68 about code 9.
 */
const ABOUT = 1.2
const SURELY_ABOUT = 1.6
/** Compared with the best hit; its score is made of the same parts. */
const AS_GOOD = 0.85
/** Quoted as long as the fifth hit of a search for documents. */
const SECTION_RANK = 4

const isInside = ({ location: a }: Snippet, { location: b }: Snippet): boolean =>
  a.path === b.path && a.start_line <= b.end_line && b.start_line <= a.end_line

/** Only those in the folder that the question names. */
async function bestFiles(question: Question, ground: Ground): Promise<Omit<Hits, 'own'>> {
  const { query, level, embedder } = question
  const folder = level === 'module' ? folderIn(query) : undefined
  const asked = { query, level: 'file' as const, limit: 2 * FILES_BELOW, offset: 0, language: null, kind: null, explain: false }
  const found = await findRanked({ ...asked, path: folder === undefined ? null : [folder], embedder }, ground)
  return {
    found,
    described: await describeDocuments(found.documents, ground, { brief: true }),
    quoting: await createQuoting(found, question.query.slice(0, MATCHED), ground),
  }
}

/** A file may change while the answer is made. A model's citations must pass the same check. */
export async function verified<Quoted extends { root: string; quote: Snippet }>(evidence: readonly Quoted[]): Promise<Quoted[]> {
  const isOnDisk = createOnDisk()
  const onDisk = await Promise.all(evidence.map(({ root, quote }) => isOnDisk(root, quote)))
  return evidence.filter((_, at) => onDisk[at])
}
