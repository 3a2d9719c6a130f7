/**
 * What of a file others can depend on, and what changed in it. A name stands here when some other file may mean something
 * else by it now; lines may move and bodies may change without any name standing here.
 */
import { countIdentifiers, longestIdentifier } from '../base/words.ts'
import type { BindingFact, SymbolFact } from '../contract/facts.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import { isCallable, isClassLike } from './meaning.ts'

export type ChangedNames = {
  /** Names reached directly. */
  direct: Set<string>
  /** Names reached only through something else that has to be named: a class by its name, a module by its own. */
  members: Map<string, Set<string>>
  /** What the module as a whole gives (its default, its package, its being there) changed. */
  module: boolean
  /** Modules of which everything is handed on since, or no longer. */
  stars: Set<string>
}

export function changedNames(before: FactsView | undefined, after: FactsView | undefined, path: string): ChangedNames {
  const changed: ChangedNames = { direct: new Set(), members: new Map(), module: false, stars: new Set() }
  const [then, now] = [describe(before, path), describe(after, path)]
  for (const [was, is] of [
    [then, now],
    [now, then],
  ] as const) {
    for (const [text, seen] of was) if (!is.has(text)) note(seen, changed)
  }
  if (isJavaScript(path)) keepInside(changed, [before, after], path)
  return changed
}

/** Of the names of a module of JavaScript only those go out that it exports, and those that lead to a changed one. */
function keepInside(changed: ChangedNames, views: readonly (FactsView | undefined)[], path: string): void {
  const inside = changed.direct
  changed.direct = new Set()
  for (const facts of views) {
    if (!facts) continue
    const passed = passedOn(facts, path, inside, new Set())
    for (const name of passed.names) changed.direct.add(name)
    if (passed.module) changed.module = true
    for (const { name } of facts.outline().exports) if (inside.has(name)) changed.direct.add(name)
  }
}

const isJavaScript = (path: string): boolean => /\.(?:[mc]?[jt]sx?|vue|svelte|html?)$/.test(path)

/** By a glob or a bare `super`, a file of Rust may take any name of another without naming the way to it: so names go out directly. */
export const isRust = (path: string): boolean => path.endsWith('.rs')

/** The name by which a text mentions this module: its own, or its folder's when it stands for the folder (Go: always). */
export function moduleNames(path: string): string[] {
  const parts = path.split('/')
  const stem = (parts.at(-1) ?? '').replace(/\.[^.]*$/, '')
  const folder = longestIdentifier(parts.at(-2) ?? '')
  if (path.endsWith('.go') || (stem === 'mod' && isRust(path))) return folder === '' ? [] : [folder]
  const own = longestIdentifier(stem)
  // To Java the functions of `Orders.kt` are those of a class `OrdersKt`.
  if (path.endsWith('.kt')) return [own, `${own}Kt`]
  return (stem === 'index' || stem === '__init__' || path.endsWith('/init.lua') ? [own, folder] : [own]).filter(
    (name) => name !== '',
  )
}

/** `module`: so does the module as a whole (its default, what it hands on of another). */
export type PassedOn = { names: Set<string>; module: boolean }

/** Names of this file that mean something else when one of `names` does, or a module called by one of `modules`. */
export function passedOn(facts: FactsView, path: string, names: ReadonlySet<string>, modules: ReadonlySet<string>): PassedOn {
  const outline = facts.outline()
  if (!isJavaScript(path))
    return {
      names: followedBy(facts, path, names, modules),
      module:
        (!isRust(path) && outline.imports.some((fact) => fact.kind === 'wildcard' && mentions(fact.module, modules))) ||
        outline.exports.some((fact) => fact.name === 'default' && names.has(fact.local)),
    }
  const inside = new Set(names)
  for (let grown = -1; grown !== inside.size; ) {
    grown = inside.size
    for (const name of followedBy(facts, path, inside, modules)) inside.add(name)
  }
  return outward(outline, inside, modules)
}

