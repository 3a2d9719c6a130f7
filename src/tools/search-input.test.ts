/** Whatever is asked of `search_code`, on every level: an answer or a clear refusal, never a failure of its own. */
import { cpSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { commitAll, git, tempFolder } from '../../test/kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import { searchLevels } from '../contract/items.ts'

let desk: ToolDesk
beforeAll(async () => {
  const root = path.join(tempFolder('input'), 'library')
  cpSync(path.join(import.meta.dirname, '../../test/repos/library'), root, { recursive: true })
  git(root, 'init', '-q', '-b', 'main')
  commitAll(root)
  desk = await openDesk(root, 'mcp')
  await desk.app.index([root])
})
const search = (args: Record<string, unknown>): Promise<AnyResult> => desk.ask('search_code', args)

/** An answer that can be trusted: hits, or a sentence that says why there are none. */
function expectAnswer({ meta, items, total, truncated }: AnyResult, about: string): void {
  expect([meta.status, meta.error_code], `${about}: ${meta.message}`).toEqual(['OK', null])
  expect(total, about).toBeGreaterThanOrEqual(items.length)
  if (items.length > 0) return
  expect([total, truncated], about).toEqual([0, false])
  expect(meta.message, about).toMatch(/^(?:Nothing of level \w+ contains a word of the query|The query has no words)/)
}

const odd = [
  ...['" OR 1=1 --', "'; DROP TABLE files; --", 'NEAR(', 'a NEAR/2 b', '*', 'fine*', '^fine', 'AND OR NOT', '{a b}: c', '"fine'],
  ...['(a+)+$', '(a|aa)*b', '.*.*.*.*x', 'a{1,99999}', '[', '\\', '%', '_', '__proto__', 'constructor', 'toString'],
  ...['🚀🔥', 'fine 🚀', '数据库', '罰金の計算', 'пеня', 'İstanbul book', 'ﬁne', 'e\u0301tat', '\u202efine', '\u0000fine'],
  ...['\ud800', 'fine \udfff', 'path:[', 'fine path:***', 'fine path:!src', 'fine -path:src', 'fine lang:nolang', 'repo: fine'],
  ...['fine lang:constructor', 'fine lang:__proto__'],
]

describe('what is asked', () => {
  it('[TO38] syntax of other languages, odd characters and patterns are text on every level', async () => {
    for (const query of odd)
      for (const level of searchLevels) expectAnswer(await search({ query, level }), `${level} ${JSON.stringify(query)}`)
    expect((await search({ query: 'fine 🚀' })).items[0].file_path).toMatch(/^src\/fines\//)
    expect((await search({ query: 'İstanbul book', level: 'symbol' })).items.length).toBeGreaterThan(0)
  })

  it('[TO38] any text of any characters is answered', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }))
    const asked = fc.tuple(
      text.map((given) => `fine ${given}`),
      fc.constantFrom(...searchLevels),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(asked, async ([query, level, preview]) => {
        const answer = await search({ query, level, preview })
        // `repo:` and `kind:` in the text may be filters.
        if (answer.meta.status === 'ERROR') expect(['REPO_UNKNOWN', 'BAD_ARGUMENT']).toContain(answer.meta.error_code)
        else expectAnswer(answer, JSON.stringify(query))
      }),
      { numRuns: 50 },
    )
  })

  it('[TO38] an empty question is refused; one without words, or of filters only, says that it has no words', async () => {
    for (const level of searchLevels) {
      for (const query of ['', '   ', '\n\t'])
        expect((await search({ query, level })).meta).toMatchObject({ status: 'ERROR', error_code: 'BAD_ARGUMENT' })
      for (const query of ['path:src', 'lang:ts path:src -path:test', '🚀', '***', '"'])
        expect(await search({ query, level })).toMatchObject({
          items: [],
          total: 0,
          meta: { status: 'OK', message: expect.stringContaining('The query has no words to search for.') },
        })
    }
  })

  it('[TO38] a question of words of grammar only is searched for these', async () => {
    for (const level of searchLevels) {
      const { items, meta } = await search({ query: 'the of how', level })
      expect([level, items.length > 0, meta.message]).toEqual([level, true, null])
    }
  })

  it('[TO38] a text of 100 kB is refused; a long one is answered within the size that is allowed', async () => {
    for (const level of searchLevels) {
      expect((await search({ query: 'fine '.repeat(20_000), level })).meta).toMatchObject({
        error_code: 'BAD_ARGUMENT',
        message: expect.stringContaining('16384'),
      })
      const answer = await search({ query: `fine of a library book ${'xyzzy '.repeat(2_700)}`, level })
      expectAnswer(answer, level)
      expect([level, answer.items.length > 0]).toEqual([level, true])
    }
  })

  it('[TO38] made-up words find nothing, also inside a sentence, and the answer says so', async () => {
    for (const query of ['zxqv blorp', 'how does the zxqv of a blorp work', 'why is frobnitz wugged'])
      for (const level of searchLevels) {
        const { items, meta } = await search({ query, level })
        expect([query, level, items]).toEqual([query, level, []])
        expect(meta.message).toContain(`Nothing of level ${level} contains a word of the query`)
      }
  })

  it('[TO38] if no word of the question occurs, the answer says that hits are only similar in meaning', async () => {
    const { items, meta } = await search({ query: 'webserver', level: 'symbol', explain: true })
    expect(items.length).toBeGreaterThan(0)
    expect(items[0].why[0]).toContain('similar in meaning')
    expect(meta.message).toContain('Nothing of level symbol contains a word of the query: these hits are only similar in meaning')
    expect((await search({ query: 'authenticate', level: 'symbol' })).meta.message).toBeNull()
  })
})

describe('the other arguments', () => {
  it('[TO38] impossible limits, levels, repos and cursors are refused, and the message names them; a number may be text', async () => {
    const refused = async (args: Record<string, unknown>, code: string, words: string) => {
      const { meta, items } = await search({ query: 'fine', ...args })
      expect([items, meta.error_code], JSON.stringify(args)).toEqual([[], code])
      expect(meta.message).toContain(words)
    }
    for (const limit of [0, 51, -1, Number.NaN, 2.5, 'many', [5], true])
      await refused({ limit }, 'BAD_ARGUMENT', '"limit" must be a whole number from 1 to 50')
    await refused({ level: 'paragraph' }, 'BAD_ARGUMENT', '"level" must be one of symbol, file, module, repo, doc')
    for (const level of searchLevels) {
      await refused({ level, repo_filter: 'nowhere/none' }, 'REPO_UNKNOWN', 'nowhere/none')
      await refused({ level, query: 'fine repo:nowhere' }, 'REPO_UNKNOWN', 'nowhere')
      await refused({ level, cursor: 'nonsense' }, 'BAD_ARGUMENT', '"cursor"')
    }
    const { next_cursor: cursor } = await search({ query: 'book', limit: 1 })
    expect(cursor).not.toBeNull()
    await refused({ cursor }, 'BAD_ARGUMENT', 'belongs to another question')
    expect((await search({ query: 'book', limit: '2' })).items).toHaveLength(2)
  })
})
