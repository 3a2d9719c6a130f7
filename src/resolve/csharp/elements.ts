/** Elements of a C# value: what an index returns, and what a loop iterates over. */
import { maps, sequences } from './builtins.ts'
import { membersOf, typeOfMember } from './members.ts'
import { notGiven } from './overloads.ts'
import { noEnv, outsideType, type Type, unknownType } from './type.ts'
import type { Types } from './types.ts'

/** The type that an index returns. */
export function elementOf(types: Types, type: Type): Type {
  if (type.is === 'outside') {
    if (sequences.has(type.name)) return type.args[0] ?? unknownType
    return maps.has(type.name) ? (type.args[1] ?? unknownType) : unknownType
  }
  if (type.is !== 'type') return unknownType
  const [indexer] = membersOf(types, type, 'this[]', { use: 'reads', given: notGiven, args: () => [], above: false }).all
  return indexer ? typeOfMember(types, indexer, noEnv) : unknownType
}

/** The type that a loop iterates over. */
export function loopedOver(types: Types, type: Type): Type {
  if (type.is === 'outside') {
    if (maps.has(type.name)) return outsideType('KeyValuePair', ...type.args)
    return sequences.has(type.name) ? (type.args[0] ?? unknownType) : unknownType
  }
  if (type.is !== 'type') return unknownType
  const base = types.line(type).outside.find((one) => sequences.has(one.name))
  return base?.args[0] ?? unknownType
}
