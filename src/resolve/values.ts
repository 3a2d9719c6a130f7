/** Types of values: of variables by their bindings, of calls by their callees. Known only when all bindings agree. */
import type { BindingFact } from '../contract/facts.ts'
import { elementOf } from './elements.ts'
import { type FileTable, MODULE_SCOPE } from './file-table.ts'
import { agreed, factOf, instanceOf, isCallable, isClassLike, isValue, type Meaning, nothing, symbolAt } from './meaning.ts'
import type { Project } from './project.ts'
import { typeNamed } from './type-named.ts'

const unknown = nothing('receiver-unknown')

/** The value of a variable or value symbol; anything else is returned as it is. */
export function valueHeld(project: Project, meaning: Meaning): Meaning {
  if (meaning.is === 'variable') return heldBy(project, meaning.table, meaning.bindings)
  if (meaning.is !== 'symbol') return meaning
  const fact = factOf(meaning)
  if (!isValue(fact)) return meaning
  const { table, ordinal } = meaning
  return project.bench.follow(table.stepOf('value', ordinal), unknown, () => {
    if (fact.type !== '') return typeNamed(project, table, fact.parent, fact.type)
    const around = fact.parent === MODULE_SCOPE ? undefined : table.symbol(fact.parent)
    if (around?.kind === 'enum') return instanceOf(symbolAt(table, fact.parent))
    return heldBy(project, table, table.named(fact.parent, fact.name)?.bindings ?? [])
  })
}

/** The result of a call; `at`: for one of several results; `receiver`: the value before the dot. */
export function resultOf(project: Project, meaning: Meaning, at = 0, receiver?: Meaning): Meaning {
  return project.bench.deeper(() => givenBack(project, meaning, at, receiver))
}

function givenBack(project: Project, meaning: Meaning, at: number, receiver: Meaning | undefined): Meaning {
  if (meaning.is === 'nothing') {
    const given = meaning.among?.map((one) => resultOf(project, one, 0, receiver)) ?? []
    return given.length > 0 && given.every((one) => one.is !== 'nothing') ? agreed(given) : nothing(meaning.reason)
  }
  if (meaning.is === 'variable') return at === 0 ? madeBy(project, meaning) : unknown
  if (meaning.is !== 'symbol') return unknown
  const fact = factOf(meaning)
  const { table } = meaning
  const { propertiesAreMethods } = project.rules(table.language)
  if (propertiesAreMethods && fact.kind === 'property') return valueHeld(project, meaning)
  if (isValue(fact)) return madeBy(project, meaning)
  if (isClassLike(fact)) return at === 0 ? instanceOf(meaning) : unknown
  if (fact.kind === 'constructor') return fact.parent === MODULE_SCOPE ? unknown : instanceOf(symbolAt(table, fact.parent))
  if (propertiesAreMethods && isCallable(fact) && fact.type === '') {
    return heldBy(project, table, fieldsNamed(table, fact.parent, fact.name))
  }
  if (!isCallable(fact) || fact.type === '') return unknown
  const type = at === 0 ? fact.type : project.rules(table.language).resultType?.(fact.type, at)
  if (type === undefined) return unknown
  if (project.rules(table.language).readType?.(type) === 'receiver') return receiver ? objectOf(receiver) : unknown
  return typeNamed(project, table, meaning.ordinal, type)
}

/** An object of the receiver: itself, or an instance if it is a class. */
function objectOf(receiver: Meaning): Meaning {
  if (receiver.is === 'instance') return { ...receiver, above: false }
  return receiver.is === 'symbol' && isClassLike(factOf(receiver)) ? instanceOf(receiver) : unknown
}

/** Bindings of a member's value besides its symbol. */
const fieldsNamed = (table: FileTable, parent: number, name: string): readonly BindingFact[] =>
  table.named(parent, name)?.bindings.filter(({ role }) => role === 'field') ?? []

/** The result of calling a value: if it is a class, an object of it. */
function madeBy(project: Project, value: Meaning): Meaning {
  const held = valueHeld(project, value)
  if (held.is === 'package') return instanceOf(held)
  return held.is === 'symbol' && isClassLike(factOf(held)) ? instanceOf(held) : unknown
}

function heldBy(project: Project, table: FileTable, bindings: readonly BindingFact[]): Meaning {
  if (bindings.length === 0) return unknown
  const held: Meaning[] = []
  for (const binding of bindings) {
    const value = heldByOne(project, table, binding)
    // One unknown value makes the whole unknown: generated code binds one name a hundred times, each through the others.
    if (value.is === 'nothing' && value.reason !== 'builtin') return value
    held.push(value)
  }
  return agreed(held)
}

function heldByOne(project: Project, table: FileTable, binding: BindingFact): Meaning {
  const step = `held ${table.path} ${binding.scope} ${binding.name} ${binding.line} ${binding.role}`
  return project.bench.remember<Meaning>(step, unknown, () => {
    if (binding.type !== '') return typeNamed(project, table, binding.scope, binding.type)
    if (binding.from_call === '') return unknown
    return heldFrom(project, table, binding)
  })
}

/** The value of another name (`=x.y`), an element (`xs[]`), a result other than the first (`f#1`), the result of a call (`f`). */
function heldFrom(project: Project, table: FileTable, { scope, from_call }: BindingFact): Meaning {
  const [, same, list, several, at = '0'] = /^(?:=(.*)|(.*)\[\]|(.*)#(\d+))$/s.exec(from_call) ?? []
  // The result type of a call is written at the function.
  const called = list?.endsWith('()') ? list.slice(0, -2) : undefined
  const from = same ?? called ?? list ?? several ?? from_call
  const isCall = same === undefined && (list === undefined || called !== undefined)
  const meaning = project.meaningOfExpression(table, scope, from, isCall ? 'calls' : 'reads')
  if (same !== undefined) return valueHeld(project, meaning)
  if (list !== undefined) return elementOf(project, meaning)
  if (meaning.is === 'nothing' && meaning.reason === 'builtin') {
    const name = /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(from)?.[0] ?? ''
    return project.rules(table.language).staysBuiltin?.([{ name, called: true }]) === false ? unknown : meaning
  }
  return resultOf(project, meaning, Number(at), receiverOf(project, table, scope, from))
}

/** What the text before the last dot of a callee means. */
function receiverOf(project: Project, table: FileTable, scope: number, callee: string): Meaning | undefined {
  const before = /^(.+?)(?:\?->|::|\.)[^.:>()]+$/su.exec(callee)?.[1]
  if (before === undefined) return undefined
  return valueHeld(project, project.meaningOfExpression(table, scope, before, 'references'))
}
