/**
 * The ranking signals besides the words. Every factor is here with its reason; docs/ranking.md has the measured effects. A
 * document that matches no word never gains.
 */
import { splitIdentifier } from '../base/words.ts'
import { languageNamed } from '../contract/languages.ts'
import type { RankedDocument } from '../store/port.ts'
import type { ReadQuery } from './read-query.ts'

/** Both apply to a document's score: first what is added, then the factor. */
export type Boost = { adds: number; times: number; why: string }

/** What the store has about a ranked document, besides its words. */
export type DocumentFacts = {
  /** A test file, as recorded when it was indexed. */
  test: boolean
  /** Of the file; '' for folders. */
  language: string
  /** Names from the question that are defined here (in the file, or as this symbol), with their share of the question. */
  defines: readonly { name: string; share: number }[]
  /** The best score by words alone in this answer. */
  best: number
  /** The best score of a symbol inside this file; 0 when none is among the best. */
  part: number
}

/**
 * A question that names a definition wants the definition, not one of the many places that mention it more often. The definition
 * gains the best score by words times the name's share of the question: all of it for a bare name, a third if the question has
 * two more words.
 */
const DEFINES_SYMBOL = 1.5
/** The file with the definition; weaker, because a question about a flow may name a function but ask for its caller. */
const DEFINES_IN_FILE = 1.25
/** One function that answers the question is enough, however much else its file contains. */
const BEST_PART = 0.5
/** Prose repeats the words of the code it describes, more densely. Prose can be searched on level `doc`. */
const PROSE_FILE = 0.7
/** Settings and build scripts name what they set up. */
const SETTINGS_FILE = 0.8
/** A file whose name contains words of the question is about them; grows with these words' share of the score. */
const FILE_NAME = 1.2
/** The file name is the same for all symbols in the file, so it counts little for each. */
const FILE_NAME_OF_SYMBOL = 0.4
/** A folder's name is the same for all its files. */
const FOLDER_NAME = 0.3
/** Tests repeat the words of what they test, often more densely than the code itself. */
const TEST_FILE = 0.6
/** Examples and benchmarks use code that is defined elsewhere. */
const EXAMPLE_FILE = 0.7
/** A barrel or package file mostly re-exports what is defined elsewhere. */
const REEXPORTS = 0.8
/** Type declarations mirror their source. */
const DECLARATIONS = 0.7

export function boostsOf(document: RankedDocument, query: ReadQuery, facts: DocumentFacts): Boost[] {
  if (document.level === 'repo') return []
  const boosts = [...partBoost(facts), ...definitionBoost(document, query, facts), ...nameBoosts(document, query)]
  // Path boosts do not apply to sections of prose: a document about testing is still a document.
  if (document.level === 'doc') return boosts
  return [...boosts, ...pathBoosts(document, query, facts)]
}

export function boostedScore(score: number, boosts: readonly Boost[]): number {
  const sum = boosts.reduce((added, { adds }) => added + adds, score)
  return boosts.reduce((product, { times }) => product * times, sum)
}

function definitionBoost(document: RankedDocument, query: ReadQuery, { defines, best }: DocumentFacts): Boost[] {
  const called = defines.length === 0 && document.level === 'file' ? calledAfter(document, query) : []
  const named = [...defines, ...called]
  if (named.length === 0) return []
  const adds = best * Math.max(...named.map(({ share }) => share))
  const times = document.level === 'symbol' ? DEFINES_SYMBOL : DEFINES_IN_FILE
  return [{ adds, times, why: `${called.length > 0 ? 'is called' : 'defines'} ${named.map(({ name }) => name).join(', ')}` }]
}

const partBoost = ({ part }: DocumentFacts): Boost[] =>
  part > 0 ? [{ adds: BEST_PART * part, times: 1, why: 'its best part' }] : []

/** `Request.swift` for `Request`: if no definition is known, a file of that name counts as one. */
function calledAfter(document: RankedDocument, { names }: ReadQuery): DocumentFacts['defines'] {
  const [stem] = namesOf(document).stem
  const found = [...names].find(([name]) => stem !== undefined && splitIdentifier(name)[0] === stem)
  return found ? [{ name: found[0], share: found[1] }] : []
}

