/**
 * What a language is to the parser: a grammar, two tables, and functions where a table cannot say it. The shared part
 * (`extract.ts`) walks the tree twice. First `declare`: definitions, bindings, imports, exports, scopes. Then, when every
 * name is known, `use`: who calls, reads, writes, extends what. A node is a number: its index in the flat tree.
 *
 * Adding a language: CONTRIBUTING.md.
 */
import type { FileFacts, SectionFact, SymbolFact } from '../contract/facts.ts'
import type { EdgeKind, SymbolKind } from '../contract/symbol.ts'
import type { LineTable } from './embedded/line-table.ts'
import type { WovenText } from './embedded/woven-text.ts'
import type { FileFactsBuilder } from './facts-builder.ts'
import type { SyntaxTree } from './syntax-tree.ts'
import type { Wrapping } from './unwrap.ts'

export type NodeIndex = number

/** `function`: holds locals. `class`: names below it are members. `block`: holds locals, belongs to the function around it. */
export type ScopeKind = 'function' | 'class' | 'block'

/** A regular definition: its node has the fields `name`, `parameters` and `body`. Anything irregular is a function that calls `file.define`. */
export type DefineRule = {
  define: SymbolKind
  /** Field holding the return type, or the declared type of a value. */
  type?: string
  /** Scope opened by the node; by kind unless set: callables open `function`, types and namespaces `class`, values none. */
  opens?: ScopeKind | 'none'
}

/** Function form of a rule. In `declare` it may define, bind, import …; in `use` it may intend and use. */
export type Visit = (node: NodeIndex, file: FileFactsBuilder) => void

export type DeclareRule = DefineRule | { scope: ScopeKind } | Visit

/**
 * How a node takes part in uses. Intents are handed down: a call tells its callee "you are called", a member access takes
 * the intent for its property, an assignment tells its left side "you are written".
 */
export type UseRule =
  /** A bare name. Used as intended from above, else as the context says, else this way. Locals are left out. */
  | { name: EdgeKind }
  /** `object.property`: one use of the property with the object as receiver; the object is then read itself. */
  | { object: string; property: string; use?: EdgeKind }
  /** The child in this field is called; in a decorator (`@app.get('/')`) it decorates. */
  | { call: string }
  /** Children in these fields (`*`: every named child) are used this way. */
  | { intend: Readonly<Record<string, EdgeKind>> }
  /** The child in this field (`*`: every named child) takes over the intent of this node: brackets, `await`, `Foo<T>`. */
  | { pass: string }
  /** Names anywhere below are used this way unless intended otherwise: type annotations. */
  | { context: EdgeKind }
  /** Nothing below is a use. */
  | { skip: true }
  | Visit

/** How receivers and callees become text. Leaves are joined without spaces, except as said here. */
export type ReceiverRules = {
  /** Node type → what stands for the whole subtree: `arguments` → `()`, `string` → `""`, `subscript` index → `[]`. */
  replace: Readonly<Record<string, string>>
  /** Tokens that keep a space behind them: `new`. */
  spaced: readonly string[]
  /** Tokens and node types left out: `await`, `(`, `)`, type arguments. Comments always are. */
  drop: readonly string[]
  /** Fields whose child is left out: the index in `a[i]`. */
  dropFields?: readonly string[]
}

/** A name that the grammar was not shown, and what it is to the code around it. */
export type MaskedName = { name: string; receiver: string; offset: number; use: EdgeKind }

/** With the names that are used although the grammar does not see them. */
export type MaskedText = {
  text: string
  names: readonly MaskedName[]
  /** The macro that opens the namespace of the whole file, where there is one. */
  package?: string
}

export type CodeLanguage = {
  kind: 'code'
  /** Name of the packed grammar in `dist/grammars`. */
  grammar: string
  /** A few lines with most constructs: at start-up the fast tree walk must agree with TreeCursor on it. */
  sample: string
  /**
   * What the grammar cannot read, replaced by as many other characters (`blank.ts`); line ends stay. Facts are read from the text itself.
   * Must read the text once, whatever it holds: no clock stops it.
   */
  mask?: (text: string) => string | MaskedText
  /** As `mask`, but only tried on a text that does not parse whole, and kept if it parses better then. `isWhole`: no code was left out. */
  mend?: (text: string) => string | { text: string; isWhole: boolean }
  /**
   * The grammar leaves out the rest of a file behind what it cannot read: then it is parsed again, without the line it gave up at.
   * `plainer`: what it read as something else than it is, put plainer; undefined: nothing. Here a mask may join lines, too.
   */
  rest?: {
    plainer?: (tree: SyntaxTree) => string | undefined
    /** Where lines stand that made the grammar read what follows as something it cannot be. */
    misread?: (tree: SyntaxTree) => number[]
  }
  /** Places where code stands inside of what the grammar reads as mere tokens. */
  wrapped?: (tree: SyntaxTree) => readonly Wrapping[]
  comments: readonly string[]
  /** The sign that may stand around any name and is no part of it: Kotlin's and Scala's backtick. */
  nameQuote?: string
  /** Node types that belong to the definition inside them: `export_statement`, `decorated_definition`. */
  wrappers: readonly string[]
  /** Node types left out at the start of a signature: decorators, annotations. */
  decorators: readonly string[]
  receiver: ReceiverRules
  declare: Readonly<Record<string, DeclareRule>>
  use: Readonly<Record<string, UseRule>>
  /** Under this language's name other ones are written too (`.h`): the language the text is in. Decided by the text alone. */
  writtenIn?: (text: string) => string
  /** May the text hold anything to extract? Where not, it is words, and is not parsed. */
  isWorthReading?: (text: string) => boolean
  /** A type and a value of one name are two things, and neither hides the other. */
  typesApart?: boolean
  /** Right after a definition: set what the language's own rules say (`exported`, `static`, `test`, `doc`). */
  defined?: (symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder) => void
  /** After all of `declare`, before `use`: marks that need the whole file (export lists), package name, module doc. */
  declared?: (file: FileFactsBuilder) => void
}

/** Documents have sections instead of symbols. Takes text, never a path. */
export type DocumentLanguage = {
  kind: 'document'
  read(text: string): DocumentReading
}

/** `bodies[i]`: the text of `sections[i]` as a reader sees it, of a notebook the cells. `doc`: what it says of itself, or ''. */
export type DocumentReading = { sections: SectionFact[]; bodies: string[]; doc: string }

/** A file that holds parts in other languages: components, pages, notebooks. Takes text, never a path. */
export type EmbeddedLanguage = {
  kind: 'embedded'
  read(text: string): EmbeddedReading | Promise<EmbeddedReading>
}

export type EmbeddedPart = {
  language: CodeLanguage
  woven: WovenText
  /** Nothing in it is a definition: left out where only definitions are asked for. */
  usesOnly?: boolean
}

export type EmbeddedReading = {
  parts: EmbeddedPart[]
  /** Of a notebook: its prose. */
  document?: DocumentReading
  /** What could not be read, or ''. */
  reason: string
  /** Once the facts of all parts are put together and stand where they stand in the file; `disk`: its lines. */
  finish?(facts: FileFacts, disk: LineTable): void
}

export type LanguageDefinition = CodeLanguage | DocumentLanguage | EmbeddedLanguage
