/** Pages of lists ordered by path and line, with the files and the index changed between two pages. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'

const use = (name: string): string => `def ${name}():\n    pay(1)\n`
const module = (...names: string[]): string => `from shop.pay import pay\n\n\n${names.map(use).join('\n\n')}`

/** Five files that use `pay` once each besides importing it. */
const files: Record<string, string> = {
  'shop/__init__.py': '',
  'shop/pay.py': 'def pay(amount):\n    return amount\n',
  ...Object.fromEntries(['b', 'd', 'f', 'h', 'j'].map((name) => [`shop/${name}.py`, module(`use_${name}`)])),
  'tests/test_pay.py': module('test_pay'),
}

const at = (item: { file: string; line: number }): string => `${item.file}:${item.line}`

/** Every page of a question; `between` runs after the first. */
async function pages(
  desk: ToolDesk,
  tool: string,
  args: Record<string, unknown>,
  between: () => void,
): Promise<{ first: AnyResult; rest: AnyResult[] }> {
  const first = await desk.ask(tool, args)
  between()
  const rest: AnyResult[] = []
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await desk.ask(tool, { ...args, cursor })
    rest.push(page)
    cursor = page.next_cursor
  }
  return { first, rest }
}

/** Under rebind a new use is only `possible`, so it may come after uses that are below it in its file. */
function expectOnce(names: readonly string[], before: readonly string[], added: readonly string[]): void {
  expect(names).toEqual([...new Set(names)])
  expect(names.filter((name) => before.includes(name)).sort()).toEqual([...before].sort())
  expect(names).toEqual(expect.arrayContaining([...added]))
  expect(names.filter((name) => ['use_b', 'use_d'].includes(name))).toEqual([])
}

async function indexed(more: Record<string, string> = {}): Promise<{ root: string; desk: ToolDesk }> {
  const root = gitRepo({ ...files, ...more })
  const desk = await openDesk(root)
  await desk.app.index([root])
  return { root, desk }
}

/** `added`: what each change adds after the page; everything that was there before must come exactly once. */
const changes: [string, (root: string) => void, { added?: string[] }][] = [
  ['nothing', () => undefined, {}],
  ['a use in a file before the last one', (root) => writeFiles(root, { 'shop/a.py': module('use_a') }), {}],
  ['a use in a file behind it', (root) => writeFiles(root, { 'shop/e.py': module('use_e') }), { added: ['use_e'] }],
  [
    'lines above the last one in its own file',
    (root) => writeFiles(root, { 'shop/d.py': `# one\n# two\n# three\n${files['shop/d.py']}` }),
    {},
  ],
  [
    'a use above and one below the last one in its file',
    (root) => writeFiles(root, { 'shop/d.py': module('earlier', 'use_d').replace(/pay\(1\)/, 'pay(0)') + use('later') }),
    { added: ['later'] },
  ],
  ['the file of the last one taken away', (root) => rmSync(path.join(root, 'shop/d.py')), {}],
  [
    'another definition of the name',
    (root) => writeFiles(root, { 'shop/again.py': 'def pay(amount):\n    return 2 * amount\n' }),
    {},
  ],
]

