/** The type arguments of a method in a call of it. */
import type { FileTable } from '../file-table.ts'
import { isCallable } from '../meaning.ts'
import { headOf } from './head.ts'
import type { Found } from './members.ts'
import type { Step } from './read-chain.ts'
import { type Env, noEnv, unknownType } from './type.ts'
import type { Types } from './types.ts'

/** What a call says about the method's own type parameters. */
export function givenTypes(types: Types, { fact, env }: Found, { typeArguments }: Step, table: FileTable, scope: number): Env {
  const names = isCallable(fact) ? headOf(fact).typeParameters.filter((name) => !env.has(name)) : []
  if (names.length === 0) return noEnv
  return new Map(
    names.map((name, at) => [
      name,
      typeArguments?.[at] === undefined ? unknownType : types.written(typeArguments[at], table, scope),
    ]),
  )
}

/** Type parameters that the call does not give are unknown. */
export function openTypes({ fact, env }: Found): Env {
  return new Map(
    headOf(fact)
      .typeParameters.filter((name) => !env.has(name))
      .map((name) => [name, unknownType]),
  )
}
