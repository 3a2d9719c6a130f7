import { describe, expect, it } from 'vitest'
import { lastName, meansSymbol, readSymbolQuestion } from './symbol-question.ts'

describe('readSymbolQuestion', () => {
  it('[GR21] distinguishes a position, an anchor and a name', () => {
    expect(readSymbolQuestion('src/a.py:12')).toMatchObject({ by: 'position', path: 'src/a.py', line: 12, column: null })
    expect(readSymbolQuestion('./src/a.py:12:5')).toMatchObject({ by: 'position', path: 'src/a.py', line: 12, column: 5 })
    expect(readSymbolQuestion(' sym:src.a.f ')).toEqual({ text: 'sym:src.a.f', by: 'anchor', body: 'src.a.f' })
    for (const text of ['Auth::login()', 'Auth#login', 'Auth->login', '\\Auth\\login'])
      expect([text, readSymbolQuestion(text)]).toEqual([text, { text, by: 'name', name: 'Auth.login' }])
  })

  it('[GR21] finds the last name of each', () => {
    const names = ['Auth.login', 'sym:src.a.Auth.login~py', 'a.py:1', 'App\\Models\\Order']
    expect(names.map((text) => lastName(readSymbolQuestion(text)))).toEqual(['login', 'login', '', 'Order'])
  })

  it('[GR21] a qualified name may leave out its beginning, but not its middle; a mark must match', () => {
    const symbol = { qualified_name: 'Auth.login', tag: 't1' }
    const means = (text: string) => meansSymbol(readSymbolQuestion(text), { path: 'src/auth.py', symbol, package: '' })
    for (const text of [
      'login',
      'Auth.login',
      'auth.Auth.login',
      'src.Auth.login',
      'sym:src.auth.Auth.login',
      'sym:src.auth.Auth.login~py',
      'sym:src.auth.Auth.login~t1',
      'sym:src.auth.Auth.login~src/auth.py~t1',
    ])
      expect([text, means(text)]).toEqual([text, true])
    for (const text of ['auth.login', 'ogin', 'sym:src.auth.Auth.login~ts', 'sym:auth.Auth.login', 'src/auth.py:3'])
      expect([text, means(text)]).toEqual([text, false])
  })

  it('[GR21] a name may follow the namespace or package that the file declares, in any notation', () => {
    const means = (text: string, said: string, path = 'lib/order.x') =>
      meansSymbol(readSymbolQuestion(text), { path, symbol: { qualified_name: 'Order.save', tag: 't' }, package: said })
    expect(means('App\\Models\\Order::save', 'App\\Models')).toBe(true)
    expect(means('Models.Order.save', 'App\\Models')).toBe(true)
    expect(means('com.acme.Order.save', 'com.acme')).toBe(true)
    expect(means('acme.Order#save', 'com.acme')).toBe(true)
    expect(means('Other.Order.save', 'com.acme')).toBe(false)
    expect(means('store.Order.save', '', 'pkg/store/order.go')).toBe(true)
  })

  it('[GR21] a component has the name of its file', () => {
    const symbol = { qualified_name: 'default.methods.save', tag: 't' }
    const means = (text: string) => meansSymbol(readSymbolQuestion(text), { path: 'ui/side-bar.vue', symbol, package: '' })
    expect(['SideBar.save', 'SideBar.methods.save', 'default.methods.save', 'Other.save'].map(means)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