/** What a module of JavaScript does not export stays inside, whatever becomes of it; members go out with what they hang on. */
function outward(outline: Outline, inside: ReadonlySet<string>, modules: ReadonlySet<string>): PassedOn {
  const passed: PassedOn = { names: new Set(), module: false }
  for (const symbol of visibleSymbols(outline)) if (symbol.parent >= 0 && inside.has(symbol.name)) passed.names.add(symbol.name)
  for (const { name, scope } of visibleBindings(outline)) if (scope >= 0 && inside.has(name)) passed.names.add(name)
  for (const { name, local, module } of outline.exports) {
    const isWhole = local === '*' || local === 'default'
    const isMeant = module === '' ? inside.has(local) : inside.has(local) || (isWhole && mentions(module, modules))
    if (!isMeant) continue
    if (name === 'default' || name === '*') passed.module = true
    else passed.names.add(name)
  }
  return passed
}

/** Names that lead to one of `names` in one step. */
function followedBy(facts: FactsView, path: string, names: ReadonlySet<string>, modules: ReadonlySet<string>): Set<string> {
  const outline = facts.outline()
  const followed = new Set<string>()
  // Others mention `@last` and `valid?` by the word in them.
  const follow = (name: string): void => void followed.add(isJavaScript(path) ? name : longestIdentifier(name) || name)
  const embedded = embeddedIn(facts, path)
  for (const symbol of visibleSymbols(outline)) {
    const head = hasHead(symbol) ? headOf(symbol, embedded) : isCsharp(path) || isJvm(path) ? calledBy(symbol, path) : ''
    if (mentions(symbol.type, names) || mentions(head, names)) follow(symbol.name)
  }
  for (const { name, type, from_call } of visibleBindings(outline)) {
    if (mentions(`${type} ${from_call}`, names)) follow(name)
  }
  for (const { module, name, alias } of outline.imports) {
    const isWhole = name === '' || name === 'default'
    if (alias !== '' && (names.has(name) || modules.has(name) || (isWhole && mentions(module, modules)))) followed.add(alias)
  }
  return followed
}

/** Does the file import or hand on something whose module's text holds one of the names? */
export const importsFrom = (outline: Outline, modules: ReadonlySet<string>): boolean =>
  [...outline.imports, ...outline.exports].some((fact) => mentions(fact.module, modules))

/** Every name others can take from this file, and the modules it hands on whole. */
export function offeredNames(outline: Outline): { names: string[]; stars: string[] } {
  return {
    names: [
      ...visibleSymbols(outline).map((symbol) => symbol.name),
      ...outline.imports.map((fact) => fact.alias),
      ...outline.exports.map((fact) => fact.name),
    ].filter((name) => name !== '' && name !== '*'),
    stars: starsOf(outline),
  }
}

const starsOf = (outline: Outline): string[] => [
  ...outline.exports.filter((fact) => fact.name === '*').map((fact) => fact.module),
  ...outline.imports.filter((fact) => fact.kind === 'wildcard').map((fact) => fact.module),
]

type Seen = { owner: string; name: string } | { star: string } | 'module'

function note(seen: Seen, changed: ChangedNames): void {
  if (seen === 'module') changed.module = true
  else if ('star' in seen) changed.stars.add(seen.star)
  else {
    // An operator has no word: whoever mentions its class may use it.
    const word = longestIdentifier(seen.name) || seen.owner
    if (seen.owner === '' || word === seen.owner) changed.direct.add(word)
    else changed.members.set(seen.owner, (changed.members.get(seen.owner) ?? new Set()).add(word))
  }
}

