/** The blocks and comments of a text, found without parsing: as offsets, ends exclusive, each list ordered by start. */

export type Span = { from: number; to: number }
/** `fill`: its replacement. Line ends always stay. */
export type Cut = Span & { fill: string }

export type Blocks = {
  /** A block is kept when the wanted name occurs between its head and its end. */
  heads: number[]
  starts: number[]
  ends: number[]
  /** Where a block ends together with an enclosing one: the number of that one; else -1. Empty where ends do not matter. */
  lasts: number[]
  /** The replacement of a block. */
  fill: string
  /** Comments and long texts: no name in them defines anything. */
  quiet: Span[]
  /** The parts of them that can be removed without changing any line. */
  idle: Cut[]
}
