/** Can an argument be passed to a parameter, and how well does it fit? Rules out only what is certainly impossible. */
import { factOf } from '../meaning.ts'
import { isBuiltinName, predefined, valueTypes } from './builtins.ts'
import { headOf } from './head.ts'
import { isSameType, type OutsideType, type RepoType, type Type } from './type.ts'
import type { Types } from './types.ts'

/** A lambda has no type of its own, only a shape. */
export type Lambda = { is: 'lambda'; count: number; gives: 'r' | 'v' | 'e'; isAsync: boolean }
export type Argument = Type | Lambda | { is: 'null' }

/** 0: not at all. 1: as an object. 2: as a base type, or widened. 3: exactly that type. `maybe`: unknown. */
export type Fit = 0 | 1 | 2 | 3 | 'maybe'

export function fitOf(types: Types, argument: Argument, parameter: Type): Fit {
  if (argument.is === 'lambda') return fitOfLambda(types, argument, parameter)
  if (argument.is === 'null') return parameter.is === 'outside' && valueTypes.has(parameter.name) ? 0 : 'maybe'
  if (argument.is === 'variable') return fitOfVariable(parameter)
  if (parameter.is === 'variable') return isOpen(argument) ? 'maybe' : 3
  if (isOpen(argument) || isOpen(parameter)) return 'maybe'
  if (isSameType(argument, parameter)) return 3
  if (parameter.is === 'outside' && /^(?:object|dynamic)$/.test(parameter.name)) return 1
  if (argument.is === 'type')
    return parameter.is === 'type' ? between(types, argument, parameter) : outward(types, argument, parameter as OutsideType)
  if (argument.is !== 'outside') return 'maybe'
  return parameter.is === 'type' ? (converts(types, parameter) ? 'maybe' : 0) : betweenOutside(argument, parameter as OutsideType)
}

/** An unbounded type parameter of the calling code: it fits an object, or a parameter whose type is inferred from it. */
function fitOfVariable(parameter: Type): Fit {
  if (parameter.is === 'variable') return 3
  if (isOpen(parameter)) return 'maybe'
  return parameter.is === 'outside' && /^(?:object|dynamic)$/.test(parameter.name) ? 1 : 0
}

const isOpen = (type: Type): boolean => type.is === 'unknown' || type.is === 'several' || type.is === 'variable'

const wider: Readonly<Record<string, readonly string[]>> = {
  byte: ['short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal'],
  short: ['int', 'long', 'float', 'double', 'decimal'],
  // A literal fits narrower types too.
  int: ['long', 'float', 'double', 'decimal', 'byte', 'sbyte', 'short', 'ushort', 'uint', 'ulong', 'nint', 'nuint'],
  uint: ['long', 'ulong', 'float', 'double', 'decimal'],
  long: ['float', 'double', 'decimal'],
  char: ['ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal'],
  float: ['double'],
}

function between(types: Types, argument: RepoType, parameter: RepoType): Fit {
  const line = types.line(argument)
  if (line.levels.some(({ of }) => of.table.path === parameter.of.table.path && of.ordinal === parameter.of.ordinal)) return 2
  return converts(types, argument) || converts(types, parameter) || !line.isWhole ? 'maybe' : 0
}

function outward(types: Types, argument: RepoType, parameter: OutsideType): Fit {
  const { isWhole, outside } = types.line(argument)
  if (outside.some((base) => base.name === parameter.name)) return 2
  if (converts(types, argument) || !isWhole) return 'maybe'
  if (outside.length > 0) return predefined.has(parameter.name) ? 0 : 'maybe'
  return isBuiltinName(parameter.name) && !/^I\p{Lu}|^(?:Enum|ValueType|Delegate|Attribute|Exception)$/u.test(parameter.name)
    ? 0
    : 'maybe'
}

/** Does the type define a conversion? */
function converts(types: Types, type: RepoType): boolean {
  return types
    .line(type)
    .levels.some(({ of }) => of.table.inside(of.ordinal).some((inner) => /^operator \w/.test(of.table.symbol(inner).name)))
}

function betweenOutside(argument: OutsideType, parameter: OutsideType): Fit {
  if (argument.name === parameter.name) return 'maybe'
  if (valueTypes.has(argument.name) && valueTypes.has(parameter.name))
    return wider[argument.name]?.includes(parameter.name) ? 2 : 0
  if (argument.name.endsWith('Exception') && parameter.name === 'Exception') return 2
  if (/^I\p{Lu}/u.test(parameter.name) || !isBuiltinName(parameter.name) || !isBuiltinName(argument.name)) return 'maybe'
  if (argument.name === 'string') return /Span|Memory/.test(parameter.name) ? 'maybe' : 0
  if (valueTypes.has(argument.name) || valueTypes.has(parameter.name) || parameter.name === 'string') return 0
  return /^(?:Func|Action|Predicate|Type|Uri)$/.test(parameter.name) || /^(?:Func|Action|Array|Type)$/.test(argument.name)
    ? 0
    : 'maybe'
}

const delegates =
  /^(?:Func|Action|Predicate|Comparison|Converter|Expression|Delegate|MulticastDelegate|\w*(?:Handler|Callback|Delegate|Start))$/

function fitOfLambda(types: Types, lambda: Lambda, parameter: Type): Fit {
  if (parameter.is === 'type') {
    const fact = factOf(parameter.of)
    return fact.kind === 'type' && headOf(fact).parameters?.length === lambda.count ? 'maybe' : 0
  }
  if (parameter.is !== 'outside') return parameter.is === 'variable' ? 0 : 'maybe'
  const [first] = parameter.args
  if (parameter.name === 'Expression' && first) return fitOfLambda(types, lambda, first)
  if (parameter.name === 'Func') return fitOfFunc(lambda, parameter.args)
  if (parameter.name === 'Action') return lambda.count === parameter.args.length && lambda.gives !== 'r' ? 'maybe' : 0
  if (delegates.test(parameter.name)) return 'maybe'
  return isBuiltinName(parameter.name) ? 0 : 'maybe'
}

/** An async lambda returns a task, with or without a result. */
function fitOfFunc({ count, gives, isAsync }: Lambda, args: readonly Type[]): Fit {
  if (count !== args.length - 1) return 0
  const result = args.at(-1)
  if (!isAsync) return gives === 'v' ? 0 : 'maybe'
  if (result?.is !== 'outside') return gives === 'v' && result?.is === 'type' ? 0 : 'maybe'
  if (!/^(?:Task|ValueTask)$/.test(result.name)) return 0
  return (gives === 'v' && result.args.length > 0) || (gives === 'r' && result.args.length === 0) ? 0 : 'maybe'
}

/** `=>1r`, `async=>0v` */
export function lambdaOf(text: string): Lambda | undefined {
  const [, isAsync, count, gives] = /^(async)?=>(\d+)([rve])$/.exec(text) ?? []
  if (count === undefined) return undefined
  return { is: 'lambda', count: Number(count), gives: gives as Lambda['gives'], isAsync: isAsync !== undefined }
}
