import { beforeAll, describe, expect, it } from 'vitest'
import { type LinkedRepo, linkRepo } from '../../test/kit/linked-repo.ts'
import { memorySnapshot } from '../../test/kit/memory-snapshot.ts'
import type { StoreSnapshot } from '../store/port.ts'
import { findSymbol } from './find-symbol.ts'
import { unresolvedReason } from './unresolved.ts'
import { type WhereUsedAnswer, type WhereUsedQuestion, whereUsed } from './where-used.ts'

let repo: LinkedRepo
let snapshot: StoreSnapshot

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
    'e/over.ts': 'export function add(a: string): void\nexport function add(a: unknown): void {}\nadd(1)\n',
  })
  snapshot = memorySnapshot(repo)
})

async function ask(symbol: string, more: Partial<WhereUsedQuestion> = {}): Promise<WhereUsedAnswer> {
  const { definitions } = await findSymbol(snapshot, { symbol, repos: [repo.repo_id] })
  return whereUsed(snapshot, { definitions, repos: [repo.repo_id], offset: 0, limit: 50, ...more })
}
const lines = (answer: WhereUsedAnswer): string[] =>
  answer.items.map((item) => `${item.definition} ${item.path}:${item.line} ${item.use} ${item.tier} in ${item.enclosing_anchor}`)

describe('where a symbol is used', () => {
  it('[GR7] certain uses come first, then the possible ones, one item a line', async () => {
    expect(lines(await ask('Base.run'))).toEqual([
      '0 a/sub.py:5 calls resolved in sym:a.sub.Sub.run',
      '0 b/main.py:6 calls resolved in sym:b.main.main',
      '0 b/main.py:7 calls possible in sym:b.main.main',
    ])
  })

  it('[GR2] every use says how it is known, and asking for one tier gives that one alone', async () => {
    expect(new Set((await ask('run')).items.map((item) => item.tier))).toEqual(new Set(['resolved', 'possible']))
    for (const tier of ['proven', 'resolved', 'possible'] as const) {
      const { items } = await ask('run', { tiers: [tier] })
      expect(items.every((item) => item.tier === tier)).toBe(true)
    }
  })

  it('[GR8] a use of an override is no use of what it overrides; implementations are listed when asked for', async () => {
    expect(lines(await ask('Sub.run', { tiers: ['proven', 'resolved'] }))).toEqual([
      '0 b/main.py:5 calls resolved in sym:b.main.main',
    ])
    expect(lines(await ask('Base.run', { uses: ['overrides'] }))).toEqual([
      '0 a/sub.py:4 overrides resolved in sym:a.sub.Sub.run',
    ])
    expect(lines(await ask('Base.run', { uses: ['implements'] }))).toHaveLength(1)
  })

  it('[GR9] several meanings are grouped; a use that may be any of them is listed once', async () => {
    const answer = await ask('run')
    expect(answer.items.map((item) => item.definition)).toEqual([0, 0, 1, 2, -1])
    expect(answer).toMatchObject({ total: 5, tiers: { proven: 0, resolved: 4, possible: 1 }, counts: [2, 1, 1] })
  })

  it('[GR10] what another language, or a name that cannot reach it, says is not even possible', async () => {
    const answer = await ask('c/other.py:1', { tiers: ['possible'] })
    expect(lines(answer)).toEqual(['0 b/main.py:7 calls possible in sym:b.main.main'])
  })

  it('[GR11] pages join without gap or repeat, and the counts are those of the whole answer', async () => {
    const whole = await ask('run')
    const pages: string[] = []
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await ask('run', { offset, limit: 2 })
      expect(page).toMatchObject({ total: 5, tiers: whole.tiers })
      pages.push(...lines(page))
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

  it('[GR20] uses in other repos are joined when the package is known by name', async () => {
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
    const both = memorySnapshot(library, user)
    const uses = async (symbol: string, packages?: WhereUsedQuestion['packages']): Promise<string[]> => {
      const { definitions } = await findSymbol(both, { symbol, repos: [library.repo_id] })
      const question = {
        definitions,
        repos: [user.repo_id],
        offset: 0,
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
})
