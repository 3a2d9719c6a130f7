/** The type of a receiver: `self.store.open()?.table`, followed step by step. */
import type { BindingFact } from '../../contract/facts.ts'
import { MODULE_SCOPE } from '../file-table.ts'
import { agreed, factOf, type Meaning, nothing, type SymbolMeaning, symbolAt } from '../meaning.ts'
import { memberOf, memberOfOther, type Wanted } from './members.ts'
import type { RustPaths, RustScope } from './paths.ts'
import { awaited, element, givenByMethod, reached, unwrapped } from './std-types.ts'
import { readTypeText } from './type-text.ts'
import {
  type Known,
  other,
  parametersOf,
  type RustType,
  selfBinding,
  selfOf,
  typeOfMeaning,
  typeOfText,
  unknown,
  zipped,
} from './types.ts'

const head = /^(?:::)?[\p{L}_][\p{L}\p{N}_]*(?:::[\p{L}_][\p{L}\p{N}_]*)*(?:@\d+)?/u
const steps = /^(?:(\?)|\.(await)\b|\.([\p{L}_][\p{L}\p{N}_]*)(\(\))?|\.(\d+)|(\[[^[\]]*\]))/u

export function typeOfExpression(paths: RustPaths, text: string, from: RustScope): RustType {
  const first = head.exec(text)?.[0]
  if (first === undefined) return /^"/.test(text) ? other('str') : unknown
  let rest = text.slice(first.length)
  const how = rest.startsWith('()') ? 'called' : rest.startsWith('{}') ? 'made' : 'read'
  if (how !== 'read') rest = rest.slice(2)
  let type = typeOfHead(paths, first.split('::'), how, from)
  while (rest !== '' && type.is !== 'unknown') {
    const step = steps.exec(rest)
    if (!step) return unknown
    type = follow(paths, type, step, from)
    rest = rest.slice(step[0].length)
  }
  return type
}

function follow(paths: RustPaths, type: RustType, step: RegExpExecArray, from: RustScope): RustType {
  const [, isTried, isAwaited, name, isCalled, part, isIndexed] = step
  if (isTried) return unwrapped(type)
  if (isAwaited) return awaited(type)
  if (isIndexed) return element(type)
  if (part !== undefined) return partOf(paths, type, part)
  if (name === undefined) return unknown
  return isCalled ? givenBy(paths, type, name, from) : fieldType(paths, type, name)
}

function typeOfHead(paths: RustPaths, segments: readonly string[], how: 'called' | 'made' | 'read', from: RustScope): RustType {
  const [first = ''] = segments
  if (how === 'made') return typeMade(paths, segments, from)
  if (segments.length > 1) return typeOfPath(paths, segments, how, from)
  if (first === 'Self') return selfOf(paths, from)
  const variables = variablesNamed(first, from)
  if (variables.length > 0) return how === 'read' ? heldBy(paths, variables, from) : unknown
  return typeOfValue(paths, paths.path(segments, from, 'value'), how)
}

/** `Point{}`, and a variant whose fields are meant. */
function typeMade(paths: RustPaths, segments: readonly string[], from: RustScope): RustType {
  if (segments.length === 1 && segments[0] === 'Self') return selfOf(paths, from)
  const named = paths.path(segments, from, 'type')
  const meaning = named.is === 'nothing' ? paths.path(segments, from, 'value') : named
  if (meaning.is === 'symbol' && factOf(meaning).kind === 'property') return { is: 'own', symbol: meaning, arguments: [] }
  return typeOfMeaning(paths, meaning, segments.at(-1) ?? '', [])
}

/** `Store::open()`, `config::load()`, `Kind::Open` */
function typeOfPath(paths: RustPaths, segments: readonly string[], how: 'called' | 'read', from: RustScope): RustType {
  const owner = segments.slice(0, -1).join('::')
  const meaning = paths.path(segments, from, 'value')
  const self = meaning.is === 'symbol' && factOf(meaning).kind === 'method' ? typeOfText(paths, owner, from) : unknown
  return typeOfValue(paths, meaning, how, self)
}

function typeOfValue(paths: RustPaths, meaning: Meaning, how: 'called' | 'read', self: RustType = unknown): RustType {
  if (meaning.is !== 'symbol') return unknown
  const { kind, type, parent } = factOf(meaning)
  const { table } = meaning
  if (kind === 'struct') return { is: 'own', symbol: meaning, arguments: [] }
  if (kind === 'property' && parent !== MODULE_SCOPE) return { is: 'own', symbol: symbolAt(table, parent), arguments: [] }
  if (kind === 'constant' || kind === 'variable')
    return how === 'read' ? typeOfText(paths, type, { table, scope: meaning.ordinal }) : unknown
  return how === 'called' ? resultOf(paths, meaning, self) : unknown
}

