import { describe, expect, it } from 'vitest'
import { lastName, meansSymbol, readSymbolQuestion } from './symbol-question.ts'

describe('readSymbolQuestion', () => {
  it('[TO13] tells a place, an anchor and a name apart', () => {
    expect(readSymbolQuestion('src/a.py:12')).toEqual({ by: 'place', path: 'src/a.py', line: 12, column: null })
    expect(readSymbolQuestion('./src/a.py:12:5')).toEqual({ by: 'place', path: 'src/a.py', line: 12, column: 5 })
    expect(readSymbolQuestion(' sym:src.a.f ')).toEqual({ by: 'anchor', body: 'src.a.f' })
    expect(readSymbolQuestion('Auth::login()')).toEqual({ by: 'name', name: 'Auth.login' })
  })

  it('[TO13] knows the last name of each', () => {
    const names = ['Auth.login', 'sym:src.a.Auth.login~py', 'a.py:1']
    expect(names.map((text) => lastName(readSymbolQuestion(text)))).toEqual(['login', 'login', ''])
  })

  it('[TO13] a qualified name may leave out its front, never its middle; a mark must fit', () => {
    const login = { qualified_name: 'Auth.login', tag: 't1' }
    const means = (text: string) => meansSymbol(readSymbolQuestion(text), 'src/auth.py', login)
    for (const text of [
      'login',
      'Auth.login',
      'auth.Auth.login',
      'sym:src.auth.Auth.login',
      'sym:src.auth.Auth.login~py',
      'sym:src.auth.Auth.login~t1',
    ])
      expect([text, means(text)]).toEqual([text, true])
    for (const text of ['auth.login', 'ogin', 'sym:src.auth.Auth.login~ts', 'sym:auth.Auth.login', 'src/auth.py:3'])
      expect([text, means(text)]).toEqual([text, false])
  })
})
