/**
 * Weighs what was found about each candidate: words, meaning, names, and what kind of file it is in. Every weight is here with its
 * reason; docs/ranking.md has the measured effects.
 *
 * A score is (words + meaning + definition) × factors. Words and meaning are each divided by the best of the answer, because their
 * units have nothing in common: the best by words has 1, the nearest has the level's weight of meaning.
 */
import { Lru } from '../base/lru.ts'
import { splitIdentifier } from '../base/words.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { FileRow } from '../store/port.ts'
import type { Candidate, Candidates } from './candidates.ts'
import { definedHere } from './candidates.ts'
import { type Factor, pathFactors } from './path-factors.ts'
import type { ReadQuery } from './read-query.ts'

type Weights = {
  /** What the nearest document gets. Meaning finds other words for the same thing; words find names. */
  meaning: number
  /** The best symbol of a file, or the file of a symbol, adds this part of its own score by words. */
  part: number
  /** What a definition gets whose name is the whole question; less, the smaller the name's share of it. */
  definition: number
  /** Its score is also multiplied, by up to 1 + this. */
  definitionTimes: number
  /** If the name of the file or folder consists of words of the question, the score is multiplied by up to 1 + this. */
  name: number
  /** The same for the names of the folders above it. */
  folder: number
  /** What the folder with the best files gets. */
  files: number
}

const weights: Record<SearchLevel, Weights> = {
  // One function that answers is enough, however much else its file contains. A question about a flow may name a function but ask for its caller.
  file: { meaning: 0.8, part: 0.8, definition: 0.7, definitionTimes: 0.25, name: 0.45, folder: 0.1, files: 0 },
  // Symbols are short texts, whose few words decide by chance; their meaning says more. A symbol in a file about the question is preferred.
  symbol: { meaning: 1.3, part: 0.3, definition: 1, definitionTimes: 0.5, name: 0.1, folder: 0, files: 0 },
  doc: { meaning: 0.8, part: 0, definition: 0, definitionTimes: 0, name: 0.4, folder: 0.1, files: 0 },
  // Its files decide what a folder is about. The vector of its note, which lists them, adds nothing to that.
  module: { meaning: 0, part: 0, definition: 1, definitionTimes: 0.25, name: 0.4, folder: 0.1, files: 2.5 },
  repo: { meaning: 0.8, part: 1, definition: 0, definitionTimes: 0, name: 0, folder: 0, files: 0 },
}
/** The second and third nearest unit of a file: one similar function may be chance, three are not. */
const SECOND_UNIT = 0.2
const THIRD_UNIT = 0.2
/** For a file with fewer units, the missing ones count as half as near as its nearest. */
const MISSING_UNIT = 0.5
/** If even the nearest document is not similar, the question's vector says little: below 0.5 meaning counts less, at 0.2 nothing. */
const SURE_SIMILARITY = 0.5
const NO_SIMILARITY = 0.2

/** What a signal adds, what it multiplies by, and why. */
export type Reason = { adds: number; times: number; why: string }
export type Scored = { document: Candidate; score: number; reasons: Reason[] }

export function scoreAll(
  { documents, named }: Candidates,
  query: ReadQuery,
  rowOf: (document: Candidate) => FileRow | undefined,
): Scored[] {
  const level = documents[0]?.level ?? 'file'
  const own = weights[level]
  const most = {
    words: best(documents, (each) => wordsOf(each, own)),
    near: best(documents, nearness),
    files: best(documents, ({ files }) => files),
  }
  const trust = Math.max(0, Math.min(1, (bestSimilarity(documents) - NO_SIMILARITY) / (SURE_SIMILARITY - NO_SIMILARITY)))
  const called = calledAfter(query)
  return documents.map((document) => {
    const defines = definitionReason(document, own, definedHere(named, document), called)
    const reasons = [
      ...wordReason(document, own, most.words),
      ...meaningReason(document, own.meaning * trust, most.near),
      ...filesReason(document, own, most.files),
      ...defines,
      ...nameReasons(document, query, own),
      ...pathFactors(document, query, { row: rowOf(document), isNamed: defines.length > 0 }).map(asReason),
    ]
    return { document, reasons, score: total(reasons) }
  })
}

export const withReason = ({ document, reasons }: Scored, reason: Reason): Scored => {
  const all = [...reasons, reason]
  return { document, reasons: all, score: total(all) }
}

function total(reasons: readonly Reason[]): number {
  const sum = reasons.reduce((added, { adds }) => added + adds, 0)
  return reasons.reduce((product, { times }) => product * times, sum)
}

const best = (documents: readonly Candidate[], of: (document: Candidate) => number): number =>
  documents.reduce((most, document) => Math.max(most, of(document)), 0)

const bestSimilarity = (documents: readonly Candidate[]): number => best(documents, ({ near }) => near[0]?.similarity ?? 0)

const wordsOf = ({ words, part }: Candidate, own: Weights): number => words + own.part * part

function wordReason(document: Candidate, own: Weights, most: number): Reason[] {
  const words = wordsOf(document, own)
  if (words === 0 || most === 0) return []
  return [
    {
      adds: words / most,
      times: 1,
      // Hundreds are scored, and only those on the page are explained.
      get why() {
        const held = [...document.matches].sort((a, b) => b.added - a.added).map(({ word }) => `"${word}"`)
        return held.length > 0 ? `contains ${held.join(', ')}` : 'its best part contains words'
      },
    },
  ]
}

