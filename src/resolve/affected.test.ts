/** After a change, linking only what `pathsToRelink` names must give the same links as linking everything again. */
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { importWorlds } from '../../test/kit/import-worlds.ts'
import { parseFiles, readFolder } from '../../test/kit/linked-repo.ts'
import { affected, caughtUp, type Files, plain, type State, stateOf } from '../../test/kit/relinked.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { pathsToRelink } from './affected.ts'

const repos = path.resolve(import.meta.dirname, '../../test/repos')

describe('files a change makes link again', () => {
  for (const language of [
    'python',
    'typescript',
    'go',
    'java',
    'csharp',
    'php',
    'ruby',
    'rust',
    'swift',
    'zig',
    'haskell',
    'kotlin',
    'scala',
    'components',
  ]) {
    it(`[RE20] catching up leaves the links of a clean build, whatever changed (${language})`, async () => {
      const { 'links.txt': _, ...files } = readFolder(path.join(repos, language))
      const start = await stateOf(files)
      const all = [...edits(files, start.facts)]
      expect(all.length).toBeGreaterThan(10)
      for (const { what, edited } of all) {
        const after = await stateOf(edited, start)
        const { links } = await caughtUp(start, after)
        expect(plain(links), what).toEqual(plain(after.links))
        const back = await caughtUp(after, start)
        expect(plain(back.links), `${what}, undone`).toEqual(plain(start.links))
      }
    })
  }

  for (const [name, world] of Object.entries(importWorlds)) {
    it(`[RE20] a file that imports something else changes what others reach through it (${name})`, async () => {
      const files: Files = Object.fromEntries(Object.entries(world).map(([file, [text = '']]) => [file, text]))
      const before = await stateOf(files)
      let reached = 0
      for (const [file, [, ...texts]] of Object.entries(world)) {
        for (const text of texts) {
          const after = await stateOf({ ...files, [file]: text }, before)
          const others = (links: State['links']) => plain(links).filter((one) => one.path !== file)
          if (!isDeepStrictEqual(others(before.links), others(after.links))) reached++
          expect(plain((await caughtUp(before, after)).links), text).toEqual(plain(after.links))
          expect(plain((await caughtUp(after, before)).links), `${text}, undone`).toEqual(plain(before.links))
        }
      }
      expect(reached).toBeGreaterThan(0)
    })
  }

  it('[RE21] an import that nothing visible depends on affects no other file', async () => {
    const worlds: Record<string, [Files, string]> = {
      'a.ts': [
        { 'a.ts': 'export function f(x: number) { return x }\n', 'b.ts': "import { f } from './a'\nf(1)\n" },
        "import path from 'node:path'\n",
      ],
      'a.py': [{ 'a.py': 'def f(x):\n    return x\n', 'b.py': 'from a import f\nf(1)\n' }, 'import os\n'],
      'p/A.java': [
        {
          'p/A.java': 'class A { int f(int x) { return x; } }\n',
          'q/B.java': 'import p.A;\nclass B { void g(A a) { a.f(1); } }\n',
        },
        'import java.util.List;\n',
      ],
    }
    for (const [file, [files, line]] of Object.entries(worlds)) {
      const before = await stateOf(files)
      const after = await stateOf({ ...files, [file]: line + files[file] })
      expect(await affected(before, after)).toEqual({ state: 'some', paths: [file] })
    }
  })

  it('[RE20] a package of Java that comes or goes with its only file affects every file that imports from it', async () => {
    const using = {
      'app/Main.java':
        'package app;\nimport org.shop.core.Missing;\nimport org.shop.core.*;\nclass Main { Missing one; Thing two; }\n',
    }
    const without = await stateOf(using)
    for (const files of [
      { 'src/org/shop/core/Book.java': 'package org.shop.core;\npublic class Book {}\n' },
      {
        'src/org/shop/core/Book.java': 'package org.shop.core;\npublic class Book {}\n',
        'src/org/shop/core/Odd.java': 'package org.shop.core;\npublic class Odd {}\n',
      },
    ]) {
      const having = await stateOf({ ...using, ...files })
      const other = await stateOf({
        ...using,
        ...Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text.replace('shop', 'bank')])),
      })
      for (const [before, after] of [
        [without, having],
        [having, without],
        [having, other],
        [other, having],
      ] as const)
        expect(plain((await caughtUp(before, after)).links)).toEqual(plain(after.links))
    }
  })

  it('[RE20] a file that says another package, or none, takes its names with it, whatever its folder is called', async () => {
    const worlds = [
      { 'a.go': 'package shop\n\nfunc Open() {}\n', 'b.go': 'package shop\n\nfunc Go() { Open() }\n' },
      { 'x/a.go': 'package shop\n\nfunc Open() {}\n', 'x/b.go': 'package shop\n\nfunc Go() { Open() }\n' },
      { 'A.kt': 'package shop\nfun serve() {}\n', 'B.kt': 'package shop\nfun go() { serve() }\n' },
      { 'A.scala': 'package shop\nclass Open\n', 'B.scala': 'package shop\nclass Go extends Open\n' },
      { 'shop/A.java': 'package shop;\nclass A {}\n', 'shop/B.java': 'package shop;\nclass B extends A {}\n' },
      { 'A.cs': 'namespace shop;\npublic class A {}\n', 'B.cs': 'namespace shop;\npublic class B : A {}\n' },
      { 'A.php': '<?php\nnamespace shop;\nclass A {}\n', 'B.php': '<?php\nnamespace shop;\nclass B extends A {}\n' },
    ]
    for (const files of worlds as Files[]) {
      const [first = ''] = Object.keys(files)
      const text = files[first] ?? ''
      const before = await stateOf(files)
      for (const other of [text.replace('shop', 'bank'), text.replace(/(package|namespace) shop;?\n/, '')]) {
        const after = await stateOf({ ...files, [first]: other })
        expect(plain((await caughtUp(before, after)).links), first).toEqual(plain(after.links))
        expect(plain((await caughtUp(after, before)).links), first).toEqual(plain(before.links))
      }
      const renamed = await stateOf({ ...files, [first]: text.replace('shop', 'bank') })
      expect(plain(before.links), first).not.toEqual(plain(renamed.links))
    }
  })

  it('[RE20] what a module re-exports as a whole is searched by its file name, extension and folder aside', async () => {
    for (const { whole, files } of [
      {
        whole: { 'lib/api.h': '#include <shop.h>\n' },
        files: { 'include/shop.h': 'void open_shop(void);\n', 'main.c': '#include "lib/api.h"\nint main() { open_shop(); }\n' },
      },
      {
        whole: { 'api/index.ts': "export * from './user.service'\n" },
        files: {
          'api/user.service.ts': 'export function login() {}\n',
          'main.ts': "import { login } from './api'\nlogin()\n",
        },
      },
      {
        whole: { 'app/api.ts': "export * from 'core'\n" },
        files: {
          'packages/shop/package.json': '{ "name": "core", "main": "src/shop.ts" }\n',
          'packages/shop/src/shop.ts': 'export function login() {}\n',
          'app/main.ts': "import { login } from './api'\nlogin()\n",
        },
      },
    ]) {
      const having = await stateOf({ ...files, ...whole })
      const without = await stateOf({ ...files, ...Object.fromEntries(Object.keys(whole).map((file) => [file, '\n'])) })
      expect(plain(having.links)).not.toEqual(plain(without.links))
      for (const [before, after] of [
        [without, having],
        [having, without],
      ] as const)
        expect(plain((await caughtUp(before, after)).links)).toEqual(plain(after.links))
    }
  })

  const c = {
    'shop.h': 'int sell(int count);\n',
    'more.h': '#include "shop.h"\nint more(void);\n',
    'sell.c': '#include <stdio.h>\nint sell(int count)\n{\n  return count;\n}\n',
    'till.c': '#include "shop.h"\nint main(void)\n{\n  return sell(1);\n}\n',
    'desk.c': '#include "more.h"\nint open_desk(void)\n{\n  return more();\n}\n',
  }

  it('[RE20, RE21] an include in a C file that nobody includes affects only callers of what it then defines', async () => {
    for (const read of ['shop.h', 'more.h']) {
      const before = await stateOf(c)
      const after = await stateOf({ ...c, 'sell.c': c['sell.c'].replace('<stdio.h>', `"${read}"`) })
      expect(plain(before.links)).not.toEqual(plain(after.links))
      expect(await affected(before, after)).toEqual({ state: 'some', paths: ['sell.c', 'shop.h', 'till.c'] })
      expect(plain((await caughtUp(before, after)).links)).toEqual(plain(after.links))
      expect(plain((await caughtUp(after, before)).links)).toEqual(plain(before.links))
    }
  })

  it('[RE20] a new include in a C file affects all files that include that file, a source file too', async () => {
    const files = { ...c, 'desk.c': c['desk.c'].replace('"more.h"', '"sell.c"'), 'sell.c': `#include "till.h"\n${c['sell.c']}` }
    const before = await stateOf(files)
    const after = await stateOf({ ...files, 'sell.c': files['sell.c'].replace('till.h', 'more.h') })
    expect(plain(before.links)).not.toEqual(plain(after.links))
    expect(plain((await caughtUp(before, after)).links)).toEqual(plain(after.links))
    expect(plain((await caughtUp(after, before)).links)).toEqual(plain(before.links))
  })

  it('[RE24] when there is no time to search, the answer is all files, and no more files are read', async () => {
    const before = await stateOf(c)
    const after = await stateOf({ ...c, 'shop.h': 'long sell(long count);\n' })
    const change = {
      path: 'shop.h',
      language: 'c',
      cameOrWent: false,
      before: before.facts.get('shop.h'),
      after: after.facts.get('shop.h'),
    }
    let read = 0
    const facts = async (file: string) => {
      read++
      return after.facts.get(file)
    }
    const source = {
      filesNaming: async () => Object.keys(c),
      facts,
      paths: () => new Set(Object.keys(c)),
      languageOf: () => 'c',
      ...nothingAsked,
    }
    expect(await pathsToRelink([change], source, { isLate: () => read > 1 })).toEqual({ state: 'all' })
    expect(read).toBe(2)
  })

  it('[RE21] a change inside a body, or of lines alone, affects no other file', async () => {
    const before = await stateOf({ 'a.py': 'def f(x):\n    return x\n', 'b.py': 'from a import f\nf(1)\n' })
    const after = await stateOf({ ...before.files, 'a.py': '# moved\n\n\ndef f(x):\n    y = x + 1\n    return y\n' })
    expect(await affected(before, after)).toEqual({ state: 'some', paths: ['a.py'] })
  })

  it('[RE25] a changed name affects the files that import it, not those that only contain the word', async () => {
    const script = {
      'hub.ts': 'export const one = 1\n',
      'barrel.ts': "export * from './hub'\n",
      'direct.ts': "import { two } from './hub'\nexport const x = two\n",
      'through.ts': "import { two as other } from './barrel'\nexport const y = other\n",
      'whole.ts': "import * as hub from './barrel'\nexport const z = hub.two\n",
      'handed.ts': "export { two as three } from './hub'\n",
      'after.ts': "import { three } from './handed'\nexport const u = three\n",
      'word.ts': "// two\nimport { one } from './hub'\nexport const two = 'two'\nexport const v = one\n",
      'node.ts': "import path from 'node:path'\n// two\nexport const w = path.sep\n",
    }
    const before = await stateOf(script)
    const after = await stateOf({ ...script, 'hub.ts': 'export const one = 1\nexport const two = 2\n' })
    expect(plain(before.links)).not.toEqual(plain(after.links))
    expect(await affected(before, after)).toEqual({
      state: 'some',
      paths: ['after.ts', 'direct.ts', 'handed.ts', 'hub.ts', 'through.ts', 'whole.ts'],
    })
    expect(plain((await caughtUp(before, after)).links)).toEqual(plain(after.links))
    const python = {
      'hub.py': 'one = 1\n',
      'direct.py': 'from hub import two\nx = two\n',
      'star.py': 'from hub import *\ny = two\n',
      'whole.py': 'import hub\nz = hub.two\n',
      'word.py': '# two\nfrom collections import OrderedDict\nv = OrderedDict()\n',
    }
    const then = await stateOf(python)
    const now = await stateOf({ ...python, 'hub.py': 'one = 1\ntwo = 2\n' })
    expect(plain(then.links)).not.toEqual(plain(now.links))
    expect(await affected(then, now)).toEqual({ state: 'some', paths: ['direct.py', 'hub.py', 'star.py', 'whole.py'] })
    expect(plain((await caughtUp(then, now)).links)).toEqual(plain(now.links))
  })

  it('[RE22] a changed member affects only files that can reach its class', async () => {
    const before = await stateOf({
      'a.py': 'class A:\n    def get(self):\n        pass\n',
      'b.py': 'from a import A\n\ndef make() -> A:\n    return A()\n',
      'c.py': 'from b import make\nmake().get()\n',
      'd.py': 'class Other:\n    def get(self):\n        return self.get()\n',
    })
    const after = await stateOf({ ...before.files, 'a.py': 'class A:\n    def get(self, key):\n        pass\n' })
    expect(await affected(before, after)).toEqual({ state: 'some', paths: ['a.py', 'c.py'] })
  })

  it('[RE26] a name is followed within its family of languages only', async () => {
    const files = {
      'a.py': 'def module():\n    pass\n',
      'b.py': 'from a import module\nmodule()\n',
      'style.css': '.module { color: red }\n',
      'page.js': 'import { module } from "./other"\nexport const next = module\n',
      'next.js': 'import { next } from "./page"\nnext()\n',
    }
    const before = await stateOf(files)
    const after = await stateOf({ ...files, 'a.py': 'def module(more):\n    pass\n' })
    expect(await affected(before, after)).toEqual({ state: 'some', paths: ['a.py', 'b.py'] })
  })

  it('[RE27] the search reads no more files than linking everything is worth', async () => {
    const COUNT = 1_200
    const text = (at: number): string =>
      `from m${at - 1} import C${at - 1}\n\nclass C${at}(C${at - 1}):\n    def run(self):\n        return self.common()\n`
    const parsed = await parseFiles(Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`m${at + 1}.py`, text(at + 1)])))
    const first = (members: string) => parseFiles({ 'm0.py': `class C0:\n${members}` }).then((facts) => facts.get('m0.py'))
    const before = await first('    def run(self):\n        pass\n')
    const looks = async (added: string): Promise<{ looks: number; found: number }> => {
      let read = 0
      const after = await first(`    def run(self):\n        pass\n\n    def ${added}(self):\n        pass\n`)
      const names = [...parsed.keys()]
      const change = { path: 'm0.py', language: 'python', cameOrWent: false, before, after }
      const found = await pathsToRelink([change], {
        ...nothingAsked,
        filesNaming: async (name) =>
          name === 'common' ? names : names.filter((_, at) => new RegExp(`\\b${name}\\b`).test(text(at + 1))),
        facts: async (file) => {
          read++
          return file === 'm0.py' ? after : parsed.get(file)
        },
        paths: () => new Set(['m0.py', ...names]),
        languageOf: () => 'python',
      })
      return { looks: read, found: found.state === 'all' ? COUNT + 1 : found.paths.length }
    }
    expect(await looks('named_nowhere')).toMatchObject({ found: 1 })
    expect((await looks('named_nowhere')).looks).toBeLessThan(10)
    const common = await looks('common')
    expect(common.found).toBe(COUNT + 1)
    expect(common.looks).toBeLessThan(5 * COUNT)
  })

  it('[RE23] a manifest can move every import, so everything is linked again', async () => {
    const before = await stateOf({ 'go.mod': 'module a\n', 'a.go': 'package a\n' })
    const after = await stateOf({ ...before.files, 'go.mod': 'module b\n' })
    expect(await affected(before, after)).toEqual({ state: 'all' })
  })
})

