/**
 * Collects the facts of one file while its tree is walked. A language's functions call `define`, `bind`, `addImport`,
 * `addExport`, `openScope` in the first walk; `intend`, `use` in the second.
 */
import { hashText } from '../base/text-hash.ts'
import { emptyFacts } from '../contract/empty-facts.ts'
import type { BindingFact, ExportFact, FileFacts, ImportFact, SymbolFact, UseFact } from '../contract/facts.ts'
import { type EdgeKind, edgeKinds, type SymbolKind } from '../contract/symbol.ts'
import type { CompiledLanguage } from './compile-language.ts'
import { DocComments } from './doc-comments.ts'
import { Fingerprints } from './fingerprint.ts'
import type { NodeIndex, ScopeKind } from './language.ts'
import { borrowNodeColumns } from './node-columns.ts'
import { Scopes, scopeByKind } from './scopes.ts'
import { parametersOf, signatureOf } from './signature.ts'
import { type SpanHasher, spanHasherOf } from './span-hash.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export type Definition = {
  /** The definition's own node; nodes below it belong to the symbol. */
  node: NodeIndex
  kind: SymbolKind
  /** The node that is the name; for a nameless symbol (`export default () => …`), the node to point at. */
  name: NodeIndex
  /** When the name is not the text of `name`. */
  nameText?: string
  /** Node of the whole span; `node` with its wrappers unless given. */
  span?: NodeIndex
  /** Last node of the span, where that is a later sibling of the first: several clauses of one function. */
  until?: NodeIndex
  /** Parameter list: part of the tag. */
  parameters?: NodeIndex
  /** Replaces the parameters in the tag, where their text does not count: their number. */
  arity?: number
  /** Also part of the tag, where something else distinguishes symbols of one name (the trait of a Rust impl). */
  distinct?: string
  /** Where the signature ends. */
  body?: NodeIndex
  signature?: string
  type?: string
  /** Ordinal of the enclosing symbol; by default the one that contains `node`. */
  parent?: number
  /** Qualifies the name where the enclosing symbol is not in this file (a Go method's receiver type). */
  qualifier?: string
  exported?: boolean
  static?: boolean
  test?: boolean
  /** By kind unless set. */
  opens?: ScopeKind | 'none'
  /** false: the name is not bound in the enclosing scope (members, methods defined outside their class). */
  binds?: boolean
  /** true: the name is known only inside the definition, with `binds: false` not even there. */
  hidden?: boolean
  /** false: nodes below `node` do not belong to the symbol (`this.x = …` in a constructor defines `x`). */
  owns?: boolean
}

export type Binding = {
  /** Node that is the name (then it is not a use), or the bare name. */
  name: NodeIndex | string
  known?: string // by linking, where a function has several variables of that name
  /** Node whose scope it is declared in: the statement or function being visited. */
  at: NodeIndex
  role: BindingFact['role']
  type?: string
  from_call?: string
  /** `function`: hoisted out of blocks (JavaScript's `var`). Default: the innermost scope. */
  hoist?: 'function'
  /** Class ordinal of a field. */
  scope?: number
}

/** As in `UseFact`: `arguments` and `argument_types`. */
export type GivenArguments = { count: number; types: string }
const notGiven: GivenArguments = { count: -1, types: '' }

/** Bits of `intents`: 0 none, 1… an edge kind, NOT_A_USE. */
export const NOT_A_USE = 255
const MAX_QUALIFIED = 400
/** Lookups of enclosing symbols go no further: deeper nesting is generated or hostile, and would take quadratic time. */
export const MAX_AROUND = 256

export class FileFactsBuilder {
  readonly tree: SyntaxTree
  readonly scopes = new Scopes()
  readonly docs: DocComments
  readonly facts: FileFacts
  /** See `NodeColumns`. */
  readonly owner: Int32Array
  readonly scope: Int32Array
  readonly intents: Uint8Array
  readonly contexts: Uint8Array
  private readonly language: CompiledLanguage
  private readonly hasher: SpanHasher
  private readonly fingerprints: Fingerprints
  private readonly bindingKeys = new Set<string>()
  private readonly exportKeys = new Set<string>()
  private readonly ordinals = new Map<string, number>()
  /** Qualified names that several symbols have. */
  private readonly twins = new Set<string>()
  private readonly definitionNodes: NodeIndex[] = []
  /** The node the first walk has reached; owner and scope of later nodes are not known yet. */
  reached = 0

