import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countIdentifiers, splitIdentifier, wordsOf } from './words.ts'

describe('words', () => {
  it('[PA9] an identifier is split at case changes, digits and underscores', () => {
    expect(splitIdentifier('parseHTTPHeader2')).toEqual(['parsehttpheader2', 'parse', 'http', 'header', '2'])
    expect(splitIdentifier('MAX_RETRY_COUNT')).toEqual(['maxretrycount', 'max', 'retry', 'count'])
    expect(splitIdentifier('plain')).toEqual(['plain'])
    expect(splitIdentifier('größeMessen')).toEqual(['größemessen', 'größe', 'messen'])
    expect(wordsOf('fooBar(fooBar, 12)')).toEqual(new Map(Object.entries({ foobar: 2, foo: 2, bar: 2, '12': 1 })))
  })

  it('[PA9] the fast scanner finds the same identifiers as the regular expression that defines them', () => {
    const byDefinition = (text: string) => {
      const counts = new Map<string, number>()
      for (const [found] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+/gu)) {
        if (found.length <= 128) counts.set(found, (counts.get(found) ?? 0) + 1)
      }
      return counts
    }
    const piece = fc.constantFrom(
      'foo',
      'Bar',
      '_',
      '$',
      '1',
      '23',
      'é',
      'ß',
      '漢字',
      '😀',
      '𝒳',
      '٣',
      '-',
      ' ',
      '\n',
      '.',
      'x1',
      '\u0301',
      '\ud83d',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' }))), (pieces) => {
        const text = pieces.join('')
        expect(countIdentifiers(text)).toEqual(byDefinition(text))
      }),
      { numRuns: 300 },
    )
    expect(countIdentifiers('x'.repeat(129)).size).toBe(0)
  })
})
