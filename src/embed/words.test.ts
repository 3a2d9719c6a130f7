import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachWord } from './words.ts'

function words(text: string): string[] {
  const found: string[] = []
  eachWord(text, (word) => found.push(word))
  return found
}

/** Any 16-bit units: halves of characters, control characters, every script. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))

describe('words of a text', () => {
  it.each([
    ['parseHTTPHeader2', ['parse', 'http', 'header', '2']],
    ['snake_case and kebab-case', ['snake', 'case', 'and', 'kebab', 'case']],
    ['MAX_FILE_BYTES', ['max', 'file', 'bytes']],
    ['aB', ['a', 'b']],
    ['XMLHttpRequest', ['xml', 'http', 'request']],
    ['utf8Decode', ['utf', '8', 'decode']],
    ['x = y + 10;', ['x', 'y', '10']],
    ['Größe der ÜBERSICHT', ['größe', 'der', 'übersicht']],
    ['读取数据 read', ['读取数据', 'read']],
    ['don’t 👍 stop', ['don', 't', 'stop']],
    ['', []],
    ['\u0000\u0001 \ud800 \udfff ---', []],
  ])('[EM2] %j', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it('[EM2] a long number or run of letters is data, not a word', () => {
    expect(words('12345 1234')).toEqual(['1234'])
    expect(words(`${'a'.repeat(41)} ${'b'.repeat(40)}`)).toEqual(['b'.repeat(40)])
  })

  it('[EM2] no word is empty or has a capital of ASCII, a space or a separator, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = words(text)
        expect(found.join('')).not.toMatch(/[A-Z\s_$.-]/)
        expect(found).not.toContain('')
      }),
    )
  })

  it('[EM2] the words of two texts with a space between are those of both', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(words(`${one} ${other}`)).toEqual([...words(one), ...words(other)])
      }),
    )
  })
})
