import { describe, expect, it } from 'vitest'
import { splitLines } from '../base/text.ts'
import { asContentHash } from '../contract/ids.ts'
import { bestPassage } from './passage.ts'

const fileOf = (text: string) => ({ path: 'a.ts', content_hash: asContentHash('x'), text, lines: splitLines(text) })
const words = new Map([
  ['retry', 1],
  ['upload', 1],
])

describe('the passage shown for a hit', () => {
  it('[TO19] is the line that speaks most of the question, with two either side', () => {
    const file = fileOf('import { retryUpload } from "./x"\n\none\nretry retry retry\nfive\n\nfunction retryUpload() {}\nlast\n')
    expect(bestPassage(file, words, 1, 8)).toEqual({
      line: 7,
      snippet: { text: 'five\n\nfunction retryUpload() {}\nlast', location: { path: 'a.ts', start_line: 5, end_line: 8 } },
    })
  })
  it('[TO19] stays inside the document, and is absent where no word stands', () => {
    const file = fileOf('retryUpload\n\nnothing\nhere\n')
    expect(bestPassage(file, words, 3, 4)).toBeUndefined()
    expect(bestPassage(file, words, 1, 4)?.line).toBe(1)
  })
})
