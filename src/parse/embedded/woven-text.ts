/**
 * A text in one language, put together from pieces of a file in another, with glue between them: `@click="save()"` becomes a
 * statement. Every piece knows its place in the file, so facts of the woven text can be moved to the file.
 */
import type { EdgeKind } from '../../contract/symbol.ts'

/** `use`: how the names in the piece are used, where the glue around it would imply another use. */
type Piece = { at: number; length: number; source: number; exact: boolean; use: EdgeKind | undefined }

export class WovenText {
  readonly source: string
  private readonly parts: string[] = []
  private readonly pieces: Piece[] = []
  private length = 0

  constructor(source: string) {
    this.source = source
  }

  get text(): string {
    if (this.parts.length > 1) this.parts.splice(0, this.parts.length, this.parts.join(''))
    return this.parts[0] ?? ''
  }

  get isEmpty(): boolean {
    return this.pieces.length === 0
  }

  /** Glue: facts found in it have no place in the file. */
  put(glue: string): this {
    this.parts.push(glue)
    this.length += glue.length
    return this
  }

  /** A piece of the file, unchanged. */
  take(from: number, to: number, use?: EdgeKind): this {
    return this.add(this.source.slice(from, to), from, true, use)
  }

  /** Text that the file spells differently (`my-button` for `MyButton`, an escape for its character): its place is `from`. */
  stand(text: string, from: number, use?: EdgeKind): this {
    return this.add(text, from, false, use)
  }

  /** A range of another text woven from the same file, with its pieces. */
  join(other: WovenText, from: number, to: number): this {
    for (let at = other.indexAt(from); at < other.pieces.length; at++) {
      const piece = other.pieces[Math.max(at, 0)]
      if (!piece || piece.at >= to) break
      const start = Math.max(from, piece.at)
      const end = Math.min(to, piece.at + piece.length)
      if (start >= end) continue
      if (piece.exact) this.take(piece.source + start - piece.at, piece.source + end - piece.at, piece.use)
      else this.stand(other.text.slice(start, end), piece.source, piece.use)
    }
    return this
  }

  /** The place in the file of an offset in the woven text. In glue: that of the next piece, or the end of the last. */
  diskOffset(offset: number): number {
    const at = this.indexAt(offset)
    const piece = this.pieces[at]
    if (piece && offset < piece.at + piece.length) return piece.source + (piece.exact ? offset - piece.at : 0)
    const next = this.pieces[at + 1]
    return next ? next.source : piece ? endOf(piece) : 0
  }

  /** The place in the file of the last character before an offset. */
  diskOffsetBefore(offset: number): number {
    const piece = this.pieceAt(offset - 1)
    if (!piece) return 0
    return piece.exact ? piece.source + Math.min(offset - 1 - piece.at, piece.length - 1) : piece.source
  }

  /** How a name at this offset is used, where its piece defines it. */
  useAt(offset: number): EdgeKind | undefined {
    const piece = this.pieceAt(offset)
    return piece && offset < piece.at + piece.length ? piece.use : undefined
  }

  /** Is a name at this offset in the file at all? */
  holds(offset: number): boolean {
    const piece = this.pieceAt(offset)
    return piece !== undefined && offset < piece.at + piece.length
  }

  private add(text: string, source: number, exact: boolean, use: EdgeKind | undefined): this {
    if (text === '') return this
    this.pieces.push({ at: this.length, length: text.length, source, exact, use })
    return this.put(text)
  }

  private pieceAt(offset: number): Piece | undefined {
    return this.pieces[this.indexAt(offset)]
  }

  /** The last piece that starts at or before an offset, or -1. */
  private indexAt(offset: number): number {
    let low = 0
    let high = this.pieces.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.pieces[middle] as Piece).at <= offset) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

const endOf = ({ source, length, exact }: Piece): number => source + (exact ? length : 0)
