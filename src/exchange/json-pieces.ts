/**
 * Reads a JSON object that may be larger than memory: its top-level keys one by one, and the elements of the arrays and objects
 * directly below them as single values. It only finds where a value ends; `JSON.parse` parses every value.
 *
 *   { "entities": [ {…}, {…} ], "version": 1 }   →   key entities · element {…} · element {…} · key version · value 1
 */
import { isUtf8 } from 'node:buffer'

export type JsonPiece =
  | { piece: 'key'; key: string }
  /** A top-level value that is not an array or object. */
  | { piece: 'value'; key: string; value: unknown }
  | { piece: 'element'; key: string; value: unknown }
  | { piece: 'member'; key: string; name: string; value: unknown }

/** The message says in a few words what is wrong with the text. */
export class NotJson extends Error {}

/** No real graph has a larger value. Without a limit, an unclosed bracket would read the whole file into memory. */
const MOST_VALUE_BYTES = 16 * 1024 * 1024

export async function* jsonPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonPiece> {
  const input = new Input(chunks)
  await input.skipMark()
  await input.expect('{')
  for (let first = true; !(await input.ends('}', first)); first = false) {
    const key = await input.takeKey()
    yield { piece: 'key', key }
    const opener = await input.peek()
    if (opener === OPEN_BRACKET) yield* elements(input, key)
    else if (opener === OPEN_BRACE) yield* members(input, key)
    else yield { piece: 'value', key, value: await input.takeValue() }
  }
  await input.expectEnd()
}

async function* elements(input: Input, key: string): AsyncGenerator<JsonPiece> {
  await input.expect('[')
  for (let first = true; !(await input.ends(']', first)); first = false) {
    yield { piece: 'element', key, value: await input.takeValue() }
  }
}

async function* members(input: Input, key: string): AsyncGenerator<JsonPiece> {
  await input.expect('{')
  for (let first = true; !(await input.ends('}', first)); first = false) {
    const name = await input.takeKey()
    yield { piece: 'member', key, name, value: await input.takeValue() }
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** The bytes not yet consumed. Bytes of UTF-8 letters are all above 0x7f, so no quote or bracket is ever found inside one. */
class Input {
  private buffer: Buffer = Buffer.alloc(0)
  private at = 0
  private readonly chunks: AsyncIterator<Uint8Array>
  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next byte that is not white space, without consuming it; undefined at the end. */
  async peek(): Promise<number | undefined> {
    for (;;) {
      while (this.at < this.buffer.length && isSpace(this.buffer[this.at])) this.at++
      if (this.at < this.buffer.length) return this.buffer[this.at]
      if (!(await this.more(1))) return undefined
    }
  }

  /** A byte order mark is not part of the text. */
  async skipMark(): Promise<void> {
    while (this.buffer.length < 3 && (await this.more(3))) {}
    if (this.buffer[0] === 0xef && this.buffer[1] === 0xbb && this.buffer[2] === 0xbf) this.at = 3
  }

  async expect(character: string): Promise<void> {
    if ((await this.peek()) !== character.charCodeAt(0)) throw this.problem(`"${character}" was expected`)
    this.at++
  }

  /** Is the list closed here? Consumes the closing bracket, or the comma before the next element. */
  async ends(closer: '}' | ']', first: boolean): Promise<boolean> {
    const next = await this.peek()
    if (next === closer.charCodeAt(0)) {
      this.at++
      return true
    }
    if (first) return false
    if (next !== COMMA) throw this.problem(`"," or "${closer}" was expected`)
    this.at++
    return false
  }

  async takeKey(): Promise<string> {
    if ((await this.peek()) !== QUOTE) throw this.problem('a key in quotes was expected')
    const key = (await this.takeValue()) as string
    await this.expect(':')
    return key
  }

  async takeValue(): Promise<unknown> {
    await this.peek()
    let end = endOfValue(this.buffer, this.at)
    while (end < 0) {
      const held = this.buffer.length - this.at
      if (held > MOST_VALUE_BYTES) throw new NotJson('one value in it is larger than 16 MB')
      // Twice as much each time, so that a large value is not scanned once per chunk.
      if (!(await this.more(Math.max(1, held)))) {
        end = this.buffer.length
        if (end === this.at || !isScalarStart(this.buffer[this.at])) throw new NotJson('it ends in the middle')
      } else end = endOfValue(this.buffer, this.at)
    }
    const bytes = this.buffer.subarray(this.at, end)
    // Otherwise decoding would silently put replacement characters into names and texts.
    if (!isUtf8(bytes)) throw new NotJson('it is not written in UTF-8')
    this.at = end
    return parse(bytes.toString('utf8'))
  }

  async expectEnd(): Promise<void> {
    if ((await this.peek()) !== undefined) throw this.problem('something follows after its end')
  }

  /** Reads at least `wanted` more bytes if possible; false when there are none. */
  private async more(wanted: number): Promise<boolean> {
    const parts: Uint8Array[] = [this.buffer.subarray(this.at)]
    let gained = 0
    while (gained < wanted) {
      const next = await this.chunks.next()
      if (next.done) break
      parts.push(next.value)
      gained += next.value.length
    }
    if (gained === 0) return false
    this.buffer = Buffer.concat(parts)
    this.at = 0
    return true
  }

  private problem(expected: string): NotJson {
    if (this.at >= this.buffer.length) return new NotJson('it ends in the middle')
    const found = this.buffer.toString('utf8', this.at, this.at + 12).replace(/\s+/g, ' ')
    return new NotJson(`${expected}, found ${JSON.stringify(found)}`)
  }
}

const isScalarStart = (byte: number | undefined): boolean => byte !== QUOTE && byte !== OPEN_BRACE && byte !== OPEN_BRACKET

/** Where the value that starts at `from` ends; -1 when it continues after the end of the buffer. */
function endOfValue(buffer: Buffer, from: number): number {
  const first = buffer[from]
  if (first === undefined) return -1
  if (first === QUOTE) return endOfString(buffer, from)
  if (isScalarStart(first)) return endOfScalar(buffer, from)
  let depth = 0
  for (let at = from; at < buffer.length; at++) {
    const byte = buffer[at]
    if (byte === QUOTE) {
      const end = endOfString(buffer, at)
      if (end < 0) return -1
      at = end - 1
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return at + 1
  }
  return -1
}

function endOfString(buffer: Buffer, from: number): number {
  for (let quote = buffer.indexOf(QUOTE, from + 1); quote >= 0; quote = buffer.indexOf(QUOTE, quote + 1)) {
    let slashes = 0
    while (buffer[quote - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return quote + 1
  }
  return -1
}

function endOfScalar(buffer: Buffer, from: number): number {
  for (let at = from; at < buffer.length; at++) {
    const byte = buffer[at]
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === COLON || isSpace(byte)) return at
  }
  return -1
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NotJson(`${JSON.stringify(text.slice(0, 40))} is no JSON value`, { cause })
  }
}
