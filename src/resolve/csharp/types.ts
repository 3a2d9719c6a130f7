/** C# types in linking, and how a written type becomes one: type parameters, nested types, namespaces, aliases. */
import { LONGEST_TYPE } from '../bench.ts'
import { Copies } from '../copies.ts'
import type { FileTable } from '../file-table.ts'
import { MODULE_SCOPE } from '../file-table.ts'
import { isCallable, isClassLike, type SymbolMeaning, symbolAt } from '../meaning.ts'
import type { Project } from '../project.ts'
import { isBuiltinName, predefined } from './builtins.ts'
import { headOf } from './head.ts'
import { lineOf } from './line.ts'
import { Namespaces, namespaceOf, namespacesAround, SEVERAL } from './namespaces.ts'
import {
  type Env,
  isSameType,
  isTooLarge,
  isValueType,
  type Line,
  noEnv,
  outsideType,
  type RepoType,
  type Type,
  typeKey,
  unknownType,
} from './type.ts'
import { readTypeText, type TypePart, type TypeText } from './type-text.ts'
import { Usings } from './usings.ts'

export class Types {
  readonly project: Project
  readonly namespaces: Namespaces
  readonly usings: Usings

  /** Types as written outside heads and in them, where no type parameter has a value. */
  private readonly plain: Copies<Type>
  private readonly inHeads: Copies<Type>
  private readonly lines: Copies<Line>

  constructor(project: Project) {
    this.project = project
    this.plain = new Copies(project.bench)
    this.inHeads = new Copies(project.bench)
    this.lines = new Copies(project.bench)
    this.namespaces = new Namespaces(project.bench)
    this.usings = new Usings(project.bench, this.namespaces)
  }

  /** `inHead`: in the list of bases, where the type's own nested types are not visible. */
  written(text: string, table: FileTable, scope: number, env: Env = noEnv, inHead = false): Type {
    const copies = env.size > 0 ? undefined : inHead ? this.inHeads : this.plain
    const known = copies?.find(table, scope, text)
    if (known) return known
    const read = text.length > LONGEST_TYPE ? undefined : readTypeText(text)
    if (!read) return unknownType
    const values = env.size === 0 ? '' : [...env].map(([name, type]) => `${name}=${typeKey(type)}`).join()
    const step = `cs type\0${table.path}\0${scope}\0${text}\0${inHead}\0${values}`
    const follow = (): Type => this.meant(read, table, scope, env, inHead)
    if (copies) return copies.remember(table, scope, text, step, unknownType, follow)
    return this.project.bench.remember(step, unknownType, follow)
  }

  private meant(read: TypeText, table: FileTable, scope: number, env: Env, inHead: boolean): Type {
    let type = this.atPath(read.path, table, scope, env, inHead)
    if (read.isNullable && isValueType(type)) type = outsideType('Nullable', type)
    for (let arrays = read.arrays; arrays > 0; arrays--) type = outsideType('Array', type)
    return isTooLarge(type) ? unknownType : type
  }

  private atPath(path: readonly TypePart[], table: FileTable, scope: number, env: Env, inHead: boolean): Type {
    const [first, ...rest] = path
    if (!first) return unknownType
    const args = (part: TypePart): Type[] => part.args.map((text) => this.written(text, table, scope, env, inHead))
    if (rest.length === 0 && predefined.has(first.name)) return outsideType(first.name)
    const start = this.simple(first.name, first.args.length, table, scope, env, inHead)
    if (start) return rest.reduce((type, part) => this.nested(type, part.name, args(part)), withArgs(start, args(first)))
    for (let length = path.length - 1; length > 0; length--) {
      const last = path[length] as TypePart
      const name = path
        .slice(0, length)
        .map((part) => part.name)
        .join('.')
      const found = this.inNamespace(this.namespacesCalled(name, table, scope), last.name, last.args.length, table.path)
      if (found)
        return path
          .slice(length + 1)
          .reduce((type, part) => this.nested(type, part.name, args(part)), withArgs(found, args(last)))
    }
    const last = path.at(-1) as TypePart
    return this.outside(last.name, args(last))
  }

  /** A type of this repo that the file does not see may still be meant: then the type is unknown. */
  private outside(name: string, args: Type[]): Type {
    const isElsewhere = !isBuiltinName(name) && this.namespaces.named(name).some((type) => type.arity === args.length)
    return isElsewhere ? unknownType : outsideType(name, ...args)
  }

