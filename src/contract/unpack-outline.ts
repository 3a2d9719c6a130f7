/** The part of stored facts that most readers need: symbols, imports and the like. How it is packed, and how it is unpacked. */
import type { BindingFact, ExportFact, FileFacts, ImportFact, SectionFact, SymbolFact } from './facts.ts'
import { type SymbolKind, symbolKinds } from './symbol.ts'

/** Everything but the uses and the words. */
export type Outline = Omit<FileFacts, 'uses'>

/** Each list of records as one array per key. `qualified_name` is left out where it follows from the parent's. */
export type OutlineWire = {
  partial: boolean
  reason?: string
  text_only?: true
  line_count: number
  span_hash?: string
  package: string
  build?: string
  doc: string
  symbols: Columns
  imports: Columns
  exports: Columns
  bindings: Columns
  sections: Columns
}
export type Columns = Record<string, unknown[]>

export const symbolKeys = [
  'name',
  'tag',
  'parent',
  'name_line',
  'name_column',
  'signature',
  'doc',
  'type',
  'span_hash',
  'fingerprint',
] as const
export const importKeys = ['module', 'name', 'alias', 'kind', 'line', 'column', 'scope', 'type_only'] as const
export const exportKeys = ['name', 'local', 'module', 'line', 'column'] as const
export const bindingKeys = ['name', 'scope', 'type', 'from_call', 'role', 'line'] as const
export const sectionKeys = ['title', 'header_path', 'level', 'parent', 'start_line', 'end_line'] as const

export const EXPORTED = 1
export const STATIC = 2
export const TEST = 4
export const HIDDEN = 8

// Each kind of fact is written out as one object, because nearly all of them are kept while a build lasts: properties that are added one
// after the other take more memory, and longer to make and to read.

export function unpackOutline({ symbols, imports, exports, bindings, sections, ...rest }: OutlineWire): Outline {
  return {
    ...rest,
    symbols: unpackSymbols(symbols),
    imports: unpackImports(imports),
    exports: unpackExports(exports),
    bindings: unpackBindings(bindings),
    sections: unpackSections(sections),
  }
}

type Entries<Fact> = { [Key in keyof Fact]-?: readonly Fact[Key][] }

function unpackSymbols(columns: Columns): SymbolFact[] {
  const wire = entriesOf<SymbolWire>(columns, wireKeys)
  const symbols = listOf<SymbolFact, (typeof symbolKeys)[number]>(columns, symbolKeys, (of, at) => {
    const flags = wire.flags[at] as number
    const name_line = of.name_line[at] as number
    const start_line = name_line - (wire.before[at] as number)
    return {
      name: of.name[at] as string,
      tag: of.tag[at] as string,
      parent: of.parent[at] as number,
      name_line,
      name_column: of.name_column[at] as number,
      signature: of.signature[at] as string,
      doc: of.doc[at] as string,
      type: of.type[at] as string,
      span_hash: of.span_hash[at] as string,
      fingerprint: of.fingerprint[at] as string,
      kind: entryOf<SymbolKind>(symbolKinds, wire.kind[at]),
      exported: (flags & EXPORTED) !== 0,
      static: (flags & STATIC) !== 0,
      test: (flags & TEST) !== 0,
      start_line,
      end_line: start_line + (wire.lines[at] as number),
      qualified_name: '',
    }
  })
  for (const [at, symbol] of symbols.entries()) {
    if (((wire.flags[at] as number) & HIDDEN) !== 0) symbol.hidden = true
    const qualified = wire.qualified[at]
    symbol.qualified_name = qualified === 0 ? impliedName(symbol, at, symbols) : (qualified as string)
  }
  return symbols
}

type SymbolWire = { kind: number; flags: number; before: number; lines: number; qualified: string | 0 }
const wireKeys = ['kind', 'flags', 'before', 'lines', 'qualified'] as const

const unpackImports = (columns: Columns): ImportFact[] =>
  listOf<ImportFact>(columns, importKeys, (of, at) => ({
    module: of.module[at] as string,
    name: of.name[at] as string,
    alias: of.alias[at] as string,
    kind: of.kind[at] as ImportFact['kind'],
    line: of.line[at] as number,
    column: of.column[at] as number,
    scope: of.scope[at] as number,
    type_only: of.type_only[at] as boolean,
  }))

const unpackExports = (columns: Columns): ExportFact[] =>
  listOf<ExportFact>(columns, exportKeys, (of, at) => ({
    name: of.name[at] as string,
    local: of.local[at] as string,
    module: of.module[at] as string,
    line: of.line[at] as number,
    column: of.column[at] as number,
  }))

const unpackBindings = (columns: Columns): BindingFact[] =>
  listOf<BindingFact>(columns, bindingKeys, (of, at) => ({
    name: of.name[at] as string,
    scope: of.scope[at] as number,
    type: of.type[at] as string,
    from_call: of.from_call[at] as string,
    role: of.role[at] as BindingFact['role'],
    line: of.line[at] as number,
  }))

const unpackSections = (columns: Columns): SectionFact[] =>
  listOf<SectionFact>(columns, sectionKeys, (of, at) => ({
    title: of.title[at] as string,
    header_path: of.header_path[at] as string,
    level: of.level[at] as number,
    parent: of.parent[at] as number,
    start_line: of.start_line[at] as number,
    end_line: of.end_line[at] as number,
  }))

function listOf<Fact, Key extends keyof Fact & string = keyof Fact & string>(
  columns: Columns,
  keys: readonly Key[],
  factAt: (entries: Entries<Pick<Fact, Key>>, at: number) => Fact,
): Fact[] {
  const entries = entriesOf<Pick<Fact, Key>>(columns, keys)
  const facts: Fact[] = []
  const count = columns[keys[0] ?? '']?.length ?? 0
  for (let at = 0; at < count; at++) facts.push(factAt(entries, at))
  return facts
}

/** A column may be missing: facts of an earlier version of Cairn do not have all. */
function entriesOf<Fact>(columns: Columns, keys: readonly (keyof Fact & string)[]): Entries<Fact> {
  const first = columns[keys[0] ?? '']
  for (const key of keys) if ((columns[key] ?? first)?.length !== first?.length) throw notEqual(key, first?.length ?? 0)
  return Object.fromEntries(keys.map((key) => [key, columns[key] ?? []])) as unknown as Entries<Fact>
}

const notEqual = (key: string, count: number): Error => new Error(`the column ${key} has not ${count} entries`)

/** '' if the parent comes after its child, because its own name is not known yet when decoding. */
export function impliedName(symbol: SymbolFact, at: number, symbols: readonly SymbolFact[]): string {
  const parent = symbols[symbol.parent]
  if (!parent) return symbol.name
  return symbol.parent < at ? `${parent.qualified_name}.${symbol.name}` : ''
}

export function entryOf<Entry>(list: readonly Entry[], at: number | undefined): Entry {
  const entry = list[at ?? -1]
  if (entry === undefined) throw new Error(`there is no entry ${at} among ${list.length}`)
  return entry
}
