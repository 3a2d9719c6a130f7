/** Splits input into lines at line feeds. A line that is too long is not held: only its length and its "id" are found. */
import { TopLevelId } from './top-level-id.ts'

/** `bytes`: the line with its line feed. `id`: of the JSON object in a line that is too long, if it has one. */
export type BoundedLine = { bytes: Buffer } | { too_long: number; id: string | number | null }

const LINE_FEED = 0x0a

export class BoundedLines {
  private readonly most: number
  private held: Buffer[] = []
  private length = 0
  private dropped: TopLevelId | undefined

  constructor(most: number) {
    this.most = most
  }

  /** The lines that this chunk completes. */
  *add(chunk: Buffer): Iterable<BoundedLine> {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.hold(chunk.subarray(start, end + 1))
      yield* this.end()
      start = end + 1
    }
    if (start < chunk.length) this.hold(chunk.subarray(start))
  }

  /** The last line may have no line feed. */
  *end(): Iterable<BoundedLine> {
    const { held, length, dropped } = this
    this.held = []
    this.length = 0
    this.dropped = undefined
    if (dropped) yield { too_long: length, id: dropped.id }
    else if (held.length > 0) yield { bytes: Buffer.concat(held) }
  }

  private hold(part: Buffer): void {
    this.length += part.length
    if (!this.dropped && this.length > this.most) {
      this.dropped = new TopLevelId()
      for (const held of this.held.splice(0)) this.dropped.read(held)
    }
    if (this.dropped) this.dropped.read(part)
    else this.held.push(part)
  }
}