  /**
   * A bare name: a type parameter, a type nested in an enclosing type, or one of a visible namespace; undefined when none fits.
   */
  simple(name: string, arity: number, table: FileTable, scope: number, env: Env = noEnv, inHead = false): Type | undefined {
    for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
      const symbol = table.symbol(at)
      if (arity === 0 && (isCallable(symbol) || isClassLike(symbol)) && headOf(symbol).typeParameters.includes(name)) {
        return env.get(name) ?? this.bound(name, table, at)
      }
      if (!isClassLike(symbol) || (inHead && at === scope)) continue
      if (symbol.name === name && headOf(symbol).typeParameters.length === arity)
        return { is: 'type', of: this.chief(table, at), args: [] }
      const nested = this.nestedIn(symbolAt(table, at), name, arity)
      if (nested) return { is: 'type', of: nested, args: [] }
    }
    return this.outer(name, arity, table, scope)
  }

  /** The bound of a type parameter, when it is one type. */
  private bound(name: string, table: FileTable, at: number): Type {
    const bounds = headOf(table.symbol(at)).bounds.get(name) ?? []
    const [only, second] = bounds
    if (only === undefined || second !== undefined) return { is: 'variable' }
    return this.project.bench.follow<Type>(`cs bound ${table.path} ${at} ${name}`, { is: 'variable' }, () =>
      this.written(only, table, at),
    )
  }

  /** The part that represents a type. */
  chief(table: FileTable, ordinal: number): SymbolMeaning {
    const type = symbolAt(table, ordinal)
    return this.namespaces.parts(type)[0] ?? type
  }

  /** Searches enclosing namespaces outward, then aliases and opened namespaces. If they give two types, neither is chosen. */
  private outer(name: string, arity: number, table: FileTable, scope: number): Type | undefined {
    const namespace = namespaceOf(table, scope)
    const near = table.path
    const { classes, aliases } = this.usings.of(table)
    const all = this.namespaces.named(name)
    const named = all.length === 0 ? all : all.filter((type) => type.arity === arity)
    const isIn = (one: string): boolean => named.some((type) => type.namespace === one)
    const found: Type[] = []
    if (named.length > 0) {
      const own = isIn(namespace) ? this.inNamespace([namespace], name, arity, near) : undefined
      if (own) return own
      const around = namespacesAround(namespace).find(isIn) ?? ''
      const opened = this.usings.opened(table, namespace)
      for (const one of named.length === 1 ? [named[0]?.namespace ?? ''] : new Set(named.map((type) => type.namespace))) {
        const type = one === around || opened.has(one) ? this.inNamespace([one], name, arity, near) : undefined
        if (type) found.push(type)
      }
    }
    const alias = arity === 0 ? aliases.find((one) => one.alias === name) : undefined
    if (alias) found.push(this.aliased(alias.path, table))
    for (const one of classes) {
      const nested = this.nested(this.written(one, table, MODULE_SCOPE), name, [], arity)
      if (nested.is === 'type') found.push(nested)
    }
    const [first, second] = found
    if (!first || !second) return first
    return found.every((other) => isSameType(other, first)) ? first : { is: 'several' }
  }

  /** The type of a full name, with any number of type parameters. */
  aliased(path: string, table: FileTable): Type {
    const parts = path.split('.')
    const name = parts.at(-1) ?? ''
    const namespace = parts.slice(0, -1).join('.')
    // An alias does not say which of several types that differ in type parameters it means.
    const arities = [
      ...new Set(
        this.namespaces
          .named(name)
          .filter((type) => type.namespace === namespace)
          .map((type) => type.arity),
      ),
    ]
    if (arities.length > 1) return { is: 'several' }
    const found = arities[0] === undefined ? undefined : this.namespaces.find(namespace, name, arities[0], table.path)
    if (found) return typeAt(found)
    const type = this.project.bench.follow<Type>(`cs alias ${table.path} ${path}`, unknownType, () =>
      this.written(path, table, MODULE_SCOPE),
    )
    return type
  }

  private inNamespace(namespaces: readonly string[], name: string, arity: number, near: string): Type | undefined {
    for (const namespace of namespaces) {
      const found = this.namespaces.find(namespace, name, arity, near)
      if (found) return typeAt(found)
    }
    return undefined
  }

  /** What a written namespace may be: nested in an enclosing namespace, or exactly as written. */
  namespacesCalled(name: string, table: FileTable, scope: number): string[] {
    return [...namespacesAround(namespaceOf(table, scope)).map((around) => `${around}.${name}`), name]
  }

  /** A type nested in a type, or in one of its bases. */
  nested(type: Type, name: string, args: readonly Type[], arity = args.length): Type {
    if (type.is !== 'type') return type.is === 'outside' ? outsideType(name, ...args) : unknownType
    const found = this.nestedIn(type.of, name, arity)
    return found ? { is: 'type', of: found, args } : unknownType
  }

  private nestedIn(owner: SymbolMeaning, name: string, arity: number): SymbolMeaning | undefined {
    for (const { of } of this.line({ is: 'type', of: owner, args: [] }).levels) {
      const ordinal = of.table
        .named(of.ordinal, name)
        ?.symbols.find((one) => isClassLike(of.table.symbol(one)) && headOf(of.table.symbol(one)).typeParameters.length === arity)
      if (ordinal !== undefined) return this.chief(of.table, ordinal)
    }
    return undefined
  }

  line(type: RepoType): Line {
    return lineOf(this, type, this.lines)
  }

  /** What a part of a type extends and implements. */
  basesOf({ table, ordinal }: SymbolMeaning, env: Env): Type[] {
    const { bases } = headOf(table.symbol(ordinal))
    const uses = table.bases(ordinal)
    if (bases.length === 0 && uses.length > 0) return uses.map(() => unknownType)
    return bases.map((text) => this.written(text, table, ordinal, env, true))
  }
}

const withArgs = (type: Type, args: readonly Type[]): Type => (type.is === 'type' && args.length > 0 ? { ...type, args } : type)
const typeAt = (found: SymbolMeaning | typeof SEVERAL): Type =>
  found === SEVERAL ? { is: 'several' } : { is: 'type', of: found, args: [] }