  constructor(tree: SyntaxTree, language: CompiledLanguage) {
    this.tree = tree
    this.language = language
    this.docs = new DocComments(tree)
    this.hasher = spanHasherOf(tree.text)
    this.fingerprints = new Fingerprints(tree, language)
    const { owner, scope, intents, contexts } = borrowNodeColumns(tree.count)
    this.owner = owner
    this.scope = scope
    this.intents = intents
    this.contexts = contexts
    this.facts = emptyFacts()
  }

  /** Adds a symbol and opens its scope; returns its ordinal. */
  define(definition: Definition): number {
    const { tree, facts } = this
    const { node, kind } = definition
    const name = definition.nameText ?? this.nameOf(definition.name)
    const parent = definition.parent ?? this.ownerAround(node)
    const span = definition.span ?? this.spanOf(node)
    const last = definition.until ?? span
    const first = this.docs.decoratorsBefore(span)
    const ordinal = facts.symbols.length
    const qualifiedName = this.qualify(name, parent, definition.qualifier)
    const symbol: SymbolFact = {
      name,
      qualified_name: qualifiedName,
      kind,
      tag: this.tagOf(definition),
      parent,
      start_line: tree.line(first),
      end_line: tree.lastLine(last),
      name_line: tree.line(definition.name),
      name_column: tree.column(definition.name),
      signature: definition.signature ?? signatureOf(tree, span, definition.body ?? -1, this.language),
      doc: this.docs.above(first),
      exported: definition.exported ?? false,
      static: definition.static ?? false,
      type: definition.type ?? '',
      span_hash: this.hasher.hash(
        tree.start(first),
        tree.end(last),
        tree.flat.row[first] as number,
        tree.flat.endRow[last] as number,
      ),
      fingerprint: this.fingerprints.of(tree.start(first), tree.end(last), qualifiedName),
      test: (definition.test ?? false) || (this.facts.symbols[parent]?.test ?? false),
    }
    facts.symbols.push(symbol)
    if (this.ordinals.has(symbol.qualified_name)) this.twins.add(symbol.qualified_name)
    else this.ordinals.set(symbol.qualified_name, ordinal)
    this.definitionNodes.push(node)
    if (definition.nameText === undefined) this.intents[definition.name] = NOT_A_USE
    const outer = this.scopeAround(node)
    if (definition.hidden) symbol.hidden = true
    if (definition.binds !== false && !definition.hidden && this.scopes.kind(outer) !== 'class') {
      const type = this.language.definition.typesApart === true && (kind === 'type' || kind === 'interface')
      this.scopes.declare(outer, name, { local: false, symbol: ordinal, type })
    }
    if (definition.owns !== false) for (let at = first; at <= node; at++) this.owner[at] = ordinal
    const opens = definition.opens ?? scopeByKind[kind]
    if (opens && opens !== 'none') this.scope[node] = this.scopes.open(outer, opens, ordinal)
    if (definition.hidden && definition.binds !== false)
      this.scopes.declare(this.scope[node] as number, name, { local: false, symbol: ordinal })
    this.language.definition.defined?.(symbol, node, this)
    return ordinal
  }

  /** A variable, parameter or field. In a function it is local; the name itself is not a use. */
  bind(binding: Binding): void {
    const { tree } = this
    const isNode = typeof binding.name === 'number'
    const name = typeof binding.name === 'number' ? this.nameOf(binding.name) : binding.name
    if (isNode) this.intents[binding.name as number] = NOT_A_USE
    const inner = this.scopeOf(binding.at)
    const scope = binding.hoist === 'function' ? this.scopes.home(inner) : inner
    if (binding.role !== 'field') this.scopes.declare(scope, name, { local: this.scopes.isLocalScope(scope) })
    const fact: BindingFact = {
      name: binding.known ?? name,
      scope: binding.scope ?? this.scopes.owner(this.scopes.home(inner)),
      type: binding.type ?? '',
      from_call: binding.from_call ?? '',
      role: binding.role,
      line: tree.line(isNode ? (binding.name as number) : binding.at),
    }
    const key = `${fact.scope}\0${fact.name}\0${fact.type}\0${fact.from_call}\0${fact.role}`
    if (this.bindingKeys.has(key)) return
    this.bindingKeys.add(key)
    this.facts.bindings.push(fact)
  }

