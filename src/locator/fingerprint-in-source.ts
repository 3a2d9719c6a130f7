/** The fingerprint of a symbol in a text, for callers that record symbols themselves. */
import type { Parser } from '../parse/port.ts'
import { relocate } from './relocate.ts'
import { readSymbolPath } from './symbol-path.ts'

export async function fingerprintIn(
  source: string,
  symbolPath: string,
  { language }: { language: string },
  parser: Parser,
): Promise<string | null> {
  const outcome = await parser.parse(source, language, { outline: true })
  if (!('parsed' in outcome)) return null
  const { symbols } = outcome.parsed.facts
  const found = relocate(readSymbolPath(symbolPath), symbols, { language })
  return (found?.how === 'exact' && symbols[found.ordinal]?.fingerprint) || null
}
