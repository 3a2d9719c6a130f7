/** What a C# use refers to: a type, member, local function or extension method; or why that is unknown. */
import type { UseFact } from '../../contract/facts.ts'
import type { UnresolvedReason } from '../../contract/links.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { factOf, isCallable, isClassLike, isValue, type Meaning, nothing, symbolAt } from '../meaning.ts'
import { argumentType } from './bound-type.ts'
import { isBuiltinName } from './builtins.ts'
import type { Argument } from './conversions.ts'
import { unwrapped } from './known-members.ts'
import { type Asked, fitter, type Members, membersOf } from './members.ts'
import { erased, givenBy, notGiven, pick, takes } from './overloads.ts'
import { noEnv, type Type } from './type.ts'
import type { Value, Values } from './values.ts'

const typeUses: ReadonlySet<EdgeKind> = new Set(['uses_type', 'extends', 'implements', 'decorates'])

/** `next`: the use directly after this one and a dot. */
export function meaningOfUse(values: Values, use: UseFact, table: FileTable, scope: number, next: UseFact | undefined): Meaning {
  if (typeUses.has(use.use) || use.argument_types === 'new') return typeMeant(values, use, table, scope)
  const given = givenBy(use.arguments, use.argument_types)
  let known: readonly Argument[] | undefined
  const args = () => (known ??= given.types.map((text) => argumentType(values, text, table, scope)))
  const asked: Asked = { use: use.use, given, args, above: false }
  return use.receiver === ''
    ? typeBefore(values, bareMeant(values, use, asked, table, scope), use, table, scope, next)
    : memberMeant(values, use, asked, table, scope)
}

/** `[Fact]` may be short for `FactAttribute`. */
function typeMeant(values: Values, use: UseFact, table: FileTable, scope: number): Meaning {
  const names = use.use === 'decorates' ? [use.name, `${use.name}Attribute`] : [use.name]
  const inHead = use.use === 'extends' || use.use === 'implements'
  const arity = Math.max(0, use.arguments)
  let last: Meaning = nothing('not-found')
  for (const name of names) {
    const type =
      use.receiver === ''
        ? values.types.simple(name, arity, table, scope, undefined, inHead)
        : qualified(values, use.receiver, name, arity, table, scope)
    last = type ? meaningOfType(type) : nothing(isBuiltinName(name) ? 'builtin' : 'not-found')
    if (last.is !== 'nothing' || last.reason !== 'not-found') return last
  }
  return last
}

function meaningOfType(type: Type): Meaning {
  switch (type.is) {
    case 'type':
      return type.of
    case 'several':
      return nothing('ambiguous')
    case 'variable':
      return nothing('local')
    case 'outside':
      return nothing('builtin')
    case 'unknown':
      return nothing('not-found')
    default:
      return type satisfies never
  }
}

function qualified(
  values: Values,
  receiver: string,
  name: string,
  arity: number,
  table: FileTable,
  scope: number,
): Type | undefined {
  const written = arity === 0 ? name : `${name}<${Array.from({ length: arity }, () => 'object').join()}>`
  const type = values.types.written(`${receiver}.${written}`, table, scope)
  return type.is === 'type' || type.is === 'several' ? type : undefined
}

function bareMeant(values: Values, use: UseFact, asked: Asked, table: FileTable, scope: number): Meaning {
  if (use.symbol >= 0) return symbolAt(table, use.symbol)
  for (let at = scope; ; at = table.parent(at)) {
    const found = inScope(values, use.name, asked, table, at)
    if (found) return found
    if (at === MODULE_SCOPE) break
  }
  const opened = values.openedMember(use.name, asked, table)
  if (opened) return meaningOfMembers(opened)
  if (use.use === 'calls') return nothing('not-found')
  const type = values.types.simple(use.name, Math.max(0, use.arguments), table, scope)
  if (type) return meaningOfType(type)
  return nothing(isBuiltinName(use.name) || isNamespace(values, [use.name], table) ? 'builtin' : 'not-found')
}

/** `Color Color`: a property named like its type gives way to the type when the next name is one of its static members. */
function typeBefore(
  values: Values,
  meaning: Meaning,
  use: UseFact,
  table: FileTable,
  scope: number,
  next: UseFact | undefined,
): Meaning {
  if (!next || meaning.is !== 'symbol' || !isValue(factOf(meaning)) || erased(factOf(meaning).type) !== use.name) return meaning
  const type = values.types.simple(use.name, 0, table, scope)
  if (type?.is !== 'type') return meaning
  const [member] = membersOf(values.types, type, next.name, {
    use: 'references',
    given: notGiven,
    args: () => [],
    above: false,
  }).all
  return member && (member.fact.static || isClassLike(member.fact)) ? type.of : meaning
}