  /** A name known only in the scope of `at` that is neither variable nor symbol: type parameters, labels. */
  bindLocal(name: NodeIndex, at: NodeIndex): void {
    this.intents[name] = NOT_A_USE
    this.scopes.declare(this.scopeOf(at), this.nameOf(name), { local: true })
  }

  /** Adds an import and the use it makes; `at` is the node of the imported name. Returns its index. */
  addImport(fact: Omit<ImportFact, 'line' | 'column' | 'scope'>, at: NodeIndex): number {
    const { tree, facts } = this
    const place = { line: tree.line(at), column: tree.column(at) }
    const owner = this.ownerOf(at)
    const index = facts.imports.push({ ...fact, ...place, scope: owner }) - 1
    if (fact.alias !== '' && fact.kind !== 'reexport') this.scopes.declare(this.scopeOf(at), fact.alias, { local: false })
    const use = fact.kind === 'reexport' ? 'reexports' : 'imports'
    facts.uses.push({
      name: fact.name || fact.alias || fact.module,
      use,
      ...place,
      receiver: '',
      enclosing: owner,
      import: index,
      arguments: -1,
      argument_types: '',
      symbol: -1,
    })
    return index
  }

  addExport(fact: Omit<ExportFact, 'line' | 'column'>, at: NodeIndex): void {
    this.pushExport({ ...fact, line: this.tree.line(at), column: this.tree.column(at) })
  }

  /** Overloads export one name once. */
  pushExport(fact: ExportFact): void {
    const key = `${fact.name}\0${fact.local}\0${fact.module}`
    if (this.exportKeys.has(key)) return
    this.exportKeys.add(key)
    this.facts.exports.push(fact)
  }

  openScope(node: NodeIndex, kind: ScopeKind): void {
    this.scope[node] = this.scopes.open(this.scopeAround(node), kind, this.owner[node] as number)
  }

  /** The name at this node is a definition or keyword, not a use. */
  notAUse(node: NodeIndex): void {
    if (node >= 0) this.intents[node] = NOT_A_USE
  }

  /** How a node below is to be used when the walk reaches it. The first intent wins. */
  intend(node: NodeIndex, use: EdgeKind): void {
    if (node >= 0 && this.intents[node] === 0) this.intents[node] = edgeKinds.indexOf(use) + 1
  }
  intentOf(node: NodeIndex): EdgeKind | undefined {
    const intent = this.intents[node] as number
    return intent === 0 || intent === NOT_A_USE ? undefined : edgeKinds[intent - 1]
  }

  /** A bare name: used as intended, else by context, else as `fallback`; locals are left out. */
  useName(node: NodeIndex, fallback: EdgeKind, given: GivenArguments = notGiven): void {
    const intent = (this.intents[node] as number) || (this.contexts[node] as number)
    if (intent === NOT_A_USE) return
    const name = this.nameOf(node)
    const use = intent === 0 ? fallback : (edgeKinds[intent - 1] as EdgeKind)
    const type = use === 'uses_type' || use === 'extends' || use === 'implements'
    const known = name === '' ? 'local' : this.scopes.find(this.scope[node] as number, name, { type })
    if (known === 'local') return
    this.use(name, use, node, '', given)
    const fact = this.facts.uses.at(-1)
    if (
      fact &&
      typeof known === 'number' &&
      (this.twins.has(this.facts.symbols[known]?.qualified_name ?? '') || this.symbol(known)?.hidden)
    )
      fact.symbol = known
  }

  /** `given`: the arguments of a call, where the language distinguishes overloads by them. */
  use(name: string, use: EdgeKind, at: NodeIndex, receiver = '', given: GivenArguments = notGiven): void {
    const { flat } = this.tree
    const fact: UseFact = {
      name,
      use,
      line: (flat.row[at] as number) + 1,
      column: (flat.col[at] as number) + 1,
      receiver,
      enclosing: this.owner[at] as number,
      import: -1,
      arguments: given.count,
      argument_types: given.types,
      symbol: -1,
    }
    this.facts.uses.push(fact)
  }

  /** The text of a name, without its quoting character. */
  nameOf(node: NodeIndex): string {
    const text = this.tree.textOf(node)
    const quote = this.language.definition.nameQuote
    return quote !== undefined && text.startsWith(quote) ? text.replaceAll(quote, '') : text
  }

