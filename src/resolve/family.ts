/**
 * What a language family adds to the shared part: how a module's written name finds a file, what a module offers, and the
 * few rules of scope in which languages differ. A new family is a folder with one of these and a line in `families.ts`.
 */
import type { ImportFact, SymbolFact, UseFact } from '../contract/facts.ts'
import type { DerivedLink } from '../contract/links.ts'
import type { EdgeKind } from '../contract/symbol.ts'
import type { FileTable } from './file-table.ts'
import type { FolderMeaning, Meaning, ModuleMeaning, SymbolMeaning } from './meaning.ts'
import type { Project } from './project.ts'
import type { Relinking } from './relinking.ts'

export type Ask = {
  /** What is done with the name. */
  use: EdgeKind
  /** The modules already asked for a name: re-exports may run in circles and diamonds. */
  seen: Set<string>
  /** May it be a variable? A bare use never is: the parser leaves uses of locals out, and knows blocks as we do not. */
  locals: boolean
  /** How many arguments a call has; -1 unknown. */
  given: number
}
export const ask = (use: EdgeKind, options: { locals?: boolean; given?: number } = {}): Ask => ({
  use,
  seen: new Set(),
  locals: options.locals ?? true,
  given: options.given ?? -1,
})

/** A member is looked for behind a dot: what is done with it, with how many arguments, in which file. */
export type Asked = { use: EdgeKind; given: number; from: FileTable }

/** What a class itself has, or what its objects have. */
export type Side = 'static' | 'object'

/**
 * The class a type's text names, as a dotted path; `builtin` for the language's own; `self` for the class around it,
 * `receiver` for that of the very object that was asked (PHP's `static`). With
 * `itself` the value is that class, not one of its objects.
 */
export type TypeReading = { path: readonly string[]; itself?: boolean } | 'builtin' | 'self' | 'receiver' | undefined

export interface Family {
  readonly languages: readonly string[]
  /** Where a change to one of its files concerns others otherwise than the shared part has it. */
  readonly relinking?: Relinking
  /** One per project; may keep what it read from manifests. */
  open(project: Project): Rules
}