/** How near a document is: its nearest unit, and a little of the next two. */
function nearness({ near, level }: Candidate): number {
  const first = Math.max(0, near[0]?.similarity ?? 0)
  if (level !== 'file' || first === 0) return first
  const at = (index: number): number => Math.max(0, near[index]?.similarity ?? first * MISSING_UNIT)
  return first + SECOND_UNIT * at(1) + THIRD_UNIT * at(2)
}

/** Squared, because the differences among the nearest matter, not those far down. */
function meaningReason(document: Candidate, weight: number, most: number): Reason[] {
  const near = nearness(document)
  if (near === 0 || most === 0 || weight === 0) return []
  return [
    {
      adds: weight * (near / most) ** 2,
      times: 1,
      get why() {
        return `similar in meaning (${(document.near[0]?.similarity ?? 0).toFixed(2)})`
      },
    },
  ]
}

function filesReason({ files }: Candidate, own: Weights, most: number): Reason[] {
  return files === 0 || most === 0 ? [] : [{ adds: (own.files * files) / most, times: 1, why: 'its files answer' }]
}

function definitionReason(
  document: Candidate,
  own: Weights,
  defines: readonly NamedShare[],
  calledAfter: (document: Candidate) => NamedShare[],
): Reason[] {
  const called = defines.length === 0 ? calledAfter(document) : []
  const named = [...defines, ...called]
  if (named.length === 0) return []
  const share = Math.max(...named.map((each) => each.share))
  const why = `${called.length > 0 ? 'is called' : 'defines'} ${named.map(({ name }) => name).join(', ')}`
  return [{ adds: own.definition * share, times: 1 + own.definitionTimes * share, why }]
}

type NamedShare = { name: string; share: number }

/** A file that is called like the name but is not known to define it is a weaker sign. */
const CALLED = 0.5

/**
 * `main.py` and `src/auth`: the path is in the question. `Request.swift` for `Request`: if no definition is known, a file of that
 * name counts as one.
 */
function calledAfter({ names, paths }: ReadQuery): (document: Candidate) => NamedShare[] {
  const asked = [...paths].map(([name, share]) => ({ name, share, ending: `/${name}` }))
  const stems = [...names].map(([name, share]) => ({ name, share: share * CALLED, stem: splitIdentifier(name)[0] }))
  return (document) => {
    const { level } = document
    if ((level !== 'file' && level !== 'module') || asked.length + stems.length === 0) return []
    const path = asked.length > 0 ? `/${document.path.toLowerCase()}` : ''
    const byPath = asked.find(({ ending }) => path.endsWith(ending))
    if (byPath) return [byPath]
    if (level === 'module') return []
    const [own] = namesOf(document).stem
    const byName = stems.find(({ stem }) => own !== undefined && stem === own)
    return byName ? [byName] : []
  }
}

/** Rare words count for more here, because more of the score comes from them. */
function nameReasons(document: Candidate, query: ReadQuery, own: Weights): Reason[] {
  const { stem, folders } = namesOf(document)
  const inStem = shareOf(document, query, stem)
  // A long name that contains the word is less about it than a name that is only that word.
  const gain = own.name * inStem.share * inStem.covered
  const inFolders = shareOf(document, query, folders)
  return [
    ...(gain > 0 ? [nameReason(gain, 'name', inStem.words)] : []),
    ...(own.folder * inFolders.share > 0 ? [nameReason(own.folder * inFolders.share, 'folder', inFolders.words)] : []),
  ]
}

const nameReason = (gain: number, what: string, words: readonly string[]): Reason => ({
  adds: 0,
  times: 1 + gain,
  why: `${what} says ${words.join(', ')}`,
})

type Share = { share: number; covered: number; words: readonly string[] }
const NOTHING_SHARED: Share = { share: 0, covered: 0, words: [] }

function shareOf({ matches, words: score }: Candidate, query: ReadQuery, name: readonly string[]): Share {
  const shared = matches.filter(({ word }) => word.length > 1 && name.includes(word) && query.words.has(word))
  if (shared.length === 0) return NOTHING_SHARED
  const added = shared.reduce((sum, match) => sum + match.added, 0)
  const share = score > 0 ? Math.min(1, added / score) : 0
  const words = [...new Set(shared.map(({ word }) => word))]
  // The first word is the whole compound name, so it covers all of it.
  const covered = words.includes(name[0] ?? '') ? 1 : Math.min(1, words.length / Math.max(1, name.length - 1))
  return { share, covered, words }
}

/** Names without a meaning of their own; the folder's name is used instead. */
const emptyNames = /^(?:index|__init__|__main__|main|mod|lib|doc|package-info|readme)$/i

type Names = { stem: readonly string[]; folders: readonly string[] }

/** The names of a path are the same for every question, and each question splits those of hundreds. */
function namesOf({ level, path }: Candidate): Names {
  const key = `${level === 'module' ? '/' : ''}${path}`
  const known = namesByPath.get(key)
  if (known) return known
  const names = splitPath(level, path)
  namesByPath.set(key, names)
  return names
}
const namesByPath = new Lru<string, Names>(10_000)

function splitPath(level: SearchLevel, path: string): Names {
  const parts = path.split('/')
  const last = parts.pop() ?? ''
  const name = level === 'module' ? last : last.replace(/(?<=.)\..*/s, '')
  const own = emptyNames.test(name) ? (parts.pop() ?? '') : name
  return { stem: wordsOfName(own), folders: parts.flatMap(wordsOfName) }
}

/** `refund-line_items` → refundlineitems, refund, line, items: dashes join words in file names as underscores do. */
const wordsOfName = (name: string): string[] => [...splitIdentifier(name.replace(/[^\p{L}\p{N}_]+/gu, '_'))]

const asReason = ({ times, why }: Factor): Reason => ({ adds: 0, times, why })
