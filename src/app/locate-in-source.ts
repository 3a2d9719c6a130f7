/** The locator's functions that need only a text: no repo, no home. They share one parser, opened on first use. */
import { type FindOptions, type FoundSymbol, findSymbolInSource as findInSource } from '../locator/find-symbol-in-source.ts'
import { fingerprintIn } from '../locator/fingerprint-in-source.ts'
import { symbolAtLine as atLine, type SymbolAtLine } from '../locator/symbol-at-line.ts'
import type { Parser } from '../parse/port.ts'

export type { FindOptions, FoundSymbol, SymbolHint } from '../locator/find-symbol-in-source.ts'
export type { SymbolAtLine } from '../locator/symbol-at-line.ts'

/**
 * Finds a symbol in this text: `Auth.login`, or `Auth.login~tag` for one of several; '' is the module itself. null when it
 * is not there, when several symbols match, or when the language is not one of those parsed in full. Never throws.
 */
export async function findSymbolInSource(source: string, symbolPath: string, options: FindOptions): Promise<FoundSymbol | null> {
  return findInSource(source, symbolPath, options, await sharedParser())
}

/** The innermost symbol a line belongs to; null outside all of them. Never throws. */
export async function symbolAtLine(source: string, line: number, options: { language: string }): Promise<SymbolAtLine | null> {
  return atLine(source, line, options, await sharedParser())
}

/** The fingerprint by which `findSymbolInSource` recognises a renamed symbol; null when it is not there or too small for one. */
export async function fingerprintOf(source: string, symbolPath: string, options: { language: string }): Promise<string | null> {
  return fingerprintIn(source, symbolPath, options, await sharedParser())
}

let parser: Promise<Parser> | undefined

function sharedParser(): Promise<Parser> {
  parser ??= import('../parse/create-parser.ts').then(({ createParser }) => createParser())
  return parser
}
