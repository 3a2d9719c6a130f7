/** Blanks the parts of a text hidden from the grammar, so that every offset, line and column stays. */
import type { MaskedName } from '../../../language.ts'
import { DIRECTIVE, type Tokens, WORD } from './tokens.ts'
import { isCaps, keywords } from './words.ts'

const beforeValue = /^(?:return|else|case|throw|goto|do|sizeof|new|delete|and|or|not|co_return|co_await|co_yield)$/

export class Edits {
  readonly masked: MaskedName[] = []
  private readonly tokens: Tokens
  private readonly noted = new Set<number>()
  private readonly blanks: { from: number; to: number }[] = []
  private readonly replaced: { offset: number; text: string }[] = []

  constructor(tokens: Tokens) {
    this.tokens = tokens
  }

  /** Blanks tokens; their names are still used there. */
  mask(from: number, to: number): void {
    const { tokens } = this
    for (let at = from; at < to; at++) {
      if (tokens.kind[at] === DIRECTIVE) this.noteDirective(at)
      else if (tokens.kind[at] === WORD) this.note(at)
    }
    this.blank(from, to)
  }

  /** Blanks tokens that are never compiled. */
  blank(from: number, to: number): void {
    const { tokens } = this
    if (from < to) this.blanks.push({ from: tokens.start[from] as number, to: tokens.end[to - 1] as number })
  }

  /** Replaces one character by another. */
  put(offset: number, sign: string): void {
    this.replace(offset, sign)
  }
  /** As many characters as there are in `text`; wins over blanks. */
  replace(offset: number, text: string): void {
    this.replaced.push({ offset, text })
  }

  /** A name after a type is declared, not used: for example `int half(void)` in a branch that is left out. */
  private note(at: number): void {
    const { tokens } = this
    if (this.noted.has(at)) return
    this.noted.add(at)
    const name = tokens.at(at)
    let first = at
    while (tokens.at(first - 1) === '::' && tokens.isWord(first - 2)) first -= 2
    const before = tokens.at(first - 1)
    const isDeclared = tokens.isWord(first - 1) && !beforeValue.test(before)
    if (before === '.' || before === '->' || tokens.at(at + 1) === '::' || keywords.has(name) || /^[A-Z]$/.test(name)) return
    if (isDeclared && !isCaps(before) && !isCaps(name)) return
    const receiver = tokens.text.slice(tokens.start[first], tokens.start[at]).replaceAll(/\s+|::$/g, '')
    const use = tokens.at(at + 1) === '(' ? 'calls' : 'references'
    this.masked.push({ name, receiver: receiver.replace(/::$/, ''), offset: tokens.start[at] as number, use })
  }

  private noteDirective(at: number): void {
    const text = this.tokens.at(at)
    if (!/^#\s*(?:if|elif)/.test(text)) return
    for (const { 0: name, index } of text.matchAll(/[\p{L}_]\w*/gu))
      if (!/^(?:if|ifdef|ifndef|elif|elifdef|elifndef|defined|__cplusplus)$/.test(name))
        this.masked.push({ name, receiver: '', offset: (this.tokens.start[at] as number) + index, use: 'references' })
  }

  /** The text with all edits applied. */
  applied(): string {
    const blanked = this.blanked()
    if (this.replaced.length === 0) return blanked
    const parts: string[] = []
    let at = 0
    for (const { offset, text } of this.replaced.sort((a, b) => a.offset - b.offset)) {
      if (offset < at) continue
      parts.push(blanked.slice(at, offset), text)
      at = offset + text.length
    }
    return `${parts.join('')}${blanked.slice(at)}`
  }

  private blanked(): string {
    const { text } = this.tokens
    const parts: string[] = []
    let at = 0
    for (const { from, to } of this.blanks.sort((a, b) => a.from - b.from || b.to - a.to)) {
      if (to <= at) continue
      const start = Math.max(from, at)
      parts.push(text.slice(at, start), text.slice(start, to).replaceAll(/[^\r\n]/g, ' '))
      at = to
    }
    return `${parts.join('')}${text.slice(at)}`
  }
}
