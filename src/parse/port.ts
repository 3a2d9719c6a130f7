/** What other rooms may use of parsing. One parser per process for a few files; a pool for many. */

import type { ParsedFile } from '../contract/facts.ts'
import type { EncodedFacts } from '../contract/facts-codec.ts'
import type { FileRole } from '../contract/file-role.ts'
import type { ContentHash } from '../contract/ids.ts'

/** `text-only`: no grammar, or too large or odd to parse; it still has words and identifiers. */
export type ParseOutcome =
  | { state: 'indexed' | 'partial' | 'text-only'; reason: string; parsed: ParsedFile }
  | { state: 'failed' | 'timed-out'; reason: string }

/** `budget_ms` bounds each parse of a file; default 8,000. `outline`: only definitions, imports and exports, no uses or words. */
export type ParseOptions = { budget_ms?: number; outline?: boolean }

/** Parses in this process. Grammars load when first needed. */
export interface Parser {
  parse(text: string, language: string, options?: ParseOptions): Promise<ParseOutcome>
  close(): void
}

/**
 * `path` is relative to `root`, whose links are resolved. With `role`, the one by its path, the answer has the one by its content, and a
 * binary file is not parsed: nobody has read the file yet.
 */
export type ParseJob = { root: string; path: string; language: string; max_bytes: number; role?: FileRole }

export type ParseJobResult = {
  path: string
  language: string
  size: number
  /** As a row may record it: 0 when it proves nothing. */
  mtime_ms: number
  content_hash: ContentHash
  line_count: number
  test: boolean
  role?: FileRole
} & (
  | { state: 'indexed' | 'partial' | 'text-only'; reason: string; facts: EncodedFacts }
  | { state: 'failed' | 'timed-out' | 'binary'; reason: string; facts: null }
)

/** The file could not be read at all: gone, unreadable, no longer a plain file. */
export type ParseJobFailure = { path: string; language: string; state: 'unreadable' | 'gone'; reason: string }

/** Workers in a forked child: reads files, decodes, parses, encodes. Results come in any order, as they are ready. */
export interface ParsePool {
  /** Resolves when the pool can take the next job. Back-pressure: a bounded number is in flight. */
  submit(job: ParseJob): Promise<void>
  /** Yields results until `end` was called and all work is done. A crashed worker costs only the file it was reading. */
  results(): AsyncIterable<ParseJobResult | ParseJobFailure>
  end(): void
  close(): Promise<void>
}
