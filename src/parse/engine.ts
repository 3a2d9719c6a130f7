/**
 * One instance of tree-sitter with the grammars it has loaded. Its memory only grows, so the whole instance can be discarded: the
 * CommonJS build is used because, unlike an ES module, it can be removed from the module cache and collected.
 */
import { createRequire } from 'node:module'
import type { Language, Parser, Tree } from 'web-tree-sitter'
import { FlatTree, fillFromCursor, firstDifference } from './flat-tree.ts'
import type { GrammarModules } from './grammar-modules.ts'
import { HeapWalk, type WasmCore } from './heap-walk.ts'
import { limits } from './parse-limits.ts'
import { type WasmModule, webAssembly } from './web-assembly.ts'

type TreeSitter = typeof import('web-tree-sitter')

/** Names of a grammar's node types and fields by id, and back. */
export type GrammarNames = {
  types: readonly string[]
  fields: readonly string[]
  /** 1 for named types; `"("` and `"return"` are not. */
  named: Uint8Array
  fieldIds: ReadonlyMap<string, number>
}

export type LoadedGrammar = { name: string; names: GrammarNames; parser: Parser; fill: (tree: Tree, out: FlatTree) => void }

/**
 * `tree` is valid until the next parse of this engine. `work`: the cost of the parse, in a unit that depends on the text alone.
 * `endless`: it took more work than any parsable code of allowed size. `timed-out`: the clock stopped it before that.
 */
export type EngineOutcome =
  | { state: 'parsed'; tree: FlatTree; partial: boolean; work: number }
  | { state: 'endless' }
  | { state: 'timed-out' }

export interface Engine {
  /** `sample` is parsed once to check the fast walk against the reliable one. */
  load(grammar: string, sample: string): Promise<LoadedGrammar>
  /** Throws when WebAssembly traps; the engine must then be discarded. */
  parse(grammar: LoadedGrammar, text: string, budgetMs: number): EngineOutcome
  heapBytes(): number
}

export async function openEngine(modules: GrammarModules): Promise<Engine> {
  const { treeSitter, core } = await instantiate(modules)
  const loaded = new Map<string, Promise<LoadedGrammar>>()
  const flat = new FlatTree()
  return {
    load(name, sample) {
      const known = loaded.get(name)
      if (known) return known
      const grammar = modules.grammar(name).then((module) => createGrammar(name, treeSitter, core, module, sample))
      loaded.set(name, grammar)
      return grammar
    },
    parse: (grammar, text, budgetMs) => parseFlat(grammar, text, budgetMs, flat),
    heapBytes: () => core.HEAPU8.byteLength,
  }
}

async function instantiate(modules: GrammarModules): Promise<{ treeSitter: TreeSitter; core: WasmCore }> {
  const require = createRequire(import.meta.url)
  delete require.cache[require.resolve('web-tree-sitter')]
  const treeSitter = require('web-tree-sitter') as TreeSitter
  const module = await modules.engine()
  const core = {
    HEAPU8: new Uint8Array(0),
    instantiateWasm(imports: object, done: (instance: object, module: WasmModule) => void) {
      webAssembly.instantiate(module, imports).then((instance) => done(instance, module))
      return {}
    },
  }
  await treeSitter.Parser.init(core as unknown as Parameters<TreeSitter['Parser']['init']>[0])
  return { treeSitter, core }
}

function createGrammar(name: string, treeSitter: TreeSitter, core: WasmCore, module: WasmModule, sample: string): LoadedGrammar {
  const language = treeSitter.Language.loadSync(module as never)
  const parser = new treeSitter.Parser()
  parser.setLanguage(language)
  return { name, names: namesOf(language), parser, fill: chooseWalk(parser, new HeapWalk(core, language), sample) }
}

/** The fast walk where it agrees with TreeCursor on the sample, else TreeCursor itself. */
function chooseWalk(parser: Parser, walk: HeapWalk, sample: string): LoadedGrammar['fill'] {
  const tree = parser.parse(sample)
  if (!tree) return fillFromCursor
  const [fast, certain] = [new FlatTree(), new FlatTree()]
  try {
    fillFromCursor(tree, certain)
    walk.run(tree, fast)
    return firstDifference(fast, certain) === -1 ? (finished, out) => walk.run(finished, out) : fillFromCursor
  } catch {
    return fillFromCursor
  } finally {
    tree.delete()
  }
}

/** Characters passed to the lexer at a time. Where the lexer often goes back, as Scala's does, each place is copied again. */
const READ = 512

function parseFlat(grammar: LoadedGrammar, text: string, budgetMs: number, flat: FlatTree): EngineOutcome {
  const deadline = performance.now() + budgetMs
  let work = 0
  // A callback, because a string would be copied again for every place the lexer goes back to.
  const read = (index: number): string => {
    work++
    return text.slice(index, index + READ)
  }
  const progressCallback = (): boolean => ++work > limits.work || performance.now() > deadline
  const tree = grammar.parser.parse(read, null, { progressCallback })
  if (!tree) {
    // Without this the next file would continue where this one stopped, as a silent mix of both.
    grammar.parser.reset()
    return { state: work > limits.work ? 'endless' : 'timed-out' }
  }
  try {
    grammar.fill(tree, flat)
    return { state: 'parsed', tree: flat, partial: tree.rootNode.hasError, work }
  } finally {
    tree.delete()
  }
}

function namesOf(language: Language): GrammarNames {
  const fields = language.fields.map((field) => field ?? '')
  return {
    types: language.types.map((type) => type ?? ''),
    fields,
    named: Uint8Array.from(language.types, (_, id) => (language.nodeTypeIsNamed(id) ? 1 : 0)),
    fieldIds: new Map(fields.map((field, id) => [field, id])),
  }
}
