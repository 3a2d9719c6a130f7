/**
 * For its callers, a function with several signatures is one symbol. Links point to one signature, the representative. A
 * question about any signature has the same uses. Used both when links are made and when they are read.
 */
import type { SymbolFact } from './facts.ts'

const callable: ReadonlySet<string> = new Set(['function', 'method', 'constructor'])
const javascript: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx', 'vue', 'svelte', 'html'])

/**
 * Returns the one of `twins` (same name, same scope, in order) that represents all; undefined when they are different symbols.
 * Python uses the last definition. In TypeScript the body follows its signatures; functions of one name that are further apart
 * are in different callbacks, which are not symbols. In C and C# each branch of an `#if` may define the symbol: the first
 * represents it. Overloads in Java are distinguished by their arguments, so there is no representative.
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

/** Are these one symbol, written once for each branch: macros, or definitions with the same parameters? */
export function isBranchOf(one: SymbolFact, other: SymbolFact | undefined): boolean {
  if (one.kind !== other?.kind) return false
  return one.kind === 'macro' || one.tag.replace(/#.*/s, '') === other.tag.replace(/#.*/s, '')
}

/** Whether functions with the same qualified name are different functions, distinguished by their parameters. */
export const toldApartByArguments = (language: string): boolean => overloading.has(language)
const overloading: ReadonlySet<string> = new Set(['java', 'csharp', 'c', 'cpp'])

function isRightBelow(twin: SymbolFact, above: SymbolFact | undefined): boolean {
  if (above === undefined) return true
  const comment = twin.doc === '' ? 0 : twin.doc.split('\n').length + 2
  return twin.start_line - above.end_line <= 2 + comment
}
