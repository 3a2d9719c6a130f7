/** Extension methods (`this Foo foo`) that a file can see and that fit the receiver. */
import type { FileTable } from '../file-table.ts'
import { factOf, symbolAt } from '../meaning.ts'
import { maps, sequences, wellKnownMembers } from './builtins.ts'
import { headOf, isExtension } from './head.ts'
import { type Asked, type Found, fitter, type Members } from './members.ts'
import { namespaceOf } from './namespaces.ts'
import { pick, takes } from './overloads.ts'
import { type Env, isSameType, noEnv, type Type, unknownType } from './type.ts'
import { readTypeText } from './type-text.ts'
import type { Types } from './types.ts'

type Extension = Found & { namespace: string }

/** Of so many methods of one name it is not checked which of them fit: each needs the type of its first parameter. */
const MOST_SEEN = 200
/** What a look at an extension method costs, in looks at a candidate: types are read from its head. */
const LOOKED_AT = 20

export class Extensions {
  private readonly types: Types
  private readonly byName = new Map<string, readonly Extension[]>()

  constructor(types: Types) {
    this.types = types
  }

  find(receiver: Type, name: string, { given, args }: Pick<Asked, 'given' | 'args'>, table: FileTable, scope: number): Members {
    const none: Members = { all: [], isAmbiguous: false }
    if (receiver.is !== 'type' && receiver.is !== 'outside') return none
    // A method of the type itself would come first, and not all methods of library types are known.
    if (receiver.is === 'outside' && wellKnownMembers.has(name)) return none
    const named = this.named(name)
    if (named.length === 0) return none
    this.types.project.bench.spend(named.length * LOOKED_AT)
    const namespace = namespaceOf(table, scope)
    const opened = this.types.usings.opened(table, namespace)
    const isSeen = (one: string): boolean => one === '' || opened.has(one) || `${namespace}.`.startsWith(`${one}.`)
    const seen = named.filter((one) => isSeen(one.namespace) && takes(one.fact, given, true))
    if (seen.length > MOST_SEEN) return { all: seen, isAmbiguous: true }
    const fitting = seen.filter((one) => this.isFor(one, receiver)).map((one) => ({ ...one, env: this.inferred(one, receiver) }))
    if (fitting.length === 0) return none
    const one = pick(fitting, given, fitter(this.types, { args }), true)
    return one ? { all: [one], isAmbiguous: false } : { all: fitting, isAmbiguous: true }
  }

  /** Is there an extension method of this name, for any type? */
  has(name: string): boolean {
    return this.named(name).length > 0
  }

  private named(name: string): readonly Extension[] {
    const known = this.byName.get(name)
    if (known) return known
    const { bench } = this.types.project
    const found: Extension[] = []
    for (const table of bench.tables(bench.filesDefining(name).filter((path) => bench.languageOf(path) === 'csharp'))) {
      for (const ordinal of table.lastNamed(name)) {
        const fact = table.symbol(ordinal)
        if (isExtension(fact))
          found.push({ of: symbolAt(table, ordinal), fact, env: noEnv, namespace: namespaceOf(table, ordinal) })
      }
    }
    this.byName.set(name, found)
    return found
  }

  /** What the receiver's type says about the method's type parameters: `this T`, `this IFoo<T>`. */
  private inferred({ fact }: Extension, receiver: Type): Env {
    const { typeParameters, parameters } = headOf(fact)
    const written = readTypeText(parameters?.[0]?.type ?? '')
    const [only, ...deeper] = written?.path ?? []
    if (!only || deeper.length > 0 || typeParameters.length === 0) return noEnv
    if (typeParameters.includes(only.name)) return new Map([[only.name, written?.arrays === 0 ? receiver : unknownType]])
    const args = receiver.is === 'type' || receiver.is === 'outside' ? receiver.args : []
    const isSame =
      (receiver.is === 'outside' && args.length === only.args.length) ||
      (receiver.is === 'type' && factOf(receiver.of).name === only.name)
    return new Map(typeParameters.map((name) => [name, (isSame && args[only.args.indexOf(name)]) || unknownType]))
  }

  private isFor({ of, fact }: Extension, receiver: Type): boolean {
    const written = headOf(fact).parameters?.[0]?.type ?? ''
    if (headOf(fact).typeParameters.includes(written.replace(/\?$/, ''))) {
      const bounds = headOf(fact).bounds.get(written.replace(/\?$/, '')) ?? []
      return bounds.every((bound) => this.isA(receiver, this.types.written(bound, of.table, of.ordinal)))
    }
    return this.isA(receiver, this.types.written(written, of.table, of.ordinal))
  }

  /** True only if certain. Type arguments are not compared where one of them is unknown. */
  private isA(type: Type, wanted: Type): boolean {
    if (wanted.is === 'outside' && wanted.name === 'object') return true
    if (type.is === 'type') {
      const line = this.types.line(type)
      if (wanted.is === 'type')
        return line.levels.some(({ of }) => of.table.path === wanted.of.table.path && of.ordinal === wanted.of.ordinal)
      return wanted.is === 'outside' && line.outside.some((base) => isOutside(base, wanted))
    }
    return type.is === 'outside' && wanted.is === 'outside' && isOutside(type, wanted)
  }
}

function isOutside(type: Extract<Type, { is: 'outside' }>, wanted: Extract<Type, { is: 'outside' }>): boolean {
  if (type.name === wanted.name)
    return type.args.length === wanted.args.length && type.args.every((arg, at) => mayBe(arg, wanted.args[at]))
  if (wanted.name !== 'IEnumerable') return false
  if (sequences.has(type.name)) return wanted.args.length === 0 || mayBe(type.args[0], wanted.args[0])
  return wanted.args.length === 0 && (maps.has(type.name) || type.name === 'string')
}

const mayBe = (type: Type | undefined, wanted: Type | undefined): boolean =>
  type === undefined || wanted === undefined || isOpen(type) || isOpen(wanted) || isSameType(type, wanted)
const isOpen = (type: Type): boolean => type.is === 'variable' || type.is === 'unknown' || type.is === 'several'
