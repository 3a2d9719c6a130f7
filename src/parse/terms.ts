/** The words by which a file, its symbols and its sections are found. */
import { countIdentifiers, wordsOf } from '../base/words.ts'
import type { FileFacts, ParsedFile } from '../contract/facts.ts'

export function collectTerms(text: string, facts: FileFacts, _bodies: readonly string[] = []): ParsedFile {
  return { facts, terms: [{ level: 'file', ordinal: 0, words: wordsOf(text) }], identifiers: countIdentifiers(text) }
}
