/**
 * Tags, attributes and text of HTML and similar languages in order, in one pass. A manual scan, not a grammar: it cannot fail,
 * and it ends a script where browsers and component compilers end it, at the next `</script`, whatever is wrong elsewhere in the
 * file.
 */
import { skipBraces } from './skip-braces.ts'

/** Offsets in the text, ends exclusive. */
export type Range = { from: number; to: number }

/** `value`: the text between the quotes, or the bare word; absent when there is none. `{…}` (Svelte) includes its braces. */
export type Attribute = { name: string; from: number; value?: Range }

export type Token =
  | { is: 'open'; name: string; from: number; to: number; nameFrom: number; attributes: Attribute[]; selfClosing: boolean }
  | { is: 'close'; name: string; from: number; to: number }
  | { is: 'text'; from: number; to: number }
  | { is: 'comment'; from: number; to: number }
  /** `{…}` in Svelte: text, tags and blocks. */
  | { is: 'braces'; from: number; to: number }

export type OpenTag = Extract<Token, { is: 'open' }>

const nameStart = /[A-Za-z]/
const nameEnd = /[\s/>]/g
const attributeNameEnd = /[\s/>=]/g
const space = /\s/
/** A longer name is a tag that nobody closes; as a pattern it could be too large to compile. */
const LONGEST_NAME = 200

export class Markup {
  readonly text: string
  private readonly braces: boolean
  private readonly end: number
  at: number

  /** `braces`: `{…}` is code, as in Svelte. */
  constructor(text: string, { from, to }: Range, options: { braces: boolean }) {
    this.text = text
    this.at = from
    this.end = to
    this.braces = options.braces
  }

  next(): Token | undefined {
    const { text, at } = this
    if (at >= this.end) return undefined
    if (text.charCodeAt(at) === 60) {
      if (text.startsWith('<!--', at)) return this.until('-->', 'comment')
      if (text[at + 1] === '!' || text[at + 1] === '?') return this.until('>', 'comment')
      if (text[at + 1] === '/' && nameStart.test(text[at + 2] ?? '')) return this.close()
      if (nameStart.test(text[at + 1] ?? '')) return this.open()
    }
    if (this.braces && text[at] === '{') return this.range('braces', skipBraces(text, at, this.end))
    return this.plainText()
  }

  /** Non-markup content of an element: the text up to its closing tag, or to the end. The closing tag is the next token. */
  raw(name: string): Range {
    const from = this.at
    const found = name.length > LONGEST_NAME ? null : this.closing(name, from)
    this.at = found && found.index < this.end ? found.index : this.end
    return { from, to: this.at }
  }

  private closing(name: string, from: number): RegExpExecArray | null {
    const closing = new RegExp(`</${name.replace(/[^\w-]/g, '\\$&')}(?=[\\s/>]|$)`, 'gi')
    closing.lastIndex = from
    return closing.exec(this.text)
  }

  private plainText(): Token {
    const from = this.at
    const stop = this.braces ? /[<{]/g : /</g
    stop.lastIndex = from + 1
    const found = stop.exec(this.text)
    return this.range('text', found ? found.index : this.end)
  }

  private until(mark: string, is: 'comment'): Token {
    const found = this.text.indexOf(mark, this.at)
    return this.range(is, found < 0 ? this.end : found + mark.length)
  }

  private range(is: 'text' | 'comment' | 'braces', to: number): Token {
    const from = this.at
    this.at = Math.min(to, this.end)
    return { is, from, to: this.at }
  }

  private close(): Token {
    const from = this.at
    const to = this.find(nameEnd, from + 2)
    const end = this.text.indexOf('>', to)
    this.at = end < 0 || end >= this.end ? this.end : end + 1
    return { is: 'close', name: this.text.slice(from + 2, to), from, to: this.at }
  }

  private open(): Token {
    const from = this.at
    const nameTo = this.find(nameEnd, from + 1)
    const tag: OpenTag = {
      is: 'open',
      name: this.text.slice(from + 1, nameTo),
      from,
      to: nameTo,
      nameFrom: from + 1,
      attributes: [],
      selfClosing: false,
    }
    this.at = nameTo
    while (this.at < this.end && this.text[this.at] !== '>') this.readInTag(tag)
    this.at = Math.min(this.at + 1, this.end)
    tag.to = this.at
    return tag
  }

  private readInTag(tag: OpenTag): void {
    const letter = this.text[this.at] ?? ''
    if (letter === '/') {
      tag.selfClosing = this.text[this.at + 1] === '>'
      this.at++
    } else if (space.test(letter)) this.at++
    else if (this.braces && letter === '{') {
      const from = this.at
      this.at = skipBraces(this.text, from, this.end)
      tag.attributes.push({ name: '', from, value: { from, to: this.at } })
    } else this.readAttribute(tag)
  }

  private readAttribute(tag: OpenTag): void {
    const from = this.at
    // A name has at least one character, even an odd one: the scan must advance.
    this.at = this.find(attributeNameEnd, from + 1)
    const attribute: Attribute = { name: this.text.slice(from, this.at), from }
    tag.attributes.push(attribute)
    let equals = this.at
    while (equals < this.end && space.test(this.text[equals] ?? '')) equals++
    if (this.text[equals] !== '=' || equals >= this.end) return
    this.at = equals + 1
    while (this.at < this.end && space.test(this.text[this.at] ?? '')) this.at++
    attribute.value = this.readValue()
  }

  private readValue(): Range {
    const quote = this.text[this.at] ?? ''
    const from = this.at
    if (quote === '"' || quote === "'") {
      const to = this.quoteEnd(quote)
      this.at = Math.min(to + 1, this.end)
      return { from: from + 1, to }
    }
    while (this.at < this.end && !/[\s>]/.test(this.text[this.at] ?? '')) {
      if (this.braces && this.text[this.at] === '{') this.at = skipBraces(this.text, this.at, this.end)
      else if (this.text[this.at] === '/' && this.text[this.at + 1] === '>') break
      else this.at++
    }
    return { from, to: this.at }
  }

  private quoteEnd(quote: string): number {
    let at = this.at + 1
    while (at < this.end && this.text[at] !== quote) {
      at = this.braces && this.text[at] === '{' ? skipBraces(this.text, at, this.end) : at + 1
    }
    return Math.min(at, this.end)
  }

  private find(pattern: RegExp, from: number): number {
    pattern.lastIndex = from
    const found = pattern.exec(this.text)
    return found && found.index < this.end ? found.index : this.end
  }
}

/** The value of an attribute as written, '' for one without; undefined when the tag has no such attribute. */
export function attributeOf(text: string, tag: OpenTag, name: string): string | undefined {
  const found = tag.attributes.find((attribute) => attribute.name === name)
  return found && (found.value ? text.slice(found.value.from, found.value.to) : '')
}

/** Elements without content that are never closed. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
