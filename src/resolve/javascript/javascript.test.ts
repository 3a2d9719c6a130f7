/** JavaScript and TypeScript: names with several definitions, and member access. */
import { describe, expect, it } from 'vitest'
import { type LinkedRepo, linkRepo } from '../../../test/kit/linked-repo.ts'
import { symbolKey } from '../../contract/identity.ts'
import type { LinkOutcome } from '../../contract/links.ts'

/** Every use of one file: `line use receiver.name → path:line name`. */
async function linesOfLinks(files: Record<string, string>, path: string): Promise<string[]> {
  const repo = await linkRepo(files)
  const outcomes = repo.links.get(path)?.uses ?? []
  return (repo.facts.get(path)?.uses() ?? []).map(({ line, use, receiver, name }, at) => {
    const whole = receiver === '' ? name : `${receiver}.${name}`
    return `${line} ${use} ${whole} → ${shown(repo, outcomes[at])}`
  })
}

function shown({ facts }: LinkedRepo, outcome: LinkOutcome | undefined): string {
  if (outcome?.to !== 'symbol') return outcome?.to === 'package' ? outcome.target : `(${outcome?.reason})`
  const { path, key } = outcome.target
  const symbols = facts.get(path)?.outline().symbols ?? []
  const symbol = symbols.find((one) => symbolKey(one.qualified_name, one.tag) === key)
  return symbol ? `${path}:${symbol.name_line} ${symbol.qualified_name}` : path
}

const typescript = (text: string): Promise<string[]> => linesOfLinks({ 'a.ts': text }, 'a.ts')

describe('names', () => {
  it('[RE38] the name of a function expression that is passed on is known only inside itself', async () => {
    const links = await typescript(`
on('mount', function tick(left) { return left && tick(left - 1) })
tick(3)
export const poller = start(function again() { return again() })
poller.again()
`)
    expect(links).toContain('2 calls tick → a.ts:2 tick')
    expect(links).toContain('3 calls tick → (not-found)')
    expect(links).toContain('4 calls again → a.ts:4 poller.again')
    expect(links.filter((line) => line.startsWith('5 calls') && line.includes('a.ts'))).toEqual([])
  })

  it('[RE38] functions of objects that are passed on or returned are never linked to', async () => {
    const links = await typescript(`
plugin({ setup() {} })
setup()
function store() { return { read() {} } }
store.read()
on((other) => { other.close = function () {} })
`)
    expect(links).toContain('3 calls setup → (not-found)')
    expect(links).toContain('5 calls store.read → (receiver-unknown)')
    expect(links).toContain('6 writes other.close → (receiver-unknown)')
  })

  it('[RE39] where a variable of a callback has the name of a symbol or an import, its members are not linked', async () => {
    const links = await typescript(`
import { join } from './b'
import * as path from './b'
const sink = { send() {} }
sink.send()
path.join()
on((sink) => sink.send())
on((path) => path.join())
function apart(sink) { sink.send() }
`)
    expect(links).toContain('5 calls sink.send → (receiver-unknown)')
    expect(links).toContain('6 calls path.join → (receiver-unknown)')
    expect(links).toContain('7 calls sink.send → (receiver-unknown)')
    expect(links).toContain('9 calls sink.send → (receiver-unknown)')
  })

  it('[RE39] so does a variable of another callback than the object of that name', async () => {
    const links = await typescript(`
it('one', () => { const adapter = { load() {} } })
it('two', () => { const { adapter } = make()
  adapter.load() })
const sink = { send() {} }
it('three', () => { const sink = given[0]
  sink.send() })
`)
    expect(links).toContain('4 calls adapter.load → (receiver-unknown)')
    expect(links).toContain('7 calls sink.send → (receiver-unknown)')
  })

  it('[RE30] each callback has its own classes, types and functions', async () => {
    const links = await typescript(`
it('one', () => { class Cat {}
  new Cat() })
it('two', () => { class Cat {}
  new Cat() })
type Row = string
it('three', () => { type Row = number
  let row: Row })
let other: Row
`)
    expect(links).toContain('3 calls Cat → a.ts:2 Cat')
    expect(links).toContain('5 calls Cat → a.ts:4 Cat')
    expect(links).toContain('8 uses_type Row → a.ts:7 Row')
    expect(links).toContain('9 uses_type Row → a.ts:6 Row')
  })

  it('[RE30] what is reached through a name that two callbacks share is ambiguous', async () => {
    const links = await typescript(`
it('one', () => { enum Hue { Red } })
it('two', () => { enum Hue { Red }
  use(Hue.Red) })
`)
    expect(links).toContain('4 reads Hue → a.ts:3 Hue')
    expect(links).toContain('4 reads Hue.Red → (receiver-unknown)')
  })

  it('[RE31] an interface is not a value, a value not a type, and one import imports both', async () => {
    const links = await linesOfLinks(
      {
        'a.ts': `
import { Shape } from './b'
interface File { size: number }
const isFile = (x: unknown): x is File => x instanceof File
const area = (shape: Shape) => Shape.parse(shape)
`,
        'b.ts': `
export const Shape = { parse(x: unknown) {} }
export type Shape = { area: number }
`,
      },
      'a.ts',
    )
    expect(links).toContain('4 uses_type File → a.ts:3 File')
    expect(links).toContain('4 reads File → (builtin)')
    expect(links).toContain('2 imports Shape → b.ts:2 Shape')
    expect(links).toContain('5 uses_type Shape → b.ts:3 Shape')
    expect(links).toContain('5 calls Shape.parse → b.ts:2 Shape.parse')
  })

  it('[RE31] names destructured from a value can be imported', async () => {
    const files = { 'a.ts': "import { useAtom } from './b'\nuseAtom()\n", 'b.ts': 'export const { useAtom, a: [b] } = make()\n' }
    expect(await linesOfLinks(files, 'a.ts')).toEqual(['1 imports useAtom → b.ts:1 useAtom', '2 calls useAtom → b.ts:1 useAtom'])
  })
})

