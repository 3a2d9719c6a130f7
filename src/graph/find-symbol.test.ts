import { beforeAll, describe, expect, it } from 'vitest'
import { type LinkedRepo, linkRepo } from '../../test/kit/linked-repo.ts'
import { memorySnapshot } from '../../test/kit/memory-snapshot.ts'
import { readSymbolQuestion } from '../contract/symbol-question.ts'
import { IndexView } from '../store/index-view.ts'
import { Anchors } from './anchors.ts'
import { findSymbol } from './find-symbol.ts'

let repo: LinkedRepo
let view: IndexView

beforeAll(async () => {
  repo = await linkRepo({
    'src/auth.py': [
      'def wrap(f):',
      '    return f',
      '',
      'class Auth:',
      '    @wrap',
      '    def login(self, name):',
      '        return check(name)',
      '',
      'def check(name):',
      '    return name',
    ].join('\n'),
    'src/auth.ts': 'export class Auth {\n  login(): void {}\n}\n',
    'src/auth/login.py': 'def login():\n    pass\n',
    'src/auth/Auth.py': 'x = 1\n',
    'pkg/over.ts':
      'export function add(a: string): void\nexport function add(a: number): void\nexport function add(a: unknown): void {}\nadd(1)\n',
    'pkg/store.go': 'package pkg\n\nfunc Open() {}\n',
    'web/side-bar.vue':
      '<script>\nexport default { props: ["wide"], methods: { toggle() {} } }\n</script>\n<template><b @click="toggle"/></template>\n',
    'web/Row/index.svelte': '<b/>\n',
    'lib/Till.php': '<?php\nnamespace Acme\\Shop;\nclass Till { function open() {} }\n',
    'odd.name/mod.py': 'def inner():\n    pass\n',
    'lib/base.py': 'class Base:\n    def open(self):\n        pass\n    def shut(self):\n        pass\n',
    'lib/net.py': 'from .base import Base\n\nclass Net(Base):\n    def shut(self):\n        pass\n',
    'lib/web.py': 'from .net import Net\n\nclass Web(Net):\n    def own(self):\n        pass\n',
    'lib/ring.py': 'class Ring(Other):\n    pass\n\nclass Other(Ring):\n    def turn(self):\n        pass\n',
  })
  view = new IndexView(memorySnapshot(repo))
})

const find = (symbol: string) => findSymbol(view, { question: readSymbolQuestion(symbol), repos: [repo.repo_id] })
const ask = async (symbol: string): Promise<string[]> =>
  (await find(symbol)).definitions.map(({ path, fact, anchor }) => `${path}#${fact?.qualified_name ?? ''} ${anchor}`)

