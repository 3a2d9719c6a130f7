/**
 * The names of a changed file that other files depend on: those that may now refer to something else. Moved lines and changed
 * bodies alone change no name.
 */
import { longestIdentifier } from '../base/words.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { changedImports } from './changed-imports.ts'
import { isValue } from './meaning.ts'
import { dependsOnImports, type NamesInside, passedOn } from './passed-on.ts'
import type { AddVisible, ChangedNames, Relinking, Seen } from './relinking.ts'
import { headsOf, starsOf, usualOwner, visibleBindings, visibleSymbols } from './visible-names.ts'

/** `modules`: the names by which others mention the file. */
export function changedNames(
  before: FactsView | undefined,
  after: FactsView | undefined,
  relinking: Relinking,
  modules: readonly string[],
): ChangedNames {
  const changed: ChangedNames = { direct: new Set(), free: new Set(), members: new Map(), module: false, stars: new Set() }
  const [then, now] = [describe(before, relinking, modules), describe(after, relinking, modules)]
  for (const [was, is] of [
    [then, now],
    [now, then],
  ] as const) {
    for (const [text, seen] of was) if (!is.has(text)) note(seen, changed)
  }
  const imported = changedImports(before, after, relinking)
  if (relinking.closedModules) keepInside(changed, imported, [before, after], relinking)
  else addDependents(changed, insideOf(changed, imported, relinking), [before, after], relinking)
  return changed
}

/** Of the names of a closed module, only its exports and names that lead to a changed one can affect other files. */
function keepInside(
  changed: ChangedNames,
  imported: NamesInside,
  views: readonly (FactsView | undefined)[],
  relinking: Relinking,
): void {
  const inside = new Set([...changed.direct, ...imported])
  changed.direct = new Set()
  for (const facts of views) {
    if (!facts) continue
    const passed = passedOn(facts, relinking, inside, new Set())
    for (const name of passed.names) changed.direct.add(name)
    for (const name of passed.free) changed.free.add(name)
    if (passed.module) changed.module = true
    for (const { name } of facts.outline().exports) if (inside.has(name)) changed.direct.add(name)
  }
}

/** Where a name must be imported to be known, no search finds the file that defines it: its own names are followed here. */
const insideOf = ({ direct }: ChangedNames, imported: NamesInside, { namesAreTaken }: Relinking): NamesInside =>
  namesAreTaken && imported !== 'any' ? new Set([...direct, ...imported]) : imported

/** What a file imports is a name inside it. Others are affected by what the file declares with that name. */
function addDependents(
  changed: ChangedNames,
  imported: NamesInside,
  views: readonly (FactsView | undefined)[],
  relinking: Relinking,
): void {
  if (imported !== 'any' && imported.size === 0) return
  for (const facts of views) {
    if (!facts) continue
    const passed = dependsOnImports(facts, relinking, imported)
    for (const name of passed.names) changed.direct.add(name)
    for (const name of passed.free) changed.free.add(name)
    if (passed.module) changed.module = true
  }
}

function note(seen: Seen, changed: ChangedNames): void {
  if (seen === 'module') changed.module = true
  else if ('star' in seen) changed.stars.add(seen.star)
  else {
    // An operator is not an identifier: any file that mentions its class, or its module, may use it.
    const word = longestIdentifier(seen.name) || seen.owner
    if (word === '') changed.module = true
    else if (seen.owner === '' || word === seen.owner) changed.direct.add(word)
    else changed.members.set(seen.owner, (changed.members.get(seen.owner) ?? new Set()).add(word))
  }
}

/** Describes everything visible as texts that differ exactly when another file can see a difference. */
function describe(facts: FactsView | undefined, relinking: Relinking, modules: readonly string[]): Map<string, Seen> {
  const all = new Map<string, Seen>()
  if (!facts) return all
  const outline = facts.outline()
  const add: AddVisible = (seen, ...what) => void all.set(JSON.stringify(what), seen)
  describeSymbols(facts, relinking, add)
  relinking.describeMore?.(outline, add, modules)
  for (const { name, scope, type, from_call, role } of visibleBindings(outline)) {
    const owner = outline.symbols[scope]?.name ?? ''
    add({ owner, name }, 'binding', owner, name, type, from_call, role)
  }
  if (!relinking.globsStay) for (const star of starsOf(outline)) add({ star }, 'star', star)
  for (const { name, local, module } of outline.exports) {
    if (name !== '*') add(name === 'default' ? 'module' : { owner: '', name }, 'export', name, local, module)
  }
  add('module', 'package', outline.package)
  return all
}

function describeSymbols(facts: FactsView, relinking: Relinking, add: AddVisible): void {
  const outline = facts.outline()
  const headOf = headsOf(facts, relinking)
  // A file that says another package, or is in another build, takes all its names with it.
  const { build, package: inPackage } = outline
  const twins = new Map<string, number>()
  for (const symbol of visibleSymbols(outline)) {
    const { name, qualified_name, tag, kind, exported, static: isStatic, type, signature } = symbol
    const twin = (twins.get(qualified_name) ?? 0) + 1
    twins.set(qualified_name, twin)
    const owner = relinking.ownerOf?.(symbol, outline) ?? usualOwner(symbol, outline)
    const head = headOf(symbol)
    // Families read parameters and words like `virtual` or `private` from it; a value ends it, and is nobody's business.
    const written = isValue(symbol) ? signature.split('=')[0] : signature
    const more = relinking.seenWith?.(symbol, outline)
    const around = outline.symbols[symbol.parent]?.qualified_name
    const own = [tag, kind, exported, isStatic, type, written, head, around]
    add({ owner, name }, 'symbol', qualified_name, ...own, twin, build, inPackage, more)
  }
}
