/**
 * The characters of a text as numbers. Reading them from the text itself takes up to seven times as long where V8 keeps texts in
 * several forms (flat, part of another, joined), because it finds out which with every character.
 */
import os from 'node:os'

const swaps = os.endianness() === 'BE'

export class TextUnits {
  /** Of the text read last. The array is as long as the longest text so far. */
  units: Uint16Array<ArrayBuffer>
  private bytes: Buffer<ArrayBuffer>

  constructor(room = 1024) {
    this.units = new Uint16Array(room)
    this.bytes = Buffer.from(this.units.buffer)
  }

  read(text: string): void {
    const { length } = text
    if (length > this.units.length) {
      this.units = new Uint16Array(length * 2)
      this.bytes = Buffer.from(this.units.buffer)
    }
    this.bytes.write(text, 0, 'utf16le')
    if (swaps) this.bytes.subarray(0, length * 2).swap16()
  }
}
