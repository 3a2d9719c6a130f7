/**
 * A pasted message is in the code word for word, except for the values that were filled in. The index does not record the order of
 * words, so the texts of the best files are compared with the message.
 */
import { eachIdentifier } from '../base/words.ts'

/** Fewer words in a row are chance. */
const SHORTEST_RUN = 3
const FEWEST_WORDS = 4
const MOST_WORDS = 40
/** Of a longer text only the beginning is compared. */
const MOST_TEXT = 400_000
/** Words and signs of messages; a question about code rarely has them, and a plain question begins with how, where, what. */
const signs =
  /["'`:%]|\b(?:error|exception|fail(?:s|ed|ure)?|cannot|can't|could not|invalid|expected|unexpected|must|unable|illegal|unknown|missing|denied|refused|not)\b/i
/** Not `Can't`, with which messages begin. */
const asks = /^\s*(?:how|where|what|which|who|why|when|is|are|does|do|can|find|show)\b(?!['’]t\b)/i

/** The words of a question that reads like a message, in order; undefined for any other. */
export function messageWords(text: string): readonly string[] | undefined {
  if (asks.test(text) || !signs.test(text)) return undefined
  const words: string[] = []
  eachIdentifier(text.slice(0, 2_000), (word) => words.push(word.toLowerCase()))
  return words.length >= FEWEST_WORDS ? words.slice(0, MOST_WORDS) : undefined
}

/** How much of the message the text contains in one piece, 0 to 1. */
export function partInOnePiece(words: readonly string[], text: string): number {
  const places = new Map<string, number[]>()
  for (const [at, word] of words.entries()) places.set(word, [...(places.get(word) ?? []), at])
  let before = new Int32Array(words.length)
  let here = new Int32Array(words.length)
  let longest = 0
  eachIdentifier(text.slice(0, MOST_TEXT), (written) => {
    here.fill(0)
    for (const at of places.get(written.toLowerCase()) ?? []) {
      const run = at > 0 ? (before[at - 1] as number) + 1 : 1
      here[at] = run
      if (run > longest) longest = run
    }
    ;[before, here] = [here, before]
  })
  return longest < SHORTEST_RUN ? 0 : longest / words.length
}
