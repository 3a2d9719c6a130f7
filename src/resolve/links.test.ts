/** The rules one by one, on repos of a few lines. */
import { describe, expect, it } from 'vitest'
import { linkAll, linkRepo, parseFiles, sourceOf } from '../../test/kit/linked-repo.ts'
import { symbolKey } from '../contract/identity.ts'
import type { LinkOutcome } from '../contract/links.ts'
import { openProject } from './open-project.ts'
import { resolveFile } from './resolve-file.ts'

/** The target of the last use of a name in a file. */
async function linked(files: Record<string, string>, file: string, name: string): Promise<string> {
  const repo = await linkRepo(files)
  const uses = repo.facts.get(file)?.uses() ?? []
  const at = uses.findLastIndex((use) => use.name === name)
  return shown(repo.links.get(file)?.uses[at], (path, key) => {
    const symbols = repo.facts.get(path)?.outline().symbols ?? []
    return symbols.find((symbol) => symbolKey(symbol.qualified_name, symbol.tag) === key)?.qualified_name ?? ''
  })
}

function shown(outcome: LinkOutcome | undefined, nameOf: (path: string, key: string) => string): string {
  if (outcome === undefined) return 'no such use'
  if (outcome.to === 'nothing') return outcome.reason
  return outcome.to === 'package' ? outcome.target : `${outcome.target.path}#${nameOf(outcome.target.path, outcome.target.key)}`
}

describe('one target or none', () => {
  it('[RE5] a use with unknown receiver is not linked to the only method of its name', async () => {
    const files = {
      'a.py': 'class Server:\n    def wait(self):\n        pass\n',
      'b.py': 'def f(promise):\n    promise.wait()\n',
    }
    expect(await linked(files, 'b.py', 'wait')).toBe('receiver-unknown')
  })

  it('[RE5] two definitions that fit equally well are ambiguous', async () => {
    const files = {
      'a.py': 'def f():\n    pass\n',
      'b.py': 'try:\n    from a import f\nexcept ImportError:\n    def f():\n        pass\n\nf()\n',
      'x.ts': 'export const a = 1\n',
      'y.ts': 'export const a = 2\n',
      'z.ts': "export * from './x'\nexport * from './y'\n",
      'main.ts': "import { a } from './z'\na\n",
    }
    expect(await linked(files, 'b.py', 'f')).toBe('ambiguous')
    expect(await linked(files, 'main.ts', 'a')).toBe('ambiguous')
  })

  it('[RE5] functions of one name in different callbacks are not mixed up', async () => {
    const test = "it('a', () => {\n  function fn() {}\n  fn()\n})\nit('b', () => {\n  function fn() {}\n  fn()\n})\n"
    const { facts, links } = await linkRepo({ 'a.test.js': test })
    const symbols = facts.get('a.test.js')?.outline().symbols ?? []
    const targets = links.get('a.test.js')?.uses.map((outcome) => (outcome.to === 'symbol' ? outcome.target.key : ''))
    const [first, second] = symbols.map((symbol) => symbolKey(symbol.qualified_name, symbol.tag))
    expect(first).not.toBe(second)
    expect(targets?.filter((key) => key !== '')).toEqual([first, second])
  })

  it('[RE6] the nearest scope wins, and a builtin only when nothing else does', async () => {
    const files = {
      'a.py':
        'def open():\n    pass\n\ndef outer():\n    def inner():\n        pass\n    inner()\n\ndef inner():\n    pass\n\nopen()\nlen([])\n',
    }
    expect(await linked(files, 'a.py', 'inner')).toBe('a.py#outer.inner')
    expect(await linked(files, 'a.py', 'open')).toBe('a.py#open')
  })

  it('[RE6] members are not bare names where `this` must be written', async () => {
    const python = { 'a.py': 'class A:\n    def run(self):\n        pass\n    def go(self):\n        run()\n' }
    expect(await linked(python, 'a.py', 'run')).toBe('not-found')
    const java = { 'A.java': 'class A {\n  void run() {}\n  void go() { run(); }\n}\n' }
    expect(await linked(java, 'A.java', 'run')).toBe('A.java#A.run')
  })

  it('[RE7] circles of re-exports, bases, types and aliases end', async () => {
    const files = {
      'a.ts': "export * from './b'\n",
      'b.ts': "export * from './a'\nexport { c as d } from './c'\n",
      'c.ts': "export { d as c } from './b'\n",
      'main.ts': "import { nothing, d } from './a'\nnothing\nd()\n",
      'loop.py': 'class A(B):\n    pass\n\nclass B(A):\n    def f(self):\n        self.g()\n\nx = y()\ny = x\nx.z()\n',
    }
    expect(await linked(files, 'main.ts', 'nothing')).toBe('not-found')
    expect(await linked(files, 'main.ts', 'd')).toBe('not-found')
    expect(await linked(files, 'loop.py', 'g')).toBe('receiver-unknown')
    expect(await linked(files, 'loop.py', 'z')).toBe('receiver-unknown')
  })
})