describe('finding a symbol', () => {
  it('[GR3] by name gives every definition of that name, by path', async () => {
    expect(await ask('login')).toEqual([
      'src/auth.py#Auth.login sym:src.auth.Auth.login~py',
      'src/auth.ts#Auth.login sym:src.auth.Auth.login~ts',
      'src/auth/login.py#login sym:src.auth.login.login',
    ])
  })

  it('[GR3] by qualified name, the end of one, or one after its module or folder', async () => {
    expect(await ask('Auth.login')).toHaveLength(2)
    expect(await ask('auth.login.login')).toEqual(['src/auth/login.py#login sym:src.auth.login.login'])
    expect(await ask('pkg.Open')).toEqual(['pkg/store.go#Open sym:pkg.store.Open'])
    expect(await ask('Auth::login')).toHaveLength(2)
    expect(await ask('Other.login')).toEqual([])
  })

  it('[GR3] by the namespace that the file declares', async () => {
    const till = ['lib/Till.php#Till.open sym:lib.Till.Till.open']
    expect(await ask('\\Acme\\Shop\\Till::open')).toEqual(till)
    expect(await ask('Shop\\Till.open')).toEqual(till)
    expect(await ask('Other\\Till::open')).toEqual([])
  })

  it("[RE40] a component by its file's name, and its members after that name", async () => {
    expect(await ask('SideBar')).toEqual(['web/side-bar.vue#default sym:web.side-bar.default'])
    expect(await ask('Row')).toEqual(['web/Row/index.svelte#default sym:web.Row.index.default'])
    expect(await ask('SideBar.wide')).toEqual(['web/side-bar.vue#default.wide sym:web.side-bar.default.wide'])
    expect(await ask('SideBar.toggle')).toEqual([
      'web/side-bar.vue#default.methods.toggle sym:web.side-bar.default.methods.toggle',
    ])
    expect(await ask('web/side-bar.vue')).toHaveLength(2)
  })

  it('[GR4] by place gives what is defined there, else the link of the name there', async () => {
    expect(await ask('src/auth.py:9:5')).toEqual(['src/auth.py#check sym:src.auth.check'])
    expect(await ask('src/auth.py:5')).toEqual(['src/auth.py#Auth.login sym:src.auth.Auth.login~py'])
    expect(await ask('src/auth.py:5:6')).toEqual(['src/auth.py#wrap sym:src.auth.wrap'])
    expect(await ask('./src/auth.py:7:16')).toEqual(['src/auth.py#check sym:src.auth.check'])
    expect(await ask('src/auth.py:7:9')).toEqual([])
    expect(await ask('src/gone.py:7')).toEqual([])
  })

  it('[GR5] by anchor, plain or with a mark; the plain form finds all that match', async () => {
    expect(await ask('sym:src.auth.Auth.login')).toHaveLength(2)
    expect(await ask('sym:src.auth.Auth.login~py')).toEqual(['src/auth.py#Auth.login sym:src.auth.Auth.login~py'])
    expect(await ask('sym:src.auth.Auth.login~src/auth.ts')).toEqual(['src/auth.ts#Auth.login sym:src.auth.Auth.login~ts'])
    expect(await ask('sym:odd.name.mod.inner')).toEqual(['odd.name/mod.py#inner sym:odd.name.mod.inner'])
    expect(await ask('sym:odd.name.mod')).toEqual(['odd.name/mod.py# sym:odd.name.mod'])
    expect(await ask('sym:src.auth.Auth.login~rb')).toEqual([])
  })

  it('[GR5] every printed anchor finds exactly its symbol', async () => {
    const anchors = new Anchors(view)
    expect(repo.facts.size).toBeGreaterThan(1)
    for (const [path, view] of repo.facts) {
      for (const fact of [null, ...view.outline().symbols]) {
        const anchor = await anchors.of(repo.repo_id, path, fact)
        const found = await anchors.read(repo.repo_id, anchor)
        expect(found.map((one) => [one.path, one.fact?.tag, one.fact?.qualified_name])).toEqual([
          [path, fact?.tag, fact?.qualified_name],
        ])
      }
    }
  })

  it('[GR5] a module and a symbol with the same plain anchor get different marks', async () => {
    expect(await ask('src/auth/Auth.py')).toEqual(['src/auth/Auth.py# sym:src.auth.Auth~src/auth/Auth.py'])
    expect(await ask('sym:src.auth.Auth')).toHaveLength(3)
  })

  it('[GR6] nothing found is an empty list with a reason', async () => {
    expect(await find('nobody')).toEqual({
      definitions: [],
      near: [],
      total: 0,
      reason: 'The index has no symbol called "nobody".',
      note: null,
      open_name: null,
    })
  })

  it('[GR22] for a name spelled almost like a known one, that one is suggested, also if only the case differs', async () => {
    expect((await find('logn')).reason).toBe('The index has no symbol called "logn". Did you mean login?')
    expect((await find('Auth.LOGIN')).reason).toContain('Did you mean login?')
    expect((await find('sym:src.auth.chek')).reason).toContain('Did you mean check?')
  })

  it('[GR23] an inherited member is found under the name of the subclass, with a note of its origin', async () => {
    expect(await ask('Web.open')).toEqual(['lib/base.py#Base.open sym:lib.base.Base.open'])
    expect((await find('web.Web.open')).note).toBe('web.Web inherits open: sym:lib.base.Base.open.')
    expect(await ask('Web.shut')).toEqual(['lib/net.py#Net.shut sym:lib.net.Net.shut'])
    expect(await ask('Web.nothing')).toEqual([])
    expect((await find('Web.own')).note).toBeNull()
  })

  it('[GR23] classes that extend each other in a circle end the search', async () => {
    expect(await ask('Ring.missing')).toEqual([])
    expect(await ask('Ring.turn')).toEqual(['lib/ring.py#Other.turn sym:lib.ring.Other.turn'])
  })

  it('[GR24] a column finds the name that covers it, and nothing else', async () => {
    // `        return check(name)`: a bracket, a parameter, a keyword.
    for (const column of [21, 22, 9]) expect([column, await ask(`src/auth.py:7:${column}`)]).toEqual([column, []])
    expect(await ask('src/auth.py:7:20')).toEqual(['src/auth.py#check sym:src.auth.check'])
  })

  it('[GR24] a line alone finds what it defines, else what it uses, else the enclosing symbol, and says which', async () => {
    expect((await find('src/auth.py:9')).note).toBe('Line 9 of src/auth.py defines this.')
    expect((await find('src/auth.py:9:7')).note).toBeNull()
    expect(await ask('src/auth.py:7')).toEqual(['src/auth.py#check sym:src.auth.check'])
    expect((await find('src/auth.py:7')).note).toBe('Line 7 of src/auth.py uses this.')
    expect(await ask('src/auth.py:2')).toEqual(['src/auth.py#wrap sym:src.auth.wrap'])
    expect((await find('src/auth.py:2')).note).toContain('this is the symbol around it')
    expect(await ask('src/auth.py:3')).toEqual([])
  })
})
