/**
 * Several signatures of one function are one thing to those who call it. Links point to one of them, the representative. A
 * question about any of them has the same uses. Used where links are made and where they are read.
 */
import type { SymbolFact } from './facts.ts'

const callable: ReadonlySet<string> = new Set(['function', 'method', 'constructor'])
const javascript: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx', 'vue', 'svelte', 'html'])

/**
 * The one of `twins` (same name, same scope, in order) that stands for all; undefined when they are different things. Python
 * runs the last one it met. In TypeScript the body follows its signatures; functions of one name that stand further apart are
 * in different callbacks, which are no symbols. In C the branches of `#if` may each define a thing: the first stands for it. Java's overloads are told apart by their arguments: none stands for all. In C# the
 * first branch of an `#if` stands for the others.
 */
export function standsForAll(twins: readonly SymbolFact[], language: string): SymbolFact | undefined {
  if (preprocessed.has(language)) return twins.every((twin) => isBranchOf(twin, twins[0])) ? twins[0] : undefined
  if (!twins.every((twin) => callable.has(twin.kind))) return undefined
  if (language === 'python' || language === 'notebook')
    return twins.every((twin) => twin.kind === twins[0]?.kind) ? twins.at(-1) : undefined
  if (language === 'csharp') return twins.every((twin) => plainTag(twin) === plainTag(twins[0])) ? twins[0] : undefined
  return javascript.has(language) && twins.every((twin, at) => isRightBelow(twin, twins[at - 1])) ? twins.at(-1) : undefined
}

const plainTag = (symbol: SymbolFact | undefined): string => symbol?.tag.replace(/#\d+$/, '') ?? ''

const preprocessed: ReadonlySet<string> = new Set(['c', 'cpp', 'objective-c'])

/** Are these one thing, written once for each branch: macros, or definitions with the very same parameters? */
export function isBranchOf(one: SymbolFact, other: SymbolFact | undefined): boolean {
  if (one.kind !== other?.kind) return false
  return one.kind === 'macro' || one.tag.replace(/#.*$/, '') === other.tag.replace(/#.*$/, '')
}

/** Several functions of one path are different functions, each with its own parameters. */
export const toldApartByArguments = (language: string): boolean => overloading.has(language)
const overloading: ReadonlySet<string> = new Set(['java', 'csharp', 'c', 'cpp'])

function isRightBelow(twin: SymbolFact, above: SymbolFact | undefined): boolean {
  if (above === undefined) return true
  const comment = twin.doc === '' ? 0 : twin.doc.split('\n').length + 2
  return twin.start_line - above.end_line <= 2 + comment
}
