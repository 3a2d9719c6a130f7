/** A symbol found again in an edited text, in every fully extracted language. */
import { afterAll, describe, expect, it } from 'vitest'
import { locatorRows } from '../../test/kit/locator-rows.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { createParser } from '../parse/create-parser.ts'
import { type FindOptions, findSymbolInSource, type SymbolHint } from './find-symbol-in-source.ts'
import { fingerprintIn } from './fingerprint-in-source.ts'

const parser = createParser()
afterAll(() => parser.close())

async function symbolsOf(text: string, language: string): Promise<SymbolFact[]> {
  const outcome = await parser.parse(text, language)
  if (!('parsed' in outcome)) throw new Error(outcome.reason)
  return outcome.parsed.facts.symbols
}

/** Line of the first occurrence of a text, 1-based. */
const lineOf = (source: string, text: string): number => source.slice(0, source.indexOf(text)).split('\n').length

describe.each(locatorRows.map((row) => [row.language, row] as const))('%s', (language, row) => {
  const { file, type, method } = row
  const find = (source: string, path: string, options: Omit<FindOptions, 'language'> = {}) =>
    findSymbolInSource(source, path, { language, ...options }, parser)
  const login = method('Auth', 'login', 'login')
  const total = method('Auth', 'total', 'total')
  const before = file(type('Auth', login, total))
  const size = login.trimEnd().split('\n').length
  const comment = language === 'python' || language === 'ruby' ? '# more' : '// more'
  const exact = (start_line: number) => ({ start_line, end_line: start_line + size - 1, confidence: 1, how: 'exact' })

  /** Everything that could be remembered about a symbol of `before`. */
  async function remembered(path: string): Promise<{ hint: SymbolHint; fingerprint: string }> {
    const fact = (await symbolsOf(before, language)).find((symbol) => symbol.qualified_name === path)
    if (!fact) throw new Error(`no ${path}`)
    const { start_line, end_line, span_hash, kind, tag, signature, fingerprint } = fact
    return { hint: { start_line, end_line, span_hash, kind, tag, signature }, fingerprint }
  }

  it('[LO1] a hundred lines inserted above: found, with and without hints', async () => {
    const above = file(...Array(100).fill(comment), type('Auth', login, total))
    const line = lineOf(above, 'login')
    expect(await find(above, 'Auth.login')).toEqual(exact(line))
    expect(await find(above, 'Auth.login', { hint: 3 })).toEqual(exact(line))
    expect(await find(above, 'Auth.login', await remembered('Auth.login'))).toEqual(exact(line))
  })
  it('[LO1] deleted: null, though its name is still mentioned', async () => {
    const gone = file(`${comment} login`, type('Auth', total))
    expect(await find(gone, 'Auth.login')).toBeNull()
    expect(await find(gone, 'Auth.login', await remembered('Auth.login'))).toBeNull()
  })
  it('[LO5] deleted, with an equal twin in another class: null', async () => {
    const gone = file(type('Auth', total), type('Other', method('Other', 'login', 'login')))
    expect(await find(gone, 'Auth.login')).toBeNull()
    expect(await find(gone, 'Auth.login', await remembered('Auth.login'))).toBeNull()
  })
  it('[LO3] renamed with its body kept: found with a fingerprint, null without', async () => {
    const renamed = file(type('Auth', method('Auth', 'signIn', 'login'), total))
    const { hint, fingerprint } = await remembered('Auth.login')
    expect(await find(renamed, 'Auth.login', { fingerprint })).toMatchObject({
      start_line: lineOf(renamed, 'signIn'),
      how: 'renamed',
    })
    expect((await find(renamed, 'Auth.login', { fingerprint, hint }))?.confidence).toBeLessThan(1)
    expect(await find(renamed, 'Auth.login', { hint })).toBeNull()
    expect(await fingerprintIn(before, 'Auth.login', { language }, parser)).toBe(fingerprint)
    expect(await fingerprintIn(before, 'Auth.other', { language }, parser)).toBeNull()
  })
  it('[LO4] two equal candidates: null', async () => {
    const two = file(type('Auth', method('Auth', 'signIn', 'login'), method('Auth', 'logOn', 'login'), total))
    expect(await find(two, 'Auth.login', await remembered('Auth.login'))).toBeNull()
  })
  it('[LO6] a line that does not parse, above, below or in another body: found', async () => {
    const above = file(row.broken, type('Auth', login, total))
    const below = file(type('Auth', login, total), row.broken)
    const lines = total.split('\n')
    const beside = file(type('Auth', login, [...lines.slice(0, 2), row.broken.trim(), ...lines.slice(2)].join('\n')))
    for (const source of [above, below, ...(language === 'python' ? [] : [beside])]) {
      expect((await parser.parse(source, language)).state).toBe('partial')
      expect(await find(source, 'Auth.login', await remembered('Auth.login'))).toEqual(exact(lineOf(source, 'login')))
    }
  })
  it('[LO1] other line ends, other indentation, other line breaks: found', async () => {
    const known = await remembered('Auth.login')
    expect(await find(before.replaceAll('\n', '\r\n'), 'Auth.login', known)).toEqual(exact(lineOf(before, 'login')))
    const wider = before.replace(/^[\t ]+/gm, (space) => space.replaceAll('\t', '    ').repeat(2))
    expect(await find(wider, 'Auth.login', known)).toEqual(exact(lineOf(wider, 'login')))
    const wrapped = before.replace('login(', 'login(\n')
    expect(await find(wrapped, 'Auth.login', known)).toMatchObject({ start_line: lineOf(wrapped, 'login'), how: 'exact' })
  })
  it('[LO3] its class renamed: found by its body', async () => {
    const account = file(type('Account', method('Account', 'login', 'login'), method('Account', 'total', 'total')))
    expect(await find(account, 'Auth.login', await remembered('Auth.login'))).toMatchObject({
      start_line: lineOf(account, 'login'),
      how: 'moved',
    })
  })
  it('[LO8] the empty path is the module; a language that is not read in full has no symbols', async () => {
    const end_line = before.split('\n').length - 1
    expect(await find(before, '')).toEqual({ start_line: 1, end_line, confidence: 1, how: 'exact' })
    for (const unknown of ['unknown', 'markdown', 'toString', '']) {
      expect(await findSymbolInSource(before, 'Auth.login', { language: unknown }, parser)).toBeNull()
    }
  })

  if (row.overloads) {
    const [one, two] = row.overloads
    it('[LO1] overloads are distinguished by their tag, with or without a new one above them', async () => {
      const first = method('Auth', 'login', 'login', one)
      const second = method('Auth', 'login', 'total', two)
      const both = file(type('Auth', second, first))
      const tags = (await symbolsOf(both, language)).filter((symbol) => symbol.name === 'login').map((symbol) => symbol.tag)
      const alone = file(type('Auth', first))
      expect(await find(alone, `Auth.login~${tags[1]}`)).toEqual(exact(lineOf(alone, 'login')))
      expect(await find(both, `Auth.login~${tags[1]}`)).toEqual(exact(lineOf(both, `login(${one})`)))
      expect(await find(both, `Auth.login~${tags[0]}`)).toMatchObject({
        start_line: lineOf(both, `login(${two})`),
        confidence: 1,
      })
    })
  }
})

it('[LO8] nothing, binary noise and half a file are answered with null, not with an exception', async () => {
  const options = { language: 'typescript', hint: { start_line: 3, span_hash: 'x', kind: 'method' as const }, fingerprint: 'AB' }
  for (const source of ['', '\0\0\0', 'class Auth { login( {', '`${`${', '/* login', "login'"]) {
    expect(await findSymbolInSource(source, 'Auth.logout', options, parser)).toBeNull()
  }
})
