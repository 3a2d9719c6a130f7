import { describe, expect, it } from 'vitest'
import { messageWords, partInOnePiece } from './literal-run.ts'

describe('a pasted message', () => {
  it('[SE18] differs from a question and from a few words', () => {
    expect(messageWords('Invalid header value: expected a string')).toEqual([
      'invalid',
      'header',
      'value',
      'expected',
      'a',
      'string',
    ])
    for (const text of ['how is an invalid header reported: where', 'retry upload of a file', 'invalid header', ''])
      expect(messageWords(text)).toBeUndefined()
    for (const text of ["Can't open the file", 'Can’t read: no such file'])
      expect([text, messageWords(text)?.length]).toEqual([text, expect.any(Number)])
    expect(messageWords(`error: ${'word '.repeat(500)}`)).toHaveLength(40)
  })
  it('[SE18] is found where its words follow each other, whatever signs and values are between', () => {
    const words = messageWords("Cannot open file 'a.txt': permission denied") ?? []
    expect(partInOnePiece(words, 'throw Error("cannot open FILE %s")')).toBeCloseTo(3 / 7)
    expect(partInOnePiece(words, 'say("Cannot open file \'a.txt\': permission\n denied")')).toBe(1)
    expect(partInOnePiece(words, 'file open cannot; denied permission, open the file')).toBe(0)
    expect(partInOnePiece(words, '')).toBe(0)
  })
  it('[SE18] a word that the message has twice counts at both places', () => {
    expect(partInOnePiece(['a', 'b', 'a', 'c'], 'b a b a c')).toBe(1)
  })
})
