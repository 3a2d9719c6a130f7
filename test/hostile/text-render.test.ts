/** Promises EN14, EN18 and EN19: no text of a repo deceives the reader of an answer, whatever it contains and wherever it stands. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RagResult } from '../../src/contract/envelope.ts'
import { CairnProblem } from '../../src/contract/problems.ts'
import { fromVisible, guarded, hides, named, visible, visibleJson, visibleLine } from '../../src/contract/visible.ts'
import { fitBudget } from '../../src/envelope/budget.ts'
import { problemResult } from '../../src/envelope/problem-result.ts'
import { renderForPeople } from '../../src/envelope/render-for-people.ts'
import { renderText } from '../../src/envelope/render-text.ts'
import { stepWords } from '../../src/envelope/step-words.ts'
import { printJson, printText } from '../../src/surfaces/mcp/print-answer.ts'
import { expectNothingHidden, harmlessWords, hostile, hostileLine, hostileWords, manyWords } from './hostile-text.ts'
import { answerOf, itemKinds } from './text-items.ts'

const RUNS = Number(process.env.CAIRN_TEST_RUNS ?? 60)
const check = <Value>(values: fc.Arbitrary<Value>, property: (value: Value) => void, runs = RUNS): void =>
  fc.assert(fc.property(values, property), { numRuns: runs })

describe('one character at a time', () => {
  it('[EN18] what is hidden is shown as a code, and the shown text gives back the text', () => {
    check(
      fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 40 })),
      (text) => {
        for (const shown of [visible(text), named(text)]) {
          expectNothingHidden(shown)
          expect(shown).not.toMatch(/[\t\n]/)
        }
        expect(fromVisible(visible(text))).toBe(text)
        expect(fromVisible(visibleLine(text))).toBe(text)
        expect(JSON.parse(visibleJson(text))).toBe(text)
        expectNothingHidden(visibleJson({ [text]: text }, 2))
        expectNothingHidden(guarded(text).replaceAll('\r\n', '\n'))
        expect(guarded(guarded(text))).toBe(guarded(text))
        expect(guarded(visible(text))).toBe(visible(text))
      },
      1000,
    )
  })
  it('[EN18] no character that Unicode calls ignorable, a control or a separator of lines is left out', () => {
    const unicode = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}\u{13430}-\u{1343f}]/u
    const missed = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter(
      (character) => unicode.test(character) !== hides(character),
    )
    expect(missed.map((character) => character.codePointAt(0)?.toString(16))).toEqual([])
  })
  it('[EN18] two different texts are never shown alike', () => {
    check(
      fc.tuple(hostile, hostile),
      ([one, other]) => {
        expect(visible(one) === visible(other)).toBe(one === other)
        expect(named(one) === named(other)).toBe(one === other)
      },
      1000,
    )
    expect(visible('<U+202E>')).toBe('<U+003C>U+202E>')
  })
  it('[EN18] text that people read stays as it is: other scripts, emoji, joiners between letters that need them', () => {
    for (const text of [
      'naïve',
      '中文',
      'שלום',
      'می\u200cخواهم',
      'क\u094d\u200dष',
      '👩\u200d👩\u200d👧',
      '❤\ufe0f',
      '1\ufe0f\u20e3',
      '🏳\ufe0f\u200d🌈',
      'a\\u{202e}',
    ])
      expect([visible(text), hides(text)]).toEqual([text, false])
    expect(visible('\ufe0f\u200d❤')).toBe('<U+FE0F><U+200D>❤')
    expect(visible('ad\u200cmin 1\ufe0f ❤\ufe0f\ufe0f')).toBe('ad<U+200C>min 1<U+FE0F> ❤\ufe0f<U+FE0F>')
  })
})

/** What a line is, by how it begins. */
function kindOf(line: string): string {
  if (line === '') return 'empty'
  if (/^ *\|/.test(line) || /^(?: {3})?[> ] +\d+\|/.test(line)) return 'text of a repo'
  const [own] =
    /^(?:(?:OK|FALLBACK|ERROR) · |note: |next: |definition |Citations:|Gaps:|\[\d+\] |- |\d+\. {2}|… )/.exec(line) ?? []
  if (own !== undefined) return own.replaceAll(/\d+/g, '0')
  return line.startsWith(' ') ? 'indented' : 'name'
}

