/**
 * What parsing one file yields, independent of its path (promise IX1): the same bytes in the same language give the same facts.
 * Ordinals are positions in the arrays; -1 means the module itself. Lines and columns are 1-based, columns in UTF-16 units.
 */
import type { WordCounts } from './numbered-words.ts'
import type { EdgeKind, SymbolKind } from './symbol.ts'

export type SymbolFact = {
  name: string
  /** `Auth.login`; for a local definition the enclosing function's name is part of it. */
  qualified_name: string
  kind: SymbolKind
  /**
   * Hash of kind and parameter list for callables, of the kind otherwise; a second twin with the same signature gets `#2`.
   * Does not depend on whether siblings exist, so a new overload changes no other tag.
   */
  tag: string
  /** Ordinal of the enclosing symbol, or -1. */
  parent: number
  /** First line of the definition, decorators and modifiers included; doc comments above it are not. */
  start_line: number
  end_line: number
  name_line: number
  name_column: number
  /** One line: the head of the definition without its body. */
  signature: string
  /** The doc comment without comment marks, or ''. */
  doc: string
  /** Visible outside its file or package by the language's own rule. */
  exported: boolean
  /** Static member of its type (class method, static field). */
  static: boolean
  /** Return type of a callable, declared or evident type of a value, as written; '' when not known. */
  type: string
  /** Hash of the span with line ends and indentation normalised: what enrichment is keyed by. */
  span_hash: string
  /**
   * Sketch of the tokens without comments, layout and its own name; shows how similar two bodies are (`base/sketch.ts`).
   * '' when there are too few tokens.
   */
  fingerprint: string
  /** A test by the language's conventions (`test_x`, `it(…)`, `TestX`, `@Test`). */
  test: boolean
  /**
   * No name elsewhere can refer to it: a function expression that is passed as an argument, or a function of an object without
   * a name.
   */
  hidden?: true
}

export type ImportFact = {
  /** As written: `./auth`, `..pkg.mod`, `fmt`, `java.util` (for a static import the class: `a.b.C`). */
  module: string
  /** The name imported from the module; '' for a whole module, a wildcard or a side effect; `default` for a default import. */
  name: string
  /** The name it has in this file; '' for a wildcard or a side effect. */
  alias: string
  /** `reexport`: the import part of `export { a } from './x'` (name 'a') and `export * from './x'` (name ''); no local name. */
  kind: 'named' | 'default' | 'namespace' | 'require' | 'wildcard' | 'static' | 'side-effect' | 'reexport'
  line: number
  column: number
  /** Ordinal of the symbol whose scope contains it, or -1. */
  scope: number
  type_only: boolean
}

export type ExportFact = {
  /** The name outside; `default` for a default export; `*` for `export * from`. */
  name: string
  /** The name inside this file, or for a re-export the name in `module`; '' for all of `module`. */
  local: string
  /** Where a re-export comes from; '' for the file's own. */
  module: string
  line: number
  column: number
}

export type UseFact = {
  /** The last name: `post` in `ledger.post(x)`. */
  name: string
  use: EdgeKind
  line: number
  column: number
  /**
   * The expression before the name, spaces removed: `ledger`, `self`, `this.db`, `super`, `make().client` (call arguments
   * removed), `new Foo()`; '' when there is none. `x.{}`: a bare name in a block whose `this` is `x`.
   */
  receiver: string
  /** Ordinal of the innermost enclosing symbol, or -1. For extends/implements: the class itself. */
  enclosing: number
  /**
   * Ordinal of the symbol a bare name is bound to. Set only if several symbols of this file share its qualified name: blocks
   * and callbacks are not symbols, but each has its own names. Else -1.
   */
  symbol: number
  /** Index in `imports` when this is the use an import or re-export statement makes, else -1. */
  import: number
  /** Number of arguments of a call; -1 when unknown, or irrelevant (languages without overloads). */
  arguments: number
  /**
   * What is known of their types, one entry for each argument, separated by commas: `String` if the text says it, `$name` for a
   * variable. '' if one is not known, or the number of arguments is enough.
   */
  argument_types: string
}

/** A name bound inside a function, or a field of a class. Scope analysis gets the types of receivers from it. */
export type BindingFact = {
  /** In Rust `x@12` if a function binds `x` again, on line 12; receivers use the same name. */
  name: string
  /** Ordinal of the function (variable, parameter) or class (field) it belongs to; -1 at module level. */
  scope: number
  /** Declared type, or the class constructed (`Foo` in `x = Foo()` and `new Foo()`), as written; '' when unknown. */
  type: string
  /**
   * When the value is a call: its callee as written (`make_client`, `self.open`), with `#1` for its second result. In Go also
   * `=x.y` for the value of another name and `xs[]` for an element. In Rust `=` and the whole value, call arguments removed
   * (`=Store::open()?.table`); for `Self` the trait whose impl contains it. Else ''.
   */
  from_call: string
  role: 'parameter' | 'variable' | 'field'
  line: number
}

/** One heading's part of a document (Markdown and its kin). */
export type SectionFact = {
  title: string
  /** `Guide > Install > Linux` */
  header_path: string
  level: number
  /** Index of the enclosing section, or -1. */
  parent: number
  start_line: number
  end_line: number
}

/** The words of one searchable document of this file, for ranking. Facts contain no other text of the file. */
export type TermsFact = {
  level: 'file' | 'symbol' | 'doc'
  /** Ordinal in `symbols` or `sections`; 0 for the file. */
  ordinal: number
  /** word → how often, field weights applied. Words are lower-cased identifier parts (`base/words.ts`). */
  words: WordCounts
}

export type FileFacts = {
  /** A part of the file did not parse; the facts of the rest are here. */
  partial: boolean
  /** Why not all facts were extracted (a missing grammar is no reason); absent when all were. */
  reason?: string
  /** Only words were extracted: no grammar, too large, or not parsable. */
  text_only?: true
  line_count: number
  /** As for a symbol, of the whole text without blank lines at either end. Absent when the text is blank. */
  span_hash?: string
  /** Go and Java package; in C++ the macro that opens the namespace of the whole file; '' elsewhere. */
  package: string
  /** The build constraint of the file, as Go writes it after `//go:build`; absent when there is none. */
  build?: string
  /** The module's own doc comment; of a document the first paragraph of prose (quoted in notes about a folder or repo); or ''. */
  doc: string
  symbols: SymbolFact[]
  imports: ImportFact[]
  exports: ExportFact[]
  uses: UseFact[]
  bindings: BindingFact[]
  sections: SectionFact[]
}

/** The parser's result for one file: its facts and what the text index needs. */
export type ParsedFile = {
  facts: FileFacts
  terms: TermsFact[]
  /** Every whole identifier in the file's text, code, comments and strings alike, case kept → how often. */
  identifiers: Map<string, number>
}