/** Everything visible, as texts that are equal exactly when nobody else can see a difference. */
function describe(facts: FactsView | undefined, path: string): Map<string, Seen> {
  const all = new Map<string, Seen>()
  if (!facts) return all
  const outline = facts.outline()
  const embedded = embeddedIn(facts, path)
  const twins = new Map<string, number>()
  const add = (seen: Seen, ...what: unknown[]): void => void all.set(JSON.stringify(what), seen)
  for (const symbol of visibleSymbols(outline)) {
    const { name, qualified_name, tag, kind, exported, static: isStatic, type } = symbol
    const twin = (twins.get(qualified_name) ?? 0) + 1
    twins.set(qualified_name, twin)
    const head = hasHead(symbol) ? headOf(symbol, embedded) : calledBy(symbol, path)
    add(
      {
        owner: isRust(path) ? ownerInRust(outline, symbol) : reachedAlone(symbol, path) ? '' : ownerOf(outline, symbol, path),
        name,
      },
      'symbol',
      qualified_name,
      tag,
      kind,
      exported,
      isStatic,
      type,
      head,
      twin,
      outline.build,
      // A class is found by its namespace, whatever its file is called.
      path.endsWith('.php') ? outline.package : isCsharp(path) ? seenFrom(outline, symbol) : isJvm(path) ? aroundOf(outline) : '',
      // An argument of Elixir that got a default may be left out from now on.
      /\.exs?$/.test(path) ? symbol.signature.split('\\\\').length : 0,
    )
  }
  if (isJvm(path) || path.endsWith('.java')) describeJvm(outline, path, add)
  // `[Marker]` is written for `MarkerAttribute`.
  for (const { name, signature } of isCsharp(path) ? outline.symbols.filter(({ kind }) => kind === 'class') : []) {
    if (name.endsWith('Attribute')) add({ owner: '', name: name.slice(0, -9) }, 'attribute', name, signature, outline.package)
  }
  for (const { name, scope, type, from_call, role } of visibleBindings(outline)) {
    const owner = outline.symbols[scope]?.name ?? ''
    add({ owner, name }, 'binding', owner, name, type, from_call, role)
  }
  // What a module of Python imports is an attribute of it; elsewhere it is its own business.
  for (const { module, name, alias, kind } of path.endsWith('.py') || path.endsWith('.pyi') ? outline.imports : []) {
    for (const owner of moduleNames(path))
      if (alias !== '') add({ owner, name: alias }, 'import', module, name, alias, kind, owner)
  }
  if (isRust(path)) describeRust(outline, add)
  else for (const star of starsOf(outline)) add({ star }, 'star', star)
  for (const { name, local, module } of outline.exports) {
    if (name !== '*') add(name === 'default' ? 'module' : { owner: '', name }, 'export', name, local, module)
  }
  add('module', 'package', outline.package)
  return all
}

/**
 * In Rust what a module brings in is seen by the modules below it, and a method of any type may be the one that a call on
 * another crate's type means. Which files there are, and what globs bring, decides what every path means.
 */
function describeRust(outline: Outline, add: (seen: Seen, ...what: unknown[]) => void): void {
  for (const { module, name, alias, kind, scope } of outline.imports) {
    const isInside = scope >= 0 && kind !== 'reexport' && kind !== 'require'
    if (isInside) continue
    if (kind === 'require' || alias === '') add('module', 'brought in', module, name, alias, kind, outline.symbols[scope]?.name)
    else add({ owner: '', name: alias }, 'import', module, name, alias, kind)
  }
  for (const { kind, name } of outline.symbols) if (kind === 'method') add({ owner: '', name }, 'method of any type', name)
}

/** Fields and methods are reached through their type; anything else, variants too, by its name alone. */
function ownerInRust(outline: Outline, symbol: SymbolFact): string {
  const isMember = symbol.kind === 'method' || (symbol.kind === 'property' && !symbol.static)
  const isAside = outline.symbols[symbol.parent]?.qualified_name !== symbol.qualified_name.slice(0, -symbol.name.length - 1)
  if (!isMember && !(isAside && symbol.qualified_name !== symbol.name)) return ''
  return symbol.qualified_name.split('.').at(-2) ?? ''
}

/** Files of Kotlin and Scala: packages are what they say, and a function may be called far from what it belongs to. */
const isJvm = (path: string): boolean => /\.(?:kts?|scala|sc|sbt)$/.test(path)

/** What a file's types mean depends on its package and on whole packages that it imports. */
const aroundOf = (outline: Outline): string => [outline.package, ...starsOf(outline)].join(' ')

/** What types mean in the file depends on its imports; a property of Kotlin is a method to Java, and the other way about. */
function describeJvm(outline: Outline, path: string, add: (seen: Seen, ...what: unknown[]) => void): void {
  for (const { module, name, alias } of isJvm(path) ? outline.imports : []) {
    if (alias !== '') add({ owner: '', name: alias }, 'import', module, name, alias)
  }
  for (const symbol of visibleSymbols(outline)) {
    const { name, kind, tag, type } = symbol
    const owner = ownerOf(outline, symbol, path)
    const [, property] = /^(?:get|set|is)(\p{Lu}.*)$/u.exec(name) ?? []
    if (kind === 'method' && property) add({ owner, name: small(property) }, 'accessor', owner, name, tag, type)
    if (kind !== 'property' || !isJvm(path)) continue
    for (const prefix of ['get', 'set', 'is'])
      add({ owner, name: prefix + large(name) }, 'accessor', owner, name, prefix, tag, type)
  }
}

