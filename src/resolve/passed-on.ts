/** Which names of a file change their meaning when other names do, so that further files are affected. */
import { longestIdentifier } from '../base/words.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import type { Relinking } from './relinking.ts'
import { headsOf, mentions, visibleBindings, visibleSymbols } from './visible-names.ts'

/** `free`: member names. `module`: the module as a whole changes too (its default, or a re-export of another module). */
export type PassedOn = { names: Set<string>; free: Set<string>; module: boolean }

/** Names inside a file whose meaning changed: these, or any that the file does not define (it imports other modules as a whole). */
export type NamesInside = ReadonlySet<string> | 'any'

/** Names of this file that change their meaning when one of `names` does, or a module named by one of `modules`. */
export function passedOn(
  facts: FactsView,
  relinking: Relinking,
  names: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): PassedOn {
  const outline = facts.outline()
  if (relinking.closedModules) return outward(outline, followedFar(facts, relinking, names, modules).inside, modules)
  const follow = relinking.namesAreTaken ? followedFar : followedBy
  const { names: passed, free } = follow(facts, relinking, names, modules)
  const module =
    (!relinking.globsStay && outline.imports.some((fact) => fact.kind === 'wildcard' && mentions(fact.module, modules))) ||
    outline.exports.some((fact) => fact.name === 'default' && names.has(fact.local))
  return { names: passed, free, module }
}

/** Does the file import or re-export something from a module whose written name contains one of the names? */
export const importsFrom = (outline: Outline, modules: ReadonlySet<string>): boolean =>
  [...outline.imports, ...outline.exports].some((fact) => mentions(fact.module, modules))

/** What a closed module does not export stays inside; members are visible together with their owner. */
function outward(outline: Outline, inside: ReadonlySet<string>, modules: ReadonlySet<string>): PassedOn {
  const passed: PassedOn = { names: new Set(), free: new Set(), module: false }
  for (const symbol of visibleSymbols(outline)) if (symbol.parent >= 0 && inside.has(symbol.name)) passed.free.add(symbol.name)
  for (const { name, scope } of visibleBindings(outline)) if (scope >= 0 && inside.has(name)) passed.free.add(name)
  for (const { name, local, module } of outline.exports) {
    const isWhole = local === '*' || local === 'default'
    const isMeant = module === '' ? inside.has(local) : inside.has(local) || (isWhole && mentions(module, modules))
    if (!isMeant) continue
    if (name === 'default' || name === '*') passed.module = true
    else passed.names.add(name)
  }
  return passed
}

/** Names of an open module that depend on what it imports, when that changed, over any number of steps inside the file. */
export function dependsOnImports(facts: FactsView, relinking: Relinking, imported: NamesInside): PassedOn {
  const passed: PassedOn = { names: new Set(), free: new Set(), module: false }
  let inside = imported
  for (let grown = -1; grown !== passed.names.size + passed.free.size; ) {
    grown = passed.names.size + passed.free.size
    const { names, free } = declaredBy(facts, relinking, inside)
    for (const name of names) passed.names.add(name)
    for (const name of free) passed.free.add(name)
    if (inside !== 'any') inside = new Set([...inside, ...names, ...free])
  }
  for (const { name, local, module } of facts.outline().exports) {
    if (module !== '' || (inside !== 'any' && !inside.has(local))) continue
    if (name === 'default' || name === '*') passed.module = true
    else passed.names.add(name)
  }
  return passed
}

/**
 * Names that depend on one of `names` in any number of steps inside the file. Where a name must be imported to be known, no search
 * returns to a file for a name of its own. `inside`: with `names`.
 */
function followedFar(
  facts: FactsView,
  relinking: Relinking,
  names: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): Omit<PassedOn, 'module'> & { inside: ReadonlySet<string> } {
  const far = { names: new Set<string>(), free: new Set<string>(), inside: new Set(names) }
  for (let grown = -1; grown !== far.inside.size; ) {
    grown = far.inside.size
    const followed = followedBy(facts, relinking, far.inside, modules)
    for (const kind of ['names', 'free'] as const)
      for (const name of followed[kind]) {
        far[kind].add(name)
        far.inside.add(name)
      }
  }
  return far
}

/** Names that depend on one of `names` in one step. */
function followedBy(
  facts: FactsView,
  relinking: Relinking,
  names: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): Omit<PassedOn, 'module'> {
  const followed = declaredBy(facts, relinking, names)
  for (const { module, name, alias } of facts.outline().imports) {
    const isWhole = name === '' || name === 'default'
    if (alias !== '' && (names.has(name) || modules.has(name) || (isWhole && mentions(module, modules))))
      followed.names.add(alias)
  }
  return followed
}

/** Names that the file declares with one of `names`: as a type, a base, or the function whose result it is. */
function declaredBy(facts: FactsView, relinking: Relinking, names: NamesInside): Omit<PassedOn, 'module'> {
  const outline = facts.outline()
  const followed = { names: new Set<string>(), free: new Set<string>() }
  const isMeant = (text: string): boolean => (names === 'any' ? /\w/.test(text) : mentions(text, names))
  // Other files mention `@last` and `valid?` by the word in them; exports of a closed module are looked up as written.
  const follow = (name: string, parent: number): void => {
    const word = relinking.closedModules ? name : longestIdentifier(name) || name
    ;(parent < 0 ? followed.names : followed.free).add(word)
  }
  const headOf = headsOf(facts, relinking)
  for (const symbol of visibleSymbols(outline)) {
    if (isMeant(symbol.type) || isMeant(headOf(symbol))) follow(symbol.name, symbol.parent)
  }
  for (const { name, type, from_call, scope } of visibleBindings(outline)) {
    if (isMeant(`${type} ${from_call}`)) follow(name, scope)
  }
  return followed
}