/** The result type of a function; `self` is its receiver, or the type in its path. */
function resultOf(paths: RustPaths, callee: SymbolMeaning, self: RustType): RustType {
  const { kind, type, signature } = factOf(callee)
  if ((kind !== 'function' && kind !== 'method') || type === '') return unknown
  const { table, ordinal } = callee
  const result = typeOfText(paths, type, { table, scope: ordinal }, knownIn(callee, self))
  return /^(?:pub(?:\([^)]*\))? )?(?:\w+ )*?async /.test(signature) ? other('Future', result) : result
}

/** In an impl of `Foo<A, B>`, a method called on a `Foo<X, Y>` knows A and B. */
function knownIn({ table, ordinal }: SymbolMeaning, self: RustType): Known {
  if (self.is === 'unknown') return new Map()
  const written = readTypeText(selfBinding(table, ordinal)?.type ?? '')
  const names = written?.is === 'path' ? written.arguments.map((one) => (one.is === 'path' ? one.path.join('::') : '')) : []
  const given = self.is === 'own' ? self.arguments : []
  return new Map([...zipped(names, given), ['Self', self]])
}

/** Variables and parameters of the enclosing functions; there are none outside functions. */
function variablesNamed(name: string, { table, scope }: RustScope): readonly BindingFact[] {
  for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
    if (table.symbol(at).kind === 'module') return []
    const found = (table.named(at, name)?.bindings ?? []).filter(({ role }) => role !== 'field')
    if (found.length > 0) return found
  }
  // A macro call outside functions may contain closures (`test!(|dir: Dir| …)`).
  return name.includes('@') ? (table.named(MODULE_SCOPE, name)?.bindings ?? []) : []
}

/** The type of a variable, when all its assignments agree. */
function heldBy(paths: RustPaths, bindings: readonly BindingFact[], { table }: RustScope): RustType {
  const types = bindings.map((binding) => {
    const from = { table, scope: binding.scope }
    const step = `rust\0${table.path}\0${binding.scope}\0${binding.name}\0${binding.type}\0${binding.from_call}`
    return paths.project.bench.remember<RustType>(step, unknown, () => {
      if (binding.type !== '') return typeOfText(paths, binding.type, from)
      return binding.from_call.startsWith('=') ? typeOfExpression(paths, binding.from_call.slice(1), from) : unknown
    })
  })
  const [first = unknown, ...rest] = types
  return rest.every((type) => keyOf(type) === keyOf(first)) ? first : unknown
}

function keyOf(type: RustType): string {
  switch (type.is) {
    case 'own':
      return `${type.symbol.table.path} ${type.symbol.ordinal}<${type.arguments.map(keyOf).join()}>`
    case 'other':
      return `${type.target} ${type.name}<${type.arguments.map(keyOf).join()}>`
    case 'tuple':
      return `(${type.parts.map(keyOf).join()})`
    case 'bounds':
      return type.traits.map(keyOf).join('+')
    case 'unknown':
      return '?'
  }
}

function givenBy(paths: RustPaths, type: RustType, name: string, from: RustScope): RustType {
  const at = reached(type, name)
  const method = memberOfType(paths, at, name, 'method', from)
  if (method.is === 'symbol') return resultOf(paths, method, at)
  if (at.is === 'other') return givenByMethod(at, name)
  return name === 'clone' || name === 'to_owned' ? type : unknown
}

function fieldType(paths: RustPaths, type: RustType, name: string): RustType {
  const at = reached(type, '')
  if (at.is !== 'own') return unknown
  const { table, ordinal } = at.symbol
  const field = table.named(ordinal, name)
  const [only, second] = field?.symbols ?? []
  const written = only === undefined ? field?.bindings.find(({ role }) => role === 'field')?.type : table.symbol(only).type
  if (second !== undefined || written === undefined) return unknown
  // The fields of a variant are written where the type parameters of its enum are known.
  return typeOfText(paths, written, { table, scope: ordinal }, zipped(parametersOf(table, ordinal), at.arguments))
}

/** `pair.0` */
function partOf(paths: RustPaths, type: RustType, part: string): RustType {
  const at = reached(type, '')
  return at.is === 'tuple' ? (at.parts[Number(part)] ?? unknown) : fieldType(paths, at, part)
}

/** A field or method after a dot. */
export function memberOfType(paths: RustPaths, type: RustType, name: string, wanted: Wanted, from: RustScope): Meaning {
  const at = reached(type, wanted === 'method' ? name : '')
  if (at.is === 'own') return memberOf(paths, at.symbol, name, wanted, from)
  if (at.is === 'other') return wanted === 'method' ? memberOfOther(paths, at, name, from) : nothing('receiver-unknown')
  if (at.is !== 'bounds') return nothing('receiver-unknown')
  const found = at.traits
    .filter((trait) => trait.is === 'own')
    .map((trait) => memberOf(paths, trait.symbol, name, wanted, from))
    .filter((meaning) => meaning.is !== 'nothing' || meaning.reason === 'ambiguous')
  return found.length > 0 ? agreed(found) : nothing('receiver-unknown')
}