const small = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1)
const large = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** Members of a companion are reached by its class; extensions and what stands in a package object by their name alone. */
function ownerInJvm(outline: Outline, symbol: SymbolFact): string | undefined {
  const around = outline.symbols[symbol.parent]
  const isExtension = symbol.qualified_name !== (around ? `${around.qualified_name}.${symbol.name}` : symbol.name)
  if (isExtension || around?.kind === 'namespace' || /(?:^|\s)package object /.test(around?.signature ?? '')) return ''
  if (!/(?:^|\s)companion object\b/.test(around?.signature ?? '')) return undefined
  return outline.symbols[around?.parent ?? -1]?.name
}

/** Which arguments a function of Swift may be called without is no part of its tag. */
const calledBy = (symbol: SymbolFact, path: string): string =>
  (path.endsWith('.swift') || isCsharp(path) || isJvm(path)) && (isCallable(symbol) || isJvm(path)) ? symbol.signature : ''

export const isCsharp = (path: string): boolean => /\.csx?$/.test(path)

/** A method that C# writes for another type: whoever calls it does not name its class. */
const reachedAlone = (symbol: SymbolFact, path: string): boolean =>
  isCsharp(path) && symbol.static && symbol.kind === 'method' && /\((?:\[[^\]]*\]\s*)*this\s/.test(symbol.signature)

/** The namespace of a C# definition, and who may see it. */
function seenFrom(outline: Outline, symbol: SymbolFact): string {
  let around: SymbolFact | undefined = symbol
  while (around && around.kind !== 'namespace') around = outline.symbols[around.parent]
  const access = symbol.signature.match(/\b(?:public|protected|internal|private)\b/g) ?? []
  return `${around?.name ?? outline.package} ${access.join(' ')}`
}

/** An extension says in its head what the type conforms to. */
const hasHead = (symbol: SymbolFact): boolean => isClassLike(symbol) || symbol.kind === 'namespace'

/** What a class inherits from stands in its head; what a Go struct embeds stands in its body. */
const headOf = (symbol: SymbolFact, embedded: ReadonlyMap<SymbolFact, string>): string =>
  `${symbol.signature} ${embedded.get(symbol) ?? ''}`

/** Files whose classes say outside of their head what they take over. */
const mixesIn = (path: string): boolean => /\.(?:php\d?|phtml|rb|rake|rs)$/.test(path)

function embeddedIn(facts: FactsView, path: string): Map<SymbolFact, string> {
  const { symbols } = facts.outline()
  const embedded = new Map<SymbolFact, string>()
  if (!mixesIn(path) && !symbols.some(({ kind }) => kind === 'struct' || kind === 'interface')) return embedded
  for (const { use, enclosing, receiver, name } of facts.uses()) {
    const owner = symbols[enclosing]
    if (owner && (use === 'extends' || use === 'implements')) {
      embedded.set(owner, `${embedded.get(owner) ?? ''} ${receiver} ${name}`)
    }
  }
  return embedded
}

/** A Go method names its type only in its qualified name. */
function ownerOf(outline: Outline, symbol: SymbolFact, path: string): string {
  // A file of values for Terraform names variables without their `var`.
  if (path.endsWith('.tf')) return ''
  const inJvm = isJvm(path) ? ownerInJvm(outline, symbol) : undefined
  if (inJvm !== undefined) return inJvm
  if (symbol.qualified_name === symbol.name) return ''
  const owner = outline.symbols[symbol.parent]?.name ?? symbol.qualified_name.split('.').at(-2) ?? ''
  // What a module of Ruby gives to the classes that include it is asked of them, and nobody names `ClassMethods`.
  return owner === 'ClassMethods' ? (symbol.qualified_name.split('.').at(-3) ?? owner) : owner
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

const visibleBindings = (outline: Outline): BindingFact[] =>
  outline.bindings.filter(({ scope, role }) => scope < 0 || role === 'field')

function mentions(text: string, names: ReadonlySet<string>): boolean {
  if (text === '' || names.size === 0) return false
  for (const name of countIdentifiers(text).keys()) if (names.has(name)) return true
  return false
}
