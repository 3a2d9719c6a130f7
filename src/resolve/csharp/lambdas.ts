/** The type of a lambda's parameter: from the method it is passed to, or the variable it is assigned to. */
import type { FileTable } from '../file-table.ts'
import { factOf, isCallable, symbolAt } from '../meaning.ts'
import { loopedOver } from './elements.ts'
import { headOf, isExtension, type Parameter } from './head.ts'
import type { Found } from './members.ts'
import { takes } from './overloads.ts'
import { commonType, type Env, envOf, noEnv, type Type, unknownType } from './type.ts'
import type { Values } from './values.ts'

/** Reads `λ1.0.2:a.Each` and `λ-.0:Func<A, B>`. */
export function typeOfLambdaParameter(values: Values, source: string, table: FileTable, scope: number): Type {
  const [, argument = '', parameter = '', count, from = ''] = /^λ(-|\d+)\.(\d+)(?:\.(\d+))?:(.*)$/s.exec(source) ?? []
  if (argument === '-') return delegateParameter(values, values.types.written(from, table, scope), Number(parameter))
  const given = { count: Number(count), typeArguments: -1, types: [] }
  const delegates = /^new [^()]*$/.test(from)
    ? ofConstructors(values, from.slice(4), Number(argument), given.count, table, scope)
    : ofCallee(values, from, Number(argument), given.count, table, scope)
  if (!Array.isArray(delegates)) return Number(parameter) === 0 ? delegates : unknownType
  const types = delegates.map((type) => delegateParameter(values, type, Number(parameter)))
  return commonType(types)
}

/** The types of the parameter that receives the lambda, one per callable method; or the element type that LINQ passes. */
function ofCallee(
  values: Values,
  callee: string,
  argument: number,
  count: number,
  table: FileTable,
  scope: number,
): Type[] | Type {
  const { found, owner, env } = values.callee(callee, table, scope)
  if (found.is === 'members') {
    const isMember = owner?.is === 'object'
    return found.members.all
      .filter(({ fact }) => isCallable(fact))
      .map((one) => ({ one, isExtended: isMember && isExtension(one.fact) }))
      .filter(({ one, isExtended }) => takes(one.fact, { count, typeArguments: -1, types: [] }, isExtended))
      .map(({ one, isExtended }) => parameterType(values, one, argument + (isExtended ? 1 : 0), env(one)))
  }
  return owner?.is === 'object' && argument === 0 && handsOn.test(callee.slice(callee.lastIndexOf('.') + 1))
    ? loopedOver(values.types, owner.type)
    : []
}

/** Methods of sequences that pass an element to their lambda. */
const handsOn =
  /^(?:Where|Select|SelectMany|Any|All|Count|First|FirstOrDefault|Single|SingleOrDefault|Last|LastOrDefault|OrderBy|OrderByDescending|ThenBy|ThenByDescending|GroupBy|ToDictionary|ToLookup|Sum|Min|Max|Average|TakeWhile|SkipWhile|ForEach|Find|FindAll|FindIndex|FindLast|Exists|RemoveAll|TrueForAll|DistinctBy|MinBy|MaxBy)$/

function parameterType(values: Values, { of, fact, env }: Found, at: number, given: Env): Type {
  const parameter = parameterAt(headOf(fact).parameters ?? [], at)
  return parameter ? values.types.written(parameter, of.table, of.ordinal, new Map([...env, ...given])) : unknownType
}

function parameterAt(parameters: readonly Parameter[], at: number): string | undefined {
  const last = parameters.at(-1)
  return at >= parameters.length - 1 && last?.isRest ? last.type.replace(/\[\]\??$/, '') : parameters[at]?.type
}

function ofConstructors(values: Values, text: string, argument: number, count: number, table: FileTable, scope: number): Type[] {
  const type = values.types.written(text, table, scope)
  if (type.is !== 'type') return []
  const env = envOf(type)
  const { levels, own } = values.types.line(type)
  const written = levels
    .slice(0, own)
    .flatMap(({ of }) =>
      (of.table.named(of.ordinal, factOf(of).name)?.symbols ?? [])
        .map((one) => symbolAt(of.table, one))
        .filter((one) => factOf(one).kind === 'constructor'),
    )
  return [...written, type.of]
    .filter(
      (one) =>
        headOf(factOf(one)).parameters !== undefined &&
        takes({ ...factOf(one), kind: 'constructor' }, { count, typeArguments: -1, types: [] }),
    )
    .map((one) => parameterType(values, { of: one, fact: factOf(one), env }, argument, noEnv))
}

/** The type that a delegate passes to its parameter. */
function delegateParameter(values: Values, type: Type, at: number): Type {
  if (type.is === 'outside') {
    const [first] = type.args
    if (type.name === 'Expression' && first) return delegateParameter(values, first, at)
    if (type.name === 'Func') return at < type.args.length - 1 ? (type.args[at] ?? unknownType) : unknownType
    if (/^(?:Action|Predicate|Converter)$/.test(type.name)) return type.args[at] ?? unknownType
    if (type.name === 'Comparison') return first ?? unknownType
    return type.name === 'EventHandler' && at === 1 ? (first ?? unknownType) : unknownType
  }
  if (type.is !== 'type' || factOf(type.of).kind !== 'type') return unknownType
  const parameter = headOf(factOf(type.of)).parameters?.[at]
  return parameter ? values.types.written(parameter.type, type.of.table, type.of.ordinal, envOf(type)) : unknownType
}
