/**
 * What the identifiers of a file must hold so that a query can match it; undefined when nothing is certain. It decides which files
 * are not read at all, so it must never ask for too much: where a rule is not certain, it asks for less.
 *
 * Only ASCII is used: what counts as a letter elsewhere depends on the version of Unicode, and index and query may be made by
 * different versions of Node. Any other character may belong to an identifier or not, so the identifier may go on beside it.
 */
import type { IdentifierPart, PartEdge, TextNeed } from '../contract/text-need.ts'
import type { Literals } from './required-literals.ts'

/** How a text is found. `word`: whole words only. */
export type Finding = { any_case: boolean; word: boolean }

/** Every match contains this text. */
export function neededByText(text: string, finding: Finding): TextNeed | undefined {
  if (halfPair.test(text)) return undefined
  const parts = [...text.matchAll(asciiRun)].flatMap(({ 0: run, index }) => {
    const before = edgeAt(text[index - 1], run[0] ?? '', finding)
    const after = edgeAt(text[index + run.length], run.at(-1) ?? '', finding)
    return partsOf(run, before, after).filter(isTelling)
  })
  if (parts.length === 0) return undefined
  const longest = parts.sort((a, b) => b.text.length - a.text.length).slice(0, MOST_PARTS_OF_TEXT)
  return { all: longest.map((part) => neededByPart(part, finding)) }
}

/** Each part is looked up among all identifiers of a repo; the longest ones leave few files. */
const MOST_PARTS_OF_TEXT = 6
/** A pattern may have thousands of alternatives. */
export const MOST_PARTS = 64

/** A single letter inside an identifier is in nearly every file. */
const isTelling = ({ text, before, after }: Part): boolean => text.length > 1 || (before === 'nothing' && after === 'nothing')

export const partsIn = (need: TextNeed): number =>
  'text' in need ? 1 : ('all' in need ? need.all : need.any).reduce((sum, each) => sum + partsIn(each), 0)

/** Every match contains these literals of a pattern. */
export function neededByLiterals(literals: Literals | undefined, finding: Finding): TextNeed | undefined {
  if (literals === undefined) return undefined
  if ('literal' in literals) return neededByText(literals.literal, finding)
  const subs = 'all' in literals ? literals.all : literals.any
  const needs = subs.map((each) => neededByLiterals(each, finding))
  const certain = needs.filter((need) => need !== undefined)
  if ('all' in literals) return certain.length > 0 ? { all: certain } : undefined
  return certain.length === needs.length ? { any: certain } : undefined
}

/** Half of a pair of UTF-16 units could match inside a character. */
const halfPair = /\p{Surrogate}/u
const asciiRun = /[A-Za-z0-9_$]+/g

/** `outer`: what stands beside the run in the text; undefined at the edge of the text. `inner`: the run's own character there. */
function edgeAt(outer: string | undefined, inner: string, { word }: Finding): PartEdge {
  if (outer !== undefined) return outer <= '\x7f' ? 'nothing' : 'anything'
  // A whole word has no letter, digit or mark beside it, but `$`, which belongs to an identifier, is allowed.
  return word && inner !== '$' ? 'dollar' : 'anything'
}

type Part = Pick<IdentifierPart, 'text' | 'before' | 'after'>

/**
 * A run is one identifier, or digits and an identifier: `12px` is `12` and `px`, but `x12px` is one. So digits before a letter are
 * one of their own only where nothing can stand before them.
 */
function partsOf(run: string, before: PartEdge, after: PartEdge): Part[] {
  const [, digits = '', rest = ''] = /^([0-9]*)(.*)/s.exec(run) ?? []
  if (digits === '' || rest === '') return [{ text: run, before, after }]
  const cut: PartEdge = before === 'nothing' ? 'nothing' : 'anything'
  return [
    { text: digits, before, after: cut },
    { text: rest, before: cut, after },
  ]
}

function neededByPart({ text, before, after }: Part, { any_case }: Finding): TextNeed {
  const part = { text: any_case ? text.toLowerCase() : text, any_case, before, after }
  // The long s and the sign for kelvin are the only other characters that match an ASCII letter.
  return any_case && /[sk]/.test(part.text) ? { any: [part, ...foldedToAscii] } : part
}

const foldedToAscii: readonly IdentifierPart[] = ['\u017f', '\u212a'].map((text) => ({
  text,
  any_case: false,
  before: 'anything',
  after: 'anything',
}))
