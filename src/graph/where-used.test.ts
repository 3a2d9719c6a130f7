import { beforeAll, describe, expect, it } from 'vitest'
import { type LinkedRepo, linkRepo } from '../../test/kit/linked-repo.ts'
import { memorySnapshot } from '../../test/kit/memory-snapshot.ts'
import { readSymbolQuestion } from '../contract/symbol-question.ts'
import { IndexView } from '../store/index-view.ts'
import { findSymbol } from './find-symbol.ts'
import { unresolvedReason } from './unresolved.ts'
import { type LastUse, lastUse } from './use-order.ts'
import { type WhereUsedAnswer, type WhereUsedQuestion, whereUsed } from './where-used.ts'

let repo: LinkedRepo
let view: IndexView

beforeAll(async () => {
  repo = await linkRepo({
    'a/base.py': 'class Base:\n    def run(self):\n        pass\n',
    'a/sub.py': 'from .base import Base\n\nclass Sub(Base):\n    def run(self):\n        super().run()\n',
    'b/main.py': [
      'from a.sub import Sub',
      'from a.base import Base',
      '',
      'def main(thing):',
      '    Sub().run()',
      '    Base().run(); Base().run()',
      '    thing.run()',
      '    run = thing',
      '    print("run")',
    ].join('\n'),
    'c/other.py': 'def run():\n    pass\n\nrun()\n',
    'd/view.ts': 'export function show(thing) {\n  thing.run()\n}\n',
    'i/till.h': 'int open_till(int a);\n',
    'i/till.c': '#include "till.h"\nint open_till(int a) {\n  return a;\n}\n',
    'i/main.c': '#include "till.h"\nint serve(void) {\n  return open_till(1);\n}\n',
    'f/own.py': 'def given():\n    pass\n',
    'f/door.py': 'from f.own import given\n',
    'f/handed.py': 'from f.door import given\n',
    'f/own.ts': 'export const given = 1\n',
    'f/door.ts': "export { given } from './own'\n",
    'f/handed.ts': "import { given } from './door'\n",
    'g/help.py': 'def helper():\n    pass\n',
    'g/use.py': 'from g.help import helper\nhelper()\n',
    'g/a_test.py': 'from g.help import helper\nhelper()\n',
    'examples/e.py': 'from g.help import helper\nhelper()\n',
    'h/shapes.py':
      'from abc import ABC\n\nclass Shape(ABC):\n    pass\n\nclass Square(Shape):\n    pass\n\nclass Tile(Square):\n    pass\n',
    'e/over.ts': 'export function add(a: string): void\nexport function add(a: unknown): void {}\nadd(1)\n',
  })
  view = new IndexView(memorySnapshot(repo))
})

async function ask(symbol: string, more: Partial<WhereUsedQuestion> = {}): Promise<WhereUsedAnswer> {
  const { definitions } = await findSymbol(view, { question: readSymbolQuestion(symbol), repos: [repo.repo_id] })
  return whereUsed(view, { definitions, repos: [repo.repo_id], limit: 50, ...more })
}
const lines = (answer: WhereUsedAnswer): string[] =>
  answer.items.map((item) => `${item.definition} ${item.path}:${item.line} ${item.use} ${item.tier} in ${item.enclosing_anchor}`)

