/** The types of C# variables and arguments: as declared, or as their values show. */
import type { BindingFact } from '../../contract/facts.ts'
import type { FileTable } from '../file-table.ts'
import { type Argument, lambdaOf } from './conversions.ts'
import { loopedOver } from './elements.ts'
import { typeOfLambdaParameter } from './lambdas.ts'
import { commonType, type Type, unknownType } from './type.ts'
import type { Value, Values } from './values.ts'

/** The type that all bindings of a variable agree on. */
export function boundType(values: Values, bindings: readonly BindingFact[], table: FileTable): Type {
  return commonType(bindings.map((binding) => typeOfBinding(values, binding, table)))
}

function typeOfBinding(values: Values, binding: BindingFact, table: FileTable): Type {
  const { type, scope, from_call: from, name, line } = binding
  if (type !== '') return values.types.written(type, table, scope)
  if (from === '') return unknownType
  return values.types.project.bench.remember<Type>(
    `cs held\0${table.path}\0${scope}\0${name}\0${line}\0${from}`,
    unknownType,
    () => {
      if (from.startsWith('λ')) return typeOfLambdaParameter(values, from, table, scope)
      if (from.startsWith('=')) return held(values.of(from.slice(1), table, scope))
      if (from.endsWith('[]')) return loopedOver(values.types, held(values.of(from.slice(0, -2), table, scope)))
      return held(values.of(from.endsWith('#1') ? `${from.slice(0, -2)}()#1` : `${from}()`, table, scope))
    },
  )
}

/** The type of an argument as the parser wrote it: a type, `$x` for a value, a lambda's shape, or unknown. */
export function argumentType(values: Values, text: string, table: FileTable, scope: number): Argument {
  if (text === '') return unknownType
  if (text === 'null') return { is: 'null' }
  if (text.startsWith('$')) {
    const type = held(values.of(text.slice(1), table, scope))
    // A member's type may be a type parameter only because nothing is known about it.
    return type.is === 'variable' && /\W/.test(text.slice(1)) ? unknownType : type
  }
  return lambdaOf(text) ?? values.types.written(text, table, scope)
}

const held = (value: Value): Type => (value.is === 'object' ? value.type : unknownType)
