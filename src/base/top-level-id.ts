/** Finds the value of "id" in a JSON object that is too long to be parsed, by reading it once. */

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const opening = new Set([0x7b, 0x5b])
const closing = new Set([0x7d, 0x5d])
/** No client has a longer one. */
const LONGEST = 300

export class TopLevelId {
  id: string | number | null = null
  private depth = 0
  private inString = false
  private isEscaped = false
  /** The text of a key or value directly in the object. */
  private text = ''
  private isIdNext = false

  read(bytes: Buffer): void {
    for (const byte of bytes) this.readByte(byte)
  }

  private readByte(byte: number): void {
    if (this.inString) {
      if (this.isEscaped) this.isEscaped = false
      else if (byte === BACKSLASH) this.isEscaped = true
      else if (byte === QUOTE) this.inString = false
      this.keep(byte)
      return
    }
    if (byte === QUOTE) this.inString = true
    if (opening.has(byte)) this.depth++
    else if (closing.has(byte)) {
      if (this.depth === 1) this.endValue()
      this.depth--
    } else if (this.depth === 1 && byte === COLON) {
      this.isIdNext = this.text.trim() === '"id"'
      this.text = ''
    } else if (this.depth === 1 && byte === COMMA) this.endValue()
    else this.keep(byte)
  }

  private keep(byte: number): void {
    if (this.depth === 1 && this.text.length < LONGEST) this.text += String.fromCharCode(byte)
  }

  private endValue(): void {
    if (this.isIdNext) this.id = readId(this.text)
    this.text = ''
    this.isIdNext = false
  }
}

function readId(text: string): string | number | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))
    return typeof value === 'string' || typeof value === 'number' ? value : null
  } catch {
    return null
  }
}
