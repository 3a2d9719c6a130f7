/** The words that have a vector, and how other words are told by the known words in them: `getuser` → get, user. */

/** The known words, numbered by the rows of their vectors. */
export type KnownWords = {
  rowOf(word: string): number | undefined
  lengthOf(row: number): number
  /** Length of the longest word. */
  longest: number
}

export type Vocabulary = {
  /** The rows of a word's vectors: one for a known word; several, or none, for another. */
  rowsOf(word: string): readonly number[]
  /** The same for a word of a question: none for a word of which only fragments are known, such as a made-up one. */
  surelyOf(word: string): readonly number[]
}

const SHORTEST_PIECE = 2
/** Two letters are found in any word. Words of other scripts are short. */
const SHORTEST_SURE_PIECE = 3
const CACHED = 20_000

/** `words` in the order of their rows. */
export function knownWords(words: readonly string[]): KnownWords {
  const rows = new Map<string, number>()
  let longest = 0
  // This is most of the time that loading a model takes: a Map made from pairs takes half as long again, an array for each word twice as long.
  for (let row = 0; row < words.length; row++) {
    const word = words[row] as string
    rows.set(word, row)
    if (word.length > longest) longest = word.length
  }
  return { rowOf: (word) => rows.get(word), lengthOf: (row) => words[row]?.length ?? 0, longest }
}

export function createVocabulary(words: KnownWords): Vocabulary {
  const asked = new Map<string, readonly number[]>()
  const rowsOf = (word: string): readonly number[] => {
    const known = asked.get(word)
    if (known) return known
    const row = words.rowOf(word)
    const found = row === undefined ? pieces(word, words) : [row]
    if (asked.size >= CACHED) asked.clear()
    asked.set(word, found)
    return found
  }
  const isSure = (word: string, found: readonly number[]): boolean => {
    const lengths = found.map(words.lengthOf)
    const isWhole = lengths.reduce((sum, length) => sum + length, 0) === word.length
    return !/^[a-z]+$/.test(word) || (isWhole && lengths.every((length) => length >= SHORTEST_SURE_PIECE))
  }
  return {
    rowsOf,
    surelyOf(word) {
      const found = rowsOf(word)
      return words.rowOf(word) !== undefined || isSure(word, found) ? found : []
    },
  }
}

/** From the left, the longest known word each time. A character that begins none is skipped. */
function pieces(word: string, { rowOf, longest }: KnownWords): readonly number[] {
  const found: number[] = []
  for (let at = 0; at < word.length; ) {
    let length = Math.min(longest, word.length - at)
    let row = rowOf(word.slice(at, at + length))
    while (row === undefined && --length >= SHORTEST_PIECE) row = rowOf(word.slice(at, at + length))
    if (row === undefined || length < SHORTEST_PIECE) {
      at++
      continue
    }
    found.push(row)
    at += length
  }
  return found
}
