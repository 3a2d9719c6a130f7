/** What an expression of names, dots and calls is: a value, a type, a namespace, or methods by name. */
import type { UnresolvedReason } from '../../contract/links.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { isCallable, isClassLike, symbolAt } from '../meaning.ts'
import { boundType } from './bound-type.ts'
import { isBuiltinName } from './builtins.ts'
import { elementOf } from './elements.ts'
import { Extensions } from './extensions.ts'
import { givenTypes, openTypes } from './given-types.ts'
import { awaited, delegateResult, knownMember, unwrapped } from './known-members.ts'
import { type Asked, capturedType, type Found, type Members, membersOf, typeOfMember } from './members.ts'
import { notGiven } from './overloads.ts'
import { readChain, type Step } from './read-chain.ts'
import { commonType, type Env, noEnv, outsideType, type RepoType, type Type, unknownType } from './type.ts'
import type { Types } from './types.ts'

export type Value =
  /** `given`: already the result of a call. */
  | { is: 'object'; type: Type; above: boolean; given?: true }
  | { is: 'class'; type: Type }
  /** The full names it may have. */
  | { is: 'namespace'; names: readonly string[] }
  | { is: 'members'; members: Members }
  | { is: 'nothing'; reason: UnresolvedReason }

const nothing = (reason: UnresolvedReason): Value => ({ is: 'nothing', reason })
const objectOf = (type: Type, above = false): Value => ({ is: 'object', type, above })
/** Whatever the arguments. */
const anyhow = (use: Asked['use'], above = false): Asked => ({ use, given: notGiven, args: noArguments, above })
const noArguments = (): [] => []

export class Values {
  readonly types: Types
  readonly extensions: Extensions

  constructor(types: Types) {
    this.types = types
    this.extensions = new Extensions(types)
  }

  /** What `text`, written in `scope` of a file, refers to. */
  of(text: string, table: FileTable, scope: number): Value {
    const chain = readChain(text)
    if (!chain) return nothing('receiver-unknown')
    const start = chain.made ?? chain.literal
    let value = start === undefined ? undefined : objectOf(this.types.written(start, table, scope))
    for (const step of chain.steps) {
      const found = value ? this.member(value, step, table, scope) : this.first(step, table, scope)
      value = this.after(found, step, table, scope)
      if (value.is === 'nothing') return value
    }
    return value ?? nothing('receiver-unknown')
  }

  /** The callee before the call, and its receiver. */
  callee(text: string, table: FileTable, scope: number): { found: Value; owner?: Value; env: (found: Found) => Env } {
    const chain = readChain(text)
    const last = chain?.steps.at(-1)
    const noTypes = () => noEnv
    if (!chain || !last || last.called) return { found: nothing('receiver-unknown'), env: noTypes }
    const step = { ...last, called: true }
    const env = (found: Found): Env => (last.typeArguments ? givenTypes(this.types, found, last, table, scope) : openTypes(found))
    if (chain.steps.length === 1 && chain.made === undefined && chain.literal === undefined)
      return { found: this.first(step, table, scope), env }
    const dot = /(?:\?\.|\.|::|->)[^.:>]*(?:<[^()]*>)?$/.exec(text)?.index ?? 0
    const owner = this.of(text.slice(0, dot), table, scope)
    return { found: this.member(owner, step, table, scope), owner, env }
  }

  /** A bare name, looked up from the inside out. */
  first(step: Pick<Step, 'name' | 'typeArguments' | 'called'>, table: FileTable, scope: number): Value {
    const { name } = step
    if (name === 'this' || name === 'super') {
      const type = this.typeAround(table, scope)
      return type ? objectOf(type, name === 'super') : nothing('receiver-unknown')
    }
    for (let at = scope; ; at = table.parent(at)) {
      const found = this.inScope(name, step.called ? 'calls' : 'references', table, at)
      if (found) return found
      if (at === MODULE_SCOPE) break
    }
    const opened = this.openedMember(name, anyhow(step.called ? 'calls' : 'references'), table)
    if (opened) return { is: 'members', members: opened }
    const type = this.types.simple(name, step.typeArguments?.length ?? 0, table, scope)
    if (type) return { is: 'class', type: this.withArguments(type, step, table, scope) }
    if (isBuiltinName(name)) return { is: 'class', type: outsideType(name) }
    return { is: 'namespace', names: this.types.namespacesCalled(name, table, scope) }
  }

  private withArguments(type: Type, { typeArguments = [] }: Pick<Step, 'typeArguments'>, table: FileTable, scope: number): Type {
    if (type.is !== 'type' || typeArguments.length === 0) return type
    return { ...type, args: typeArguments.map((text) => this.types.written(text, table, scope)) }
  }

