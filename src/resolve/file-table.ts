/** The facts of one file, arranged for name lookup. Uses are not kept: of other files only the bases of classes matter. */
import type { BindingFact, ExportFact, ImportFact, SymbolFact, UseFact } from '../contract/facts.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import { type SymbolHandle, symbolKey } from '../contract/identity.ts'

/** Everything with one name in one scope. */
export type NamedHere = {
  readonly symbols: readonly number[]
  readonly imports: readonly ImportFact[]
  readonly bindings: readonly BindingFact[]
}

export const MODULE_SCOPE = -1

/** Told how much is looked at, so that the work for a file with thousands of equal names is bounded. */
export type WorkMeter = { spend(candidates: number): void; spendOnTwins(symbols: number): void }

/** Memory of one entry of each kind, in bytes, measured on the files of a large repo: its facts, and its part of each map. */
const SYMBOL = 520
const OTHER = 130
const SCOPED = 180
const QUALIFIED = 100
const TABLE = 2_500

/** An estimate of the memory of decoded facts without uses and words. */
export const outlineBytes = ({ symbols, imports, exports, bindings, sections }: Outline): number =>
  TABLE + SYMBOL * symbols.length + OTHER * (imports.length + exports.length + bindings.length + sections.length)

export class FileTable {
  readonly path: string
  readonly language: string
  /** How many symbols, imports, exports and bindings it has. */
  readonly entries: number
  /** An estimate of its memory; a map counts when it is made. */
  bytes: number
  private readonly all: Outline
  private readonly meter: WorkMeter
  /** `from x import *` and similar imports, at module level. */
  readonly wildcards: readonly ImportFact[]
  private scopes: Map<number, Map<string, Here>> | undefined
  private qualifiedNames: Map<string, number[]> | undefined
  private readonly lastParts = new Set<string>()
  private readonly steps = { line: new Map<number, string>(), value: new Map<number, string>() }
  private readonly handles = new Map<number, SymbolHandle>()
  private lastNames: Map<string, number[]> | undefined
  private insides: Map<number, number[]> | undefined
  private bound: Map<number, BindingFact[]> | undefined
  private exportsByName: Map<string, ExportFact[]> | undefined
  private view: FactsView | undefined
  private basesOf: Map<number, UseFact[]> | undefined

  constructor(path: string, language: string, view: FactsView, meter: WorkMeter) {
    this.path = path
    this.language = language
    this.view = view
    this.meter = meter
    this.all = view.outline()
    const { symbols, imports, exports, bindings } = this.all
    this.entries = symbols.length + imports.length + exports.length + bindings.length
    this.bytes = outlineBytes(this.all)
    this.wildcards = this.all.imports.filter((fact) => fact.kind === 'wildcard' && fact.scope === MODULE_SCOPE)
  }

  /** For whoever goes through all imports or exports, which are counted as looked at. Who goes through all symbols, remembers it. */
  get outline(): Outline {
    this.meter.spend(this.all.imports.length + this.all.exports.length)
    return this.all
  }

  /** The package, or the macro that opens a namespace. */
  get package(): string {
    return this.all.package
  }
  importAt(at: number): ImportFact | undefined {
    return this.all.imports[at]
  }
  /** Every symbol, in order, for whoever goes through them once for each table. */
  get symbols(): readonly SymbolFact[] {
    return this.all.symbols
  }
  symbol(ordinal: number): SymbolFact {
    const symbol = this.all.symbols[ordinal]
    if (!symbol) throw new RangeError(`${this.path} has no symbol ${ordinal}`)
    return symbol
  }
  parent(ordinal: number): number {
    return this.all.symbols[ordinal]?.parent ?? MODULE_SCOPE
  }
  /** What is called `name` directly in this scope. */
  named(scope: number, name: string): NamedHere | undefined {
    this.scopes ??= this.readScopes()
    const here = this.scopes.get(scope)?.get(name)
    if (!here) return undefined
    this.meter.spendOnTwins(here.symbols.length)
    this.meter.spend(here.imports.length + here.bindings.length)
    return here
  }
  /** Every symbol of this last name, hidden ones too. Cached: scanning all symbols for each name would be quadratic. */
  lastNamed(name: string): readonly number[] {
    this.lastNames ??= grouped(this.all.symbols.map((symbol, ordinal) => [symbol.name, ordinal]))
    return this.counted(this.lastNames.get(name))
  }
  /** Every symbol directly inside this one. */
  inside(ordinal: number): readonly number[] {
    this.insides ??= grouped(this.all.symbols.map((symbol, inner) => [symbol.parent, inner]))
    return this.counted(this.insides.get(ordinal))
  }
  /** The bindings directly in this scope, in order. */
  boundIn(scope: number): readonly BindingFact[] {
    this.bound ??= grouped(this.all.bindings.map((binding) => [binding.scope, binding]))
    return this.counted(this.bound.get(scope))
  }
  exportsNamed(name: string): readonly ExportFact[] {
    this.exportsByName ??= grouped(this.all.exports.map((fact) => [fact.name, fact]))
    return this.counted(this.exportsByName.get(name))
  }
  qualified(name: string): readonly number[] {
    this.qualifiedNames ??= this.readQualified()
    const found = this.qualifiedNames.get(name) ?? []
    this.meter.spendOnTwins(found.length)
    return found
  }
  /** As `qualified`, of a name in an owner. Mostly there is none, which the name alone shows: no text is put together and hashed. */
  qualifiedIn(owner: string, name: string): readonly number[] {
    this.qualifiedNames ??= this.readQualified()
    if (this.lastParts.has(lastPart(name))) return this.qualified(`${owner}.${name}`)
    this.meter.spendOnTwins(0)
    return none
  }
  /** Is nothing called so in this scope, nor by its full name? Nothing is counted: for whoever has looked both up. */
  lacks(scope: number, owner: string, name: string): boolean {
    this.qualifiedNames ??= this.readQualified()
    if (this.lastParts.has(lastPart(name)) && this.qualifiedNames.has(`${owner}.${name}`)) return false
    this.scopes ??= this.readScopes()
    return this.scopes.get(scope)?.has(name) !== true
  }
  /** What a question about a symbol is remembered by. Made once: a text that is put together again is hashed again. */
  stepOf(what: 'line' | 'value', ordinal: number): string {
    const steps = this.steps[what]
    const known = steps.get(ordinal)
    if (known !== undefined) return known
    const step = `${what} ${this.path} ${ordinal}`
    steps.set(ordinal, step)
    return step
  }
  handle(ordinal: number): SymbolHandle {
    const known = this.handles.get(ordinal)
    if (known) return known
    const symbol = this.symbol(ordinal)
    const handle = { path: this.path, key: symbolKey(symbol.qualified_name, symbol.tag) }
    this.handles.set(ordinal, handle)
    return handle
  }
  /** The `extends` and `implements` of a class, in order. */
  bases(ordinal: number): readonly UseFact[] {
    return this.counted(this.readBases().get(ordinal))
  }
  /**
   * A new table of the same facts, with what this one has arranged already. Not this one: families keep by table what they found out
   * about its file, and the questions about paths that this took count for the file that was linked then.
   */
  again(view: FactsView): FileTable {
    const { all, scopes, qualifiedNames, lastParts, handles, lastNames, insides, bound, exportsByName, basesOf, bytes } = this
    const table = new FileTable(this.path, this.language, { ...view, outline: () => all }, this.meter)
    const arranged = { scopes, qualifiedNames, lastParts, handles, lastNames, insides, bound, exportsByName, basesOf, bytes }
    return Object.assign(table, arranged)
  }
  /** Frees the view: it caches what it decoded, and a table may live long. */
  withoutUses(): this {
    this.readBases()
    // Where the bases were known before, the view was not needed.
    this.view = undefined
    return this
  }

