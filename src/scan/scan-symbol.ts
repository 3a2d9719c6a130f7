/**
 * Looks up a name in the files on disk without an index: its definitions and everything that may use it, one hop. Only files
 * that contain the name as a word are parsed. What is found by name alone is always `possible`.
 */

import { compareText } from '../base/compare-text.ts'
import { escapePattern } from '../base/escape-pattern.ts'
import { hashBytes } from '../base/hash.ts'
import type { FileFacts, ImportFact, SymbolFact, UseFact } from '../contract/facts.ts'
import { asContentHash, type ContentHash } from '../contract/ids.ts'
import { languageNamed } from '../contract/languages.ts'
import { importOf, namesOfModule } from '../contract/module-named.ts'
import type { EdgeKind } from '../contract/symbol.ts'
import type { Parser } from '../parse/port.ts'
import { type ReadLimits, readFiles } from './read-files.ts'
import { createTextMatcher, type LineMatch, type TextMatcher, textOf } from './text-matcher.ts'

export type SymbolScanOptions = {
  root: string
  /** Any order. */
  files: readonly { path: string; language: string }[]
  /** The last name: `login` of `Auth.login`. */
  name: string
  /** Modules: an import of one of them is a use too, whatever it imports. */
  modules?: readonly string[]
  parser: Pick<Parser, 'parse'>
  /** Milliseconds from now. */
  deadline_ms: number
  signal?: AbortSignal
}

export type LiveDefinition = {
  path: string
  language: string
  ordinal: number
  symbol: SymbolFact
  /** The package or namespace that the file declares; '' when it declares none. */
  package: string
  /** What the definition itself uses, nested definitions included: the one hop downstream. */
  uses: UseFact[]
}
/** Tier `possible`: the name matches and nothing excludes it. */
export type LiveUse = {
  /** Hash of the bytes it was found in, because the file is read again when it is quoted. */
  content_hash: ContentHash
  path: string
  language: string
  line: number
  column: number
  use: EdgeKind
  receiver: string
  /** The innermost enclosing definition; null for the module itself, and in files that could not be parsed. */
  enclosing: { ordinal: number; symbol: SymbolFact } | null
}

export type SymbolScan = {
  /** By path, then line. */
  definitions: LiveDefinition[]
  /** By path, then line and column. */
  uses: LiveUse[]
  /** Lines that contain the name as a whole word, in files that were read. */
  textual_hits: number
  parsed: number
  /** Files that were not read in time, could not be read, or whose parse timed out. */
  unchecked: number
}

export async function scanSymbol(options: SymbolScanOptions): Promise<SymbolScan> {
  const { root, name, deadline_ms, signal } = options
  const end = performance.now() + deadline_ms
  const limits = () => ({ deadline_ms: end - performance.now(), ...(signal ? { signal } : {}) })
  const scan: SymbolScan = { definitions: [], uses: [], textual_hits: 0, parsed: 0, unchecked: 0 }
  const matcher = await createTextMatcher({ query: name, regex: false, case_sensitive: true, word: true })
  const holding = await filesHolding(scan, matcher, options, limits())
  for await (const read of readFiles(root, holding, limits())) {
    if (read.state === 'late') scan.unchecked += read.files
    else if (read.state === 'unreadable') scan.unchecked++
    else await scanFile(scan, versionOf(read.file, read.bytes), textOf(read.bytes), matcher.find(read.bytes), options, end)
  }
  scan.definitions.sort((a, b) => compareText(a.path, b.path) || a.ordinal - b.ordinal)
  scan.uses.sort((a, b) => compareText(a.path, b.path) || a.line - b.line || a.column - b.column)
  return scan
}

/**
 * The code files to parse, those that seem to define the name first: for a very common name there is time to parse only a few
 * files, and an answer without the definition is of little use.
 */
async function filesHolding(
  scan: SymbolScan,
  matcher: TextMatcher,
  { root, files, name }: SymbolScanOptions,
  limits: ReadLimits,
): Promise<File[]> {
  const defining: File[] = []
  const using: File[] = []
  const definition = definitionPattern(name)
  for await (const read of readFiles(
    root,
    [...files].sort((a, b) => compareText(a.path, b.path)),
    limits,
  )) {
    if (read.state === 'late') scan.unchecked += read.files
    else if (read.state === 'unreadable') scan.unchecked++
    else {
      const lines = matcher.find(read.bytes)
      scan.textual_hits += lines.length
      const kind = languageNamed(read.file.language)?.kind
      // A name in prose or data is a mention, not a use; `textual_hits` counts it.
      const isProse = kind === 'document' && read.file.language !== 'notebook'
      if (lines.length === 0 || isProse || kind === 'data') continue
      if (definition.test(textOf(read.bytes))) defining.push(read.file)
      else using.push(read.file)
    }
  }
  return [...defining, ...using]
}

