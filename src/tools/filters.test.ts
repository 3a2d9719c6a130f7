/** `path` and `tests`: filters that apply before counting, with an index, with changed files, and without an index. */
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'

const caller = (name: string): string => `from shop.pay import refund\n\n\ndef ${name}():\n    return refund(1)\n`
const files = {
  'shop/__init__.py': '',
  'shop/pay.py': 'def refund(order):\n    return order\n',
  'shop/zoo.py': caller('zoo'),
  'examples/demo.py': caller('demo'),
  'tests/test_pay.py': caller('test_pay'),
  'web/pay.py': 'def refund(order):\n    return -order\n',
}
const at = (item: { file: string; line: number }): string => `${item.file}:${item.line}`

type State = { desk: ToolDesk; more: Record<string, unknown> }
const states: Record<string, State> = {}
beforeAll(async () => {
  const root = gitRepo(files)
  const desk = await openDesk(root)
  await desk.app.index([root])
  states.index = { desk, more: { repo: root } }
  const old = gitRepo({ ...files, 'shop/zoo.py': '', 'tests/test_pay.py': '' })
  const mixed = await openDesk(old)
  await mixed.app.index([old])
  writeFiles(old, files)
  states.mixed = { desk: mixed, more: { repo: old, stale_policy: 'rebind' } }
  const bare = gitRepo(files)
  states.live = { desk: await openDesk(bare, 'library'), more: { repo: bare } }
}, 60_000)

const ask = (state: string, tool: string, args: Record<string, unknown>): Promise<AnyResult> => {
  const { desk, more } = states[state] as State
  const { repo, ...rest } = more
  return desk.ask(tool, { ...rest, [tool === 'search_code' ? 'repo_filter' : 'repo']: repo, ...args })
}

describe.each(['index', 'mixed', 'live'])('%s', (state) => {
  const used = (args: Record<string, unknown>): Promise<AnyResult> =>
    ask(state, 'where_used', { symbol: 'shop/pay.py:1:5', use: 'calls', ...args })

  it('[TO27] product code comes before tests and examples', async () => {
    const calls = (await used({})).items.filter((item) => item.tier === 'possible' || state === 'index').map(at)
    if (state === 'mixed') expect(calls).toEqual(['shop/zoo.py:5', 'tests/test_pay.py:5'])
    else expect(calls).toEqual(['shop/zoo.py:5', 'examples/demo.py:5', 'tests/test_pay.py:5'])
  })

  it('[TO27] where_used accepts path and tests, and counts only what matches', async () => {
    for (const [args, places] of [
      [{ path: 'shop' }, ['shop/zoo.py:5']],
      [{ path: ['!tests', '!examples'] }, ['shop/zoo.py:5']],
      [{ path: '**/test_*.py' }, ['tests/test_pay.py:5']],
      [{ tests: 'only' }, ['tests/test_pay.py:5']],
      [{ tests: 'exclude', path: '!examples' }, ['shop/zoo.py:5']],
      [{ tests: 'only', path: 'shop' }, []],
    ] as const) {
      const found = await used(args)
      expect([args, found.items.map(at)]).toEqual([args, places])
      expect([args, found.total]).toEqual([args, places.length])
      const { tiers } = found.meta.completeness ?? { tiers: { proven: 0, resolved: 0, possible: 0 } }
      expect(tiers.proven + tiers.resolved + tiers.possible).toBe(places.length)
    }
    expect((await used({ tests: 'only', path: 'shop' })).meta.message).toContain('Only uses with path shop and tests only')
    expect((await used({ tests: 'maybe' })).meta.error_code).toBe('BAD_ARGUMENT')
  })

  it('[TO27] definition accepts path, and says where it looked when nothing matches', async () => {
    const find = (path: string | string[]) => ask(state, 'definition', { symbol: 'refund', path })
    expect((await find('shop')).items.map(at)).toEqual(['shop/pay.py:1'])
    expect((await find('!shop')).items.map(at)).toEqual(['web/pay.py:1'])
    const none = await find(['examples'])
    expect([none.items, none.total]).toEqual([[], 0])
    expect(none.meta.message).toContain('in files that match examples')
  })
})

it('[TO27] search_code accepts tests on the levels that have files', async () => {
  for (const state of ['index', 'live'])
    for (const level of ['file', 'symbol']) {
      const found = async (tests: string): Promise<Set<string>> =>
        new Set(
          (await ask(state, 'search_code', { query: 'test_pay', level, tests, limit: 50 })).items.map((item) => item.file_path),
        )
      expect([...(await found('include'))], level).toContain('tests/test_pay.py')
      expect([...(await found('exclude'))], level).not.toContain('tests/test_pay.py')
      expect([...(await found('only'))], level).toEqual(['tests/test_pay.py'])
    }
})

it('[TO28] a kind is refused on levels that have none, and filters symbols that are read live', async () => {
  for (const level of ['file', 'doc', 'repo', 'module']) {
    const refused = await ask('index', 'search_code', { query: 'refund', level, kind: 'function' })
    expect([level, refused.meta.error_code]).toEqual([level, 'BAD_ARGUMENT'])
    expect(refused.meta.message).toContain('level symbol')
  }
  expect((await ask('index', 'search_code', { query: 'shop', level: 'module', kind: 'module' })).meta.status).toBe('OK')
  for (const state of ['index', 'live']) {
    const found = await ask(state, 'search_code', { query: 'refund', level: 'symbol', kind: 'class' })
    expect([state, found.items]).toEqual([state, []])
  }
})

it('[TO29] without an index the levels module and repo say that they could not search', async () => {
  for (const level of ['module', 'repo']) {
    const found = await ask('live', 'search_code', { query: 'refund', level })
    expect(found).toMatchObject({
      items: [],
      total: null,
      truncated: true,
      meta: { status: 'FALLBACK', freshness_state: 'UNKNOWN' },
    })
    expect(found.meta.message).toContain(`nothing of level ${level} could be looked for`)
    expect(found.meta.message).toContain('cairn index')
    expect(found.meta.message).not.toContain('holds a word')
  }
})
