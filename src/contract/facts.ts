/**
 * What parsing one file yields, independent of its path (promise IX1): the same bytes in the same language give the same facts.
 * Ordinals are positions in the arrays; -1 means the module itself. Lines and columns are 1-based, columns in UTF-16 units.
 */
import type { EdgeKind, SymbolKind } from './symbol.ts'

export type SymbolFact = {
  name: string
  /** `Auth.login`; for a local definition the enclosing function's name is part of it. */
  qualified_name: string
  kind: SymbolKind
  /**
   * Hash of kind and parameter list for callables, of the kind otherwise; a second twin with the same signature gets `#2`.
   * Never depends on whether siblings exist, so a new overload renames nobody.
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
   * Sketch of the tokens, comments, layout and its own name aside: how like two bodies are can be told from it
   * (`base/sketch.ts`). '' when there are too few tokens to tell.
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
  /** The name taken from the module; '' for a whole module, a wildcard or a side effect; `default` for a default import. */
  name: string
  /** The name it has in this file; '' for a wildcard or a side effect. */
  alias: string
  /** `reexport` is the import half of `export { a } from './x'` (name 'a') and `export * from './x'` (name ''): it binds nothing here. */
  kind: 'named' | 'default' | 'namespace' | 'require' | 'wildcard' | 'static' | 'side-effect' | 'reexport'
  line: number
  column: number
  /** Ordinal of the symbol whose scope it stands in, or -1. */
  scope: number
  type_only: boolean
}

export type ExportFact = {
  /** The name outside; `default` for a default export; `*` for `export * from`. */
  name: string
  /** The name inside this file ('' when it comes straight from `module`), or the name in `module`. */
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
   * What stands before the name, spaces removed: `ledger`, `self`, `this.db`, `super`, `make().client` (call brackets
   * emptied), `new Foo()`; '' when nothing does. `x.{}`: a bare name in a block whose `this` is `x`.
   */
  receiver: string
  /** Ordinal of the innermost enclosing symbol, or -1. For extends/implements: the class itself. */
  enclosing: number
  /**
   * Ordinal of the symbol a bare name is bound to, said only where several symbols of this file share its qualified name:
   * blocks and callbacks are no symbols, yet each has names of its own. Else -1.
   */
  symbol: number
  /** Index in `imports` when this is the use an import or re-export statement makes, else -1. */
  import: number
  /** How many arguments a call is given; -1 where that is not known, or tells nothing (languages without overloads). */
  arguments: number
  /**
   * What is known of their types, one entry an argument, with commas between: `String` where the text says it, `$name` for a
   * variable. '' where one is not known, or the count already tells all.
   */
  argument_types: string
}

/** A name bound inside a function, or a field of a class: what scope analysis needs to know a receiver's type. */
export type BindingFact = {
  /** In Rust `x@12` where a function binds `x` to something else again, on line 12; so it is called in receivers. */
  name: string
  /** Ordinal of the function (variable, parameter) or class (field) it belongs to; -1 at module level. */
  scope: number
  /** Declared type, or the class constructed (`Foo` in `x = Foo()` and `new Foo()`), as written; '' when unknown. */
  type: string
  /**
   * When the value is a call: its callee as written (`make_client`, `self.open`), with `#1` for its second result. In Go also
   * `=x.y` for the value of another name and `xs[]` for an element. In Rust the whole value behind `=`, calls emptied
   * (`=Store::open()?.table`); of `Self` the trait whose impl it stands in. Else ''.
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

/** The words of one searchable document of this file, for ranking. Facts hold no text but these words. */
export type TermsFact = {
  level: 'file' | 'symbol' | 'doc'
  /** Ordinal in `symbols` or `sections`; 0 for the file. */
  ordinal: number
  /** word → how often, field weights applied. Words are lower-cased identifier parts (`base/words.ts`). */
  words: Map<string, number>
}

export type FileFacts = {
  /** Something did not parse; what could be read is here. */
  partial: boolean
  /** Why not everything was taken from the text (no grammar is no reason); absent when it was. */
  reason?: string
  /** It was read as words only: no grammar, too large, too odd. */
  text_only?: true
  line_count: number
  /** As of a symbol, of the whole text; blank lines at either end do not count. Absent when there is nothing else. */
  span_hash?: string
  /** Go and Java package; in C++ the macro that opens the namespace of the whole file; '' elsewhere. */
  package: string
  /** The build constraint of the file, as Go writes it after `//go:build`; absent when there is none. */
  build?: string
  /** The module's own doc comment; of a document the first paragraph of prose (what notes about a folder or repo quote); or ''. */
  doc: string
  symbols: SymbolFact[]
  imports: ImportFact[]
  exports: ExportFact[]
  uses: UseFact[]
  bindings: BindingFact[]
  sections: SectionFact[]
}

/** Facts with everything the text index needs; what a parser hands over for one file. */
export type ParsedFile = {
  facts: FileFacts
  terms: TermsFact[]
  /** Every whole identifier in the file's text, code, comments and strings alike, case kept → how often. */
  identifiers: Map<string, number>
}