  /** Normalised text of an expression: a receiver, a callee. */
  receiverText(node: NodeIndex): string {
    return this.language.receiverText(this.tree, node)
  }

  /** A type as written, on one line, without a leading `:` or `->`. */
  typeText(node: NodeIndex): string {
    if (node < 0) return ''
    const text = this.tree.text.slice(this.tree.start(node), Math.min(this.tree.end(node), this.tree.start(node) + 400))
    return text
      .replace(/^\s*(:|->)\s*/, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 200)
  }

  symbol(ordinal: number): SymbolFact | undefined {
    return this.facts.symbols[ordinal]
  }
  /** The first symbol so far with this qualified name, or -1. */
  ordinalNamed(qualifiedName: string): number {
    return this.ordinals.get(qualifiedName) ?? -1
  }
  /** Node given to `define` for this symbol. */
  definitionNode(ordinal: number): NodeIndex {
    return this.definitionNodes[ordinal] ?? -1
  }
  /** Ordinal of the innermost symbol a node belongs to, its own included. */
  ownerOf(node: NodeIndex): number {
    return this.owner[this.settled(node)] as number
  }
  private scopeOf(node: NodeIndex): number {
    return this.scope[this.settled(node)] as number
  }
  /** The node, or its nearest ancestor that the first walk has already seen. */
  private settled(node: NodeIndex): NodeIndex {
    let at = node
    while (at > this.reached) at = this.tree.flat.parent[at] as number
    return at
  }
  /** Ordinal of the enclosing symbol of a node, the node's own left out. */
  ownerAround(node: NodeIndex): number {
    const parent = this.tree.parent(node)
    return parent < 0 ? -1 : this.ownerOf(parent)
  }
  /** Ordinal of the nearest enclosing class-like symbol, or -1. */
  classAround(node: NodeIndex): number {
    let ordinal = this.ownerOf(node)
    for (let depth = 0; depth < MAX_AROUND && ordinal >= 0; depth++) {
      const { kind, parent } = this.facts.symbols[ordinal] as SymbolFact
      if (classKinds.has(kind)) return ordinal
      ordinal = parent
    }
    return -1
  }
  /** Is the node directly in a class body, no function between? */
  isMember(node: NodeIndex): boolean {
    return this.scopes.kind(this.scopeAround(node)) === 'class'
  }
  isInFunction(node: NodeIndex): boolean {
    return this.scopes.isInFunction(this.scopeOf(node))
  }
  /** Would a variable declared here be local (in a function or block), or a symbol of the module, namespace or class? */
  isLocalScope(node: NodeIndex, options: { hoist?: 'function' } = {}): boolean {
    const scope = this.scopeOf(node)
    return this.scopes.isLocalScope(options.hoist ? this.scopes.home(scope) : scope)
  }
  /** Is there a function (a function type, a lambda) between the node and this enclosing symbol? */
  isInFunctionOf(node: NodeIndex, ordinal: number): boolean {
    const home = this.scopes.home(this.scopeAround(node))
    return this.scopes.kind(home) === 'function' && this.scopes.owner(home) === ordinal
  }
  /** The node with the wrappers around it (`export`, decorators). */
  spanOf(node: NodeIndex): NodeIndex {
    let span = node
    for (let up = this.tree.parent(span); up >= 0 && this.language.isWrapper(this.tree, up); up = this.tree.parent(up)) span = up
    return span
  }

  private scopeAround(node: NodeIndex): number {
    const parent = this.tree.parent(node)
    return parent < 0 ? 0 : this.scopeOf(parent)
  }

  private qualify(name: string, parent: number, qualifier: string | undefined): string {
    const around = qualifier ?? this.facts.symbols[parent]?.qualified_name ?? ''
    if (around === '') return name
    // Thousands of nested functions would otherwise have names as long as the file.
    return around.length > MAX_QUALIFIED ? `${around.slice(0, MAX_QUALIFIED)}….${name}` : `${around}.${name}`
  }

  private tagOf({ kind, parameters, arity, distinct = '' }: Definition): string {
    if (arity !== undefined) return hashText(`${kind}/${arity}`).slice(0, 8)
    const given = parameters === undefined || parameters < 0 ? '' : parametersOf(this.tree, parameters, this.language.comments)
    return hashText(`${kind}${given}${distinct}`).slice(0, 8)
  }
}

export const callableKinds: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'constructor', 'macro'])
export const classKinds: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'struct', 'enum', 'trait'])
