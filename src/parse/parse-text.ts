/** Turns the text of one file into what the index needs. Shared by the in-process parser and the workers. */

import { emptyFacts } from '../contract/empty-facts.ts'
import type { FileFacts } from '../contract/facts.ts'
import { languageNamed } from '../contract/languages.ts'
import { ANY_IDENTIFIER } from '../contract/text-need.ts'
import { boundFacts } from './bound-facts.ts'
import { compileLanguage } from './compile-language.ts'
import { addOtherNames, joinParts, type PartReading } from './embedded/join-parts.ts'
import { type Engine, openEngine } from './engine.ts'
import { extractFacts } from './extract.ts'
import type { GrammarModules } from './grammar-modules.ts'
import type { CodeLanguage, DocumentLanguage, EmbeddedLanguage, LanguageDefinition, MaskedText } from './language.ts'
import { languageDefinition } from './language-table.ts'
import { countLines, limits, whyNotParsed } from './parse-limits.ts'
import { setLines } from './parse-rest.ts'
import { parseTree, type Ready } from './parse-tree.ts'
import type { ParseOptions, ParseOutcome } from './port.ts'
import { hashWhole } from './span-hash.ts'
import { SyntaxTree } from './syntax-tree.ts'
import { collectTerms, identifiersOf } from './terms.ts'

export interface TextParser {
  parse(text: string, language: string, options?: ParseOptions): Promise<ParseOutcome>
  /** The engine's memory has grown so far that it should be discarded. */
  isSpent(): boolean
}

export function createTextParser(modules: GrammarModules): TextParser {
  // Promises, because files may be parsed in parallel: each would otherwise open its own engine.
  let opening: Promise<OpenEngine> | undefined
  let spent = false
  // After a trap the engine's memory cannot be trusted, and it is never freed.
  const discard = () => {
    opening = undefined
    spent = true
  }
  return {
    isSpent: () => spent,
    async parse(text, language, options = {}) {
      const definition = await definitionFor(text, language)
      if (definition === undefined) return unread(text, '', language)
      if (definition.kind === 'document') return readDocument(text, definition)
      if (definition.kind === 'code' && definition.isWorthReading?.(text) === false) return unread(text, '', language)
      const tooMuch = definition.kind === 'code' ? whyNotParsed(text) : undefined
      if (tooMuch) return unread(text, tooMuch, language)
      const prepared = async (code: CodeLanguage): Promise<Ready> => {
        opening ??= openEngine(modules).then((engine) => ({ engine, languages: new Map() }))
        return prepare(await opening, code)
      }
      try {
        const outcome =
          definition.kind === 'code'
            ? parseCode(text, await prepared(definition), options)
            : await parseEmbedded(text, definition, options, prepared)
        if (opening && (await opening).engine.heapBytes() > limits.heapBytes) discard()
        return outcome
      } catch (error) {
        discard()
        return { state: 'failed', reason: `the parser stopped: ${String(error)}` }
      }
    },
  }
}

/** The text of a header decides its language. */
async function definitionFor(text: string, language: string): Promise<LanguageDefinition | undefined> {
  const definition = await languageDefinition(language)
  const name = definition?.kind === 'code' ? (definition.writtenIn?.(text) ?? language) : language
  return name === language ? definition : languageDefinition(name)
}

/** By definition: a language may be read in several ways, as a file of its own and as a part of others. */
type OpenEngine = { engine: Engine; languages: Map<CodeLanguage, Promise<Ready>> }

function prepare({ engine, languages }: OpenEngine, definition: CodeLanguage): Promise<Ready> {
  const known = languages.get(definition)
  if (known) return known
  const ready = engine
    .load(definition.grammar, definition.sample)
    .then((grammar) => ({ engine, grammar, language: compileLanguage(definition, grammar.names) }))
  languages.set(definition, ready)
  return ready
}

type Reading =
  | { state: 'read'; facts: FileFacts; large: boolean }
  | { state: 'timed-out'; reason: string }
  | { state: 'text-only'; reason: string }

