/**
 * What of a file others can depend on, and what changed in it. A name stands here when some other file may mean something
 * else by it now; lines may move and bodies may change without any name standing here.
 */
import { countIdentifiers } from '../base/words.ts'
import type { BindingFact, SymbolFact } from '../contract/facts.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import { isCallable, isClassLike } from './meaning.ts'

/** Names reached directly, and members that are only reached through their owner. */
export type ChangedNames = { direct: Set<string>; members: Map<string, Set<string>> }

export function changedNames(before: FactsView | undefined, after: FactsView | undefined, path: string): ChangedNames {
  const changed: ChangedNames = { direct: new Set(), members: new Map() }
  const [then, now] = [describe(before, path), describe(after, path)]
  for (const [was, is] of [
    [then, now],
    [now, then],
  ] as const) {
    for (const [text, { owner, names }] of was) {
      if (is.has(text)) continue
      const into = owner === '' ? changed.direct : membersOf(changed, owner)
      for (const name of names) into.add(name)
    }
  }
  return changed
}

/** The names by which a file's text mentions this module: its last name, or its folder's when it stands for the folder. */
export function moduleNames(path: string): string[] {
  const parts = path.split('/')
  const stem = (parts.at(-1) ?? '').replace(/\.[^.]*$/, '')
  const folder = parts.at(-2) ?? ''
  return [longestName(stem), longestName(folder)].filter((name) => name !== '')
}

/** Names of this file that mean something else when one of `names` does. */
export function passedOn(facts: FactsView, path: string, names: ReadonlySet<string>): Set<string> {
  const outline = facts.outline()
  const passed = new Set<string>()
  const mentions = (text: string): boolean => {
    for (const name of countIdentifiers(text).keys()) if (names.has(name)) return true
    return false
  }
  const embedded = embeddedIn(facts)
  for (const symbol of visibleSymbols(outline)) {
    if (mentions(symbol.type) || (isClassLike(symbol) && mentions(headOf(symbol, embedded)))) passed.add(symbol.name)
  }
  for (const binding of visibleBindings(outline)) if (mentions(`${binding.type} ${binding.from_call}`)) passed.add(binding.name)
  for (const fact of outline.imports) {
    if (fact.alias !== '' && (names.has(fact.name) || ((fact.name === '' || fact.name === 'default') && mentions(fact.module)))) {
      passed.add(fact.alias)
    }
    if (fact.kind === 'wildcard' && mentions(fact.module)) for (const name of moduleNames(path)) passed.add(name)
  }
  for (const fact of outline.exports) {
    const whole = fact.local === '' || fact.local === '*' || fact.local === 'default'
    if (!names.has(fact.local) && !(whole && mentions(fact.module))) continue
    for (const name of fact.name === 'default' || fact.name === '*' ? moduleNames(path) : [fact.name]) passed.add(name)
  }
  return passed
}

type Described = Map<string, { owner: string; names: readonly string[] }>

/** Everything visible, as texts that are equal exactly when nobody else can see a difference. */
function describe(facts: FactsView | undefined, path: string): Described {
  const all: Described = new Map()
  if (!facts) return all
  const outline = facts.outline()
  const embedded = embeddedIn(facts)
  const add = (text: string, owner: string, names: readonly string[]): void => void all.set(text, { owner, names })
  const twins = new Map<string, number>()
  for (const symbol of visibleSymbols(outline)) {
    const { qualified_name, tag, kind, exported, type } = symbol
    const twin = (twins.get(qualified_name) ?? 0) + 1
    twins.set(qualified_name, twin)
    const head = isClassLike(symbol) ? headOf(symbol, embedded) : ''
    const isStatic = symbol.static
    add(JSON.stringify(['symbol', qualified_name, tag, kind, exported, isStatic, type, head, twin]), ownerOf(outline, symbol), [
      symbol.name,
    ])
  }
  for (const { name, scope, type, from_call, role } of visibleBindings(outline)) {
    const owner = outline.symbols[scope]?.name ?? ''
    add(JSON.stringify(['binding', owner, name, type, from_call, role]), owner, [name])
  }
  for (const { module, name, alias, kind, scope } of outline.imports) {
    if (scope >= 0) continue
    add(JSON.stringify(['import', module, name, alias, kind]), '', alias === '' ? moduleNames(path) : [alias])
  }
  for (const { name, local, module } of outline.exports) {
    add(JSON.stringify(['export', name, local, module]), '', name === '*' || name === 'default' ? moduleNames(path) : [name])
  }
  add(JSON.stringify(['file', outline.package]), '', moduleNames(path))
  return all
}

/** What a class inherits from stands in its head; what a Go struct embeds stands in its body. */
const headOf = (symbol: SymbolFact, embedded: ReadonlyMap<SymbolFact, string>): string =>
  `${symbol.signature} ${embedded.get(symbol) ?? ''}`

function embeddedIn(facts: FactsView): Map<SymbolFact, string> {
  const { symbols } = facts.outline()
  const embedded = new Map<SymbolFact, string>()
  if (!symbols.some(({ kind }) => kind === 'struct' || kind === 'interface')) return embedded
  for (const { use, enclosing, receiver, name } of facts.uses()) {
    const owner = symbols[enclosing]
    if (owner && (use === 'extends' || use === 'implements'))
      embedded.set(owner, `${embedded.get(owner) ?? ''} ${receiver} ${name}`)
  }
  return embedded
}

/** A Go method names its type only in its qualified name. */
function ownerOf(outline: Outline, symbol: SymbolFact): string {
  if (symbol.qualified_name === symbol.name) return ''
  return outline.symbols[symbol.parent]?.name ?? symbol.qualified_name.split('.').at(-2) ?? ''
}

/** What is defined inside a function is nobody else's business; `X.prototype.y = …` hangs on a function, but is. */
function visibleSymbols(outline: Outline): SymbolFact[] {
  const hidden = outline.symbols.map(() => false)
  return outline.symbols.filter((symbol, ordinal) => {
    const around = outline.symbols[symbol.parent]
    const inFunction = around !== undefined && isCallable(around) && symbol.kind !== 'method' && symbol.kind !== 'property'
    hidden[ordinal] = inFunction || (hidden[symbol.parent] ?? false)
    return !hidden[ordinal]
  })
}

function visibleBindings(outline: Outline): BindingFact[] {
  return outline.bindings.filter(({ scope, role }) => scope < 0 || role === 'field')
}

function membersOf(changed: ChangedNames, owner: string): Set<string> {
  const known = changed.members.get(owner) ?? new Set()
  changed.members.set(owner, known)
  return known
}

function longestName(text: string): string {
  return [...countIdentifiers(text).keys()].reduce((longest, name) => (name.length > longest.length ? name : longest), '')
}
