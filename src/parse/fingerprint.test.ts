/** What a fingerprint ignores: layout, comments, the symbol's own name. Table-driven: a new language adds a row. */
import { afterAll, describe, expect, it } from 'vitest'
import { similarity } from '../base/sketch.ts'
import { createParser } from './create-parser.ts'

const parser = createParser()
afterAll(() => parser.close())

async function fingerprints(language: string, text: string): Promise<Record<string, string>> {
  const outcome = await parser.parse(text, language)
  if (!('parsed' in outcome)) throw new Error(outcome.reason)
  return Object.fromEntries(outcome.parsed.facts.symbols.map((symbol) => [symbol.qualified_name, symbol.fingerprint]))
}

const script = {
  written: `function fact(n) { // doc\n  if (n < 2) return 'one\\tX'\n  return n * fact(n - 1)\n}\n`,
  laidOut: `\n\nfunction fact(\n  n,\n) {\n    /* other */ if (n < 2)\n      return "one\\tX";\n    return n * fact(n - 1);\n}\n`,
  other: `function fact(n) { // doc\n  if (n < 2) return 'one\\tY'\n  return n * fact(n - 1)\n}\n`,
}
const rows: Record<string, { written: string; laidOut: string; other: string }> = {
  javascript: script,
  typescript: script,
  tsx: script,
  python: {
    written: `def fact(n):\n    # doc\n    if n < 2: return 'one'\n    return n * fact(n - 1)\n`,
    laidOut: `\n\ndef fact(\n  n,\n):\n  if n < 2:\n      return "one"\n\n  return n * fact(n - 1) # other\n`,
    other: `def fact(n):\n    # doc\n    if n < 2: return 'two'\n    return n * fact(n - 1)\n`,
  },
  go: {
    written: `package p\nfunc fact(n int) int {\n\tif n < 2 {\n\t\treturn 1\n\t}\n\treturn n * fact(n-1)\n}\n`,
    laidOut: `package p\n\nfunc fact(\n\tn int,\n) int {\n\tif n < 2 { return 1 } // other\n\treturn n * fact(n - 1)\n}\n`,
    other: `package p\nfunc fact(n int) int {\n\tif n < 2 {\n\t\treturn 2\n\t}\n\treturn n * fact(n-1)\n}\n`,
  },
  java: {
    written: `class A { int fact(int n) { if (n < 2) return 1; return n * fact(n - 1); } }\n`,
    laidOut: `class A {\n  int fact(int n)\n  {\n    // other\n    if (n < 2)\n      return 1;\n    return n * fact(n - 1);\n  }\n}\n`,
    other: `class A { int fact(int n) { if (n < 2) return 2; return n * fact(n - 1); } }\n`,
  },
}

describe.each(Object.entries(rows))('%s', (language, { written, laidOut, other }) => {
  const name = language === 'java' ? 'A.fact' : 'fact'
  it('[PA13] layout, comments, line ends, commas and quotes do not change a fingerprint; any other token does', async () => {
    const { [name]: print } = await fingerprints(language, written)
    expect(print).toMatch(/^[\w-]{34}$/)
    expect((await fingerprints(language, laidOut))[name]).toBe(print)
    expect((await fingerprints(language, written.replaceAll('\n', '\r\n')))[name]).toBe(print)
    expect((await fingerprints(language, other))[name]).not.toBe(print)
    expect(similarity(print ?? '', (await fingerprints(language, other))[name] ?? '')).toBeGreaterThan(0.4)
  })
  it('[PA13] a renamed symbol keeps it, its calls of itself renamed too', async () => {
    const renamed = (await fingerprints(language, written.replaceAll('fact', 'product')))[name.replace('fact', 'product')]
    expect(renamed).toBe((await fingerprints(language, written))[name])
  })
})

it('[PA13] so do the methods of a renamed class', async () => {
  const text = 'package p\nfunc (a *Auth) Login(b Auth) Auth { return Auth{a.token, b.token} }\n'
  const { 'Auth.Login': print } = await fingerprints('go', text)
  expect(print).not.toBe('')
  expect((await fingerprints('go', text.replaceAll('Auth', 'Account')))['Account.Login']).toBe(print)
})

it('[PA13] a symbol of fewer than eight tokens has none', async () => {
  const found = await fingerprints('python', 'small = 1\nlarge = [1, 2, 3, 4, 5, 6, 7]\n')
  expect(found.small).toBe('')
  expect(found.large).not.toBe('')
})

it('[PA13] nested symbols cost no more than the text, however deep', async () => {
  const depth = 300
  const text = Array.from({ length: depth }, (_, at) => `${' '.repeat(at)}def f${at}():\n`).join('')
  const found = await fingerprints('python', `${text}${' '.repeat(depth)}return 1\n`)
  expect(Object.values(found).filter((print) => print !== '').length).toBeGreaterThan(depth / 2)
})
