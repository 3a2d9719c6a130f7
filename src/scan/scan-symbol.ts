/**
 * A name looked up in the files as they are now: its definitions and everything that may use it, one hop, no index. Only files
 * whose bytes hold the name as a word are parsed. What is found by name alone is `possible`, never more.
 */
import { compareText } from '../base/compare-text.ts'
import type { SymbolFact, UseFact } from '../contract/facts.ts'
import { languageNamed } from '../contract/languages.ts'
import type { EdgeKind } from '../contract/symbol.ts'
import type { Parser } from '../parse/port.ts'
import { readFiles } from './read-files.ts'
import { createTextMatcher, type LineMatch, textOf } from './text-matcher.ts'

export type SymbolScanOptions = {
  root: string
  /** Any order. */
  files: readonly { path: string; language: string }[]
  /** The last name: `login` of `Auth.login`. */
  name: string
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
  /** What the definition itself uses, nested definitions included: the one hop downstream. */
  uses: UseFact[]
}
/** Tier `possible`: the name fits and nothing excludes it. */
export type LiveUse = {
  path: string
  language: string
  line: number
  column: number
  use: EdgeKind
  receiver: string
  /** The innermost definition it stands in; null for the module itself, and in files that could not be parsed. */
  enclosing: { ordinal: number; symbol: SymbolFact } | null
}

export type SymbolScan = {
  /** By path, then line. */
  definitions: LiveDefinition[]
  /** By path, then line and column. */
  uses: LiveUse[]
  /** Lines that hold the name as a whole word, in files that were read. */
  textual_hits: number
  parsed: number
  /** Files not looked at in time, or that could not be read; a file whose parse ran out of time counts too. */
  unchecked: number
}

export async function scanSymbol(options: SymbolScanOptions): Promise<SymbolScan> {
  const { root, name, deadline_ms, signal } = options
  const end = performance.now() + deadline_ms
  const scan: SymbolScan = { definitions: [], uses: [], textual_hits: 0, parsed: 0, unchecked: 0 }
  const matcher = await createTextMatcher({ query: name, regex: false, case_sensitive: true, word: true })
  const files = [...options.files].sort((a, b) => compareText(a.path, b.path))
  for await (const read of readFiles(root, files, { deadline_ms, ...(signal ? { signal } : {}) })) {
    if (read.state === 'late') scan.unchecked += read.files
    else if (read.state === 'unreadable') scan.unchecked++
    else {
      const lines = matcher.find(read.bytes)
      scan.textual_hits += lines.length
      if (lines.length > 0) await scanFile(scan, read.file, textOf(read.bytes), lines, options, end)
    }
  }
  return scan
}

type File = { path: string; language: string }
/** Below this a parse is not begun: it would be cut off and cost its file. */
const LEAST_PARSE_MS = 20
const MOST_PARSE_MS = 2000

async function scanFile(
  scan: SymbolScan,
  file: File,
  text: string,
  lines: readonly LineMatch[],
  { name, parser }: SymbolScanOptions,
  end: number,
): Promise<void> {
  const kind = languageNamed(file.language)?.kind
  // A name in prose or data is a mention, not a use; `textual_hits` counts it.
  if (kind === 'document' || kind === 'data') return
  const left = end - performance.now()
  if (left < LEAST_PARSE_MS) {
    scan.unchecked++
    return
  }
  const outcome = await parser.parse(text, file.language, { budget_ms: Math.min(MOST_PARSE_MS, left) })
  if (outcome.state === 'timed-out') scan.unchecked++
  if (outcome.state === 'indexed' || outcome.state === 'partial') {
    scan.parsed++
    addFacts(scan, file, outcome.parsed.facts, name)
  } else addMentions(scan, file, lines)
}

function addFacts(scan: SymbolScan, file: File, facts: { symbols: SymbolFact[]; uses: UseFact[] }, name: string): void {
  for (const [ordinal, symbol] of facts.symbols.entries()) {
    if (symbol.name === name) scan.definitions.push({ ...place(file), ordinal, symbol, uses: usesInside(facts, ordinal) })
  }
  const uses = facts.uses.filter((use) => use.name === name)
  for (const { line, column, use, receiver, enclosing } of uses.sort((a, b) => a.line - b.line || a.column - b.column)) {
    const symbol = facts.symbols[enclosing]
    scan.uses.push({ ...place(file), line, column, use, receiver, enclosing: symbol ? { ordinal: enclosing, symbol } : null })
  }
}

/** No grammar, or none that could read it: the name is there as a word, and more cannot be said. */
function addMentions(scan: SymbolScan, file: File, lines: readonly LineMatch[]): void {
  for (const { line, column } of lines) {
    scan.uses.push({ ...place(file), line, column, use: 'references', receiver: '', enclosing: null })
  }
}

const place = ({ path, language }: File): File => ({ path, language })

/** A definition stands before what it contains, so one pass finds all that is nested. */
function usesInside(facts: { symbols: SymbolFact[]; uses: UseFact[] }, ordinal: number): UseFact[] {
  const inside = new Set([ordinal])
  for (let at = ordinal + 1; at < facts.symbols.length; at++) {
    if (inside.has(facts.symbols[at]?.parent ?? -1)) inside.add(at)
  }
  return facts.uses.filter((use) => inside.has(use.enclosing))
}
