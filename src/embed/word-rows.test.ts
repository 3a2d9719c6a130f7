import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVocabulary, knownWords } from './vocabulary.ts'
import { WordRows } from './word-rows.ts'
import { eachWord, WordScan } from './words.ts'

const known = ['get', 'user', 'parse', 'http', 'größe', '读取', 'é', '1', '2026', 'a', 'ab']
const vocabulary = createVocabulary(knownWords(known))

function rowsIn(text: string, words: WordRows): number[][] {
  const scan = new WordScan()
  scan.read(text)
  const found: number[][] = []
  while (scan.next()) found.push([...words.rowsAt(scan)])
  return found
}
function expected(text: string): number[][] {
  const found: number[][] = []
  eachWord(text, (word) => found.push([...vocabulary.rowsOf(word)]))
  return found
}

/** Words that occur again, in every case, among any 16-bit units. */
const someText = fc
  .array(
    fc.oneof(
      fc.constantFrom('getUser', 'GETUSER', 'Größe', 'GRÖSSE', 'café', 'CAFÉ', '2026', 'ab', 'Ab', 'É', 'İx', 'K', ' ', '_'),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
  )
  .map((parts) => parts.join(''))

describe('the rows of the words of a text', () => {
  it('[EM2] are those of the vocabulary, whatever the text and however often a word was asked for', () => {
    const words = new WordRows(vocabulary)
    fc.assert(
      fc.property(someText, (text) => {
        expect(rowsIn(text, words)).toEqual(expected(text))
        expect(rowsIn(text, words)).toEqual(expected(text))
      }),
    )
  })

  it('[EM2] stay right when more words were asked for than are kept', () => {
    const words = new WordRows(vocabulary)
    const letters = (at: number): string =>
      [...at.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
    for (let round = 0; round < 2; round++)
      for (let at = 0; at < 45_000; at += 90) {
        const text = Array.from({ length: 90 }, (_, more) => `get${letters(at + more)}`).join(' ')
        expect(rowsIn(text, words)).toEqual(expected(text))
      }
  })
})
