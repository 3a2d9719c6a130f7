/** Small hand-made files in the form of the parser's result. A test gives only the fields that matter to it. */
import { hashBytes } from '../../src/base/hash.ts'
import type { ParsedFile, SymbolFact, UseFact } from '../../src/contract/facts.ts'
import { type EncodedFacts, encodeFacts } from '../../src/contract/facts-codec.ts'
import { type SymbolHandle, symbolKey } from '../../src/contract/identity.ts'
import { asContentHash, asRepoId, type ContentHash } from '../../src/contract/ids.ts'
import type { EdgeKind, SymbolKind } from '../../src/contract/symbol.ts'
import type { FileRecord, FileRow, NoteRecord, StoreBatch } from '../../src/store/port.ts'

export type SampleSymbol = { name: string; kind?: SymbolKind; words?: Record<string, number>; span?: string }
export type SampleUse = { name: string; use?: EdgeKind; enclosing?: number; line?: number; column?: number }
export type Sample = {
  path: string
  language?: string
  role?: FileRow['role']
  status?: FileRow['status']
  parser?: string
  symbols?: SampleSymbol[]
  uses?: SampleUse[]
  /** Words of the file's document. */
  words?: Record<string, number>
  sections?: Record<string, number>[]
  identifiers?: Record<string, number>
  size?: number
  test?: boolean
  /** False: the file has a row but no facts. */
  facts?: boolean
}

export const SHOP = asRepoId('acme/shop')
export const TOOLS = asRepoId('acme/tools')

/** The bytes of a sample contain all its fields except the path, so equal samples share their facts. */
export function record(sample: Sample): FileRecord {
  const { path, ...content } = sample
  const hasFacts = sample.facts !== false
  return { row: rowOf(sample, asContentHash(hashBytes(JSON.stringify(content)))), facts: hasFacts ? factsBytes(sample) : null }
}

function rowOf(sample: Sample, content_hash: ContentHash): FileRow {
  return {
    path: sample.path,
    size: sample.size ?? 100,
    mtime_ms: 1_700_000_000_000.25,
    content_hash,
    blob_id: null,
    language: sample.language ?? 'typescript',
    role: sample.role ?? 'source',
    status: sample.status ?? 'indexed',
    reason: '',
    line_count: 10,
    parser_version: sample.facts === false ? '' : (sample.parser ?? 'p1'),
    test: sample.test ?? false,
  }
}

export const factsBytes = (sample: Sample): EncodedFacts => encodeFacts(parsed(sample))

export function parsed(sample: Sample): ParsedFile {
  const symbols = sample.symbols ?? []
  const counts = (words: Record<string, number>): Map<string, number> => new Map(Object.entries(words))
  return {
    facts: {
      partial: false,
      line_count: 10,
      package: '',
      doc: '',
      symbols: symbols.map(symbolFact),
      imports: [],
      exports: [],
      uses: (sample.uses ?? []).map(useFact),
      bindings: [],
      sections: (sample.sections ?? []).map((_, at) => ({
        title: `S${at}`,
        header_path: `S${at}`,
        level: 1,
        parent: -1,
        start_line: at + 1,
        end_line: at + 1,
      })),
    },
    terms: [
      ...(sample.words ? [{ level: 'file' as const, ordinal: 0, words: counts(sample.words) }] : []),
      ...symbols.flatMap(({ words }, ordinal) => (words ? [{ level: 'symbol' as const, ordinal, words: counts(words) }] : [])),
      ...(sample.sections ?? []).map((words, ordinal) => ({ level: 'doc' as const, ordinal, words: counts(words) })),
    ],
    identifiers: counts(sample.identifiers ?? {}),
  }
}

const symbolFact = ({ name, kind, span }: SampleSymbol, at: number): SymbolFact => ({
  name: name.split('.').at(-1) ?? name,
  qualified_name: name,
  kind: kind ?? 'function',
  tag: 't',
  parent: -1,
  start_line: at + 1,
  end_line: at + 1,
  name_line: at + 1,
  name_column: 1,
  signature: name,
  doc: '',
  exported: true,
  static: false,
  type: '',
  span_hash: span ?? `span-${name}`,
  fingerprint: '',
  test: false,
})

const useFact = ({ name, use, enclosing, line, column }: SampleUse, at: number): UseFact => ({
  name,
  use: use ?? 'calls',
  line: line ?? at + 1,
  column: column ?? 5,
  receiver: '',
  enclosing: enclosing ?? -1,
  import: -1,
  arguments: -1,
  argument_types: '',
  symbol: -1,
})

export const symbol = (path: string, name: string): SymbolHandle => ({ path, key: symbolKey(name, name === '' ? '' : 't') })

export const note = (path: string, words: Record<string, number>, content = `about ${path}`): NoteRecord => ({
  level: path === '' ? 'repo' : 'module',
  path,
  content,
  words: new Map(Object.entries(words)),
})

export const batch = (given: Partial<StoreBatch>): StoreBatch => ({
  replace: [],
  remove: [],
  notes: [],
  removeNotes: [],
  links: [],
  ...given,
})

export const replaceAll = (...samples: Sample[]): StoreBatch => batch({ replace: samples.map(record) })

/** SQL that takes from a store file what version 5 added. */
export const backToVersion4 =
  'DROP TABLE link_asked; DROP TABLE link_source; DROP INDEX enrichment_record_folder; ALTER TABLE enrichment_record DROP COLUMN details; DROP TABLE enrichment_refusal; PRAGMA user_version = 4'
