/** The text of one file becomes what the index needs of it. Shared by the in-process parser and the workers. */

import { emptyFacts } from '../contract/empty-facts.ts'
import type { FileFacts } from '../contract/facts.ts'
import { type CompiledLanguage, compileLanguage } from './compile-language.ts'
import { type Engine, type LoadedGrammar, openEngine } from './engine.ts'
import { extractFacts } from './extract.ts'
import type { GrammarModules } from './grammar-modules.ts'
import type { CodeLanguage, DocumentLanguage } from './language.ts'
import { languageDefinition } from './language-table.ts'
import type { ParseOptions, ParseOutcome } from './port.ts'
import { hashWhole } from './span-hash.ts'
import { SyntaxTree } from './syntax-tree.ts'
import { collectTerms } from './terms.ts'

/** Where the limits come from: docs/decisions and the spikes behind it. Sizes in UTF-16 units, so that they depend on content alone. */
const limits = {
  /** Larger files give definitions and imports, but no uses. */
  fullFacts: 1_000_000,
  /** Larger files are text. */
  parse: 2_000_000,
  /** More nodes than any hand-written file has at 2 MB. */
  nodes: 2_000_000,
  /** Mean line length from which a file is taken for generated. */
  meanLine: 500,
  /** WebAssembly memory never shrinks: past this the engine is thrown away. */
  heapBytes: 256 * 1024 * 1024,
}

export interface TextParser {
  parse(text: string, language: string, options?: ParseOptions): Promise<ParseOutcome>
  /** The engine's memory has grown so far that it should be thrown away. */
  isSpent(): boolean
}

export function createTextParser(modules: GrammarModules): TextParser {
  // Promises, because files may be parsed side by side: each would otherwise open an engine of its own.
  let opening: Promise<OpenEngine> | undefined
  let spent = false
  // After a trap the engine's memory cannot be trusted, and it never gives any back.
  const discard = () => {
    opening = undefined
    spent = true
  }
  return {
    isSpent: () => spent,
    async parse(text, language, options = {}) {
      const definition = await languageDefinition(language)
      if (definition === undefined) return textOnly(text, '')
      if (definition.kind === 'document') return readDocument(text, definition)
      const tooMuch = whyNotParsed(text)
      if (tooMuch) return textOnly(text, tooMuch)
      try {
        opening ??= openEngine(modules).then((engine) => ({ engine, languages: new Map() }))
        const ready = await prepare(await opening, language, definition)
        const outcome = parseCode(text, ready, options)
        if (ready.engine.heapBytes() > limits.heapBytes) discard()
        return outcome
      } catch (error) {
        discard()
        return { state: 'failed', reason: `the parser stopped: ${String(error)}` }
      }
    },
  }
}

type OpenEngine = { engine: Engine; languages: Map<string, Promise<Ready>> }

function prepare({ engine, languages }: OpenEngine, name: string, definition: CodeLanguage): Promise<Ready> {
  const known = languages.get(name)
  if (known) return known
  const ready = engine
    .load(definition.grammar, definition.sample)
    .then((grammar) => ({ engine, grammar, language: compileLanguage(definition, grammar.names) }))
  languages.set(name, ready)
  return ready
}

type Ready = { engine: Engine; grammar: LoadedGrammar; language: CompiledLanguage }

const BUDGET_MS = 2000

function parseCode(text: string, { engine, grammar, language }: Ready, options: ParseOptions): ParseOutcome {
  const { budget_ms: budgetMs = BUDGET_MS, outline = false } = options
  const outcome = engine.parse(grammar, language.definition.mask?.(text) ?? text, budgetMs)
  if (outcome.state === 'timed-out') return { state: 'timed-out', reason: `not parsed within ${budgetMs} ms` }
  const { tree, partial } = outcome
  if (tree.count > limits.nodes) return textOnly(text, 'too many syntax nodes')
  const large = text.length > limits.fullFacts
  const facts = extractFacts(new SyntaxTree(text, tree, grammar.names), language, { outlineOnly: large || outline })
  facts.partial = partial
  Object.assign(facts, aboutText(text))
  const reason = [partial && 'some lines could not be parsed', large && 'large: definitions only'].filter(Boolean).join('; ')
  if (reason !== '') facts.reason = reason
  const parsed = outline ? { facts, terms: [], identifiers: new Map<string, number>() } : collectTerms(text, facts)
  return { state: partial || large ? 'partial' : 'indexed', reason, parsed }
}

function readDocument(text: string, definition: DocumentLanguage): ParseOutcome {
  const { sections, bodies, doc } = definition.read(text)
  const facts: FileFacts = { ...emptyFacts(), ...aboutText(text), doc, sections }
  return { state: 'indexed', reason: '', parsed: collectTerms(text, facts, bodies) }
}

function textOnly(text: string, reason: string): ParseOutcome {
  const facts: FileFacts = {
    ...emptyFacts(),
    text_only: true,
    ...(reason === '' ? {} : { reason }),
    ...aboutText(text),
  }
  return { state: 'text-only', reason, parsed: collectTerms(text, facts) }
}

/** What is known of any text, parsed or not. */
function aboutText(text: string): Pick<FileFacts, 'line_count' | 'span_hash'> {
  const span_hash = hashWhole(text)
  return { line_count: countLines(text), ...(span_hash === undefined ? {} : { span_hash }) }
}

function whyNotParsed(text: string): string | undefined {
  if (text.length > limits.parse) return `larger than ${limits.parse / 1_000_000} MB`
  if (text.length > 10_000 && text.length / countLines(text) > limits.meanLine) return 'very long lines: generated or minified'
  return undefined
}

/** As an editor counts: a final line end starts no further line. */
function countLines(text: string): number {
  let lines = 0
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    lines++
    start = at + 1
  }
  return start < text.length ? lines + 1 : lines
}