describe('modules and packages', () => {
  it('[RE8] other packages are named with their ecosystem', async () => {
    const files = {
      'a.py': 'import os.path\nimport requests\nfrom yaml.nodes import Node\nos.path.join()\nrequests.get()\nNode()\n',
      'b.ts':
        "import { useState } from 'react'\nimport fs from 'fs'\nimport map from '@acme/x/map'\nuseState()\nfs.readFile()\nmap()\n",
      'c.go': 'package c\n\nimport (\n\t"fmt"\n\t"gopkg.in/yaml.v3"\n)\n\nfunc f() {\n\tfmt.Println()\n\tyaml.Marshal()\n}\n',
      'D.java': 'import java.util.Map;\nclass D { void f(Map.Entry e) { e.getKey(); String.valueOf(1); } }\n',
    }
    expect(await linked(files, 'a.py', 'join')).toBe('pkg:python/os#path.join')
    expect(await linked(files, 'a.py', 'get')).toBe('pkg:pypi/requests#get')
    expect(await linked(files, 'a.py', 'Node')).toBe('pkg:pypi/yaml#nodes.Node')
    expect(await linked(files, 'b.ts', 'useState')).toBe('pkg:npm/react#useState')
    expect(await linked(files, 'b.ts', 'readFile')).toBe('pkg:node/fs#default.readFile')
    expect(await linked(files, 'b.ts', 'map')).toBe('pkg:npm/@acme/x/map#default')
    expect(await linked(files, 'c.go', 'Println')).toBe('pkg:go/fmt#Println')
    expect(await linked(files, 'c.go', 'Marshal')).toBe('pkg:golang/gopkg.in/yaml.v3#Marshal')
    expect(await linked(files, 'D.java', 'getKey')).toBe('pkg:maven/java.util#Map.Entry.getKey')
    expect(await linked(files, 'D.java', 'valueOf')).toBe('builtin')
  })

  it('[RE9] a missing module of this repo is reported as missing', async () => {
    const files = {
      'pkg/__init__.py': '',
      'a.py': 'from pkg.generated import x\nx()\n',
      'b.ts': "import { y } from './gone'\nimport { z } from '@/alias'\ny()\nz()\n",
      'go.mod': 'module example.com/m\n',
      'c.go': 'package c\n\nimport "example.com/m/gone"\n\nfunc f() { gone.Do() }\n',
    }
    expect(await linked(files, 'a.py', 'x')).toBe('module-not-found')
    expect(await linked(files, 'b.ts', 'y')).toBe('module-not-found')
    expect(await linked(files, 'b.ts', 'z')).toBe('module-not-found')
    expect(await linked(files, 'c.go', 'Do')).toBe('module-not-found')
  })

  it('[RE10] path aliases are followed through extends and references', async () => {
    const files = {
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'tsconfig.app.json': '{\n  /* here */ "extends": ["./base.json"],\n}',
      'base.json':
        '{ "compilerOptions": { "paths": { "@/*": ["src/*"], "@/special": ["lib/special"], "one": ["src/one.ts"] } } }',
      'src/deep/a.ts': 'export const a = 1\n',
      'lib/special.ts': 'export const b = 1\n',
      'src/one.ts': 'export const c = 1\n',
      'src/main.ts': "import { a } from '@/deep/a.js'\nimport { b } from '@/special'\nimport { c } from 'one'\na\nb\nc\n",
    }
    expect(await linked(files, 'src/main.ts', 'a')).toBe('src/deep/a.ts#a')
    expect(await linked(files, 'src/main.ts', 'b')).toBe('lib/special.ts#b')
    expect(await linked(files, 'src/main.ts', 'c')).toBe('src/one.ts#c')
  })

  it('[RE11] packages of the repo are found by name, at their source', async () => {
    const files = {
      'packages/a/package.json':
        '{ "name": "@x/a", "exports": { ".": { "import": "./dist/index.mjs" }, "./sub/*": { "types": "./dist/sub/*.d.ts" } }, "imports": { "#in/*": "./src/in/*.ts" } }',
      'packages/a/src/index.mts': "export { inner } from '#in/one'\n",
      'packages/a/src/in/one.ts': 'export const inner = 1\n',
      'packages/a/src/sub/two.ts': 'export const two = 2\n',
      'packages/b/package.json': '{ "name": "b", "main": "lib/main.js" }',
      'packages/b/lib/main.js': 'exports.three = 3\n',
      'app.ts':
        "import { inner } from '@x/a'\nimport { two } from '@x/a/sub/two'\nimport { three } from 'b'\ninner\ntwo\nthree\n",
    }
    expect(await linked(files, 'app.ts', 'inner')).toBe('packages/a/src/in/one.ts#inner')
    expect(await linked(files, 'app.ts', 'two')).toBe('packages/a/src/sub/two.ts#two')
    expect(await linked(files, 'app.ts', 'three')).toBe('packages/b/lib/main.js#three')
  })
})

