/** Parameters and local variables of a file as its facts name them: they are no symbols, and nothing else is meant by them. */
import type { BindingFact, SymbolFact } from '../contract/facts.ts'

type Facts = { symbols: readonly SymbolFact[]; bindings: readonly BindingFact[] }

/** The binding of a bare name inside a symbol or one around it; undefined when it is none. `within`: the innermost symbol's ordinal. */
export function localNamed({ symbols, bindings }: Facts, name: string, within: number): BindingFact | undefined {
  const scopes = new Set<number>()
  for (let at = within; at >= 0 && !scopes.has(at); at = symbols[at]?.parent ?? -1) scopes.add(at)
  return bindings.find((binding) => binding.role !== 'field' && scopes.has(binding.scope) && plainName(binding.name) === name)
}

/** In Rust `x@12` where a function binds `x` again. */
const plainName = (name: string): string => name.replace(/@\d+$/, '')
