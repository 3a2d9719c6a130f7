/** Members of types outside this repo: enough of .NET for chains through lists, tasks, options and delegates. */
import { givesElement, givesOther, givesSame, holders, maps, ofString, sequences, tasks } from './builtins.ts'
import type { Step } from './read-chain.ts'
import { type OutsideType, outsideType, type Type, unknownType } from './type.ts'
import type { Types } from './types.ts'

/** `foo?.Bar` on a `Foo?`: only members that every nullable has are looked up on it, all others on its value. */
export function unwrapped(type: Type, name: string): Type {
  if (type.is !== 'outside' || type.name !== 'Nullable' || /^(?:Value|HasValue|GetValueOrDefault)$/.test(name)) return type
  return type.args[0] ?? unknownType
}

/** The type of a member or of its result; undefined when unknown. */
export function knownMember(type: Type, { name, called }: Pick<Step, 'name' | 'called'>): Type | undefined {
  const ofAll = called ? everyObject.get(name) : undefined
  if (ofAll !== undefined) return outsideType(ofAll)
  if (type.is !== 'outside') return undefined
  if (sequences.has(type.name) || maps.has(type.name)) return ofCollection(type, name, called)
  const [first = unknownType, second = unknownType] = type.args
  if (tasks.has(type.name)) return called ? (name === 'ConfigureAwait' ? type : undefined) : name === 'Result' ? first : undefined
  if (holders.has(type.name)) return (called ? name === 'GetValueOrDefault' : name === 'Value') ? first : undefined
  if (type.name === 'KeyValuePair' && !called) return name === 'Key' ? first : name === 'Value' ? second : undefined
  if (type.name !== 'string') return undefined
  return called ? (ofString.has(name) ? type : undefined) : name === 'Length' ? outsideType('int') : undefined
}

function ofCollection(type: OutsideType, name: string, called: boolean): Type | undefined {
  const [first = unknownType, second = unknownType] = type.args
  if (name === 'Count' || (!called && name === 'Length')) return outsideType('int')
  if (maps.has(type.name) && !called)
    return name === 'Values'
      ? outsideType('ICollection', second)
      : name === 'Keys'
        ? outsideType('ICollection', first)
        : undefined
  if (!called) return undefined
  if (/^(?:Any|All|Contains|ContainsKey|SequenceEqual)$/.test(name)) return outsideType('bool')
  if (maps.has(type.name)) return undefined
  if (givesElement.has(name)) return first
  if (givesSame.has(name)) return outsideType('IEnumerable', first)
  return givesOther.has(name) ? outsideType('IEnumerable', unknownType) : undefined
}

const everyObject: ReadonlyMap<string, string> = new Map([
  ['ToString', 'string'],
  ['GetType', 'Type'],
  ['GetHashCode', 'int'],
  ['Equals', 'bool'],
])

/** The result type of `await`. */
export function awaited(type: Type): Type {
  return type.is === 'outside' && tasks.has(type.name) ? (type.args[0] ?? unknownType) : unknownType
}

/** The result type of calling a value: `Func<A, B>` returns a B. */
export function delegateResult(types: Types, type: Type): Type {
  if (type.is === 'outside') return type.name === 'Func' ? (type.args.at(-1) ?? unknownType) : unknownType
  if (type.is !== 'type') return unknownType
  const { table, ordinal } = type.of
  const written = /\bdelegate\s+(.+?)\s+[\p{L}_][\p{L}\p{N}_]*\s*(?:<[^()]*>)?\s*\(/su.exec(table.symbol(ordinal).signature)?.[1]
  return written === undefined ? unknownType : types.written(written, table, ordinal)
}
