/**
 * What a language family adds to the shared part: how a module's written name finds a file, what a module offers, and the few
 * scope rules in which languages differ. A new family is a folder with one of these and a line in `families.ts`.
 */
import type { ImportFact, SymbolFact, UseFact } from '../contract/facts.ts'
import type { DerivedLink } from '../contract/links.ts'
import type { EdgeKind } from '../contract/symbol.ts'
import type { FileTable } from './file-table.ts'
import type { FolderMeaning, Meaning, ModuleMeaning, SymbolMeaning } from './meaning.ts'
import type { Project } from './project.ts'
import type { Relinking } from './relinking.ts'

export type Ask = {
  /** How the name is used. */
  use: EdgeKind
  /** The modules already searched for a name: re-exports may form circles and diamonds. */
  seen: Set<string>
  /** May it be a variable? A bare use never is: the parser drops uses of locals, because it knows blocks and linking does not. */
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

/** A lookup of a member: how it is used, with how many arguments, in which file. */
export type Asked = { use: EdgeKind; given: number; from: FileTable }

/** Members of the class itself, or of its objects. */
export type Side = 'static' | 'object'

/**
 * The class that a type's text names, as a dotted path; `builtin` for the language's own types; `self` for the enclosing class,
 * `receiver` for the class of the receiver object (PHP's `static`). With `itself` the value is that class, not one of its
 * objects.
 */
export type TypeReading = { path: readonly string[]; itself?: boolean } | 'builtin' | 'self' | 'receiver' | undefined

export interface Family {
  readonly languages: readonly string[]
  /** How a change to one of its files affects others, where that differs from the shared rules. */
  readonly relinking?: Relinking
  /** One per project; may keep what it read from manifests. */
  open(project: Project): Rules
}

export type WantedOfPart = { member: string } | 'bases'

export interface Rules {
  /** Do bare names see the members of the classes around them? */
  readonly bareMembers?: boolean
  /** May a constant contain a type, and be written wherever a type is? */
  readonly typesAreValues?: boolean
  /** May a bare name refer to this member? Default: yes. */
  isBare?(member: SymbolFact): boolean
  /** Is the body of a class a scope for the code directly in it? */
  readonly bodyIsScope?: boolean
  /** Names for the object (or class) a method belongs to. */
  readonly selfNames?: ReadonlyMap<string, 'object' | 'class' | 'super'>
  /** Is it a name of the language itself? Omitted where the parser drops those. */
  isBuiltin?(name: string): boolean
  /** Omitted where types are never written, or the family follows uses itself (`meaningOf`). */
  readType?(text: string): TypeReading
  /** If the first name of these steps is the language's own, is the result too? Default: yes. */
  staysBuiltin?(steps: readonly { name: string; called: boolean }[]): boolean
  /** The element type of a list or map type, as written; undefined for other types. */
  elementType?(text: string): string | undefined
  /** For a function with several results: the type of the result at this index. */
  resultType?(text: string, at: number): string | undefined
  /** What the alias of `fact` refers to in this file. */
  imported(fact: ImportFact, from: FileTable, ask: Ask): Meaning
  /** The target of the import statement, where it differs from that of its alias (Python's `import a.b`). */
  importTarget?(fact: ImportFact, from: FileTable): Meaning | undefined
  /** What a module or package of this repo offers under a name. Default: nothing. */
  offered?(module: ModuleMeaning | FolderMeaning, name: string, ask: Ask): Meaning
  /**
   * Which of several symbols of one name in one scope is used; undefined, or omitted, when that is unknown: of two branches or
   * builds that define it, the machine decides.
   */
  pickTwin?(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined
  /** Where arguments tell overloads apart: can this member be called with this many? */
  takes?(member: SymbolFact, owner: SymbolFact, given: number): boolean
  /** Of overloads with the same argument count: the one whose parameter types equal the argument types. */
  pickOverload?(overloads: readonly SymbolFact[], types: readonly string[]): SymbolFact | undefined
  /** Can this member, found by name, be called with arguments of these types or labels? */
  accepts?(member: SymbolFact, types: readonly string[]): boolean
  /** Is it an extension: a further part of a type declared elsewhere? Its name then refers to that type. */
  isPart?(symbol: SymbolFact): boolean
  /** The type that such a part belongs to; undefined when it is not of this repo. */
  wholeOf?(part: SymbolMeaning): SymbolMeaning | undefined
  /** The other parts of a type that may have a member of this name, or a base: those count as the type's own. */
  partsOf?(owner: SymbolMeaning, wanted: WantedOfPart): readonly SymbolMeaning[]
  /** May a part of this type contain the member? Nothing is counted: `partsOf` was asked before. */
  mayAdd?(owner: SymbolMeaning, member: string): boolean
  /** The bound of a type parameter of this name, as written ('' for none); undefined when no enclosing scope has one. */
  typeParameter?(table: FileTable, scope: number, name: string): string | undefined
  /** May this repo add members to a built-in type? Then the members of such a type are unknown. */
  readonly openBuiltins?: boolean
  /** Are two classes of one qualified name different (a Scala object next to a class), or parts of one? */
  readonly namesakesApart?: boolean
  /**
   * Finds a member after a dot by the language's own rules, before or after `usual`, which finds own and inherited members.
   * `asked.from` is the file that contains the dot: its imports may add members.
   */
  behindDot?(owner: Meaning, name: string, asked: Asked, usual: () => Meaning): Meaning
  /** Can a method implement the inherited one, or does it only happen to share its name? */
  isSameMethod?(method: SymbolFact, inherited: SymbolFact): boolean
  /** Does a method replace the one its class inherits, or overload it? */
  replaces?(method: SymbolFact, inherited: SymbolFact): boolean
  /** Is an assignment to a member in a method no definition, because it sets an inherited member? */
  givesWay?(member: SymbolFact, inherited: SymbolFact): boolean
  /** Is it only a type, so that reading or calling its name refers to something else? */
  isNoValue?(symbol: SymbolFact): boolean
  /** Can a bare name with this use refer to this symbol? For languages that separate functions from variables, or arities. */
  fits?(symbol: SymbolFact, use: EdgeKind, given: number): boolean
  /** Does `super` refer only to what the class extends, never to mixins? */
  readonly superIsParent?: boolean
  /** Where a class looks for a member it lacks, in order. Default: what it extends and implements, as written. */
  inherited?(owner: SymbolMeaning): readonly Meaning[]
  /** A bare name, where none of the shared scope rules apply. */
  bareName?(name: string, from: FileTable, ask: Ask, scope: number): Meaning | undefined
  /** A member of the class itself, where it may be defined in many places; `asked` is the class searched, it or a subclass. */
  ownMember?(
    owner: SymbolMeaning,
    name: string,
    use: EdgeKind,
    side: Side | undefined,
    asked: SymbolMeaning,
    given: number,
  ): Meaning | undefined
  /** Are classes open: does the class itself run the code in its body, and does the body name its mixins? */
  readonly bodyIsClass?: boolean
  /** Is a property a method, so that calling it gives its value? */
  readonly propertiesAreMethods?: boolean
  /** Do classes lack their objects' members, and objects those of their class? */
  readonly strictSides?: boolean
  /** A member of a function that is a module's whole export: another export of that module. */
  memberBeside?(owner: SymbolMeaning, name: string, use: EdgeKind): Meaning | undefined
  /** A name of the file's package that the file itself neither defines nor imports. */
  packageName?(name: string, from: FileTable, ask: Ask, scope: number): Meaning | undefined
  /** A name after a module that is also a namespace, when the module has no such member. */
  below?(module: SymbolMeaning, name: string): Meaning | undefined
  /** Other files that may contain members of this class. */
  memberFiles?(owner: SymbolMeaning): readonly string[]
  /** The file that represents a folder that is one package. */
  folderFile?(folder: string): string | undefined
  /** The class around a scope, where methods may be written outside of it; or the value of `this` there. */
  selfType?(table: FileTable, scope: number): Meaning | undefined
  /** May this method override the inherited one? Default: yes. */
  canOverride?(method: SymbolFact, inherited: SymbolFact): boolean
  /** Further edges, for which the text contains no name. */
  derived?(table: FileTable): DerivedLink[]
  /** Does `this` change its meaning inside this function? */
  rebindsThis?(symbol: SymbolFact): boolean
  /**
   * The language's own way to follow a use other than an import, where the shared rules for names and members do not apply.
   * `next`: the use directly after it and a dot.
   */
  meaningOf?(use: UseFact, from: FileTable, scope: number, next: UseFact | undefined): Meaning | undefined
  /** What a method overrides, where its class is not the enclosing symbol. */
  overridden?(from: FileTable, ordinal: number): readonly SymbolMeaning[]
}
