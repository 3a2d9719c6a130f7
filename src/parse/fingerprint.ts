/**
 * Fingerprints of symbols: a sketch of their tokens, by which a renamed or edited symbol is recognised. Layout does not count:
 * comments, white space, commas, semicolons and quotes are left out. The symbol's own name and that of its enclosing symbol are
 * blanked, so that a renamed recursive function, and the methods of a renamed class, keep theirs.
 */
import { Sketcher } from '../base/sketch.ts'
import { mix } from '../base/text-hash.ts'
import { TextUnits } from '../base/text-units.ts'
import type { CompiledLanguage } from './compile-language.ts'
import type { SyntaxTree } from './syntax-tree.ts'

/** Fewer tokens are similar by chance: `x = 1` says nothing about the former name of `x`. */
const MIN_TOKENS = 8

export class Fingerprints {
  private readonly tree: SyntaxTree
  private readonly language: CompiledLanguage
  private read: { starts: Int32Array; count: number; sketcher: Sketcher } | undefined

  constructor(tree: SyntaxTree, language: CompiledLanguage) {
    this.tree = tree
    this.language = language
  }

  /** Of the text between two offsets; '' when it has fewer than MIN_TOKENS tokens. */
  of(start: number, end: number, qualifiedName: string): string {
    this.read ??= readTokens(this.tree, this.language)
    const { starts, count, sketcher } = this.read
    const from = firstAtOrAfter(starts, count, start)
    const until = firstAtOrAfter(starts, count, end)
    if (until - from < MIN_TOKENS) return ''
    const dot = qualifiedName.lastIndexOf('.')
    const outer = qualifiedName.lastIndexOf('.', dot - 1)
    nameRead.read(qualifiedName)
    const name = hashUnits(nameRead.units, dot + 1, qualifiedName.length)
    const around = hashUnits(nameRead.units, outer + 1, Math.max(dot, 0))
    return sketcher.sketch(from, until, name, around)
  }
}

const textRead = new TextUnits()
const nameRead = new TextUnits()

/** Reused from file to file, like the node columns: one file is extracted at a time. */
let hashes = new Int32Array(1 << 12)
let starts = new Int32Array(1 << 12)
let shingles = new Int32Array(1 << 12)

/** The tokens of a file in order. Text that no leaf covers (`b` in `"a\tb"`) is a token too. */
function readTokens(tree: SyntaxTree, language: CompiledLanguage) {
  const { text, flat } = tree
  textRead.read(text)
  const { units } = textRead
  const { type, next, start, end } = flat
  const { comments, tokenHashes } = language
  let count = 0
  let covered = 0
  const put = (hash: number, at: number): void => {
    if (hash === 0) return
    if (count === hashes.length) growTokens()
    hashes[count] = hash
    starts[count++] = at
  }
  for (let node = 0; node < tree.count; ) {
    const kind = type[node] as number
    const after = next[node] as number
    const isComment = comments[kind] === 1
    if (after > node + 1 && !isComment) {
      node++
      continue
    }
    const from = start[node] as number
    const to = end[node] as number
    if (from > covered) put(hashUnits(units, covered, from), covered)
    if (to > from && !isComment) put(tokenHashes[kind] ?? hashUnits(units, from, to), from)
    if (to > covered) covered = to
    node = after
  }
  return { starts, count, sketcher: new Sketcher(hashes, count, shingles) }
}

/** 0 for a token that does not count. */
export function tokenHash(token: string): number {
  nameRead.read(token)
  return hashUnits(nameRead.units, 0, token.length)
}

function hashUnits(units: Uint16Array, from: number, to: number): number {
  let hash = 0
  for (let at = from; at < to; at++) {
    const unit = units[at] as number
    if (unit <= 44 && (unit <= 32 || unit === COMMA || unit === QUOTE || unit === APOSTROPHE)) continue
    if (unit !== SEMICOLON) hash = Math.imul(hash ^ unit, 0x01000193) + 0x9e3779b9
  }
  return mix(hash)
}

const QUOTE = 34
const APOSTROPHE = 39
const COMMA = 44
const SEMICOLON = 59

function growTokens(): void {
  const larger = new Int32Array(hashes.length * 2)
  larger.set(hashes)
  hashes = larger
  const largerStarts = new Int32Array(starts.length * 2)
  largerStarts.set(starts)
  starts = largerStarts
  shingles = new Int32Array(shingles.length * 2)
}

function firstAtOrAfter(sorted: Int32Array, count: number, offset: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < offset) low = middle + 1
    else high = middle
  }
  return low
}
