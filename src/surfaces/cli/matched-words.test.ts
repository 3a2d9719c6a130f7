/** Promise EN17: what is marked in a terminal. */
import { expect, it } from 'vitest'
import { okResult } from '../../envelope/result.ts'
import { matchedWords } from './matched-words.ts'

const marked = (found: { query?: string; symbol?: string; mode?: string }, line: string, args: object = {}) => {
  const { mode, ...rest } = found
  const result = Object.assign(okResult([]), rest)
  if (mode) result.meta.mode = mode
  return line.replace(matchedWords(result, { ...args }) ?? /(?!)/g, (word) => `<${word}>`)
}

it('[EN17] a text, as it was searched for', () => {
  const text = { query: 'a.b', mode: 'text (one word)' }
  expect(marked(text, 'a.b axb A.B a.bc')).toBe('<a.b> axb A.B <a.b>c')
  expect(marked(text, 'a.b A.B', { case_sensitive: false })).toBe('<a.b> <A.B>')
  expect(marked(text, 'a.b a.bc', { word: true })).toBe('<a.b> a.bc')
  expect(marked({ ...text, query: '--no-pager' }, 'with --no-pager or -n')).toBe('with <--no-pager> or -n')
  const signs = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
  expect(marked({ ...text, query: signs }, `x${signs}x`)).toBe(`x<${signs}>x`)
  expect(marked({ ...text, query: 'r\\w+t' }, 'retry', { regex: true })).toBe('<ret>ry')
})
it('[EN17] the name of a symbol as a whole word; the words of a question', () => {
  expect(marked({ symbol: 'Auth.login' }, 'x.login(); relogin')).toBe('x.<login>(); relogin')
  expect(marked({ symbol: 'sym:src.auth.Auth.login~py' }, 'login')).toBe('<login>')
  expect(marked({ symbol: 'src/a.ts:3:4' }, 'a src 3')).toBe('a src 3')
  expect(marked({ query: 'How is it Retried', mode: 'ranked by file' }, 'retried how')).toBe('<retried> <how>')
})
it('[EN17] a pattern that could block, or that JavaScript cannot read, marks nothing', () => {
  for (const query of ['(a+)+$', '(a|aa)*', '(?i)x', '('])
    expect(marked({ query, mode: 'text' }, 'aaaa', { regex: true })).toBe('aaaa')
})
