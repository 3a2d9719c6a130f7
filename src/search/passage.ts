/** The lines of a text that match the question best: where a reader should look first. */
import { escapePattern } from '../base/escape-pattern.ts'
import { countIdentifiers, splitIdentifier } from '../base/words.ts'

/** An import names what is used, not what happens, so another line that matches a good part of the question is preferred. */
const IMPORT = 0.25
const importLine = /^\s*(?:import|from|export\b.*\bfrom|#\s*include|using|use|require|package)\b/

export type Lines = { start_line: number; end_line: number }

/** Finds lines for one question; the words are prepared once. `words` as `readQuery` weighs them. */
export class LineFinder {
  private readonly words: ReadonlyMap<string, number>
  private readonly mentions: (line: string) => boolean
  private readonly heaviest: number

  constructor(words: ReadonlyMap<string, number>) {
    this.words = words
    this.mentions = mentionsAny(words.keys())
    this.heaviest = Math.max(0, ...words.values())
  }

  /**
   * The `count` neighbouring lines inside `within` that contain most of the question. Each word counts once, so a line with `retry`
   * five times is no better than one with `retry upload`. If nothing else decides, the first lines: they say what the part is.
   */
  window(lines: readonly string[], within: Lines, count: number): Lines {
    const { start_line, end_line } = within
    if (end_line - start_line < count) return within
    const held = this.heldIn(lines, within)
    const last = end_line - start_line + 1 - count
    let best = { at: 0, score: -1 }
    const counts = new Map<string, number>()
    let score = 0
    const add = (index: number, times: 1 | -1): void => {
      for (const [word, weight] of held[index] ?? []) {
        const before = counts.get(word) ?? 0
        counts.set(word, before + times)
        if (before === 0 && times === 1) score += weight
        if (before === 1 && times === -1) score -= weight
      }
    }
    for (let index = 0; index < count; index++) add(index, 1)
    for (let at = 0; at <= last; at++) {
      const here = at === 0 ? score + this.heaviest * HEAD : score
      if (here > best.score + 1e-9) best = { at, score: here }
      add(at, -1)
      add(at + count, 1)
    }
    const from = start_line + best.at - Math.min(best.at, spareLines(held.slice(best.at, best.at + count)))
    return { start_line: from, end_line: from + count - 1 }
  }

  /** The line with most of the question; undefined when none contains a word of it. */
  bestLine(lines: readonly string[], within: Lines): number | undefined {
    let best = { at: -1, score: 0 }
    for (const [at, held] of this.heldIn(lines, within).entries()) {
      const score = sum(held.values()) * (importLine.test(lines[within.start_line - 1 + at] ?? '') ? IMPORT : 1)
      if (score > best.score) best = { at, score }
    }
    return best.at < 0 ? undefined : within.start_line + best.at
  }

  /** Whether a line may contain a word of the question. */
  matches(line: string): boolean {
    return this.mentions(line)
  }

  private heldIn(lines: readonly string[], { start_line, end_line }: Lines): ReadonlyMap<string, number>[] {
    return lines.slice(start_line - 1, end_line).map((line) => (this.mentions(line) ? wordsHeld(line, this.words) : nothing))
  }
}

/** Lines after the last match that are better used before the first one: up to a quarter of the passage. */
function spareLines(held: readonly ReadonlyMap<string, number>[]): number {
  const last = held.findLastIndex((words) => words.size > 0)
  return Math.min(held.length - 1 - last, Math.floor(held.length / 4))
}

/** The first lines of a part count as if they contained this many more of the heaviest word of the question. */
const HEAD = 1
const nothing: ReadonlyMap<string, number> = new Map()

/** A quick check, because most lines contain no word of the question; splitting all lines would take longer than the search. */
function mentionsAny(words: Iterable<string>): (line: string) => boolean {
  const escaped = [...words].map(escapePattern)
  if (escaped.length === 0) return () => false
  const pattern = new RegExp(escaped.join('|'), 'iu')
  return (line) => pattern.test(line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line)
}
/** Of a longer line, such as a minified one, only the beginning is compared. */
const LONGEST_LINE = 2_000

function wordsHeld(line: string, words: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const name of countIdentifiers(line.slice(0, LONGEST_LINE)).keys()) {
    for (const word of splitIdentifier(name)) {
      const weight = words.get(word)
      if (weight !== undefined) held.set(word, weight)
    }
  }
  return held
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const number of numbers) total += number
  return total
}