describe('member access', () => {
  it('[RE32] a class has its static members, an object the others', async () => {
    const links = await typescript(`
class Fonts { static all() {}
  all() { this.all() }
  static load() { this.all() }
  name = 'x' }
Fonts.all()
Fonts.name
new Fonts().all()
new Fonts().constructor
`)
    expect(links).toContain('3 calls this.all → a.ts:3 Fonts.all')
    expect(links).toContain('4 calls this.all → a.ts:2 Fonts.all')
    expect(links).toContain('6 calls Fonts.all → a.ts:2 Fonts.all')
    expect(links).toContain('7 reads Fonts.name → (not-found)')
    expect(links).toContain('8 calls new Fonts().all → a.ts:3 Fonts.all')
    expect(links).toContain('9 reads new Fonts().constructor → (not-found)')
  })

  it('[RE32] a class in TypeScript declares its fields: an assignment to an inherited one defines no second', async () => {
    const links = await typescript(`
class Base { ready = false }
class App extends Base { start() { this.ready = true } }
`)
    expect(links).toContain('3 writes this.ready → a.ts:2 Base.ready')
  })

  it('[RE33] a member that several branches of a union have is ambiguous', async () => {
    const links = await typescript(`
type Shape = { kind: 'a'; data: string } | { kind: 'b'; data: number }
function show(shape: Shape) { shape.data }
`)
    expect(links).toContain('3 reads shape.data → (ambiguous)')
  })

  it('[RE33] what a call was given is not what it returns', async () => {
    const links = await typescript(`
const codec = make({ decode() { return this.encode() }, encode() {} })
const plain = { decode() {} }
codec.decode()
plain.decode()
const res = Object.create(base)
res.send = function () { return this.send() }
res.send()
`)
    expect(links).toContain('4 calls codec.decode → (not-found)')
    expect(links).toContain('2 calls this.encode → a.ts:2 codec.encode')
    expect(links).toContain('5 calls plain.decode → a.ts:3 plain.decode')
    expect(links).toContain('7 calls this.send → a.ts:7 res.send')
    expect(links).toContain('8 calls res.send → a.ts:7 res.send')
  })

  it('[RE34] values from a map, a list or a global are not called builtin', async () => {
    const links = await typescript(`
class Trail { add() {} }
function run(trails: Map<string, Trail>, app: App['scene'], text: string) {
  trails.get('x').add()
  app.add()
  window.app.add()
  text.trim().add()
  new Date().toISOString().add()
}
`)
    expect(links.filter((link) => link.includes('.add →'))).toEqual([
      '4 calls trails.get().add → (receiver-unknown)',
      '5 calls app.add → (receiver-unknown)',
      '6 calls window.app.add → (receiver-unknown)',
      '7 calls text.trim().add → (builtin)',
      '8 calls new Date().toISOString().add → (builtin)',
    ])
  })
})

describe('types', () => {
  it('[RE12] an alias of another type has its members; a parameter of the alias is no type of the module', async () => {
    const links = await typescript(`
interface Serializer<A> { serialize(): void }
type Producer = Serializer<string>
class T { serialize() {} }
type Same<T> = T
function send(one: Producer, two: Same<Producer>) {
  one.serialize()
  two.serialize() }
`)
    expect(links).toContain('7 calls one.serialize → a.ts:2 Serializer.serialize')
    expect(links).toContain('8 calls two.serialize → (receiver-unknown)')
  })

  it('[RE34] a variable with a value from a map is not called builtin', async () => {
    const links = await typescript(`
function run(nodes: Map<string, Node1>) {
  const node = nodes.get('x')
  node.depth()
  const text = nodes.toString()
  text.depth() }
`)
    expect(links).toContain('4 calls node.depth → (receiver-unknown)')
    expect(links).toContain('6 calls text.depth → (builtin)')
  })

  it('[RE2] a class without a name extends what its heading names', async () => {
    const links = await typescript('class Server {}\ntest(() => new (class extends Server {})())\n')
    expect(links).toContain('2 extends Server → a.ts:1 Server')
  })
})

