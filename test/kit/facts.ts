/** Facts for tests that need only some of their fields: the others have plain values. */
import type { SectionFact, SymbolFact, UseFact } from '../../src/contract/facts.ts'

export const symbolFact = (given: Partial<SymbolFact>): SymbolFact => ({
  name: 'x',
  qualified_name: 'x',
  kind: 'function',
  tag: '',
  parent: -1,
  start_line: 1,
  end_line: 1,
  name_line: 1,
  name_column: 1,
  signature: '',
  doc: '',
  exported: false,
  static: false,
  type: '',
  span_hash: '',
  fingerprint: '',
  test: false,
  ...given,
})

export const sectionFact = (given: Partial<SectionFact>): SectionFact => ({
  title: 't',
  header_path: 't',
  level: 1,
  parent: -1,
  start_line: 1,
  end_line: 1,
  ...given,
})

export const useFact = (given: Partial<UseFact>): UseFact => ({
  name: 'x',
  use: 'calls',
  line: 1,
  column: 1,
  receiver: '',
  enclosing: -1,
  import: -1,
  arguments: -1,
  argument_types: '',
  symbol: -1,
  ...given,
})
