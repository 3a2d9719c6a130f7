/** Ruby: constants by lexical scope, then by inheritance; bare names are variables or methods of self; classes are open. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { Outline } from '../../contract/facts-codec.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import { lineOf } from '../class-line.ts'
import type { Ask, Family, Rules, Side } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import {
  type FolderMeaning,
  factOf,
  isClassLike,
  type Meaning,
  type ModuleMeaning,
  nothing,
  type SymbolMeaning,
  symbolAt,
} from '../meaning.ts'
import { memberOfClass } from '../members.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { usualOwner } from '../visible-names.ts'
import { isBuiltinName, isCoreConstant } from './builtins.ts'
import { Constants, holderOf, holdersAround } from './constants.ts'
import { OpenClasses } from './open-classes.ts'
import { elementOfRubyType, readRubyType } from './read-type.ts'
import { RubyRequires } from './requires.ts'

export const ruby: Family = {
  languages: ['ruby'],
  relinking: { basesInBody: true, ownerOf },
  open: (project) => new RubyRules(project),
}

const isConstant = (name: string): boolean => /^\p{Lu}/u.test(name)

class RubyRules implements Rules {
  readonly bodyIsClass = true
  readonly propertiesAreMethods = true
  readonly selfNames = new Map([['self', 'object']] as const)
  readonly readType = readOnce(readRubyType)
  readonly elementType = readOnce(elementOfRubyType)
  readonly isBuiltin = isBuiltinName
  private readonly project: Project
  private readonly constants: Constants
  private readonly classes: OpenClasses
  private readonly requires: RubyRequires

  constructor(project: Project) {
    this.project = project
    this.constants = new Constants(project)
    this.classes = new OpenClasses(project, this.constants)
    this.requires = new RubyRequires(project.bench)
  }

  imported(fact: ImportFact, from: FileTable): Meaning {
    return this.requires.find(fact.module, from.path)
  }

  /** The only folder is the top level of every program. */
  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    if (module.is !== 'folder') return nothing('not-found')
    return this.topConstant(name, undefined, asking) ?? nothing('not-found')
  }

  bareName(name: string, from: FileTable, asking: Ask, scope: number): Meaning {
    if (name.startsWith('@')) return this.field(name, from, scope)
    if (name === 'Object' && asking.use === 'references') return { is: 'folder', folder: '', language: 'ruby' }
    if (isConstant(name)) return this.constant(name, from, asking, scope)
    return this.variable(name, from, asking, scope) ?? this.method(name, from, asking, scope)
  }

  inherited(owner: SymbolMeaning): readonly Meaning[] {
    return this.classes.inherited(owner)
  }

  ownMember(
    owner: SymbolMeaning,
    name: string,
    use: EdgeKind,
    side: Side | undefined,
    asked: SymbolMeaning,
  ): Meaning | undefined {
    const fact = factOf(owner)
    if (isConstant(name)) {
      return this.constants.find(`${fact.qualified_name}.${name}`, owner.table.path, { certain: use !== 'references' })
    }
    const isMixedIn = fact.kind === 'module' && factOf(asked).qualified_name !== fact.qualified_name
    return side === 'static' && isMixedIn
      ? this.classes.classMethod(owner, name, use)
      : this.classes.member(owner, name, use, side)
  }

  /** Of a method written twice in one file the last is in effect; a constant is defined by its first assignment. */
  pickTwin(twins: readonly SymbolFact[]): SymbolFact | undefined {
    return twins.every((twin) => twin.kind === 'constant' || isClassLike(twin)) ? twins[0] : twins.at(-1)
  }

  /** A built-in method may return anything. */
  staysBuiltin(steps: readonly { called: boolean }[]): boolean {
    return steps.every((step) => !step.called)
  }

  /** A rake task is run by its name, never called. */
  isNoValue(symbol: SymbolFact): boolean {
    return symbol.kind === 'function' && /^task\b/.test(symbol.signature)
  }

  private constant(name: string, from: FileTable, asking: Ask, scope: number): Meaning {
    const certain = asking.use !== 'references'
    const [holder, ...outer] = holdersAround(from, scope)
    for (const at of holder === undefined ? [] : [holder, ...outer]) {
      const found = this.constants.find(`${from.symbol(at).qualified_name}.${name}`, from.path, { certain })
      if (found) return found
    }
    const above = holder === undefined ? [] : lineOf(this.project, symbolAt(from, holder)).types.slice(1)
    for (const { table, ordinal } of above) {
      const found = this.constants.find(`${table.symbol(ordinal).qualified_name}.${name}`, from.path, { certain })
      if (found) return found
    }
    return this.topConstant(name, from, asking) ?? nothing('not-found')
  }

  /** A class of the language or its standard library remains theirs when the repo reopens it. */
  private topConstant(name: string, from: FileTable | undefined, asking: Ask): Meaning | undefined {
    if (isCoreConstant(name)) return nothing('builtin')
    const near = from?.path ?? ''
    const isOpened = isBuiltinName(name) && this.constants.seenFrom(name, near).every(({ isFirst }) => !isFirst)
    const found = isOpened ? undefined : this.constants.find(name, near, { certain: asking.use !== 'references' })
    return found ?? (from && this.requires.ofConstant(name, from)) ?? (isBuiltinName(name) ? nothing('builtin') : undefined)
  }

  /** `@x` of the enclosing class, however often the file reopens it. */
  private field(name: string, from: FileTable, scope: number): Meaning {
    const holder = holderOf(from, scope)
    const openings = holder === MODULE_SCOPE ? [MODULE_SCOPE] : from.qualified(from.symbol(holder).qualified_name)
    const bindings = openings.flatMap((opening) => from.named(opening, name)?.bindings ?? [])
    return bindings.length > 0 ? { is: 'variable', table: from, bindings } : nothing('receiver-unknown')
  }

  private variable(name: string, from: FileTable, asking: Ask, scope: number): Meaning | undefined {
    if (!asking.locals || asking.use === 'calls') return undefined
    const bindings = from.named(scope, name)?.bindings.filter(({ role }) => role !== 'field') ?? []
    return bindings.length > 0 ? { is: 'variable', table: from, bindings } : undefined
  }

  private method(name: string, from: FileTable, asking: Ask, scope: number): Meaning {
    const holder = holderOf(from, scope)
    if (holder !== MODULE_SCOPE) {
      const side = asking.use === 'references' ? undefined : sideOf(from, scope, holder)
      const member = memberOfClass(this.project, symbolAt(from, holder), name, asking.use, side ? { side } : {})
      if (member.is !== 'nothing' || member.reason === 'ambiguous') return member
    }
    const own = (from.named(MODULE_SCOPE, name)?.symbols ?? []).filter((ordinal) => !this.isNoValue(from.symbol(ordinal)))
    if (own.length > 0) return pickSymbol(this.project, from, own, asking.use)
    return nothing(isBuiltinName(name) ? 'builtin' : 'not-found')
  }
}

/** In the body of a class and in its class methods `self` is the class; elsewhere it is an object. */
function sideOf(table: FileTable, scope: number, holder: number): Side {
  let at = scope
  while (at !== holder && table.parent(at) !== holder && at !== MODULE_SCOPE) at = table.parent(at)
  return at === holder || at === MODULE_SCOPE || table.symbol(at).static || table.symbol(at).kind === 'constant'
    ? 'static'
    : 'object'
}

/** Methods of `ClassMethods` are reached through the classes that include its module; nobody names `ClassMethods`. */
function ownerOf(symbol: SymbolFact, outline: Outline): string | undefined {
  return usualOwner(symbol, outline) === 'ClassMethods' ? symbol.qualified_name.split('.').at(-3) : undefined
}
