/**
 * The words by which a file, its symbols and its sections are found. The text is split into identifiers once; a symbol's words
 * are a range of them. Weights say how much more a name counts than a mention; docs/ranking.md has their reasons.
 */
import { eachIdentifier, splitIdentifier } from '../base/words.ts'
import type { FileFacts, ParsedFile, SymbolFact, TermsFact } from '../contract/facts.ts'
import { type NumberedWords, WordCounter } from '../contract/numbered-words.ts'
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
  const isKeyword = Uint8Array.from(tokens.names, (name) => (keywords.has(name) ? 1 : 0))
  const words = new Words(tokens)
  const terms: TermsFact[] = [fileTerms(tokens, isKeyword, words, facts)]
  if (facts.symbols.length > 0) addSymbolTerms(terms, new BodyWords(text, tokens, isKeyword), words, facts)
  for (const [ordinal, section] of facts.sections.entries()) {
    words.addText(section.title, weights.sectionTitle)
    words.addText(section.header_path)
    words.addText(bodies[ordinal] ?? '')
    terms.push({ level: 'doc', ordinal, words: words.take() })
  }
  return { facts, terms, identifiers: identifiersIn(tokens) }
}

export const identifiersOf = (text: string): Map<string, number> => identifiersIn(new Tokens(text))

function identifiersIn({ names, counts, hasLong }: Tokens): Map<string, number> {
  const identifiers = new Map<string, number>()
  for (let id = 0; id < names.length; id++) identifiers.set(names[id] as string, counts[id] as number)
  if (hasLong) identifiers.set(LONG_IDENTIFIER, 1)
  return identifiers
}

function fileTerms(tokens: Tokens, isKeyword: Uint8Array, words: Words, facts: FileFacts): TermsFact {
  const isCode = facts.symbols.length > 0
  for (let id = 0; id < tokens.names.length; id++) {
    if (!isCode || isKeyword[id] === 0) words.addToken(id, tokens.counts[id] as number)
  }
  for (const symbol of facts.symbols) words.addName(symbol.name, weights.fileSymbol)
  words.addText(facts.doc, weights.fileDoc)
  return { level: 'file', ordinal: 0, words: words.take() }
}

function addSymbolTerms(terms: TermsFact[], body: BodyWords, words: Words, facts: FileFacts): void {
  const members = membersOf(facts.symbols)
  for (const [ordinal, symbol] of facts.symbols.entries()) {
    words.addName(symbol.name, weights.symbolName)
    const parent = facts.symbols[symbol.parent]
    if (parent) words.addName(parent.name, weights.symbolParents)
    if (symbol.doc !== '') words.addText(symbol.doc, weights.symbolDoc)
    if (classKinds.has(symbol.kind) || symbol.kind === 'namespace') {
      words.addText(symbol.signature, weights.symbolSignature)
      for (const member of members[ordinal] ?? []) words.addName(member, weights.memberName)
    } else {
      body.addTo(words, symbol)
    }
    terms.push({ level: 'symbol', ordinal, words: words.take() })
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

/** Counts words; those of an identifier are looked up once. */
class Words {
  private readonly counter = new WordCounter()
  private readonly tokens: Tokens
  /** Numbers of the words of each identifier, by its own number. */
  private readonly ofToken: (readonly number[] | undefined)[]

  constructor(tokens: Tokens) {
    this.tokens = tokens
    this.ofToken = new Array(tokens.names.length)
  }

  addToken(id: number, times: number): void {
    let numbers = this.ofToken[id]
    if (numbers === undefined) {
      numbers = numbersOf(this.tokens.names[id] as string, this.counter)
      this.ofToken[id] = numbers
    }
    for (let at = 0; at < numbers.length; at++) this.counter.add(numbers[at] as number, times)
  }

  addName(name: string, times: number): void {
    for (const word of splitIdentifier(name)) if (word.length <= MAX_WORD) this.counter.add(this.counter.numberOf(word), times)
  }

  addText(text: string, times = 1): void {
    if (text !== '') eachIdentifier(text, (name) => this.addName(name, times))
  }

  take(): NumberedWords {
    return this.counter.take()
  }
}

function numbersOf(name: string, counter: WordCounter): readonly number[] {
  const numbers: number[] = []
  for (const word of splitIdentifier(name)) if (word.length <= MAX_WORD) numbers.push(counter.numberOf(word))
  return numbers
}

/** Words of a symbol's lines. */
class BodyWords {
  private readonly tokens: Tokens
  /** Per line: its first token. */
  private readonly lineTokens: Int32Array
  private readonly isSkipped: Uint8Array
  private readonly counts: Int32Array
  private readonly seen: number[] = []

  constructor(text: string, tokens: Tokens, isKeyword: Uint8Array) {
    this.tokens = tokens
    this.lineTokens = firstTokenOfLines(text, tokens)
    // A single letter or a number says nothing about the purpose of a body.
    this.isSkipped = Uint8Array.from(tokens.names, (name, id) =>
      isKeyword[id] === 1 || name.length < 2 || name.charCodeAt(0) < 58 ? 1 : 0,
    )
    this.counts = new Int32Array(tokens.names.length)
  }

  addTo(words: Words, symbol: SymbolFact): void {
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
      words.addToken(id, counts[id] as number)
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

/** Keywords that occur in every file: as search words they are useless. In names and docs they count. */
const keywords = new Set(
  `and as assert async await bool boolean break byte case catch chan char class const continue debugger def default defer del
  delete do double elif else end enum except export extends extern false final finally float fn for from func function get global
  go goto if impl implements import in instanceof int interface is lambda let long match mod mut namespace new nil none None not
  null number object of or override package pass private protected pub public raise range readonly ref return self set short
  signed sizeof static str string struct super switch template then this throw throws True False true try type typedef typeof
  undefined union unless unsigned until use using val var void volatile where while with yield`.split(/\s+/),
)
