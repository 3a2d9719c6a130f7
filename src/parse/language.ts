/**
 * A language as the parser sees it: a grammar, two tables, and functions for what a table cannot express. The shared part
 * (`extract.ts`) walks the tree twice. First `declare`: definitions, bindings, imports, exports, scopes. Then, when every name is
 * known, `use`: calls, reads, writes, inheritance. A node is a number: its index in the flat tree.
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

/**
 * `function`: contains locals. `class`: names below it are members. `block`: contains locals, belongs to the enclosing function.
 */
export type ScopeKind = 'function' | 'class' | 'block'

/**
 * A regular definition: its node has the fields `name`, `parameters` and `body`. Others are functions that call `file.define`.
 */
export type DefineRule = {
  define: SymbolKind
  /** Field with the return type, or the declared type of a value. */
  type?: string
  /** Scope opened by the node; by kind unless set: callables open `function`, types and namespaces `class`, values none. */
  opens?: ScopeKind | 'none'
}

/** Function form of a rule. In `declare` it may define, bind, import …; in `use` it may intend and use. */
export type Visit = (node: NodeIndex, file: FileFactsBuilder) => void

export type DeclareRule = DefineRule | { scope: ScopeKind } | Visit

/**
 * How a node takes part in uses. Intents are passed down: a call tells its callee that it is called, a member access takes the
 * intent for its property, an assignment tells its left side that it is written.
 */
export type UseRule =
  /** A bare name. Used as intended from above, else by context, else this way. Locals are left out. */
  | { name: EdgeKind }
  /** `object.property`: one use of the property with the object as receiver; the object is then read itself. */
  | { object: string; property: string; use?: EdgeKind }
  /** The child in this field is called; in a decorator (`@app.get('/')`) it decorates. */
  | { call: string }
  /** Children in these fields (`*`: every named child) are used this way. */
  | { intend: Readonly<Record<string, EdgeKind>> }
  /** The child in this field (`*`: every named child) gets the intent of this node: brackets, `await`, `Foo<T>`. */
  | { pass: string }
  /** Names anywhere below are used this way unless intended otherwise: type annotations. */
  | { context: EdgeKind }
  /** Nothing below is a use. */
  | { skip: true }
  | Visit

/** How receivers and callees become text. Leaves are joined without spaces, with these exceptions. */
export type ReceiverRules = {
  /** Node type → replacement of the whole subtree: `arguments` → `()`, `string` → `""`, `subscript` index → `[]`. */
  replace: Readonly<Record<string, string>>
  /** Tokens that keep a space after them: `new`. */
  spaced: readonly string[]
  /** Tokens and node types left out: `await`, `(`, `)`, type arguments. Comments always are. */
  drop: readonly string[]
  /** Fields whose child is left out: the index in `a[i]`. */
  dropFields?: readonly string[]
}

/** A name hidden from the grammar, and how the surrounding code uses it. */
export type MaskedName = { name: string; receiver: string; offset: number; use: EdgeKind }

/** The masked text, with the names that are used although the grammar does not see them. */
export type MaskedText = {
  text: string
  names: readonly MaskedName[]
  /** The macro that opens the namespace of the whole file, if there is one. */
  package?: string
}

export type CodeLanguage = {
  kind: 'code'
  /** Name of the packed grammar in `dist/grammars`. */
  grammar: string
  /** A few lines with most constructs: on start-up the fast tree walk must agree with TreeCursor on it. */
  sample: string
  /**
   * Replaces what the grammar cannot read by as many other characters (`blank.ts`); line ends stay. Facts are read from the
   * original text. Must be linear for any text: no clock stops it.
   */
  mask?: (text: string) => string | MaskedText
  /**
   * Like `mask`, but only tried on a text that does not parse completely, and kept if it then parses better. `isWhole`: no code
   * was left out.
   */
  mend?: (text: string) => string | { text: string; isWhole: boolean }
  /**
   * For grammars that skip the rest of a file after an error: the rest is parsed again, without the line of the error. `plainer`:
   * the text in simpler form where the grammar misread it; undefined: nothing. Here a mask may also join lines.
   */
  rest?: {
    plainer?: (tree: SyntaxTree) => string | undefined
    /** Offsets of lines that made the grammar misread what follows. */
    misread?: (tree: SyntaxTree) => number[]
  }
  /** Places with code inside what the grammar reads as mere tokens. */
  wrapped?: (tree: SyntaxTree) => readonly Wrapping[]
  comments: readonly string[]
  /** The character that may quote any name and is not part of it: Kotlin's and Scala's backtick. */
  nameQuote?: string
  /** Node types that belong to the definition inside them: `export_statement`, `decorated_definition`. */
  wrappers: readonly string[]
  /** Node types left out at the start of a signature: decorators, annotations. */
  decorators: readonly string[]
  receiver: ReceiverRules
  declare: Readonly<Record<string, DeclareRule>>
  use: Readonly<Record<string, UseRule>>
  /** Other languages also use this language's file extension (`.h`): the language the text is in. Decided by the text alone. */
  writtenIn?: (text: string) => string
  /** Can the text contain anything to extract? If not, it has words only, and is not parsed. */
  isWorthReading?: (text: string) => boolean
  /** A type and a value of one name are separate, and neither hides the other. */
  typesApart?: boolean
  /** Runs right after a definition: sets what the language's own rules decide (`exported`, `static`, `test`, `doc`). */
  defined?: (symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder) => void
  /** Runs after all of `declare`, before `use`: marks that need the whole file (export lists), package name, module doc. */
  declared?: (file: FileFactsBuilder) => void
}

/** Documents have sections instead of symbols. Takes text, never a path. */
export type DocumentLanguage = {
  kind: 'document'
  read(text: string): DocumentReading
}

/** `bodies[i]`: the text of `sections[i]` as a reader sees it, of a notebook the cells. `doc`: its description, or ''. */
export type DocumentReading = { sections: SectionFact[]; bodies: string[]; doc: string }

/** A file with parts in other languages: components, pages, notebooks. Takes text, never a path. */
export type EmbeddedLanguage = {
  kind: 'embedded'
  read(text: string): EmbeddedReading | Promise<EmbeddedReading>
}

export type EmbeddedPart = {
  language: CodeLanguage
  woven: WovenText
  /** It contains no definitions: left out where only definitions are wanted. */
  usesOnly?: boolean
}

export type EmbeddedReading = {
  parts: EmbeddedPart[]
  /** For a notebook: its prose. */
  document?: DocumentReading
  /** What could not be read, or ''. */
  reason: string
  /** Runs once the facts of all parts are joined and moved to their places in the file; `disk`: its lines. */
  finish?(facts: FileFacts, disk: LineTable): void
}

export type LanguageDefinition = CodeLanguage | DocumentLanguage | EmbeddedLanguage