/** Rare words count for more here because they carry more of the score. */
function nameBoosts(document: RankedDocument, query: ReadQuery): Boost[] {
  const { stem, folders } = namesOf(document)
  const isSymbol = document.level === 'symbol'
  const boosts: Boost[] = []
  const inStem = shareOf(document, query, stem)
  // A long name that contains the word is less about it than a name that is only that word.
  const gain = (isSymbol ? FILE_NAME_OF_SYMBOL : FILE_NAME) * inStem.share * inStem.covered
  if (gain > 0) boosts.push(nameBoost(gain, 'name', inStem.words))
  const inFolders = shareOf(document, query, isSymbol ? [] : folders)
  if (inFolders.share > 0) boosts.push(nameBoost(FOLDER_NAME * inFolders.share, 'folder', inFolders.words))
  return boosts
}

const nameBoost = (gain: number, what: string, words: readonly string[]): Boost => ({
  adds: 0,
  times: 1 + gain,
  why: `${what} says ${words.join(', ')}`,
})

type Share = { share: number; covered: number; words: string[] }

function shareOf(document: RankedDocument, query: ReadQuery, name: readonly string[]): Share {
  const named = new Set(name)
  const shared = document.matches.filter(({ word }) => named.has(word) && query.words.has(word) && word.length > 1)
  const added = shared.reduce((sum, match) => sum + match.added, 0)
  const share = document.score > 0 ? Math.min(1, added / document.score) : 0
  const words = [...new Set(shared.map(({ word }) => word))]
  // The first word is the whole compound name, so it covers all of it.
  const covered = words.includes(name[0] ?? '') ? 1 : Math.min(1, words.length / Math.max(1, name.length - 1))
  return { share, covered, words }
}

/** Names without a meaning of their own; the folder's name is used instead. */
const emptyNames = /^(?:index|__init__|__main__|main|mod|lib|doc|package-info|readme)$/i

function namesOf({ level, path }: RankedDocument): { stem: string[]; folders: string[] } {
  const parts = path.split('/')
  const last = parts.pop() ?? ''
  const name = level === 'module' ? last : last.replace(/(?<=.)\..*$/, '')
  const own = emptyNames.test(name) ? (parts.pop() ?? '') : name
  return { stem: wordsOfName(own), folders: parts.flatMap(wordsOfName) }
}

/** `refund-line_items` → refundlineitems, refund, line, items: dashes join words in file names as underscores do. */
const wordsOfName = (name: string): string[] => [...splitIdentifier(name.replace(/[^\p{L}\p{N}_]+/gu, '_'))]

function pathBoosts({ level, path }: RankedDocument, { wants }: ReadQuery, { test, language }: DocumentFacts): Boost[] {
  const boosts: Boost[] = []
  const folder = level === 'module' ? `${path}/` : path
  const isTest = test || (level === 'module' && testFolder.test(folder))
  if (isTest && !wants.tests) boosts.push({ adds: 0, times: TEST_FILE, why: 'a test' })
  if (exampleFolder.test(folder) && !wants.examples) boosts.push({ adds: 0, times: EXAMPLE_FILE, why: 'an example' })
  const kind = languageNamed(language)?.kind
  if (kind === 'document' && !wants.prose) boosts.push({ adds: 0, times: PROSE_FILE, why: 'prose' })
  if (kind === 'text' || kind === 'data') boosts.push({ adds: 0, times: SETTINGS_FILE, why: 'settings' })
  if (level !== 'module' && barrel.test(path))
    boosts.push({ adds: 0, times: REEXPORTS, why: 're-exports what other files define' })
  if (/\.d\.[cm]?ts$/.test(path)) boosts.push({ adds: 0, times: DECLARATIONS, why: 'declarations only' })
  return boosts
}

const testFolder = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|testdata)\//
const exampleFolder = /(?:^|\/)_?(?:examples?|samples?|demos?|tutorials?|bench(?:marks?)?|playground)\//i
const barrel = /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs|package-info\.java)$/