/** A defining keyword right before the name; a Go method has its receiver in between. Decides only which files come first. */
function definitionPattern(name: string): RegExp {
  const keyword =
    'class|def|func|function|fn|fun|interface|struct|enum|trait|type|const|let|var|val|module|namespace|define|object|protocol'
  return new RegExp(`\\b(?:${keyword})[ \\t]+(?:\\([^)\\n]{0,80}\\)[ \\t]*)?${escapePattern(name)}(?![\\p{L}\\p{N}_])`, 'u')
}

type File = { path: string; language: string }
/** With less time left than this no parse begins: it would time out. */
const LEAST_PARSE_MS = 20
const MOST_PARSE_MS = 2000

async function scanFile(
  scan: SymbolScan,
  file: Version,
  text: string,
  lines: readonly LineMatch[],
  { name, modules = [], parser }: SymbolScanOptions,
  end: number,
): Promise<void> {
  const left = end - performance.now()
  if (left < LEAST_PARSE_MS) {
    scan.unchecked++
    return
  }
  const outcome = await parser.parse(text, file.language, { budget_ms: Math.min(MOST_PARSE_MS, left) })
  if (outcome.state === 'timed-out') scan.unchecked++
  if (outcome.state === 'indexed' || outcome.state === 'partial') {
    scan.parsed++
    addFacts(scan, file, outcome.parsed.facts, { name, modules })
  } else addMentions(scan, file, lines)
}

type ScannedFacts = Pick<FileFacts, 'symbols' | 'uses' | 'imports' | 'package'>

function addFacts(
  scan: SymbolScan,
  file: Version,
  facts: ScannedFacts,
  { name, modules }: { name: string; modules: readonly string[] },
): void {
  for (const [ordinal, symbol] of facts.symbols.entries()) {
    if (symbol.name === name)
      scan.definitions.push({ ...fileOf(file), ordinal, symbol, package: facts.package, uses: usesInside(facts, ordinal) })
  }
  const ofModules = importsOf(file.path, facts, modules)
  const uses = facts.uses.filter((use) => use.name === name || ofModules.has(use.import))
  for (const { line, column, use, receiver, enclosing } of uses) {
    const symbol = facts.symbols[enclosing]
    scan.uses.push({
      ...fileOf(file),
      content_hash: file.content_hash,
      line,
      column,
      use,
      receiver,
      enclosing: symbol ? { ordinal: enclosing, symbol } : null,
    })
  }
}

/** Positions of the imports that name one of the modules; a module does not import itself. */
function importsOf(path: string, { imports }: ScannedFacts, modules: readonly string[]): ReadonlySet<number> {
  const names = modules.filter((module) => module !== path).flatMap(namesOfModule)
  if (names.length === 0) return new Set()
  return new Set([...imports.keys()].filter((at) => importOf(imports[at] as ImportFact, path, names) !== undefined))
}

/** For a file that cannot be parsed: each line with the name is a mention. */
function addMentions(scan: SymbolScan, file: Version, lines: readonly LineMatch[]): void {
  for (const { line, column } of lines) {
    scan.uses.push({ ...file, line, column, use: 'references', receiver: '', enclosing: null })
  }
}

type Version = File & { content_hash: ContentHash }

const versionOf = (file: File, bytes: Buffer): Version => ({ ...fileOf(file), content_hash: asContentHash(hashBytes(bytes)) })

const fileOf = ({ path, language }: File): File => ({ path, language })

/** A definition comes before its members in the list, so one pass finds all nested symbols. */
function usesInside(facts: { symbols: SymbolFact[]; uses: UseFact[] }, ordinal: number): UseFact[] {
  const inside = new Set([ordinal])
  for (let at = ordinal + 1; at < facts.symbols.length; at++) {
    if (inside.has(facts.symbols[at]?.parent ?? -1)) inside.add(at)
  }
  return facts.uses.filter((use) => inside.has(use.enclosing))
}
