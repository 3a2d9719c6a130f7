/**
 * Does a file import a name of another? Where names are known only through imports, a file that merely contains the word need not
 * be linked again. It may import the name itself, or the module that contains it, and reach it with a dot.
 */
import type { ImportFact } from '../contract/facts.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import type { Relinking } from './relinking.ts'
import { mentions } from './visible-names.ts'

/** `isModule`: may a file or folder of the repo have this name? */
export function takesName(
  outline: Outline,
  names: ReadonlySet<string>,
  relinking: Relinking,
  isModule: (name: string) => boolean,
): boolean {
  const isTaken = (fact: ImportFact): boolean =>
    names.has(fact.name) || isWhole(fact) || (relinking.takesModules === true && isModule(fact.name))
  return outline.imports.some(isTaken) || outline.exports.some(({ module, local }) => module !== '' && names.has(local))
}

/** Is one of the names written after something the file imports? That may be a module which another file hands on by a name of its own. */
export function takesByDot(facts: FactsView, names: ReadonlySet<string>): boolean {
  const imported = new Set(facts.outline().imports.map(({ alias }) => alias))
  return facts.uses().some(({ name, receiver }) => names.has(name) && mentions(receiver, imported))
}

/** A default import may mean the whole of a module that has no default. Node's modules contain no name of the repo. */
const isWhole = ({ name, module }: ImportFact): boolean => (name === '' || name === 'default') && !module.startsWith('node:')
