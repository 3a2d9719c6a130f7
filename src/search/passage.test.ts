import { describe, expect, it } from 'vitest'
import { splitLines } from '../base/text.ts'
import { LineFinder } from './passage.ts'

const finder = new LineFinder(
  new Map([
    ['retry', 1],
    ['upload', 1],
  ]),
)

describe('the passage shown for a hit', () => {
  it('[TO19] is the line that matches the question best', () => {
    const lines = splitLines(
      'import { retryUpload } from "./x"\n\none\nretry retry retry\nfive\n\nfunction retryUpload() {}\nlast\n',
    )
    expect(finder.bestLine(lines, { start_line: 1, end_line: 8 })).toBe(7)
  })
  it('[TO19] stays inside the document, and is absent if no line contains a word of the question', () => {
    const lines = splitLines('retryUpload\n\nnothing\nhere\n')
    expect(finder.bestLine(lines, { start_line: 3, end_line: 4 })).toBeUndefined()
    expect(finder.bestLine(lines, { start_line: 1, end_line: 4 })).toBe(1)
  })
})
