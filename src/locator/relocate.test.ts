/** An old address and new symbols: what is found and what is not, in every fully extracted language. */
import { afterAll, describe, expect, it } from 'vitest'
import { locatorRows } from '../../test/kit/locator-rows.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { createParser } from '../parse/create-parser.ts'
import { relocate } from './relocate.ts'
import type { WantedSymbol } from './wanted-symbol.ts'

const parser = createParser()
afterAll(() => parser.close())

async function symbolsOf(text: string, language: string): Promise<SymbolFact[]> {
  const outcome = await parser.parse(text, language)
  if (!('parsed' in outcome)) throw new Error(outcome.reason)
  return outcome.parsed.facts.symbols
}

function symbolNamed(symbols: readonly SymbolFact[], name: string, at = 0): SymbolFact {
  const found = symbols.filter((symbol) => symbol.qualified_name === name)[at]
  if (!found) throw new Error(`no ${name} among ${symbols.map((symbol) => symbol.qualified_name).join(' ')}`)
  return found
}

describe.each(locatorRows.map((row) => [row.language, row] as const))('%s', (language, row) => {
  const { file, type, method, func } = row
  /** Searches `name` of `before` in `after`; returns the qualified name found, and how. */
  async function look(before: string, name: string, after: string, known: Partial<WantedSymbol> | 'all' = 'all') {
    const wanted = symbolNamed(await symbolsOf(before, language), name)
    const symbols = await symbolsOf(after, language)
    const found = relocate(known === 'all' ? wanted : { qualified_name: name, ...known }, symbols, { language })
    return found && { name: symbols[found.ordinal]?.qualified_name, how: found.how, sure: found.confidence === 1 }
  }
  const auth = type('Auth', method('Auth', 'login', 'login'), method('Auth', 'total', 'total'))
  const before = file(auth)

  it('[LO1] the same path is found, whatever its body has become', async () => {
    const after = file(type('Other', method('Other', 'login', 'login')), type('Auth', method('Auth', 'login', 'render')))
    expect(await look(before, 'Auth.login', after)).toEqual({ name: 'Auth.login', how: 'exact', sure: true })
    expect(await look(before, 'Auth.login', after, {})).toEqual({ name: 'Auth.login', how: 'exact', sure: true })
  })
  it('[LO3] a renamed method is found by its body, and only by its body', async () => {
    const after = file(type('Auth', method('Auth', 'signIn', 'login'), method('Auth', 'total', 'total')))
    expect(await look(before, 'Auth.login', after)).toEqual({ name: 'Auth.signIn', how: 'renamed', sure: false })
    expect(await look(before, 'Auth.login', after, { kind: 'method' })).toBeNull()
  })
  it('[LO3] a method of a renamed class is found by its body', async () => {
    const after = file(type('Account', method('Account', 'login', 'login'), method('Account', 'total', 'total')))
    expect(await look(before, 'Auth.login', after)).toEqual({ name: 'Account.login', how: 'moved', sure: false })
    expect(await look(before, 'Auth.login', after, { kind: 'method' })).toBeNull()
  })
  it('[LO3] a different body at the same place is not the deleted symbol', async () => {
    const after = file(type('Auth', method('Auth', 'draw', 'render'), method('Auth', 'total', 'total')))
    expect(await look(before, 'Auth.login', after)).toBeNull()
  })
  it('[LO4] two equal candidates: none', async () => {
    const after = file(type('Auth', method('Auth', 'signIn', 'login'), method('Auth', 'logOn', 'login')))
    expect(await look(before, 'Auth.login', after)).toBeNull()
  })
  it('[LO5] a deleted method is not found in an equal one of another class', async () => {
    const other = type('Other', method('Other', 'login', 'login'))
    const both = file(auth, other)
    const after = file(type('Auth', method('Auth', 'total', 'total')), other)
    expect(await look(both, 'Auth.login', after)).toBeNull()
    expect(await look(both, 'Auth.login', after, { kind: 'method' })).toBeNull()
  })
  it('[LO5] a symbol that existed before is not a candidate', async () => {
    const wanted = symbolNamed(await symbolsOf(before, language), 'Auth.login')
    const symbols = await symbolsOf(
      file(type('Auth', method('Auth', 'signIn', 'login'), method('Auth', 'old', 'login'))),
      language,
    )
    const taken = (fact: SymbolFact) => fact.name === 'old'
    const found = relocate(wanted, symbols, { language, taken })
    expect(symbols[found?.ordinal ?? -1]?.qualified_name).toBe('Auth.signIn')
    expect(relocate(wanted, symbols, { language, taken: () => true })).toBeNull()
  })

  if (func) {
    it('[LO2] a method moved out of its class is found under its name in the enclosing scope', async () => {
      const after = file(type('Auth', method('Auth', 'total', 'total')), func('login', 'login'))
      expect(await look(before, 'Auth.login', after)).toEqual({ name: 'login', how: 'moved', sure: false })
      expect(await look(before, 'Auth.login', after, { kind: 'method' })).toBeNull()
    })
    it('[LO2] an enclosing function of the same name and another body is another function', async () => {
      const after = file(type('Auth', method('Auth', 'total', 'total')), func('login', 'render'))
      expect(await look(before, 'Auth.login', after)).toBeNull()
    })
    it('[LO3] a function moved into a class is found by its body', async () => {
      const alone = file(func('login', 'login'))
      expect(await look(alone, 'login', before)).toEqual({ name: 'Auth.login', how: 'moved', sure: false })
      expect(await look(alone, 'login', before, { kind: 'function' })).toBeNull()
    })
  }

  if (row.overloads) {
    const [one, two] = row.overloads
    it('[LO1] overloads stay distinct when one is added, and when one is deleted', async () => {
      const first = method('Auth', 'login', 'login', one)
      const second = method('Auth', 'login', 'total', two)
      const old = await symbolsOf(file(type('Auth', first)), language)
      const symbols = await symbolsOf(file(type('Auth', second, first)), language)
      const found = relocate(symbolNamed(old, 'Auth.login'), symbols, { language })
      expect(symbols[found?.ordinal ?? -1]).toMatchObject({ tag: symbolNamed(old, 'Auth.login').tag })
      const added = symbolNamed(symbols, 'Auth.login', 0)
      expect(relocate(added, symbols, { language })?.ordinal).toBe(symbols.indexOf(added))
      const { tag } = symbolNamed(old, 'Auth.login')
      expect(relocate(added, old, { language, taken: (fact) => fact.tag === tag })).toBeNull()
    })
  }
})

