/** Parameters and local variables in a file's facts. They are not symbols, and their names refer to nothing else. */
import type { BindingFact, SymbolFact } from '../contract/facts.ts'

type Facts = { symbols: readonly SymbolFact[]; bindings: readonly BindingFact[] }

/** The binding of a bare name in a symbol or an enclosing one; undefined when not local. `within`: ordinal of the symbol. */
export function localNamed({ symbols, bindings }: Facts, name: string, within: number): BindingFact | undefined {
  const scopes = new Set<number>()
  for (let at = within; at >= 0 && !scopes.has(at); at = symbols[at]?.parent ?? -1) scopes.add(at)
  return bindings.find((binding) => binding.role !== 'field' && scopes.has(binding.scope) && plainName(binding.name) === name)
}

/** In Rust `x@12` if a function binds `x` again. */
const plainName = (name: string): string => name.replace(/@\d+$/, '')