describe('where a symbol is used', () => {
  it('[GR7] certain uses come first, then the possible ones, one item per line', async () => {
    expect(lines(await ask('Base.run'))).toEqual([
      '0 a/sub.py:5 calls resolved in sym:a.sub.Sub.run',
      '0 b/main.py:6 calls resolved in sym:b.main.main',
      '0 b/main.py:7 calls possible in sym:b.main.main',
    ])
  })

  it('[GR2] every use has a tier, and a filter for one tier returns only that tier', async () => {
    expect(new Set((await ask('run')).items.map((item) => item.tier))).toEqual(new Set(['resolved', 'possible']))
    for (const tier of ['proven', 'resolved', 'possible'] as const) {
      const { items } = await ask('run', { tiers: [tier] })
      expect([...new Set(items.map((item) => item.tier))]).toEqual(tier === 'proven' ? [] : [tier])
    }
  })

  it('[GR8] a use of an override is not a use of the overridden method; implementations are listed on request', async () => {
    expect(lines(await ask('Sub.run', { tiers: ['proven', 'resolved'] }))).toEqual([
      '0 b/main.py:5 calls resolved in sym:b.main.main',
    ])
    expect(lines(await ask('Base.run', { uses: ['overrides'] }))).toEqual([
      '0 a/sub.py:4 overrides resolved in sym:a.sub.Sub.run',
    ])
    expect(lines(await ask('Base.run', { uses: ['implements'] }))).toHaveLength(1)
  })

  it('[GR9] uses are grouped by definition; a use that may belong to several is listed once', async () => {
    const answer = await ask('run')
    expect(answer.items.map((item) => item.definition)).toEqual([0, 0, 1, 2, -1])
    expect(answer).toMatchObject({ total: 5, tiers: { proven: 0, resolved: 4, possible: 1 }, counts: [2, 1, 1] })
  })

  it('[GR10] a use in another language, or where the definition is not visible, is not even possible', async () => {
    const answer = await ask('c/other.py:1', { tiers: ['possible'] })
    expect(lines(answer)).toEqual(['0 b/main.py:7 calls possible in sym:b.main.main'])
  })

  it('[GR11] pages join without gap or repeat, and the counts are those of the whole answer', async () => {
    const whole = await ask('run')
    const pages: string[] = []
    const { definitions } = await findSymbol(view, { question: readSymbolQuestion('run'), repos: [repo.repo_id] })
    let after: LastUse | null = null
    for (let before = 0; before < 6; before += 2) {
      const page: WhereUsedAnswer = await ask('run', { after, limit: 2 })
      expect(page).toMatchObject({ total: 5, before, tiers: whole.tiers })
      pages.push(...lines(page))
      const last = page.items.at(-1)
      after = last ? lastUse(last, definitions) : after
    }
    expect(pages).toEqual(lines(whole))
  })

  it('[GR12] asking about one signature of an overloaded function finds the uses of the function', async () => {
    expect(lines(await ask('e/over.ts:1'))).toEqual(['0 e/over.ts:3 calls resolved in sym:e.over'])
    expect(lines(await ask('add'))).toHaveLength(1)
  })

  it('[GR13] an answer says why uses are only possible', async () => {
    const { reasons } = await ask('Base.run')
    expect(unresolvedReason(reasons)).toBe(
      'Uses of this name that could not be resolved: 1 through a value whose type is not known.',
    )
    expect(unresolvedReason({})).toBeNull()
  })

  it('[GR20] uses in other repos are included if the name of the package is known', async () => {
    const library = await linkRepo(
      {
        'go.mod': 'module example.com/lib\n',
        'store/store.go': 'package store\n\nfunc Open() {}\n',
        'src/lib/io.py': 'def read():\n    pass\n',
        'index.ts': 'export const show = 1\n',
      },
      'acme/lib',
    )
    const user = await linkRepo(
      {
        'main.go': 'package main\n\nimport "example.com/lib/store"\n\nfunc main() {\n\tstore.Open()\n}\n',
        'main.py': 'from lib.io import read\nfrom lib import read as again\nread()\n',
        'main.ts': "import { show } from '@acme/lib'\nshow\n",
      },
      'acme/user',
    )
    const both = new IndexView(memorySnapshot(library, user))
    const uses = async (symbol: string, packages?: WhereUsedQuestion['packages']): Promise<string[]> => {
      const { definitions } = await findSymbol(both, { question: readSymbolQuestion(symbol), repos: [library.repo_id] })
      const question = {
        definitions,
        repos: [user.repo_id],
        limit: 50,
        tiers: ['resolved'],
        ...(packages ? { packages } : {}),
      } as const
      return (await whereUsed(both, question)).items.map((item) => `${item.repo_id} ${item.path}:${item.line} ${item.tier}`)
    }
    const packages = new Map([[library.repo_id, { npm: '@acme/lib', go: 'example.com/lib' }]])
    expect(await uses('Open', packages)).toEqual(['acme/user main.go:6 resolved'])
    expect(await uses('read', packages)).toEqual(['acme/user main.py:1 resolved', 'acme/user main.py:3 resolved'])
    expect(await uses('show', packages)).toEqual(['acme/user main.ts:1 resolved', 'acme/user main.ts:2 resolved'])
    expect(await uses('Open')).toEqual([])
  })

  it('[GR25] every import of a module or of one of its names is a use of the module', async () => {
    expect(lines(await ask('a/base.py', { tiers: ['resolved'] }))).toEqual([
      '0 a/sub.py:1 imports resolved in sym:a.sub',
      '0 b/main.py:2 imports resolved in sym:b.main',
    ])
    // What `handed` imports from `f.door` is defined in `f.own`: it imports from both.
    expect(lines(await ask('f/door.py'))).toContain('0 f/handed.py:1 imports possible in sym:f.handed~py')
    expect(lines(await ask('f/door.ts'))).toEqual(['0 f/handed.ts:1 imports resolved in sym:f.handed~ts'])
  })

  it('[GR26] product code comes before tests and examples, and each can be selected alone', async () => {
    const all = lines(await ask('helper'))
    expect(all.map((line) => line.split(' ')[1])).toEqual([
      'g/use.py:1',
      'g/use.py:2',
      'examples/e.py:1',
      'examples/e.py:2',
      'g/a_test.py:1',
      'g/a_test.py:2',
    ])
    expect(lines(await ask('helper', { tests: 'only' }))).toHaveLength(2)
    expect(lines(await ask('helper', { tests: 'exclude' }))).toHaveLength(4)
    expect(await ask('helper', { paths: ['g', '!*_test.py'] })).toMatchObject({ total: 2, counts: [2] })
  })

  it('[GR8] a class that extends an abstract class implements it', async () => {
    expect(lines(await ask('Shape', { uses: ['implements'] }))).toEqual([
      '0 h/shapes.py:6 extends resolved in sym:h.shapes.Square',
    ])
    expect(lines(await ask('Square', { uses: ['implements'] }))).toEqual([])
  })

  it('[GR7] a definition in C is not a use of its declaration if both are asked about', async () => {
    expect(lines(await ask('open_till'))).toEqual(['0 i/main.c:3 calls resolved in sym:i.main.serve'])
    expect(lines(await ask('i/till.h:1'))).toContain('0 i/till.c:2 implements resolved in sym:i.till.open_till~c')
  })

  it('[GR11] a page continues after the last use even if other uses are gone', async () => {
    const { definitions } = await findSymbol(view, { question: readSymbolQuestion('helper'), repos: [repo.repo_id] })
    const whole = await ask('helper')
    const after = { ...lastUse(whole.items[0]!, definitions), line: 1.5 }
    expect(lines(await ask('helper', { after }))).toEqual(lines(whole).slice(1))
    const gone = { repo_id: repo.repo_id, path: 'g/gone.py', key: 'gone' }
    expect(lines(await ask('helper', { after: { ...after, definition: gone } }))).toEqual(lines(whole))
  })
})