describe.each(['catch-up', 'rebind'])('pages under %s', (stale_policy) => {
  it.each(changes)('[TO25] where_used: %s between two pages skips and repeats nothing', async (_, change, { added = [] }) => {
    const { root, desk } = await indexed()
    const args = { symbol: 'shop.pay.pay', use: 'calls', limit: 2, stale_policy }
    const whole = await desk.ask('where_used', { ...args, limit: 100 })
    expect(whole.items.map(at)).toEqual([...'bdfhj'].map((name) => `shop/${name}.py:5`).concat('tests/test_pay.py:5'))
    const { first, rest } = await pages(desk, 'where_used', args, () => change(root))
    expect(first.items.map(at)).toEqual(['shop/b.py:5', 'shop/d.py:5'])
    const names = rest.flatMap((page) => page.items).map((item) => item.enclosing.split('.').at(-1))
    expectOnce(names, ['test_pay', 'use_f', 'use_h', 'use_j'], added)
  })

  it.each(changes)('[TO25] lineage: %s between two pages skips and repeats nothing', async (_, change, { added = [] }) => {
    const { root, desk } = await indexed()
    const args = { symbol: 'shop.pay.pay', max_results: 2, depth: 1, stale_policy, tier: ['proven', 'resolved', 'possible'] }
    const { first, rest } = await pages(desk, 'lineage', args, () => change(root))
    expect(first.items.map((item) => item.symbol)).toEqual(['sym:shop.b.use_b', 'sym:shop.d.use_d'])
    const names = rest.flatMap((page) => page.items).map((item) => item.symbol.split('.').at(-1))
    expectOnce(names, ['test_pay', 'use_f', 'use_h', 'use_j'], added)
  })

  it.each(changes)('[TO25] rag_search: %s between two pages skips and repeats nothing', async (_, change, { added = [] }) => {
    const { root, desk } = await indexed()
    const args = { query: 'def use_|def later', regex: true, limit: 2, stale_policy }
    const { first, rest } = await pages(desk, 'rag_search', args, () => change(root))
    expect(first.items.map(at)).toEqual(['shop/b.py:4', 'shop/d.py:4'])
    const names = rest.flatMap((page) => page.items).map((item) => item.symbol.split('.').at(-1))
    expectOnce(names, ['use_f', 'use_h', 'use_j'], added)
  })

  it('[TO25] definition: definitions added, moved or deleted between two pages are neither skipped nor repeated', async () => {
    const twins = Object.fromEntries(['b', 'd', 'f', 'h'].map((name) => [`twin/${name}.py`, 'def twin():\n    pass\n']))
    for (const change of [
      (root: string) =>
        writeFiles(root, { 'twin/a.py': twins['twin/b.py'] as string, 'twin/c.py': twins['twin/b.py'] as string }),
      (root: string) => writeFiles(root, { 'twin/d.py': `\n\n\n${twins['twin/d.py']}` }),
      (root: string) => rmSync(path.join(root, 'twin/d.py')),
    ]) {
      const { root, desk } = await indexed(twins)
      const { first, rest } = await pages(desk, 'definition', { symbol: 'twin', limit: 2, stale_policy }, () => change(root))
      expect(first.items.map((item) => item.file)).toEqual(['twin/b.py', 'twin/d.py'])
      expect(rest.flatMap((page) => page.items.map((item) => item.file))).toEqual(['twin/f.py', 'twin/h.py'])
    }
  })
})

it('[TO25] the answer says that the index changed since the previous page', async () => {
  const { root, desk } = await indexed()
  const args = { symbol: 'shop.pay.pay', limit: 2 }
  const same = await pages(desk, 'where_used', args, () => undefined)
  expect(same.rest.map((page) => page.meta.index_changed)).not.toContain(true)
  const { rest } = await pages(desk, 'where_used', args, () => writeFiles(root, { 'shop/e.py': module('use_e') }))
  expect(rest[0]?.meta.index_changed).toBe(true)
})

it('[TO25] a possible use is not repeated when one of its candidate definitions is deleted between two pages', async () => {
  const more = {
    'zoo/a.py': 'class Cat:\n    def feed(self):\n        pass\n',
    'zoo/b.py': 'class Dog:\n    def feed(self):\n        pass\n',
    'zoo/c.py': 'def one(x):\n    x.feed()\n\n\ndef two(x):\n    x.feed()\n\n\ndef three(x):\n    x.feed()\n',
  }
  const { root, desk } = await indexed(more)
  const { first, rest } = await pages(desk, 'where_used', { symbol: 'feed', limit: 1 }, () => rmSync(path.join(root, 'zoo/b.py')))
  expect([first, ...rest].flatMap((page) => page.items.map(at))).toEqual(['zoo/c.py:2', 'zoo/c.py:6', 'zoo/c.py:10'])
})
