/** Which names are local to a function, so that a bare use of one is not taken for a use of a symbol. */
import type { ScopeKind } from './language.ts'

type Scope = {
  parent: number
  kind: ScopeKind | 'module'
  /** Ordinal of the symbol around it, -1 for the module. */
  owner: number
  /** The scope itself, or the nearest around it that is no block. */
  home: number
  inFunction: boolean
  /** In a function, or in a block anywhere. */
  local: boolean
  /** true: a local variable, parameter, type parameter. false: a symbol or an import known by this name. */
  names: Map<string, boolean> | undefined
}

/** Code nested deeper than this is generated or hostile; looking further up for every name would take quadratic time. */
const MAX_LOOKUPS = 256

export class Scopes {
  private readonly all: Scope[] = [
    { parent: -1, kind: 'module', owner: -1, home: 0, inFunction: false, local: false, names: undefined },
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
      }) - 1
    )
  }

  kind(scope: number): Scope['kind'] {
    return this.at(scope).kind
  }
  owner(scope: number): number {
    return this.at(scope).owner
  }
  /** Where `var` and Python's names live: the nearest scope that is no block. */
  home(scope: number): number {
    return this.at(scope).home
  }
  isInFunction(scope: number): boolean {
    return this.at(scope).inFunction
  }
  /** Outside functions and blocks nothing is local: such names are symbols. */
  isLocalPlace(scope: number): boolean {
    return this.at(scope).local
  }

  /** The first to speak wins within a scope: a parameter stays local although the body assigns to it. */
  declare(scope: number, name: string, options: { local: boolean }): void {
    const at = this.at(scope)
    at.names ??= new Map()
    if (!at.names.has(name)) at.names.set(name, options.local)
  }

  /** After MAX_LOOKUPS the answer is yes: rather a use left out than one invented. */
  isLocal(scope: number, name: string): boolean {
    let at = scope
    for (let looked = 0; looked < MAX_LOOKUPS; looked++) {
      const here = this.at(at)
      const known = here.names?.get(name)
      if (known !== undefined) return known
      at = here.parent
      if (at < 0) return false
    }
    return true
  }

  private at(scope: number): Scope {
    return this.all[scope] as Scope
  }
}