function inScope(values: Values, name: string, asked: Asked, table: FileTable, at: number): Meaning | undefined {
  const owner = at === MODULE_SCOPE ? undefined : table.symbol(at)
  if (owner && isClassLike(owner)) {
    const members = membersOf(values.types, values.typeAt(table, at), name, asked)
    if (members.all.length > 0) return meaningOfMembers(members)
    const isCaptured = table.named(at, name)?.bindings.some(({ role }) => role === 'field') && !hasSymbol(table, at, name)
    return isCaptured ? nothing('local') : undefined
  }
  const here = table.named(at, name)
  const functions = (here?.symbols ?? []).filter((ordinal) => table.symbol(ordinal).kind === 'function')
  const fitting = functions
    .map((ordinal) => ({ of: symbolAt(table, ordinal), fact: table.symbol(ordinal), env: noEnv }))
    .filter(({ fact }) => asked.use !== 'calls' || takes(fact, asked.given))
  const one = pick(fitting, asked.given, fitter(values.types, asked))
  if (one) return one.of
  return fitting.length > 0 ? nothing('ambiguous') : undefined
}

const hasSymbol = (table: FileTable, at: number, name: string): boolean => (table.named(at, name)?.symbols.length ?? 0) > 0

function memberMeant(values: Values, use: UseFact, asked: Asked, table: FileTable, scope: number): Meaning {
  const owner = values.of(use.receiver, table, scope)
  switch (owner.is) {
    case 'nothing':
      return nothing(owner.reason)
    case 'members':
      return nothing('receiver-unknown')
    case 'namespace':
      return inNamespace(values, owner.names, use, table)
    case 'class':
    case 'object':
      return behindDot(values, owner, use.name, asked, table, scope)
    default:
      return owner satisfies never
  }
}

function inNamespace(values: Values, names: readonly string[], use: UseFact, table: FileTable): Meaning {
  if (use.use === 'calls') return nothing('receiver-unknown')
  for (const namespace of names) {
    const found = values.types.namespaces.find(namespace, use.name, Math.max(0, use.arguments), table.path)
    if (found) return found === 'several' ? nothing('ambiguous') : found
  }
  const whole = names.map((namespace) => `${namespace}.${use.name}`)
  return nothing(isNamespace(values, whole, table) ? 'builtin' : 'not-found')
}

function behindDot(
  values: Values,
  owner: Extract<Value, { is: 'class' | 'object' }>,
  name: string,
  asked: Asked,
  table: FileTable,
  scope: number,
): Meaning {
  const type = unwrapped(owner.type, name)
  const above = owner.is === 'object' && owner.above
  const members = type.is === 'type' ? membersOf(values.types, type, name, above ? { ...asked, above } : asked) : undefined
  if (members && members.all.length > 0) return meaningOfMembers(members)
  if (owner.is === 'object' && asked.use === 'calls') {
    const extensions = values.extensions.find(type, name, asked, table, scope)
    if (extensions.all.length > 0) return meaningOfMembers(extensions)
  }
  return nothing(reasonOf(values, type, asked.use === 'calls' && values.extensions.has(name)))
}

/** A type of another library has no members in this repo, unless an extension method has that name. */
function reasonOf(values: Values, type: Type, isExtended: boolean): UnresolvedReason {
  if (type.is === 'several') return 'ambiguous'
  if (type.is === 'outside') return isExtended ? 'receiver-unknown' : 'builtin'
  return type.is === 'type' && values.types.line(type).isWhole ? 'not-found' : 'receiver-unknown'
}

function meaningOfMembers({ all, isAmbiguous }: Members): Meaning {
  const [first] = all
  if (!first) return nothing('not-found')
  if (!isAmbiguous) return first.of
  const among = all.filter(({ fact }) => isCallable(fact)).map(({ of }) => of)
  return { ...nothing('ambiguous'), among }
}

/** Does the file belong to or open one of these namespaces, or one nested in them? Then no symbol is meant. */
function isNamespace(values: Values, names: readonly string[], table: FileTable): boolean {
  const known = [table.package, ...values.types.usings.of(table).namespaces]
  return names.some((name) => known.some((one) => `${one}.`.startsWith(`${name}.`)))
}