it('[LO2] the nearest enclosing scope comes first, and a class next to it does not enclose it', async () => {
  const symbols = await symbolsOf(
    'class Outer:\n    def run(self): pass\n\nclass Beside:\n    def run(self): pass\n\ndef run(): pass\n',
    'python',
  )
  const found = (name: string) => {
    const relocation = relocate({ qualified_name: name, kind: 'method' }, symbols, { language: 'python' })
    return relocation && symbols[relocation.ordinal]?.qualified_name
  }
  expect(found('Outer.Inner.run')).toBe('Outer.run')
  expect(found('Gone.run')).toBeNull()
})

it('[LO1] a Java overload whose signature and body are gone is not the remaining one', async () => {
  const row = locatorRows.find(({ language }) => language === 'java')
  if (!row?.overloads) throw new Error('no row')
  const both = row.file(
    row.type(
      'Auth',
      row.method('Auth', 'login', 'login', row.overloads[0]),
      row.method('Auth', 'login', 'total', row.overloads[1]),
    ),
  )
  const wanted = symbolNamed(await symbolsOf(both, 'java'), 'Auth.login', 1)
  const left = await symbolsOf(row.file(row.type('Auth', row.method('Auth', 'login', 'login', row.overloads[0]))), 'java')
  expect(relocate(wanted, left, { language: 'java' })).toBeNull()
})

it('[LO1] twins of one signature are distinguished by their text, though their numbers shift', async () => {
  const twin = (value: number) => `def f():\n    return ${value}\n\n`
  const old = await symbolsOf(`${twin(1)}${twin(2)}`, 'python')
  const now = await symbolsOf(`${twin(3)}${twin(1)}${twin(2)}`, 'python')
  const found = old.map((wanted) => relocate(wanted, now, { language: 'python' })?.ordinal)
  expect(found).toEqual([1, 2])
  expect(relocate({ qualified_name: 'f' }, now, { language: 'python' })?.ordinal).toBe(2)
})
