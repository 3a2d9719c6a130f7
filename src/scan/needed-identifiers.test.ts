import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eachIdentifier } from '../base/words.ts'
import type { IdentifierPart, TextNeed } from '../contract/text-need.ts'
import { createTextMatcher, type TextQuery } from './text-matcher.ts'

/** The rule of the store, written plainly. */
function fulfils(need: TextNeed, identifiers: readonly string[], hasLong: boolean): boolean {
  if ('all' in need) return need.all.every((each) => fulfils(each, identifiers, hasLong))
  if ('any' in need) return need.any.some((each) => fulfils(each, identifiers, hasLong))
  return hasLong || identifiers.some((identifier) => holds(identifier, need))
}

function holds(identifier: string, { text, any_case, before, after }: IdentifierPart): boolean {
  const whole = any_case ? identifier.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : identifier
  const fits = { nothing: new Set<string | undefined>([undefined]), dollar: new Set([undefined, '$']), anything: undefined }
  for (let at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, at + 1)) {
    const isLeft = fits[before]?.has(whole[at - 1]) ?? true
    const isRight = fits[after]?.has(whole[at + text.length]) ?? true
    if (isLeft && isRight) return true
  }
  return false
}

const query = (given: Partial<TextQuery>): TextQuery => ({ query: '', regex: false, case_sensitive: true, word: false, ...given })

async function mayHold(text: string, given: Partial<TextQuery>): Promise<{ matches: boolean; kept: boolean }> {
  const identifiers: string[] = []
  let hasLong = false
  eachIdentifier(
    text,
    (identifier) => identifiers.push(identifier),
    () => {
      hasLong = true
    },
  )
  const matcher = await createTextMatcher(query(given))
  const matches = matcher.find(Buffer.from(text)).length > 0
  return { matches, kept: matcher.needs === undefined || fulfils(matcher.needs, identifiers, hasLong) }
}

/** Many letters that fold oddly, digits before letters, `$`, marks, and runs longer than an identifier may be. */
const piece = fc.oneof(
  fc.constantFrom(...'abksKSIiße\u017f\u212a\u0130\u0131éÉ\u0301字😀٣Ⅷⅷ12_$.-()= \t'),
  fc.constantFrom(
    '\n',
    '\r\n',
    'i\u017f',
    'b\u212a',
    'foo',
    'Foo',
    'barBaz',
    'is_12px',
    '$total',
    'x'.repeat(127),
    'yz'.repeat(70),
  ),
)
const text = fc.array(piece, { minLength: 1, maxLength: 24 }).map((pieces) => pieces.join(''))
const flipped = (given: string, flips: readonly boolean[]): string =>
  Array.from(given, (letter, at) =>
    flips[at % flips.length] ? (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) : letter,
  ).join('')

it('[SC14] a literal never asks for an identifier that a matching file may lack', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.boolean(), { minLength: 1 }),
      async (...given) => {
        const [file, from, length, case_sensitive, word, flips] = given
        const start = from % file.length
        const part = file.slice(start, start + 1 + (length % 12))
        const { matches, kept } = await mayHold(file, {
          query: case_sensitive ? part : flipped(part, flips),
          case_sensitive,
          word,
        })
        if (matches) found++
        expect(kept || !matches).toBe(true)
      },
    ),
    { numRuns: 1500 },
  )
  expect(found).toBeGreaterThan(250)
})

const atom = fc.oneof(
  fc.constantFrom(
    'foo',
    'Foo',
    'bar',
    'barBaz',
    'is',
    'bk',
    'is_',
    '12',
    'px',
    'total',
    '\\$',
    '\\w+',
    '\\s*',
    '.',
    '[a-f]',
    'é',
    '字',
    '\\b',
  ),
  fc.constantFrom(
    '(?i:foo)',
    '(?i)k',
    '(?:foo|bar)',
    '(?:foo|)',
    '(?:barBaz)?',
    '(?:is_){2}',
    '(?:12)*',
    '[kK]',
    '[^a]',
    '\\Qpx.\\E',
    'foo+',
    '\\x66oo',
  ),
)
const pattern = fc.oneof(
  fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join('')),
  fc.tuple(fc.array(atom, { minLength: 1, maxLength: 3 }), atom).map(([left, right]) => `${left.join('')}|${right}`),
)

it('[SC14] a regular expression never asks for an identifier that a matching file may lack', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(text, pattern, fc.boolean(), fc.boolean(), async (file, source, case_sensitive, word) => {
      const { matches, kept } = await mayHold(file, { query: source, regex: true, case_sensitive, word })
      if (matches) found++
      expect(kept || !matches).toBe(true)
    }),
    { numRuns: 1500 },
  )
  expect(found).toBeGreaterThan(250)
})

const needOf = async (given: Partial<TextQuery>) => (await createTextMatcher(query(given))).needs
const part = (given: string, before: IdentifierPart['before'], after: IdentifierPart['after'], any_case = false) => ({
  text: given,
  any_case,
  before,
  after,
})

it('[SC14] runs inside a query are whole identifiers, runs at its edge may be part of one', async () => {
  expect(await needOf({ query: 'foo.bar(baz' })).toEqual({
    all: [part('foo', 'anything', 'nothing'), part('bar', 'nothing', 'nothing'), part('baz', 'nothing', 'anything')],
  })
  expect(await needOf({ query: 'total', word: true })).toEqual({ all: [part('total', 'dollar', 'dollar')] })
  expect(await needOf({ query: ' 12px' })).toEqual({ all: [part('12', 'nothing', 'nothing'), part('px', 'nothing', 'anything')] })
  expect(await needOf({ query: '12px' })).toEqual({
    all: [part('12', 'anything', 'anything'), part('px', 'anything', 'anything')],
  })
  expect(await needOf({ query: 'Große', case_sensitive: false })).toEqual({ all: [part('gro', 'anything', 'anything', true)] })
})

it('[SC14] a query without letters or digits, and one with too many parts, asks for nothing', async () => {
  for (const given of ['=>', '); ', '字', 'a', '\ud83d']) expect(await needOf({ query: given })).toBeUndefined()
  for (const given of ['foo|', '\\w+', '(?:foo)?', '[a-z]oo?', '(?i)foo'])
    expect(await needOf({ query: given, regex: true })).toBeUndefined()
  const many = Array.from({ length: 100 }, (_, at) => `${String.fromCodePoint(97 + (at % 26))}x${at}q`).join('|')
  expect(await needOf({ query: many, regex: true })).toBeUndefined()
})

it('[SC14] literals of a regular expression are asked for, alternatives as alternatives', async () => {
  const open = (given: string) => ({ all: [part(given, 'anything', 'anything')] })
  expect(await needOf({ query: 'def\\s+(foo|bar)_\\w+', regex: true })).toEqual({
    all: [open('def'), { any: [open('foo'), open('bar')] }],
  })
  expect(await needOf({ query: 'Bar', regex: true, case_sensitive: false })).toEqual({
    all: [part('bar', 'anything', 'anything', true)],
  })
})

it('[SC14] of all characters only the long s and the kelvin sign match an ASCII letter without case', async () => {
  const { RE2JS } = await import('re2js')
  const pattern = RE2JS.compile('[a-z]', RE2JS.CASE_INSENSITIVE)
  const odd: string[] = []
  for (let code = 128; code < 0x20000; code++) {
    const character = String.fromCodePoint(code)
    if ((code < 0xd800 || code > 0xdfff) && (pattern.test(character) || /[a-z]/i.test(character))) odd.push(character)
  }
  expect(odd).toEqual(['\u017f', '\u212a'])
})
