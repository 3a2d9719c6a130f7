/** The blocks and comments of a text, found without parsing: as offsets, ends exclusive, each list ordered by start. */

export type Span = { from: number; to: number }
/** `fill`: what takes its place. Line ends always stay. */
export type Cut = Span & { fill: string }

export type Blocks = {
  /** The name that is looked for must not stand between head and end of a block that is left out. */
  heads: number[]
  starts: number[]
  ends: number[]
  /** Where a block ends together with one around it: the number of that one; else -1. Empty where ends do not matter. */
  lasts: number[]
  /** What takes the place of a block. */
  fill: string
  /** Comments and long texts: no name in them defines anything. */
  quiet: Span[]
  /** Those parts of them without which every line stays what it is. */
  idle: Cut[]
}
