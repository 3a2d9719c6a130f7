/** The line of a text that matches the question best: where a reader should look first. */
import { countIdentifiers, splitIdentifier } from '../base/words.ts'

/** The lines next to a line count for half, because a match with matching lines around it is a better passage. */
const NEIGHBOUR = 0.5
/** An import names what is used, not what happens, so it is shown only if no other line matches the question. */
const IMPORT = 0.25
const importLine = /^\s*(?:import|from|export\b.*\bfrom|#\s*include|using|use|require|package)\b/

/** Its number; undefined when no line from `from` to `to` contains a word of the question. `words` as `readQuery` weighs them. */
export function bestLine(
  lines: readonly string[],
  words: ReadonlyMap<string, number>,
  from: number,
  to: number,
): number | undefined {
  const mentions = mentionsAny(words.keys())
  const held = lines.slice(from - 1, to).map((line) => (mentions(line) ? wordsHeld(line, words) : nothing))
  let best = { at: -1, score: 0 }
  for (const [at, own] of held.entries()) {
    if (own.size === 0) continue
    const around = new Map([...(held[at - 1] ?? []), ...(held[at + 1] ?? [])])
    let score = sum(own.values())
    for (const [word, weight] of around) if (!own.has(word)) score += weight * NEIGHBOUR
    if (importLine.test(lines[from - 1 + at] ?? '')) score *= IMPORT
    if (score > best.score) best = { at, score }
  }
  return best.at < 0 ? undefined : from + best.at
}

const nothing: ReadonlyMap<string, number> = new Map()

/** A quick check, because most lines contain no word of the question; splitting all lines would take longer than the search. */
function mentionsAny(words: Iterable<string>): (line: string) => boolean {
  const pattern = new RegExp([...words].map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')).join('|'), 'iu')
  return (line) => pattern.test(line)
}

/** Each word counts once: a line with `retry` five times is no better than one with `retry upload`. */
function wordsHeld(line: string, words: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const name of countIdentifiers(line).keys()) {
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
