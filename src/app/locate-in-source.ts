/** The locator's questions that need a text and nothing else: no repo, no home. One parser for all of them, opened when first asked. */
import { type FindOptions, type FoundSymbol, findSymbolInSource as findInSource } from '../locator/find-symbol-in-source.ts'
import { fingerprintIn } from '../locator/fingerprint-in-source.ts'
import { symbolAtLine as atLine, type SymbolAtLine } from '../locator/symbol-at-line.ts'
import type { Parser } from '../parse/port.ts'

export type { FindOptions, FoundSymbol, SymbolHint } from '../locator/find-symbol-in-source.ts'
export type { SymbolAtLine } from '../locator/symbol-at-line.ts'

/**
 * Where a symbol stands in this text: `Auth.login`, or `Auth.login~tag` for one of several; '' is the module itself. null
 * when it is not there, when several could be meant, or when the language is not one of those read in full. Never throws.
 */
export async function findSymbolInSource(source: string, symbolPath: string, options: FindOptions): Promise<FoundSymbol | null> {
  return findInSource(source, symbolPath, options, await sharedParser())
}

/** The innermost symbol a line belongs to; null outside all of them. Never throws. */
export async function symbolAtLine(source: string, line: number, options: { language: string }): Promise<SymbolAtLine | null> {
  return atLine(source, line, options, await sharedParser())
}

/** What `findSymbolInSource` knows a renamed symbol by; null when the symbol is not there or too small to be known. */
export async function fingerprintOf(source: string, symbolPath: string, options: { language: string }): Promise<string | null> {
  return fingerprintIn(source, symbolPath, options, await sharedParser())
}

let parser: Promise<Parser> | undefined

function sharedParser(): Promise<Parser> {
  parser ??= import('../parse/create-parser.ts').then(({ createParser }) => createParser())
  return parser
}
