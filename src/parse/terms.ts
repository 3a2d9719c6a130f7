/**
 * The words by which a file, its symbols and its sections are found. The text is split into identifiers once; a symbol's words
 * are a range of them. Weights say how much more a name counts than a mention; docs/ranking.md has their reasons.
 */
import { addWords, splitIdentifier } from '../base/words.ts'
import type { FileFacts, ParsedFile, SymbolFact, TermsFact } from '../contract/facts.ts'
import { LONG_IDENTIFIER } from '../contract/text-need.ts'
import { classKinds } from './facts-builder.ts'
import { Tokens } from './tokens.ts'

const weights = {
  fileSymbol: 3,
  fileDoc: 3,
  symbolName: 5,
  symbolParents: 2,
  symbolSignature: 2,
  symbolDoc: 2,
  memberName: 1,
  sectionTitle: 3,
}
/** The first part of a long body shows its subject; the rest would only make every long function match everything. */
const MAX_BODY_TOKENS = 400
const MAX_WORD = 64

export function collectTerms(text: string, facts: FileFacts, bodies: readonly string[] = []): ParsedFile {
  const tokens = new Tokens(text)
  const words = tokens.names.map(splitIdentifier)
  const terms: TermsFact[] = [fileTerms(tokens, words, facts)]
  if (facts.symbols.length > 0) addSymbolTerms(terms, new BodyWords(text, tokens, words), facts)
  for (const [ordinal, section] of facts.sections.entries()) {
    const found = new Map<string, number>()
    addWords(found, section.title, weights.sectionTitle)
    addWords(found, section.header_path)
    addWords(found, bodies[ordinal] ?? '')
    terms.push({ level: 'doc', ordinal, words: found })
  }
  const identifiers = new Map(tokens.names.map((name, id) => [name, tokens.counts[id] as number]))
  if (tokens.hasLong) identifiers.set(LONG_IDENTIFIER, 1)
  return { facts, terms, identifiers }
}

function fileTerms(tokens: Tokens, wordsOf: readonly (readonly string[])[], facts: FileFacts): TermsFact {
  const words = new Map<string, number>()
  const isCode = facts.symbols.length > 0
  for (const [id, name] of tokens.names.entries()) {
    if (!isCode || !keywords.has(name)) addAll(words, wordsOf[id] ?? [], tokens.counts[id] as number)
  }
  for (const symbol of facts.symbols) addName(words, symbol.name, weights.fileSymbol)
  addWords(words, facts.doc, weights.fileDoc)
  return { level: 'file', ordinal: 0, words }
}

function addSymbolTerms(terms: TermsFact[], body: BodyWords, facts: FileFacts): void {
  const members = membersOf(facts.symbols)
  for (const [ordinal, symbol] of facts.symbols.entries()) {
    const words = new Map<string, number>()
    addName(words, symbol.name, weights.symbolName)
    const parent = facts.symbols[symbol.parent]
    if (parent) addName(words, parent.name, weights.symbolParents)
    if (symbol.doc !== '') addWords(words, symbol.doc, weights.symbolDoc)
    if (classKinds.has(symbol.kind) || symbol.kind === 'namespace') {
      addWords(words, symbol.signature, weights.symbolSignature)
      for (const member of members[ordinal] ?? []) addName(words, member, weights.memberName)
    } else {
      body.addTo(words, symbol)
    }
    terms.push({ level: 'symbol', ordinal, words })
  }
}

function membersOf(symbols: readonly SymbolFact[]): (string[] | undefined)[] {
  const members: (string[] | undefined)[] = []
  for (const { parent, name } of symbols) {
    if (parent < 0) continue
    members[parent] ??= []
    members[parent]?.push(name)
  }
  return members
}

/** Words of a symbol's lines. */
class BodyWords {
  private readonly tokens: Tokens
  /** Words of each identifier, by its number. */
  private readonly wordsOf: readonly (readonly string[])[]
  /** Per line: its first token. */
  private readonly lineTokens: Int32Array
  private readonly isSkipped: Uint8Array
  private readonly counts: Int32Array
  private readonly seen: number[] = []

  constructor(text: string, tokens: Tokens, wordsOf: readonly (readonly string[])[]) {
    this.tokens = tokens
    this.wordsOf = wordsOf
    this.lineTokens = firstTokenOfLines(text, tokens)
    // A single letter or a number says nothing about the purpose of a body.
    this.isSkipped = Uint8Array.from(tokens.names, (name) =>
      name.length < 2 || keywords.has(name) || name.charCodeAt(0) < 58 ? 1 : 0,
    )
    this.counts = new Int32Array(tokens.names.length)
  }

  addTo(words: Map<string, number>, symbol: SymbolFact): void {
    const { tokens, counts, seen, isSkipped } = this
    const from = this.lineTokens[symbol.start_line - 1] ?? tokens.length
    const until = Math.min(this.lineTokens[symbol.end_line] ?? tokens.length, from + MAX_BODY_TOKENS)
    seen.length = 0
    for (let at = from; at < until; at++) {
      const id = tokens.ids[at] as number
      if (isSkipped[id] === 1) continue
      if (counts[id] === 0) seen.push(id)
      counts[id] = (counts[id] as number) + 1
    }
    for (const id of seen) {
      addAll(words, this.wordsOf[id] ?? [], counts[id] as number)
      counts[id] = 0
    }
  }
}

function firstTokenOfLines(text: string, tokens: Tokens): Int32Array {
  const first: number[] = [0]
  let token = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    while (token < tokens.length && (tokens.starts[token] as number) <= at) token++
    first.push(token)
  }
  return Int32Array.from(first)
}

function addName(words: Map<string, number>, name: string, count: number): void {
  addAll(words, splitIdentifier(name), count)
}

function addAll(words: Map<string, number>, found: readonly string[], count: number): void {
  for (const word of found) {
    if (word.length <= MAX_WORD) words.set(word, (words.get(word) ?? 0) + count)
  }
}

/** Keywords that occur in every file: as search words they are useless. In names and docs they count. */
const keywords = new Set(
  `and as assert async await bool boolean break byte case catch chan char class const continue debugger def default defer del
  delete do double elif else end enum except export extends extern false final finally float fn for from func function get global
  go goto if impl implements import in instanceof int interface is lambda let long match mod mut namespace new nil none None not
  null number object of or override package pass private protected pub public raise range readonly ref return self set short
  signed sizeof static str string struct super switch template then this throw throws True False true try type typedef typeof
  undefined union unless unsigned until use using val var void volatile where while with yield`.split(/\s+/),
)
