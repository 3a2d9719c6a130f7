/** What an opening brace opens, decided by what precedes it. */
import type { Tokens } from './tokens.ts'

/** `file`: declarations, also in a namespace. `body`: statements. `list`: items separated by commas, also in brackets. */
export type Level = 'file' | 'class' | 'enum' | 'body' | 'list'

const attributes = /^(?:__attribute__|__attribute|alignas|_Alignas|__declspec|decltype|[A-Z_][A-Z0-9_]*)$/

/** `head`: the first token of the declaration or statement, or -1; `last`: the token before the brace. */
export function blockKind(tokens: Tokens, head: number, brace: number, last: number, level: Level): Level {
  const sign = tokens.at(last)
  if (level === 'enum') return 'list'
  if (sign === ')' && /_(?:ENUM|OPTIONS)$/.test(tokens.at(openBefore(tokens, last) - 1))) return 'enum'
  if (head >= 0 && level !== 'list') {
    const type = typeKind(tokens, head, brace)
    if (type) return type
  }
  if (level === 'file' || level === 'class')
    return sign === '=' || sign === ',' || isInitialised(tokens, head, brace) ? 'list' : 'body'
  if (sign === ')') return isValue(tokens, openBefore(tokens, last), level) ? 'list' : 'body'
  if (sign === ']') return tokens.isWord(openBefore(tokens, last) - 1) ? 'list' : 'body'
  if (/^(?:[;{}:]|else|do|try|const|noexcept|mutable|__try|__except|__finally|)$/.test(sign)) return 'body'
  return tokens.at(last - 1) === '->' ? 'body' : 'list'
}

/** `struct S {` but not `struct S f() {`; undefined when neither a type nor a namespace begins. */
function typeKind(tokens: Tokens, head: number, brace: number): Level | undefined {
  let kind: Level | undefined
  let depth = 0
  // Nothing this long is a head.
  if (brace - head > MOST) return undefined
  for (let at = head; at < brace; at++) {
    const word = tokens.at(at)
    if (word === '<' && tokens.at(at - 1) !== 'operator') depth++
    else if (word === '>') depth--
    else if (word === '(') {
      if (kind !== 'file' && depth <= 0 && !attributes.test(tokens.at(at - 1))) return undefined
      at = closeBehind(tokens, at, brace)
    } else if (depth > 0) continue
    else if (word === '=') return undefined
    else if (word === 'namespace' || (word === 'extern' && tokens.at(at + 1).startsWith('"') && at + 2 === brace)) kind = 'file'
    else if (word === 'enum') kind = 'enum'
    else if (kind === undefined && (word === 'class' || word === 'struct' || word === 'union')) kind = 'class'
  }
  return kind
}

/** `int x{3}` outside of functions. */
function isInitialised(tokens: Tokens, head: number, brace: number): boolean {
  if (brace - head > MOST) return true
  for (let at = Math.max(head, 0); at < brace; at++) if (tokens.at(at) === '(' || tokens.at(at) === 'operator') return false
  return head >= 0 && tokens.isWord(brace - 1)
}

/** `(T){ … }` is a value; `f(x) {`, `if (x) {` and `[](x) {` open a body. */
function isValue(tokens: Tokens, open: number, level: Level): boolean {
  const before = tokens.at(open - 1)
  if (before === ']' || before === 'operator') return false
  if (level === 'list') return !/^(?:if|for|while|switch)$/.test(before)
  return /^(?:[=,(&|?:+*/<>!-]|return|&&)$/.test(before)
}

export function openBefore(tokens: Tokens, close: number): number {
  let depth = 0
  for (let at = close; at >= 0 && close - at < MOST; at--) {
    const sign = tokens.at(at)
    if (sign === ')' || sign === ']') depth++
    else if ((sign === '(' || sign === '[') && --depth === 0) return at
  }
  return -1
}

/** The closing bracket of the one at `open`; `limit` when there is none before it. */
export function closeBehind(tokens: Tokens, open: number, limit: number): number {
  let depth = 0
  const end = Math.min(limit, open + MOST)
  for (let at = open; at < end; at++) {
    const sign = tokens.at(at)
    if (sign === '(' || sign === '[' || sign === '{') depth++
    else if ((sign === ')' || sign === ']' || sign === '}') && --depth === 0) return at
  }
  return limit
}

/** Longer lists are not searched. */
const MOST = 1_000
