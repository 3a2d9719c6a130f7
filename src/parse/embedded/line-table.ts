/** Offsets of a text as lines and columns, and back; both 1-based. */
import type { Place } from '../../contract/place.ts'

export class LineTable {
  private readonly starts: number[] = [0]
  private readonly length: number

  constructor(text: string) {
    this.length = text.length
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1)
  }

  offset(line: number, column: number): number {
    return (this.starts[line - 1] ?? this.length) + column - 1
  }
  /** After the last character of a line, its line end left out. */
  end(line: number): number {
    const next = this.starts[line]
    return next === undefined ? this.length : next - 1
  }
  place(offset: number): Place {
    let low = 0
    let high = this.starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.starts[middle] as number) <= offset) low = middle + 1
      else high = middle
    }
    return { line: low, column: offset - (this.starts[low - 1] as number) + 1 }
  }
}