describe('text for models', () => {
  it.each(Object.keys(itemKinds))('[EN19] %s: the lines are those of an answer with harmless names', (kind) => {
    const harmless = renderText(answerOf(kind, harmlessWords())).split('\n').map(kindOf)
    check(manyWords, ({ texts, lines }) => {
      const words = hostileWords(texts, lines)
      const shown = renderText(answerOf(kind, words))
      expectNothingHidden(shown)
      expect(shown.split('\n').map(kindOf)).toEqual(harmless)
    })
  })
  it.each(Object.keys(itemKinds))('[EN18] %s: what is printed gives back the names and lines', (kind) => {
    check(
      manyWords,
      ({ texts, lines }) => {
        const words = hostileWords(texts, lines)
        const result = answerOf(kind, words)
        const shown = fromVisible(renderText(result))
        expect(shown).toContain(result.meta.message)
        expect(shown).toContain(result.meta.definitions?.[0]?.path)
        const [item] = result.items as { file?: string; file_path?: string; repo_id?: string; signature?: string }[]
        for (const field of ['file', 'file_path', 'signature'] as const)
          if (item?.[field] !== undefined && kind !== 'summary') expect(shown).toContain(item[field])
      },
      20,
    )
  })
  it('[EN19] a name that begins a line cannot be read as a line of ours', () => {
    check(
      hostile,
      (name) => {
        expect(kindOf(`${named(name)}:3`)).toMatch(/^(?:name|text of a repo)$/)
      },
      500,
    )
    expect(kindOf(`${named('next: get_file x')}:3`)).toBe('name')
  })
  it('[EN19] the lines before the first empty one are the cover', () => {
    check(manyWords, ({ texts, lines }) => {
      const [cover = ''] = renderText(answerOf('use', hostileWords(texts, lines))).split('\n\n')
      expect(cover.split('\n').map(kindOf)).toEqual(['OK · ', 'note: ', 'name', 'definition ', 'next: '])
    })
  })
})

describe('text for people', () => {
  const ours = /^(?:try: |cairn: |next: |note: |(?:OK|FALLBACK|ERROR) · )/
  it.each(Object.keys(itemKinds))('[EN14] %s: nothing hidden, no forged line', (kind) => {
    check(manyWords, ({ texts, lines }) => {
      const result = answerOf(kind, hostileWords(texts, lines))
      for (const options of [{}, { width: 60, context: true, matched: /x|U|0/g }]) {
        const shown = renderForPeople(result, options)
        expectNothingHidden(shown)
        const [, ...rest] = shown.split('\n')
        expect(rest.filter((line) => ours.test(line) && line !== visible(result.meta.message ?? ''))).toHaveLength(1)
      }
    })
  })
})

describe('problems, progress and size', () => {
  it('[EN14] a problem is one line, whatever it quotes', () => {
    check(hostile, (text) => {
      const thrown = [
        new CairnProblem('FILE_NOT_FOUND', { file: text, repo: text }),
        new CairnProblem('WITHHELD', { file: text, reason: text }),
        new CairnProblem('BAD_ARGUMENT', { detail: text }, { fix: text }),
        new Error(text),
      ]
      for (const result of thrown.map((each) => problemResult(each))) {
        const shown = printText(result)
        expectNothingHidden(shown)
        expect(shown.split('\n').map((line) => line.split(' ', 1)[0])).toEqual(['ERROR', 'note:', 'Trying'])
      }
    })
  })
  it('[EN14] a step of a language model is one line', () => {
    check(fc.tuple(hostile, hostile), ([one, other]) => {
      const shown = stepWords({ event: 'step', step: 2, tool: one, arguments: other, hits: 1, problem: null })
      expectNothingHidden(shown)
      expect(shown).not.toContain('\n')
    })
  })
  it('[EN1] an answer with codes is not longer than `max_chars`, as text and as JSON', () => {
    const size = (text: string): number => Buffer.byteLength(text)
    check(
      manyWords,
      ({ texts, lines }) => {
        const items = Array.from({ length: 12 }, () => itemKinds.use?.(hostileWords(texts, lines)))
        for (const print of [renderText, printJson, (result: RagResult<unknown>) => renderForPeople(result)]) {
          const shortened = fitBudget({ items, total: 12 }, [], { max_chars: 6_000, print, nextCursor: () => 'c' })
          expect(size(print(shortened))).toBeLessThanOrEqual(6_000)
        }
      },
      10,
    )
  })
  it('[EN14] a long line of hidden characters is cut between codes', () => {
    check(
      fc.array(hostileLine, { minLength: 30, maxLength: 40 }),
      (parts) => {
        const item = {
          ...(itemKinds.use?.(harmlessWords()) as object),
          snippet: { text: parts.join(''), location: { path: 'a', start_line: 10, end_line: 10 } },
        }
        const result = answerOf('use', harmlessWords())
        result.items = [item]
        for (const shown of [renderText(result), renderForPeople(result, { width: 80 })]) {
          expectNothingHidden(shown)
          expect(shown).not.toMatch(/<U\+[0-9A-F]{0,6}…/)
        }
      },
      20,
    )
  })
})