  private readBases(): ReadonlyMap<number, UseFact[]> {
    if (this.basesOf) return this.basesOf
    const isBase = ({ use }: UseFact): boolean => use === 'extends' || use === 'implements'
    this.basesOf = grouped((this.view?.uses() ?? []).filter(isBase).map((use) => [use.enclosing, use]))
    this.view = undefined
    return this.basesOf
  }

  private counted<Value>(found: readonly Value[] | undefined): readonly Value[] {
    if (!found) return []
    this.meter.spend(found.length)
    return found
  }

  /** Most files are only asked for some of these, so each map is made when it is first needed. */
  private readScopes(): Map<number, Map<string, Here>> {
    const scopes = new Map<number, Map<string, Here>>()
    const { symbols, imports, bindings } = this.all
    for (let ordinal = 0; ordinal < symbols.length; ordinal++) {
      const symbol = symbols[ordinal] as SymbolFact
      if (symbol.hidden || hangsElsewhere(symbol, symbols[symbol.parent])) continue
      const here = at(scopes, symbol.parent, symbol.name)
      here.symbols = added(here.symbols, ordinal)
    }
    for (const fact of imports) {
      if (fact.alias === '') continue
      const here = at(scopes, fact.scope, fact.alias)
      here.imports = added(here.imports, fact)
    }
    for (const binding of bindings) {
      const here = at(scopes, binding.scope, binding.name)
      here.bindings = added(here.bindings, binding)
    }
    this.bytes += SCOPED * (symbols.length + imports.length + bindings.length)
    return scopes
  }

  private readQualified(): Map<string, number[]> {
    const names = new Map<string, number[]>()
    const { symbols } = this.all
    for (let ordinal = 0; ordinal < symbols.length; ordinal++) {
      const symbol = symbols[ordinal] as SymbolFact
      if (symbol.hidden) continue
      this.lastParts.add(lastPart(symbol.qualified_name))
      const known = names.get(symbol.qualified_name)
      if (known) known.push(ordinal)
      else names.set(symbol.qualified_name, [ordinal])
    }
    this.bytes += QUALIFIED * symbols.length
    return names
  }
}

type Here = { symbols: number[]; imports: ImportFact[]; bindings: BindingFact[] }

/** Shared by all names that lack one of the three: most names are one symbol or one binding. */
const none: never[] = []

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** A list of one takes the least memory when it is made as such. */
function added<Value>(list: Value[], value: Value): Value[] {
  if (list.length === 0) return [value]
  list.push(value)
  return list
}

function at(scopes: Map<number, Map<string, Here>>, scope: number, name: string): Here {
  let names = scopes.get(scope)
  if (!names) {
    names = new Map()
    scopes.set(scope, names)
  }
  let here = names.get(name)
  if (!here) {
    here = { symbols: none, imports: none, bindings: none }
    names.set(name, here)
  }
  return here
}

function grouped<Key, Value>(pairs: readonly (readonly [Key, Value])[]): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const [key, value] of pairs) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** A Go method, a method of a Rust impl or `Foo.prototype.bar` is not a name of its enclosing scope: its qualifier differs. */
function hangsElsewhere({ qualified_name, name }: SymbolFact, around: SymbolFact | undefined): boolean {
  if (!around) return qualified_name !== name
  const owner = around.qualified_name
  // The usual case, without a new text for each symbol.
  if (!qualified_name.startsWith(owner) || qualified_name[owner.length] !== '.') return false
  if (qualified_name.length === owner.length + 1 + name.length && qualified_name.endsWith(name)) return false
  // Very long names are cut off.
  return !qualified_name.includes('…')
}