describe('Flow', () => {
  it('[RE12] a type that may be missing has its members', async () => {
    const text = `
// @flow
class Node { open() {} }
function first(node: ?Node) { node.open() }
`
    expect(await linesOfLinks({ 'a.js': text }, 'a.js')).toContain('4 calls node.open → a.js:3 Node.open')
  })
})

describe('CommonJS', () => {
  it('[RE2] an export is its own, whatever else has its name; `exports` in the file itself is the module', async () => {
    const files = {
      'utils.js': "const etag = require('etag')\nexports.etag = make(etag)\nexports.pick = () => exports.etag()\n",
      'a.js': "const utils = require('./utils')\nutils.etag()\n",
    }
    expect(await linesOfLinks(files, 'a.js')).toContain('2 calls utils.etag → utils.js:2 etag')
    expect(await linesOfLinks(files, 'utils.js')).toContain('3 calls exports.etag → utils.js:2 etag')
  })
})

describe('a function that is the whole export of its module', () => {
  const lib = `
exports = module.exports = createApplication
function createApplication() {}
createApplication.fresh = function () {}
exports.static = require('serve-static')
exports.route = function () {}
`
  const body = `
express()
express.route()
express.static()
express.fresh()
express.unknown
use(express)
`
  const expected = [
    '2 calls express → lib.js:3 createApplication',
    '3 reads express → lib.js',
    '3 calls express.route → lib.js:6 route',
    '4 reads express → lib.js',
    '4 calls express.static → lib.js:5 static',
    '5 reads express → lib.js:3 createApplication',
    '5 calls express.fresh → lib.js:4 createApplication.fresh',
    '6 reads express → lib.js:3 createApplication',
  ]
  const ways = { require: "const express = require('./lib')", default: "import express from './lib'" }

  for (const [way, statement] of Object.entries(ways)) {
    it(`[RE35] is used where it is called, read or passed on, not where the module's other exports are: ${way}`, async () => {
      const links = await linesOfLinks({ 'a.js': statement + body, 'lib.js': lib }, 'a.js')
      expect(links).toEqual(expect.arrayContaining(expected))
      expect(links).toContain('7 reads express → lib.js:3 createApplication')
    })
  }

  it('[RE35] a namespace is the module, and the whole export of the module where it is called', async () => {
    const links = await linesOfLinks({ 'a.ts': `import * as express from './lib'${body}`, 'lib.js': lib }, 'a.ts')
    expect(links).toContain('2 calls express → lib.js:3 createApplication')
    expect(links).toContain('3 reads express → lib.js')
    expect(links).toContain('3 calls express.route → lib.js:6 route')
  })
})

describe('modules that re-export each other', () => {
  for (const length of [1, 2, 3]) {
    it(`[RE7] module.exports = require(…) in a circle of ${length}`, async () => {
      const file = (at: number) => `const next = require('./m${(at + 1) % length}')\nnext.run()\nmodule.exports = next\n`
      const files = Object.fromEntries(Array.from({ length }, (_, at) => [`m${at}.js`, file(at)]))
      const links = await linesOfLinks(files, 'm0.js')
      expect(links.filter((line) => line.includes('run'))).toEqual(['2 calls next.run → (not-found)'])
    })
  }
})

describe('configs that lead to each other', () => {
  it('[RE10, RE16] mean the same whichever file is linked first', async () => {
    const files = {
      'config/tsconfig.json': '{"references": [{"path": "../one"}, {"path": "../two"}]}',
      'one/tsconfig.json': '{"extends": "../config/tsconfig.json"}',
      'two/tsconfig.json': '{"compilerOptions": {"paths": {"@two/*": ["./*"]}}}',
      'two/a.ts': 'export function open() {}\n',
      'config/main.ts': "import { open } from '@two/a'\nopen()\n",
      'one/use.ts': "import { open } from '@two/a'\nopen()\n",
    }
    const turned = Object.fromEntries(Object.entries(files).reverse())
    for (const file of ['config/main.ts', 'one/use.ts']) {
      const links = await linesOfLinks(files, file)
      expect(links).toContain('2 calls open → two/a.ts:1 open')
      expect(await linesOfLinks(turned, file)).toEqual(links)
    }
  })
})
