/**
 * Finds a known symbol in a text. Usually the symbol still exists, and parsing a skeleton of the text is enough. Otherwise the
 * whole text is parsed.
 */
import { splitLines } from '../base/text.ts'
import type { SymbolFact } from '../contract/facts.ts'
import type { SymbolKind } from '../contract/symbol.ts'
import type { Parser } from '../parse/port.ts'
import { relocate } from './relocate.ts'
import { skeletonOf } from './skeleton.ts'
import { readSymbolPath } from './symbol-path.ts'
import type { Relocation, WantedSymbol } from './wanted-symbol.ts'

/** Where the symbol was, and what else is remembered about it. A number is its first line. */
export type SymbolHint =
  | number
  | { start_line?: number; end_line?: number; span_hash?: string; kind?: SymbolKind; tag?: string; signature?: string }

export type FindOptions = {
  language: string
  hint?: SymbolHint
  fingerprint?: string
}

export type FoundSymbol = { start_line: number; end_line: number; confidence: number; how: Relocation['how'] }

/** `symbolPath`: `Auth.login`, or `Auth.login~tag` for one of several; '' is the module itself. null: not found. */
export async function findSymbolInSource(
  source: string,
  symbolPath: string,
  options: FindOptions,
  parser: Parser,
): Promise<FoundSymbol | null> {
  const wanted = wantedSymbol(symbolPath, options)
  if (wanted.qualified_name === '') return wholeModule(source)
  const search = { source, wanted, language: options.language, parser }
  return (await findInSkeleton(search, { worthIt: true })) ?? findInWhole(search)
}

type Search = { source: string; wanted: WantedSymbol; language: string; parser: Parser }

function wantedSymbol(symbolPath: string, { hint, fingerprint }: FindOptions): WantedSymbol {
  const { end_line: _, ...known } = typeof hint === 'number' ? { start_line: hint } : { ...hint }
  return { ...known, ...(fingerprint && { fingerprint }), ...readSymbolPath(symbolPath) }
}

function wholeModule(source: string): FoundSymbol {
  return { start_line: 1, end_line: Math.max(1, splitLines(source).length), confidence: 1, how: 'exact' }
}

/** Conclusive only when one symbol has the path, or one of several has path and tag: a full parse could add nothing. */
async function findInSkeleton(
  { source, wanted, language, parser }: Search,
  options: { worthIt: boolean },
): Promise<FoundSymbol | null> {
  const skeleton = skeletonOf(source, language, wanted.qualified_name.split('.').at(-1) ?? '', options)
  if (skeleton === null) return null
  const outcome = await parser.parse(skeleton, language, { outline: true })
  if (outcome.state !== 'indexed') return null
  const twins = outcome.parsed.facts.symbols.filter((fact) => fact.qualified_name === wanted.qualified_name)
  const fits = wanted.tag === undefined ? twins : twins.filter((fact) => fact.tag === wanted.tag)
  const [fact] = fits
  if (!fact || fits.length > 1 || isNumbered(fact, twins)) return null
  return found(fact, { how: 'exact', confidence: 1 })
}

/** One of several with the same signature: only their text tells them apart, which a skeleton does not have. */
const isNumbered = (fact: SymbolFact, twins: readonly SymbolFact[]): boolean =>
  twins.some((twin) => twin !== fact && twin.tag.split('#')[0] === fact.tag.split('#')[0])

/**
 * Where the text does not parse, the tree is a guess and an error may hide the enclosing class; a skeleton without the error
 * parses. So it is tried even where it saves no time: the answer must not depend on the length of a file.
 */
async function findInWhole(search: Search): Promise<FoundSymbol | null> {
  const { source, wanted, language, parser } = search
  const outcome = await parser.parse(source, language, { outline: true })
  if (!('parsed' in outcome)) return null
  const { symbols, partial } = outcome.parsed.facts
  const intact = partial ? await findInSkeleton(search, { worthIt: false }) : null
  if (intact) return intact
  const relocation = relocate(wanted, symbols, { language })
  const fact = symbols[relocation?.ordinal ?? -1]
  return relocation && fact ? found(fact, relocation) : null
}

const found = (fact: SymbolFact, { how, confidence }: Omit<Relocation, 'ordinal'>): FoundSymbol => ({
  start_line: fact.start_line,
  end_line: fact.end_line,
  confidence,
  how,
})
