import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVocabulary, knownWords } from './vocabulary.ts'

const words = ['get', 'user', 'us', 'name', 'username', 'a', '数据']
const { rowsOf, surelyOf } = createVocabulary(knownWords(words))

describe('a vocabulary', () => {
  it('[EM2] has one row for a known word', () => {
    expect(words.map(rowsOf)).toEqual(words.map((_, row) => [row]))
  })

  it.each([
    ['getuser', [0, 1]],
    ['getusername', [0, 4]],
    ['usget', [2, 0]],
    ['xxuseryy', [1]],
    ['gget', [0]],
    ['读取数据库', [6]],
    // A piece has at least two characters.
    ['aaa', []],
    ['zzz', []],
    ['', []],
    ['__proto__', []],
    ['constructor', []],
  ])('[EM2] tells %j by the longest known words in it, from the left', (word, rows) => {
    expect(rowsOf(word)).toEqual(rows)
    expect(rowsOf(word)).toEqual(rows)
  })

  it('[EM2] gives the same rows after any number of other words', () => {
    const { rowsOf } = createVocabulary(knownWords(words))
    for (let at = 0; at < 45_000; at++) rowsOf(`getuser${at}`)
    expect(rowsOf('getuser')).toEqual([0, 1])
  })

  it('[EM2] gives rows that exist, for any word', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('g', 'e', 't', 'u', 's', 'r', '数', '据', '\ud800', '👍') }), (word) => {
        expect(rowsOf(word).every((row) => row in words)).toBe(true)
      }),
    )
  })

  it.each([
    ['us', [2]],
    ['getuser', [0, 1]],
    ['数据库', [6]],
    // Two letters are in any word, and a word is more than what is known of it.
    ['usget', []],
    ['xxuseryy', []],
    ['zzz', []],
  ])('[EM18] in a question, %j has the vectors of known words only if it consists of them', (word, rows) => {
    expect(surelyOf(word)).toEqual(rows)
  })

  it('[EM2] may be empty', () => {
    expect(createVocabulary(knownWords([])).rowsOf('get')).toEqual([])
  })
})