describe('types and receivers', () => {
  const a = 'class Foo:\n    def run(self):\n        pass\n\nclass Bar:\n    def run(self):\n        pass\n'
  it.each([
    ['x: Optional["Foo"]', 'a.py#Foo.run'],
    ['x: Foo | None', 'a.py#Foo.run'],
    ['x: Foo | Bar', 'receiver-unknown'],
    ['x: list[Foo]', 'builtin'],
    ['x: type[Foo]', 'a.py#Foo.run'],
    ['x', 'receiver-unknown'],
  ])('[RE12] a parameter %s', async (parameter, expected) => {
    const files = {
      'a.py': a,
      'b.py': `from a import Foo, Bar\nfrom typing import Optional\n\ndef f(${parameter}):\n    x.run()\n`,
    }
    expect(await linked(files, 'b.py', 'run')).toBe(expected)
  })

  it('[RE12] assignments that do not agree leave the type unknown', async () => {
    const files = {
      'a.py': a,
      'b.py': 'from a import Foo, Bar\n\ndef f(flag):\n    x = Foo()\n    if flag:\n        x = Bar()\n    x.run()\n',
    }
    expect(await linked(files, 'b.py', 'run')).toBe('ambiguous')
  })

  it('[RE13] a receiver that is not a chain of names is not guessed at', async () => {
    const files = { 'a.py': `${a}\nall = [Foo()]\n\ndef f(i):\n    all[i].run()\n    (Foo() or Bar()).run()\n    "text".run()\n` }
    const repo = await linkRepo(files)
    const outcomes = repo.facts
      .get('a.py')
      ?.uses()
      .flatMap((use, at) => (use.name === 'run' ? [repo.links.get('a.py')?.uses[at]] : []))
    expect(outcomes).toEqual([
      { to: 'nothing', reason: 'receiver-unknown' },
      { to: 'nothing', reason: 'receiver-unknown' },
      { to: 'nothing', reason: 'builtin' },
    ])
  })

  it('[RE14] a method is linked to the one it overrides, once for each line of bases', async () => {
    const text =
      'class A:\n    def f(self):\n        pass\n\nclass M:\n    def f(self):\n        pass\n\nclass B(A):\n    pass\n\nclass C(B, M):\n    def f(self):\n        pass\n'
    const repo = await linkRepo({ 'a.py': text })
    expect(repo.links.get('a.py')?.derived.map(({ edge, line, target }) => [edge, line, target.path])).toEqual([
      ['overrides', 13, 'a.py'],
      ['overrides', 13, 'a.py'],
    ])
  })
})

describe('the pass as a whole', () => {
  it('[RE15] uses of a language without rules are not linked, and each has one outcome', async () => {
    const files = { 'a.py': 'f()\ng()\n' }
    const facts = await parseFiles(files)
    const view = facts.get('a.py')
    const project = openProject({ ...sourceOf(files, facts), languageOf: () => 'cobol' })
    expect(view && (await resolveFile('a.py', view, project)).uses).toEqual([
      { to: 'nothing', reason: 'not-linked' },
      { to: 'nothing', reason: 'not-linked' },
    ])
  })

  it('[RE16] the order of files does not matter', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `m${at}.py`,
        `from m${(at + 1) % 40} import C${(at + 1) % 40}\n\nclass C${at}(C${(at + 1) % 40}):\n    def f${at}(self):\n        self.f${(at + 7) % 40}()\n`,
      ]),
    )
    const facts = await parseFiles(files)
    const source = sourceOf(files, facts)
    const forward = await linkAll(source, facts)
    const backward = await linkAll(source, new Map([...facts].reverse()))
    expect(new Map([...backward].reverse())).toEqual(forward)
  })

  it('[RE16] a cancelled pass ends', async () => {
    const files = { 'a.py': 'f()\n' }
    const facts = await parseFiles(files)
    const view = facts.get('a.py')
    if (!view) throw new Error('a.py has no facts')
    await expect(resolveFile('a.py', view, openProject(sourceOf(files, facts)), AbortSignal.abort())).rejects.toThrow()
  })
})
