/**
 * A summary of one symbol in a few lines, made from facts alone: kind and name, signature, first paragraph of its doc, what it
 * calls, its members. Its callers are in other files too, so they are added at answer time.
 */
import { splitIdentifier } from '../base/words.ts'
import type { SymbolFact, UseFact } from '../contract/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'
import { count, firstParagraph, listSome, shorten } from './prose.ts'

export type SymbolSummaryInput = {
  path: string
  language: string
  outline: Pick<Outline, 'symbols' | 'imports'>
  ordinal: number
  uses: readonly UseFact[]
  /** For a hit that shows name, place and lines of the symbol itself: without these, and with shorter lists. */
  brief?: boolean
}

const MOST_CALLS = 12
const MOST_MEMBERS = 24
const MOST_BRIEF = 8
const SIGNATURE_LIMIT = 300

/** '' when the file has no such symbol. */
export function symbolSummary({ path, language, outline, ordinal, uses, brief = false }: SymbolSummaryInput): string {
  const symbol = outline.symbols[ordinal]
  if (!symbol) return ''
  const members = memberLine(outline.symbols, ordinal, brief ? MOST_BRIEF : MOST_MEMBERS)
  const calls = listSome(namesCalled(outline, ordinal, uses), brief ? MOST_BRIEF : MOST_CALLS)
  const lines = count(symbol.end_line - symbol.start_line + 1, 'line')
  return [
    brief ? '' : `${kindWords(symbol)} ${symbol.qualified_name} in ${path} (${language}, ${lines})`,
    shorten(symbol.signature, SIGNATURE_LIMIT),
    firstParagraph(symbol.doc),
    members,
    calls === '' ? '' : `Calls: ${calls}`,
    bases(uses, ordinal),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function kindWords(symbol: SymbolFact): string {
  const words = [symbol.exported ? 'exported' : '', symbol.static ? 'static' : '', symbol.test ? 'test' : '', symbol.kind]
  return words.filter((word) => word !== '').join(' ')
}

function memberLine(symbols: readonly SymbolFact[], ordinal: number, most: number): string {
  const symbol = symbols[ordinal]
  if (!symbol || isCallable(symbol)) return ''
  const members = symbols.filter((member) => member.parent === ordinal).map((member) => `${member.name} (${member.kind})`)
  return members.length === 0 ? '' : `Members: ${listSome([...new Set(members)], most)}`
}

const isCallable = (symbol: SymbolFact): boolean => ['function', 'method', 'constructor', 'macro'].includes(symbol.kind)

function bases(uses: readonly UseFact[], ordinal: number): string {
  const named = (edge: 'extends' | 'implements'): string[] => [
    ...new Set(uses.filter((use) => use.enclosing === ordinal && use.use === edge).map(spelled)),
  ]
  const parts = (['extends', 'implements'] as const).map((edge) => [edge, named(edge)] as const)
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([edge, names]) => `${edge === 'extends' ? 'Extends' : 'Implements'}: ${names.join(', ')}`)
    .join('\n')
}

/** Each called name once, most informative first: this file's own and imported names, names of several words, the rest. */
function namesCalled(outline: SymbolSummaryInput['outline'], ordinal: number, uses: readonly UseFact[]): string[] {
  const symbol = outline.symbols[ordinal]
  if (!symbol) return []
  // A class is described by its members; their calls are listed with the members.
  const inside = isCallable(symbol) ? descendants(outline.symbols, ordinal) : new Set([ordinal])
  const known = new Set([...outline.symbols.map(({ name }) => name), ...outline.imports.map(({ alias }) => alias)])
  const calls = new Map<string, number>()
  for (const use of uses) {
    if (use.use !== 'calls' || !inside.has(use.enclosing)) continue
    const name = spelled(use)
    if (name !== symbol.name && !calls.has(name)) calls.set(name, telling(use, known))
  }
  // Sorting is stable, so calls of equal rank stay in the order of the text.
  return [...calls].sort(([, a], [, b]) => b - a).map(([name]) => name)
}

function telling(use: UseFact, known: ReadonlySet<string>): number {
  const head = use.receiver.split('.')[0] ?? ''
  const own = known.has(use.name) || known.has(head) ? 2 : 0
  return own + (splitIdentifier(use.name).length > 1 ? 1 : 0)
}

/** `ledger.post` if the receiver is a short identifier, else the bare name: long chains do not help a reader. */
function spelled(use: UseFact): string {
  // Rust keeps `::` in the receiver of a path, and distinguishes variables of one name by their line.
  const receiver = use.receiver.replace(/::$|@\d+$/, '')
  const plain = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(receiver) && receiver.length <= 24
  const dot = use.receiver.endsWith('::') ? '::' : '.'
  return plain && !['self', 'Self', 'this', 'cls', 'super', 'crate'].includes(receiver)
    ? `${receiver}${dot}${use.name}`
    : use.name
}

/** A definition comes before its members in the list, so one pass finds all nested symbols. */
function descendants(symbols: readonly SymbolFact[], ordinal: number): ReadonlySet<number> {
  const inside = new Set([ordinal])
  for (let at = ordinal + 1; at < symbols.length; at++) {
    if (inside.has(symbols[at]?.parent ?? -1)) inside.add(at)
  }
  return inside
}
