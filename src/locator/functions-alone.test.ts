/** C: a language whose functions are in no type. The promises that other suites test for methods hold for its functions. */
import { afterAll, describe, expect, it } from 'vitest'
import type { SymbolFact } from '../contract/facts.ts'
import { createParser } from '../parse/create-parser.ts'
import { type FindOptions, findSymbolInSource, type SymbolHint } from './find-symbol-in-source.ts'

const parser = createParser()
afterAll(() => parser.close())

const bodies = {
  login:
    '  struct user *user = find_user(users, name);\n  if (!user || user->locked)\n    return fail("no such user: %s", name);\n  add_session(sessions, user->id);\n  return user->token;',
  total:
    '  double sum = 0;\n  for (int at = 0; at < count; at++)\n    sum += lines[at].price * lines[at].count - lines[at].discount;\n  return (int)(sum * 100);',
}
const func = (name: string, body: keyof typeof bodies): string =>
  `static int ${name}(const char *name, int count)\n{\n${bodies[body]}\n}\n`
const file = (...parts: string[]): string => `#include "shop.h"\n\n${parts.join('\n')}`
const before = file(func('login', 'login'), func('total', 'total'))
const lineOf = (source: string, text: string): number => source.slice(0, source.indexOf(text)).split('\n').length
const find = (source: string, options: Omit<FindOptions, 'language'> = {}) =>
  findSymbolInSource(source, 'login', { language: 'c', ...options }, parser)

async function remembered(): Promise<{ hint: SymbolHint; fingerprint: string }> {
  const outcome = await parser.parse(before, 'c')
  const symbols: SymbolFact[] = 'parsed' in outcome ? outcome.parsed.facts.symbols : []
  const fact = symbols.find(({ name }) => name === 'login')
  if (!fact) throw new Error('no login')
  const { start_line, end_line, span_hash, kind, tag, signature, fingerprint } = fact
  return { hint: { start_line, end_line, span_hash, kind, tag, signature }, fingerprint }
}

describe('c', () => {
  it('[LO1] a hundred lines, a branch of the preprocessor, other line ends: found', async () => {
    for (const above of ['// more\n'.repeat(100), '#ifdef NEW\nint fresh(void);\n#else\nint stale(void);\n#endif\n']) {
      const source = file(above, func('login', 'login'), func('total', 'total'))
      const start_line = lineOf(source, 'static int login')
      const exact = { start_line, end_line: start_line + 7, confidence: 1, how: 'exact' }
      expect(await find(source, await remembered())).toEqual(exact)
      expect(await find(source.replaceAll('\n', '\r\n'), await remembered())).toEqual(exact)
    }
  })

  it('[LO1] deleted: null, though it is still called', async () => {
    const gone = file('int other(void) { return login("a", 1); }\n', func('total', 'total'))
    expect(await find(gone)).toBeNull()
    expect(await find(gone, await remembered())).toBeNull()
  })

  it('[LO3, LO4] renamed with its body kept: found by it; two of that body: null', async () => {
    const known = await remembered()
    const renamed = file(func('sign_in', 'login'), func('total', 'total'))
    expect(await find(renamed, known)).toMatchObject({ start_line: lineOf(renamed, 'static int sign_in'), how: 'renamed' })
    expect(await find(renamed, { hint: known.hint })).toBeNull()
    expect(await find(file(func('sign_in', 'login'), func('log_on', 'login')), known)).toBeNull()
  })

  it('[LO6] a line that does not parse, above or below: found', async () => {
    for (const source of [file('int = = 1;\n', func('login', 'login')), file(func('login', 'login'), 'int = = 1;\n')])
      expect(await find(source, await remembered())).toMatchObject({
        start_line: lineOf(source, 'static int login'),
        how: 'exact',
      })
  })
})