  private inScope(name: string, use: Asked['use'], table: FileTable, at: number): Value | undefined {
    const owner = at === MODULE_SCOPE ? undefined : table.symbol(at)
    if (owner && isClassLike(owner)) {
      const members = membersOf(this.types, this.typeAt(table, at), name, anyhow(use))
      if (members.all.length > 0) return { is: 'members', members }
      const captured = capturedType(this.types, table, at, name)
      return captured && objectOf(captured)
    }
    const here = table.named(at, name)
    const functions = (here?.symbols ?? []).filter((ordinal) => table.symbol(ordinal).kind === 'function')
    if (functions.length > 0) {
      const all = functions.map((ordinal) => ({ of: symbolAt(table, ordinal), fact: table.symbol(ordinal), env: noEnv }))
      return { is: 'members', members: { all, isAmbiguous: all.length > 1 } }
    }
    const bindings = (here?.bindings ?? []).filter(({ role }) => role !== 'field')
    return bindings.length > 0 ? objectOf(boundType(this, bindings, table)) : undefined
  }

  /** A member of a class opened by `using static`. */
  openedMember(name: string, asked: Asked, table: FileTable): Members | undefined {
    for (const opened of this.types.usings.of(table).classes) {
      const type = this.types.written(opened, table, MODULE_SCOPE)
      const members = type.is === 'type' ? membersOf(this.types, type, name, asked) : undefined
      if (members?.all.some(({ fact }) => fact.static || isClassLike(fact))) return members
    }
    return undefined
  }

  /** The enclosing type, with its own type parameters. */
  typeAround(table: FileTable, scope: number): RepoType | undefined {
    for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at))
      if (isClassLike(table.symbol(at))) return this.typeAt(table, at)
    return undefined
  }

  typeAt(table: FileTable, ordinal: number): RepoType {
    return { is: 'type', of: this.types.chief(table, ordinal), args: [] }
  }

  private member(owner: Value, step: Step, table: FileTable, scope: number): Value {
    switch (owner.is) {
      case 'namespace':
        return this.inNamespace(owner.names, step, table, scope)
      case 'class':
      case 'object':
        return this.behindDot(owner, step, table, scope)
      case 'members':
        return nothing('receiver-unknown')
      default:
        return owner
    }
  }

  private inNamespace(names: readonly string[], { name, typeArguments = [] }: Step, table: FileTable, scope: number): Value {
    for (const namespace of names) {
      const found = this.types.namespaces.find(namespace, name, typeArguments.length, table.path)
      if (found === 'several') return nothing('ambiguous')
      const args = typeArguments.map((text) => this.types.written(text, table, scope))
      if (found) return { is: 'class', type: { is: 'type', of: found, args } }
    }
    return { is: 'namespace', names: names.map((namespace) => `${namespace}.${name}`) }
  }

  private behindDot(owner: Extract<Value, { is: 'class' | 'object' }>, step: Step, table: FileTable, scope: number): Value {
    const type = unwrapped(owner.type, step.name)
    const use = step.called ? 'calls' : 'references'
    if (type.is === 'type') {
      const above = owner.is === 'object' && owner.above
      const members = membersOf(this.types, type, step.name, anyhow(use, above))
      if (members.all.length > 0) return { is: 'members', members }
    }
    if (owner.is === 'object' && step.called) {
      const members = this.extensions.find(type, step.name, anyhow(use), table, scope)
      if (members.all.length > 0) return { is: 'members', members }
    }
    if (owner.is === 'object') {
      const known = knownMember(type, step)
      if (known) return step.called ? { is: 'object', type: known, above: false, given: true } : objectOf(known)
    }
    return nothing(type.is === 'several' ? 'ambiguous' : 'receiver-unknown')
  }

  /** The value after a call, index or `await`; or the plain value. */
  private after(found: Value, step: Step, table: FileTable, scope: number): Value {
    if (found.is !== 'members' && !step.called && step.indexed === 0) return found
    let type =
      found.is === 'members' ? this.typeOf(found.members, step, table, scope) : found.is === 'object' ? found.type : undefined
    const [only] = found.is === 'members' ? found.members.all : []
    if (only && isClassLike(only.fact) && !step.called) return { is: 'class', type: type ?? unknownType }
    if (!type) return found.is === 'nothing' ? found : nothing('receiver-unknown')
    if (step.called && found.is === 'members' && only && !isCallable(only.fact)) type = delegateResult(this.types, type)
    if (step.called && found.is === 'object' && !found.given) type = delegateResult(this.types, type)
    for (let left = step.indexed; left > 0; left--) type = elementOf(this.types, type)
    if (step.awaited) type = awaited(type)
    return objectOf(type)
  }

  /** The type that all members share. */
  private typeOf(members: Members, step: Step, table: FileTable, scope: number): Type {
    const types = members.all.map((found) => typeOfMember(this.types, found, givenTypes(this.types, found, step, table, scope)))
    return commonType(types)
  }
}
