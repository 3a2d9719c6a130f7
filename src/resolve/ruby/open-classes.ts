/** A Ruby class with all declarations that open it: its members, bases and mixins, and those of its objects. */
import type { SymbolFact, UseFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { Side } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { agreed, factOf, isClassLike, type Meaning, nothing, type SymbolMeaning, symbolAt } from '../meaning.ts'
import { memberOfClass } from '../members.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { type Constants, type Declaration, testRoot } from './constants.ts'

/** A class opened in more files than this is a namespace; reading all of them for mixins is not worth it. */
const MOST_DECLARATIONS = 40
/** This many files are read without a check by name. */
const FEW_FILES = 3

/** Number of classes whose bases are cached. */
const CLASSES_KEPT = 20_000

type WrittenBase = { use: UseFact; to: Declaration | undefined }
type Base = { use: UseFact; meaning: Meaning }

export class OpenClasses {
  private readonly project: Project
  private readonly constants: Constants
  /** By full name. Declarations, not tables, because they are kept as long as the project. */
  private readonly known = new Map<string, readonly WrittenBase[]>()

  constructor(project: Project, constants: Constants) {
    this.project = project
    this.constants = constants
  }

  /** Where objects of the class look after the class itself: the last mixin first, then the superclass. */
  inherited(owner: SymbolMeaning): readonly Meaning[] {
    const bases = this.bases(owner)
    const mixed = bases.filter(({ use }) => use.use === 'implements' && use.argument_types === '').reverse()
    return [...mixed, ...bases.filter(({ use }) => use.use === 'extends')].map(({ meaning }) => meaning)
  }

  member(owner: SymbolMeaning, name: string, use: EdgeKind, side: Side | undefined): Meaning | undefined {
    const own = this.writtenIn(factOf(owner).qualified_name, owner, name, use, side)
    // An alias refers to the method as the class defines it.
    if (side === undefined && own) return own
    const how = side === 'static' ? 'extend' : 'prepend'
    const mixed = this.bases(owner).filter(({ use: base }) => base.argument_types === how)
    const found = mixed.reverse().flatMap(({ meaning }) => {
      if (meaning.is !== 'symbol' || !isClassLike(factOf(meaning))) return []
      const member = memberOfClass(this.project, meaning, name, use, { side: 'object' })
      return member.is === 'nothing' ? [] : [member]
    })
    // Prepended modules come before the class's own members, extending ones after.
    return (side === 'static' ? [own, ...found] : [...found, own]).find((one) => one !== undefined)
  }

  /** Class methods that a module adds to the classes that include it, by the usual name `ClassMethods`. */
  classMethod(owner: SymbolMeaning, name: string, use: EdgeKind): Meaning | undefined {
    return this.writtenIn(`${factOf(owner).qualified_name}.ClassMethods`, owner, name, use, 'object')
  }

  /** Members written in a declaration of the class: in the file of `owner`, else in any other that opens it. */
  private writtenIn(
    qualified: string,
    { table, ordinal }: SymbolMeaning,
    name: string,
    use: EdgeKind,
    side: Side | undefined,
  ): Meaning | undefined {
    const here = membersIn(table, qualified, name, side)
    if (here.length > 0) return pickSymbol(this.project, table, here, use)
    const others = this.project.bench.tables(this.otherFiles(table.symbol(ordinal).qualified_name, table.path, name))
    const found = others.flatMap((other) => {
      const members = membersIn(other, qualified, name, side)
      return members.length > 0 ? [pickSymbol(this.project, other, members, use)] : []
    })
    return found.length > 0 ? agreed(found) : undefined
  }

  /** The other files that open the class; if there are many, only those that define this name. */
  private otherFiles(qualified: string, own: string, name: string): readonly string[] {
    const files = new Set(this.constants.seenFrom(qualified, own).map(({ path }) => path))
    files.delete(own)
    return files.size > FEW_FILES ? this.project.bench.filesDefining(name).filter((path) => files.has(path)) : [...files]
  }

  private bases(owner: SymbolMeaning): readonly Base[] {
    const { qualified_name } = factOf(owner)
    const step = `opened ${testRoot(owner.table.path)} ${qualified_name}`
    return this.project.bench.remember<readonly Base[]>(step, [], () =>
      this.written(owner, qualified_name).map(({ use, to }) => {
        const table = to && this.project.bench.table(to.path)
        return { use, meaning: table ? symbolAt(table, to.ordinal) : nothing('receiver-unknown') }
      }),
    )
  }

  /** The bases in every declaration that opens the class. */
  private written(owner: SymbolMeaning, qualified: string): readonly WrittenBase[] {
    const key = `${testRoot(owner.table.path)} ${qualified}`
    const known = this.known.get(key)
    if (known) return known
    const declarations = this.constants.seenFrom(qualified, owner.table.path)
    const opened =
      declarations.length > MOST_DECLARATIONS ? declarations.filter(({ path }) => path === owner.table.path) : declarations
    const bases = opened.flatMap(({ path, ordinal }) => {
      const table = this.project.bench.table(path)
      return table && isClassLike(table.symbol(ordinal)) ? this.basesAt(table, ordinal) : []
    })
    if (this.known.size >= CLASSES_KEPT) this.known.clear()
    if (declarations.length <= MOST_DECLARATIONS) this.known.set(key, bases)
    return bases
  }

  private basesAt(table: FileTable, ordinal: number): WrittenBase[] {
    return table.bases(ordinal).map((use) => {
      const path = [...use.receiver.split('::'), use.name].filter(Boolean)
      // A mixin is named inside the class, a superclass outside.
      return { use, to: this.constants.lexical(table, use.use === 'extends' ? table.parent(ordinal) : ordinal, path) }
    })
  }
}

/** Of one side, if asked for; a module offers its methods on both: `module_function`, `extend self`. */
function membersIn(table: FileTable, qualified: string, name: string, side: Side | undefined): number[] {
  return table.qualified(`${qualified}.${name}`).filter((member) => {
    const { parent, static: isStatic } = table.symbol(member)
    const around = table.outline.symbols[parent]
    // A definition inside a method is not a member of the class.
    if (around !== undefined && !isClassLike(around)) return false
    return side === undefined || isStatic === (side === 'static') || (around?.kind === 'module' && isBoth(table.symbol(member)))
  })
}

/** Marked as the module's own, but not written `def self.x`. */
const isBoth = ({ signature, static: isStatic }: SymbolFact): boolean => isStatic && !/\bdef (?:self|[A-Z]\w*)\./.test(signature)
