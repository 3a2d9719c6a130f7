/** The suggested next calls: similar names, the rest of a body, and for several repos a call that names the repo. */
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'

const long = `def long_one():\n${Array.from({ length: 99 }, (_, at) => `    x = ${at}\n`).join('')}\n\ndef after():\n    long_one()\n`
const shop = {
  'src/auth.py': 'class Session:\n    pass\n\n\ndef login(user):\n    return user\n\n\ndef main():\n    login(1)\n',
  'src/long.py': long,
}
const bank = { 'src/auth.py': 'def login(user):\n    return None\n\n\nlogin(2)\n' }

let desk: ToolDesk
let live: ToolDesk
let all: ToolDesk
beforeAll(async () => {
  const root = gitRepo(shop, 'shop')
  const other = gitRepo(bank, 'bank')
  desk = await openDesk(root)
  await desk.app.index([root, other])
  live = await openDesk(gitRepo(shop, 'bare'), 'library')
  // The root of the file system is not in a repo, so all repos are asked.
  all = await openDesk('/')
}, 60_000)

describe('definition', () => {
  it('[TO30] shows the body as it is on disk, 60 lines of it, and how to get the rest', async () => {
    for (const ask of [desk.ask, live.ask]) {
      const { items, meta } = await ask('definition', { symbol: 'long_one' })
      const { source, start_line, end_line, source_left_out, repo_id } = items[0]
      expect([start_line, end_line, source_left_out]).toEqual([1, 100, 40])
      expect(source).toBe(long.split('\n').slice(0, 60).join('\n'))
      const rest = `get_file ${repo_id} src/long.py start_line=61 end_line=100`
      expect(meta.next).toContain(rest)
      const read = await ask('get_file', { repo_id, file_path: 'src/long.py', start_line: 61, end_line: 100 })
      expect(`${source}\n${read.items[0].code}`).toBe(long.split('\n').slice(0, 100).join('\n'))
    }
    const short = (await desk.ask('definition', { symbol: 'login', repo: 'shop' })).items[0]
    expect(short.source).toBe('def login(user):\n    return user')
    expect(short).not.toHaveProperty('source_left_out')
  })

  it('[TO30] a body that does not fit is cut from its end, and the answer says what to ask for', async () => {
    const { items, meta } = await desk.ask('definition', { symbol: 'long_one', max_chars: 1900 })
    expect(items[0].source.split('\n')[0]).toBe('def long_one():')
    const shown = items[0].source.split('\n').length
    expect(shown).toBeLessThan(60)
    expect(items[0].source_left_out).toBe(100 - shown)
    expect(meta.next?.[0]).toContain(`start_line=${shown + 1} end_line=100`)
  })
})

it('[TO32] with several repos, the calls after a search name the repo of the hit', async () => {
  const { items, meta } = await all.ask('search_code', { query: 'long_one', level: 'symbol', limit: 1 })
  expect(meta.next).toEqual([
    'where_used sym:src.long.long_one repo=shop',
    `get_file shop src/long.py start_line=${items[0].start_line} end_line=${items[0].end_line}`,
  ])
})

it('[TO31] for a mistyped name the nearest one is suggested, with and without an index', async () => {
  for (const [ask, state] of [
    [desk.ask, 'index'],
    [live.ask, 'live'],
  ] as const)
    for (const tool of ['definition', 'where_used', 'lineage'])
      for (const [wrong, right] of [
        ['Login', 'login'],
        ['lgoin', 'login'],
        ['session', 'Session'],
      ]) {
        const found: AnyResult = await ask(tool, { symbol: wrong })
        expect([state, tool, wrong, found.items]).toEqual([state, tool, wrong, []])
        expect(found.meta.message).toContain(`Did you mean ${right}`)
        expect(found.meta.next?.[0]).toBe(`${tool} ${right}`)
      }
  const strange = await live.ask('definition', { symbol: 'zyxwvut' })
  expect(strange.meta.message).not.toContain('Did you mean')
})

it('[TO32] with several repos every definition names its repo, and every next call names it too', async () => {
  const used = await all.ask('where_used', { symbol: 'login' })
  expect(used.meta.definitions?.map(({ repo_id, path }) => [repo_id, path])).toEqual([
    ['shop', 'src/auth.py'],
    ['bank', 'src/auth.py'],
  ])
  for (const tool of ['where_used', 'lineage', 'definition']) {
    const answer = await all.ask(tool, { symbol: 'login' })
    expect(answer.items.length, tool).toBeGreaterThan(0)
    for (const call of answer.meta.next ?? []) {
      expect(call).toMatch(/ repo=(shop|bank)$| get_file|^where_used login$/)
      const [next = '', symbol, repo] = call.replace(' repo=', ' ').split(' ')
      const again = await all.ask(next, { symbol, ...(repo ? { repo } : {}) })
      expect([call, again.meta.status]).toEqual([call, 'OK'])
      if (repo && again.meta.definitions) expect(again.meta.definitions).toHaveLength(1)
    }
  }
  expect((await all.ask('lineage', { symbol: 'login' })).meta.message).toContain('sym:src.auth.login (bank)')
  const named = await all.ask('where_used', { symbol: 'lgoin', repo: 'bank' })
  expect(named.meta.next?.every((call) => call.endsWith('repo=bank'))).toBe(true)
})