function readCode(text: string, { engine, grammar, language }: Ready, options: ParseOptions): Reading {
  const { budget_ms: budgetMs = limits.milliseconds, outline = false } = options
  const given = language.definition.mask?.(text) ?? text
  const shown: MaskedText = typeof given === 'string' ? { text: given, names: [] } : given
  const { outcome, wrappings } = parseTree(shown.text, { engine, grammar, language }, budgetMs)
  if (outcome.state === 'timed-out') return { state: 'timed-out', reason: `not parsed within ${budgetMs} ms` }
  if (outcome.state === 'endless') return { state: 'text-only', reason: 'takes too long to parse' }
  const { tree, partial } = outcome
  if (tree.count > limits.nodes) return { state: 'text-only', reason: 'too many syntax nodes' }
  if (language.definition.rest) setLines(tree, text)
  const large = text.length > limits.fullFacts
  const facts = extractFacts(new SyntaxTree(text, tree, grammar.names, wrappings), language, {
    outlineOnly: large || outline,
    masked: [...shown.names, ...wrappings.map(({ name }) => name)],
  })
  facts.partial = partial
  facts.package ||= shown.package ?? ''
  return { state: 'read', facts, large }
}

function parseCode(text: string, ready: Ready, options: ParseOptions): ParseOutcome {
  const reading = readCode(text, ready, options)
  if (reading.state === 'timed-out') return { state: 'timed-out', reason: reading.reason }
  if (reading.state === 'text-only') return textOnly(text, reading.reason)
  return finished(text, reading.facts, [reading.large && LARGE], options)
}

async function parseEmbedded(
  text: string,
  definition: EmbeddedLanguage,
  options: ParseOptions,
  prepared: (language: CodeLanguage) => Promise<Ready>,
): Promise<ParseOutcome> {
  const reading = await definition.read(text)
  const parts = options.outline ? reading.parts.filter((part) => !part.usesOnly) : reading.parts
  const read: PartReading[] = []
  for (const { language, woven } of parts) {
    const tooMuch = whyNotParsed(woven.text)
    const part: Reading = tooMuch
      ? { state: 'text-only', reason: tooMuch }
      : readCode(woven.text, await prepared(language), options)
    if (part.state === 'timed-out') return { state: 'timed-out', reason: part.reason }
    read.push(
      part.state === 'read' ? { woven, facts: part.facts, reason: part.large ? LARGE : '' } : { woven, reason: part.reason },
    )
  }
  const { facts, reasons } = joinParts(text, reading, read)
  const outcome = finished(text, facts, reasons, options, reading.document?.bodies)
  if ('parsed' in outcome && !options.outline) addOtherNames(outcome.parsed)
  return outcome
}

const LARGE = 'large: definitions only'

function finished(
  text: string,
  facts: FileFacts,
  reasons: readonly (string | false)[],
  options: ParseOptions,
  bodies: readonly string[] = [],
): ParseOutcome {
  Object.assign(facts, aboutText(text))
  const reason = [facts.partial && 'some lines could not be parsed', ...reasons].filter(Boolean).join('; ')
  if (reason !== '') facts.reason = reason
  boundFacts(facts)
  const parsed = options.outline
    ? { facts, terms: [], identifiers: new Map<string, number>() }
    : collectTerms(text, facts, bodies)
  return { state: reason === '' ? 'indexed' : 'partial', reason, parsed }
}

function readDocument(text: string, definition: DocumentLanguage): ParseOutcome {
  const { sections, bodies, doc } = definition.read(text)
  const facts: FileFacts = { ...emptyFacts(), ...aboutText(text), doc, sections }
  boundFacts(facts)
  return { state: 'indexed', reason: '', parsed: collectTerms(text, facts, bodies) }
}

function textOnly(text: string, reason: string): ParseOutcome {
  const facts = textFacts(text, reason)
  return { state: 'text-only', reason, parsed: collectTerms(text, facts) }
}

/** Data are found by text and never ranked, so their words are not counted. */
function unread(text: string, reason: string, language: string): ParseOutcome {
  if (languageNamed(language)?.kind !== 'data') return textOnly(text, reason)
  const identifiers = text.length > limits.knownData ? new Map([[ANY_IDENTIFIER, 1]]) : identifiersOf(text)
  return { state: 'text-only', reason, parsed: { facts: textFacts(text, reason), terms: [], identifiers } }
}

const textFacts = (text: string, reason: string): FileFacts => ({
  ...emptyFacts(),
  text_only: true,
  ...(reason === '' ? {} : { reason }),
  ...aboutText(text),
})

/** What is known of any text, parsed or not. */
function aboutText(text: string): Pick<FileFacts, 'line_count' | 'span_hash'> {
  const span_hash = hashWhole(text)
  return { line_count: countLines(text), ...(span_hash === undefined ? {} : { span_hash }) }
}
