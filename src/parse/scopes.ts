/** Which names are local to a function, so that a bare use of one is not recorded as a use of a symbol. */
import type { SymbolKind } from '../contract/symbol.ts'
import type { ScopeKind } from './language.ts'

/**
 * The meaning of a name: a local variable, parameter or type parameter; the symbol with this ordinal; or something else that is
 * not local: an import, several symbols of one name.
 */
type Known = 'local' | 'other' | number

type Scope = {
  parent: number
  kind: ScopeKind | 'module'
  /** Ordinal of the enclosing symbol, -1 for the module. */
  owner: number
  /** The scope itself, or the nearest enclosing one that is not a block. */
  home: number
  inFunction: boolean
  /** In a function, or in a block anywhere. */
  local: boolean
  names: Map<string, Known> | undefined
  /** Names of types only, in a language in which a type and a value of one name are separate. */
  types: Map<string, Known> | undefined
}

/** Code nested deeper than this is generated or hostile; searching further up for every name would take quadratic time. */
const MAX_LOOKUPS = 256

export class Scopes {
  private readonly all: Scope[] = [
    { parent: -1, kind: 'module', owner: -1, home: 0, inFunction: false, local: false, names: undefined, types: undefined },
  ]

  open(parent: number, kind: ScopeKind, owner: number): number {
    const outer = this.at(parent)
    return (
      this.all.push({
        parent,
        kind,
        owner,
        home: kind === 'block' ? outer.home : this.all.length,
        inFunction: kind === 'function' || outer.inFunction,
        local: kind === 'class' ? outer.local : true,
        names: undefined,
        types: undefined,
      }) - 1
    )
  }

  kind(scope: number): Scope['kind'] {
    return this.at(scope).kind
  }
  owner(scope: number): number {
    return this.at(scope).owner
  }
  /** The scope of `var` and Python's names: the nearest one that is not a block. */
  home(scope: number): number {
    return this.at(scope).home
  }
  isInFunction(scope: number): boolean {
    return this.at(scope).inFunction
  }
  /** Outside functions and blocks nothing is local: such names are symbols. */
  isLocalScope(scope: number): boolean {
    return this.at(scope).local
  }

  /** The first declaration in a scope wins: a parameter stays local although the body assigns to it. */
  declare(scope: number, name: string, { local, symbol, type }: { local: boolean; symbol?: number; type?: boolean }): void {
    const at = this.at(scope)
    const known: Known = local ? 'local' : (symbol ?? 'other')
    const side = type ? 'types' : 'names'
    at[side] ??= new Map()
    const names = at[side]
    const first = names.get(name)
    if (first === undefined) names.set(name, known)
    else if (typeof first === 'number' && typeof known === 'number') names.set(name, 'other')
  }

  /**
   * The meaning of a name in this scope; `type`: where a type is expected. After MAX_LOOKUPS it is local: a missing use is better
   * than a wrong one.
   */
  find(scope: number, name: string, options: { type: boolean }): Known {
    let at = scope
    for (let looked = 0; looked < MAX_LOOKUPS; looked++) {
      const here = this.at(at)
      const known = (options.type ? here.types?.get(name) : undefined) ?? here.names?.get(name)
      if (known !== undefined) return known
      at = here.parent
      if (at < 0) return 'other'
    }
    return 'local'
  }

  /** The nearest scope that declares the name. */
  declaring(scope: number, name: string): number | undefined {
    let at = scope
    for (let looked = 0; at >= 0 && looked < MAX_LOOKUPS; looked++) {
      if (this.has(at, name)) return at
      at = this.at(at).parent
    }
    return undefined
  }

  /** Is the name declared in exactly this scope? */
  has(scope: number, name: string): boolean {
    return this.at(scope).names?.has(name) ?? false
  }

  isLocal(scope: number, name: string): boolean {
    return this.find(scope, name, { type: false }) === 'local'
  }

  private at(scope: number): Scope {
    return this.all[scope] as Scope
  }
}

/** The scope a definition opens by default. */
export const scopeByKind: Partial<Record<SymbolKind, ScopeKind>> = {
  function: 'function',
  method: 'function',
  constructor: 'function',
  macro: 'function',
  class: 'class',
  interface: 'class',
  struct: 'class',
  enum: 'class',
  trait: 'class',
  namespace: 'class',
}