export interface Rules {
  /** Do bare names see the members of the classes around them? */
  readonly bareMembers?: boolean
  /** May a constant hold a type, and stand for it wherever a type is written? */
  readonly typesAreValues?: boolean
  /** May a bare name mean this member? Where not said, it may. */
  isBare?(member: SymbolFact): boolean
  /** Is the body of a class a scope for the code that stands directly in it? */
  readonly bodyIsScope?: boolean
  /** Names for the object (or class) a method belongs to. */
  readonly selfNames?: ReadonlyMap<string, 'object' | 'class' | 'super'>
  /** Is it a name of the language itself? Not said where the parser leaves those out. */
  isBuiltin?(name: string): boolean
  /** Not said where no type is ever written, or the family follows its uses by itself (`meaningOf`). */
  readType?(text: string): TypeReading
  /** Is what these steps lead to the language's own, when their first name is? Where not said, it is. */
  staysBuiltin?(steps: readonly { name: string; called: boolean }[]): boolean
  /** What a list or map of this type holds, as written; undefined for anything else. */
  elementType?(text: string): string | undefined
  /** Of the type of a function that gives several results: that of the one at this index. */
  resultType?(text: string, at: number): string | undefined
  /** What `fact` makes its alias stand for in this file. */
  imported(fact: ImportFact, from: FileTable, ask: Ask): Meaning
  /** What the import statement itself leads to, where that is not what its alias stands for (Python's `import a.b`). */
  importTarget?(fact: ImportFact, from: FileTable): Meaning | undefined
  /** What a module or package of this repo offers under a name. Where not said: nothing. */
  offered?(module: ModuleMeaning | FolderMeaning, name: string, ask: Ask): Meaning
  /**
   * Which of several symbols of one name in one scope is the one used; undefined, or not said, when that cannot be told: of two
   * branches or builds that define it, the machine decides which is taken.
   */
  pickTwin?(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined
  /** Where overloads are told apart by their arguments: can this member be called with so many? */
  takes?(member: SymbolFact, owner: SymbolFact, given: number): boolean
  /** Of overloads that take equally many: the one whose parameters have the very types of the arguments. */
  pickOverload?(overloads: readonly SymbolFact[], types: readonly string[]): SymbolFact | undefined
  /** Of a call that could mean this by its name: can it be given arguments of these types, or with these labels? */
  accepts?(member: SymbolFact, types: readonly string[]): boolean
  /** Is it a further part of a type that is declared elsewhere (an extension)? Its name then means that type. */
  isPart?(symbol: SymbolFact): boolean
  /** The type such a part belongs to; undefined when it is none of this repo. */
  wholeOf?(part: SymbolMeaning): SymbolMeaning | undefined
  /** The other parts of a type: what they say of its bases counts for it, and their members are its own. */
  partsOf?(owner: SymbolMeaning): readonly SymbolMeaning[]
  /** What a type parameter of this name must be, as written ('' for anything); undefined when there is none around the scope. */
  typeParameter?(table: FileTable, scope: number, name: string): string | undefined
  /** May a type of the language itself have members that this repo adds? Then nothing is known of what stands behind one. */
  readonly openBuiltins?: boolean
  /** Are two classes of one qualified name two things (an object beside a class), or parts of one? */
  readonly namesakesApart?: boolean
  /**
   * A member as the language finds it behind a dot: before or after the `usual` way, which knows the type's own and inherited ones.
   * `from` is the file in which the dot stands: what it imports may add members.
   */
  behindDot?(owner: Meaning, name: string, asked: Asked, usual: () => Meaning): Meaning
  /** May a method be what another, inherited one asks for, or only happens to share its name? */
  isSameMethod?(method: SymbolFact, inherited: SymbolFact): boolean
  /** Does a method take the place of one that its class inherits, or may it stand beside it? */
  replaces?(method: SymbolFact, inherited: SymbolFact): boolean
  /** Is giving a member its value in a method no definition, because the class inherits what takes the value? */
  givesWay?(member: SymbolFact, inherited: SymbolFact): boolean
  /** Is it known to types only, so that reading or calling its name means something else? */
  isNoValue?(symbol: SymbolFact): boolean
  /** Can a bare name that is so used mean this symbol? Where functions and variables are two worlds, or arities are. */
  fits?(symbol: SymbolFact, use: EdgeKind, given: number): boolean
  /** Does `super` lead to what the class extends, and never to what is mixed into it? */
  readonly superIsParent?: boolean
  /** What a class asks for a member it lacks, in order. Where not said: what it extends and implements, as written. */
  inherited?(owner: SymbolMeaning): readonly Meaning[]
  /** A bare name, where none of the shared rules of scope hold. */
  bareName?(name: string, from: FileTable, ask: Ask, scope: number): Meaning | undefined
  /** A member the class itself has, where it may be said in many places; `asked` is the class that inherits from it, or itself. */
  ownMember?(
    owner: SymbolMeaning,
    name: string,
    use: EdgeKind,
    side: Side | undefined,
    asked: SymbolMeaning,
    given: number,
  ): Meaning | undefined
  /** Is a class open: is code in its body run by the class itself, and what it mixes in named in there? */
  readonly bodyIsClass?: boolean
  /** Is a property a method, so that calling it gives its value? */
  readonly propertiesAreMethods?: boolean
  /** Has a class none of its objects' members, and an object none of its class's? */
  readonly strictSides?: boolean
  /** What stands behind a dot after a function that a module gives as the whole of itself: another export of that module. */
  memberBeside?(owner: SymbolMeaning, name: string, use: EdgeKind): Meaning | undefined
  /** A name of the package around the file that the file itself neither defines nor imports. */
  packageName?(name: string, from: FileTable, ask: Ask, scope: number): Meaning | undefined
  /** What a name behind a module that is a namespace, too, leads to, when it is no member of the module itself. */
  below?(module: SymbolMeaning, name: string): Meaning | undefined
  /** Other files in which members of this class may stand. */
  memberFiles?(owner: SymbolMeaning): readonly string[]
  /** The file that stands for a folder that is one package. */
  folderFile?(folder: string): string | undefined
  /** The class around a scope, where its methods may be written outside of it; or what `this` is there. */
  selfType?(table: FileTable, scope: number): Meaning | undefined
  /** May this method take the place of the inherited one? Where not said, any may. */
  canOverride?(method: SymbolFact, inherited: SymbolFact): boolean
  /** Further edges no name in the text stands for. */
  derived?(table: FileTable): DerivedLink[]
  /** Does `this` mean something else inside this function than around it? */
  rebindsThis?(symbol: SymbolFact): boolean
  /**
   * The language's own way to follow a use that is no import, where names and members do not work as the shared part has them.
   * `next`: the use right behind it and a dot.
   */
  meaningOf?(use: UseFact, from: FileTable, scope: number, next: UseFact | undefined): Meaning | undefined
  /** What a method takes the place of, where its class is not what stands around it. */
  overridden?(from: FileTable, ordinal: number): readonly SymbolMeaning[]
}
