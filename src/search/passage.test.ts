import { describe, expect, it } from 'vitest'
import { splitLines } from '../base/text.ts'
import { bestLine } from './passage.ts'

const words = new Map([
  ['retry', 1],
  ['upload', 1],
])

describe('the passage shown for a hit', () => {
  it('[TO19] is the line that matches the question best', () => {
    const lines = splitLines(
      'import { retryUpload } from "./x"\n\none\nretry retry retry\nfive\n\nfunction retryUpload() {}\nlast\n',
    )
    expect(bestLine(lines, words, 1, 8)).toBe(7)
  })
  it('[TO19] stays inside the document, and is absent if no line contains a word of the question', () => {
    const lines = splitLines('retryUpload\n\nnothing\nhere\n')
    expect(bestLine(lines, words, 3, 4)).toBeUndefined()
    expect(bestLine(lines, words, 1, 4)).toBe(1)
  })
})
