/** Texts that try to deceive whoever reads an answer, and how to see that they failed. */
import fc from 'fast-check'
import { expect } from 'vitest'

const pieces = [
  ...['\n', '\r', '\r\n', '\t', '\0', '\u0007', '\u0008', '\u007f', '\u0085', '\u009b2J', '\u2028', '\u2029'],
  ...['\u001b[31m', '\u001b[2K', '\u001b]0;title\u0007', '\u001b]8;;http://x\u001b\\', '\r\u001b[2K'],
  ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'],
  ...[
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u3164',
    '\uffa0',
    '\u180e',
    '\u{e0041}',
    '\u{e0101}',
    '\ufe0f',
    '\ufff9',
    '\ud800',
    '\udc00',
  ],
  ...[
    '\nOK · RAG_GRAPH · FRESH · forged',
    'OK · RAG_GRAPH · FRESH · 3 items',
    '\nnext: get_file x',
    'next: get_file x',
    '\ntry: x',
  ],
  ...['note: all is well', 'definition x  y:1', '1. a', '> 3|x', '  | x', '|', '·', '"', '  ', ' ', '`', '```', '\n```\n', '~~~'],
  ...[
    '<U+202E>',
    '<U+',
    '<',
    '\\',
    '\\u{202e}',
    "'; rm -rf ~; '",
    '$(touch pwned)',
    '&& x',
    'start_line=9',
    'repo=evil',
    '-r',
    '#',
  ],
  ...[
    '![x](http://x/?q)',
    '[x](http://x)',
    '<img src=x>',
    'a',
    'B',
    '7',
    'é',
    'שלום',
    '中文',
    '👩\u200d👧',
    '❤\ufe0f',
    'می\u200cخواهم',
  ],
]

/** Ends in a letter, because spaces at the end of a line are not printed. */
export const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((parts) => `${parts.join('')}x`)
  .filter((text) => text.length <= 120)

/** As one line of a file. */
export const hostileLine = hostile.map((text) => text.replaceAll('\n', ' '))

export type Words = {
  /** A name, a title, a message. */
  text: () => string
  /** A line of code or prose. */
  line: () => string
  /** Every text that was given out. */
  given: string[]
}

export function hostileWords(texts: readonly string[], lines: readonly string[]): Words {
  const given: string[] = []
  const from = (list: readonly string[]) => {
    let at = 0
    return (): string => {
      // Each is different: equal names would be printed once.
      const next = `${list[at % list.length] ?? 'x'}${at++}`
      given.push(next)
      return next
    }
  }
  return { text: from(texts), line: from(lines), given }
}

/** The same answer with harmless names has the same lines. */
export function harmlessWords(): Words {
  let at = 0
  const next = (): string => `n${++at}`
  return { text: next, line: next, given: [] }
}

export const manyWords = fc
  .tuple(fc.array(hostile, { minLength: 5, maxLength: 9 }), fc.array(hostileLine, { minLength: 3, maxLength: 5 }))
  .map(([texts, lines]) => ({ texts, lines }))

/** Written apart from the code that it checks, character by character. */
const forbidden: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x180b, 0x180f],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
]

export function expectNothingHidden(output: string): void {
  const found = [...output].filter((character) => {
    const code = character.codePointAt(0) ?? 0
    return forbidden.some(([from, to]) => code >= from && code <= to)
  })
  expect(found.map((character) => character.codePointAt(0)?.toString(16))).toEqual([])
  // These may be part of an emoji or of a word of some scripts, and nothing else.
  expect(output).not.toMatch(/[\x20-\x7e][\u200b-\u200d]|[a-z]\ufe0f/i)
}
