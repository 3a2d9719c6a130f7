/**
 * The blocks and comments of a text with braces, found without a parse. Returns null when the brackets do not match: then the
 * nesting is unknown.
 */
import type { Blocks, Cut } from './blocks.ts'
import { isNamePart } from './find-name.ts'
import type { Lexis } from './lexis.ts'
import { skipLine, skipRegex, skipString } from './skip-string.ts'

export function findBraceBlocks(text: string, lexis: Lexis): Blocks | null {
  return new BraceReader(text, lexis).read()
}

const [BACKTICK, SLASH, STAR, DOLLAR, OPEN, CLOSE, BACKSLASH] = [96, 47, 42, 36, 123, 125, 92]
/** An open bracket that is not a block. */
const NO_BLOCK = -1
/** A shorter template is not worth a cut, and may be a name. */
const LONG_TEXT = 80
/** The end of a block that must be kept: before its start, so that the block is never cut. */
const KEPT = -1

class BraceReader {
  private readonly text: string
  private readonly lexis: Lexis
  /** Comments and the text of templates. */
  private readonly idle: Cut[] = []
  private readonly blocks: Blocks
  /** For each open bracket: the closing character, the block it ends, how many blocks there were before it. */
  private readonly closers: number[] = []
  private readonly opened: number[] = []
  private readonly counts: number[] = []
  private at = 0
  /** Offset of the last character that is code. */
  private last = -1

  constructor(text: string, lexis: Lexis) {
    this.text = text
    this.lexis = lexis
    this.blocks = { heads: [], starts: [], ends: [], lasts: [], fill: '', quiet: this.idle, idle: this.idle }
  }

  read(): Blocks | null {
    const { text } = this
    while (this.at < text.length) {
      const unit = text.charCodeAt(this.at)
      if (unit <= 32) this.at++
      else if (!this.step(unit)) return null
    }
    return this.closers.length === 0 ? this.blocks : null
  }

  /** Reads one token, or one character of it. False: the text cannot be split into tokens reliably. */
  private step(unit: number): boolean {
    switch (unit) {
      case 34:
      case 39:
        return this.jump(skipString(this.text, this.at, this.lexis))
      case BACKTICK:
        return this.lexis.script ? this.readTemplate(this.at + 1) : this.jump(skipString(this.text, this.at, this.lexis))
      case SLASH:
        return this.readSlash()
      case OPEN:
        return this.openBrace()
      case 40:
        return this.open(41, NO_BLOCK)
      case 91:
        return this.open(93, NO_BLOCK)
      case 41:
      case 93:
      case CLOSE:
        return this.close(unit)
      default:
        this.last = this.at++
        return true
    }
  }

  private jump(to: number): boolean {
    if (to < 0) return false
    this.at = to
    this.last = to - 1
    return true
  }

  private open(closer: number, block: number): boolean {
    this.push(closer, block)
    this.last = this.at++
    return true
  }

  private push(closer: number, block: number): void {
    this.closers.push(closer)
    this.opened.push(block)
    this.counts.push(this.blocks.starts.length)
  }

  /** An emptied body, object or type still parses as one. `{...x}` in an element is none of these. */
  private openBrace(): boolean {
    if (this.text.startsWith('...', this.at + 1)) return this.open(CLOSE, NO_BLOCK)
    this.blocks.heads.push(this.headOf())
    this.blocks.starts.push(this.at + 1)
    this.blocks.ends.push(KEPT)
    return this.open(CLOSE, this.blocks.starts.length - 1)
  }

  /**
   * An object's name may be a symbol only because of its content: the object's own line must not contain the wanted name either.
   */
  private headOf(): number {
    const before = this.text.charCodeAt(this.last)
    const isBody = before === 41 || before === 93 || before === CLOSE || before === 62 || isNamePart(before)
    return isBody ? this.at + 1 : this.text.lastIndexOf('\n', this.at) + 1
  }

  private close(unit: number): boolean {
    const closer = this.closers.pop()
    const block = this.opened.pop() ?? NO_BLOCK
    const count = this.counts.pop() ?? 0
    if (closer !== unit) return false
    if (block >= 0) this.blocks.ends[block] = this.at
    this.last = this.at++
    if (unit === 41 && count < this.blocks.starts.length && this.isBeforeBody()) this.blocks.ends.fill(KEPT, count)
    return this.closers.at(-1) === BACKTICK ? this.endSubstitution() : true
  }

  /** Brackets before a body contain parameters, from which the symbol's tag is made. */
  private isBeforeBody(): boolean {
    const { text } = this
    let next = this.at
    while (text.charCodeAt(next) <= 32) next++
    const unit = text.charCodeAt(next)
    return unit === OPEN || unit === 58 || (unit === 61 && text.charCodeAt(next + 1) === 62)
  }

  /** Text of a template until it ends or code begins in it. */
  private readTemplate(from: number): boolean {
    const { text } = this
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === BACKSLASH) at++
      else if (unit === BACKTICK) {
        if (at - from > LONG_TEXT) this.idle.push({ from, to: at, fill: '' })
        return this.jump(at + 1)
      } else if (unit === DOLLAR && text.charCodeAt(at + 1) === OPEN) {
        this.push(BACKTICK, NO_BLOCK)
        this.at = at + 1
        return this.open(CLOSE, NO_BLOCK)
      }
    }
    return false
  }

  private endSubstitution(): boolean {
    this.closers.pop()
    this.opened.pop()
    this.counts.pop()
    return this.readTemplate(this.at)
  }

  private readSlash(): boolean {
    const { text, at } = this
    const next = text.charCodeAt(at + 1)
    if (next === SLASH) return this.addComment(skipLine(text, at))
    if (next === STAR) {
      const end = text.indexOf('*/', at + 2)
      return end >= 0 && this.addComment(end + 2)
    }
    const end = this.lexis.script && next !== 62 && this.mayBeRegex() ? skipRegex(text, at) : at
    if (end > at) return this.jump(end)
    this.last = this.at++
    return true
  }

  private addComment(to: number): boolean {
    this.idle.push({ from: this.at, to, fill: ' ' })
    this.at = to
    return true
  }

  /** After a value, a slash is a division. */
  private mayBeRegex(): boolean {
    const unit = this.text.charCodeAt(this.last)
    if (unit === 60 || unit === 41 || unit === 93 || unit === 34 || unit === 39 || unit === BACKTICK) return false
    if (!isNamePart(unit)) return true
    let start = this.last
    while (start > 0 && isNamePart(this.text.charCodeAt(start - 1))) start--
    return beforeRegex.has(this.text.slice(start, this.last + 1))
  }
}

const beforeRegex: ReadonlySet<string> = new Set('return typeof case in of do else void delete throw new await yield'.split(' '))