/** Every file removed, every definition renamed, every parameter list and base changed, one file at a time. */
function* edits(files: Files, facts: ReadonlyMap<string, FactsView>): Generator<{ what: string; edited: Files }> {
  for (const [at, [file, text]] of Object.entries(files).entries()) {
    const view = facts.get(file)
    if (!view || /\.(json|mod)$/.test(file)) continue
    const { [file]: __, ...rest } = files
    yield { what: `without ${file}`, edited: rest }
    yield { what: `${file} emptied`, edited: { ...files, [file]: '' } }
    const folders = [...new Set(Object.keys(files).map((other) => path.posix.dirname(other)))]
    for (const folder of [folders[at % folders.length] ?? '.', folders[(at + 1) % folders.length] ?? '.']) {
      const to = path.posix.join(folder, path.posix.basename(file))
      if (!(to in files)) yield { what: `${file} moved to ${to}`, edited: { ...rest, [to]: text } }
      const first = path.posix.join(folder, `AA${path.posix.basename(file)}`)
      yield { what: `${file} copied to ${first}`, edited: { ...files, [first]: text } }
    }
    for (const symbol of view.outline().symbols) {
      const lines = text.split('\n')
      const line = lines[symbol.name_line - 1] ?? ''
      const start = symbol.name_column - 1
      if (!line.startsWith(symbol.name, start)) continue
      const put = (changed: string): Files => ({ ...files, [file]: lines.toSpliced(symbol.name_line - 1, 1, changed).join('\n') })
      yield {
        what: `${symbol.qualified_name} renamed`,
        edited: put(`${line.slice(0, start)}renamed${line.slice(start + symbol.name.length)}`),
      }
      const open = line.indexOf('(', start)
      if (open >= 0)
        yield {
          what: `${symbol.qualified_name} takes more`,
          edited: put(`${line.slice(0, open + 1)}more, ${line.slice(open + 1)}`),
        }
      yield {
        what: `${symbol.qualified_name} has another head`,
        edited: put(line.replace(/\((\w+)\)|extends \w+|: \w+ =|-> \w+/, '')),
      }
    }
  }
}

const nothingAsked = {
  linkSources: async () => ({ manifests: new Map(), asked: new Set<number>() }),
  filesAsking: async () => [],
  importsAsking: async () => [],
}
