/** The limits of a search hold inside one file and one line, whatever the pattern is. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { createTextMatcher, NotSearched } from '../../src/scan/text-matcher.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const SCAN_MS = 1_000
/** Ten times the budget: a test machine may be busy. Without the limits each takes minutes. */
const MOST_MS = SCAN_MS * 10

const random = (length: number): string => {
  let state = 7
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state & 65_536 ? 'a' : 'b'
  }).join('')
}
const lines = (text: string, width: number): string => text.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n')
const letters = random(2_000_000)

const slow: readonly string[] = [
  '\\p{L}{1,1000}\\p{N}{1,1000}',
  '.{1000}.{1000}.{1000}z',
  '(a|b)*a(a|b){500}x',
  `${'[^\\n]*'.repeat(200)}z`,
  '(x+x+)+y',
]

describe('a search in hostile files', () => {
  let app: App
  beforeAll(async () => {
    const root = gitRepo({
      'line.txt': letters.repeat(4),
      'lines.txt': lines(letters.repeat(2), 90),
      'same.txt': 'a'.repeat(8_000_000),
      'small.txt': 'needle\n',
    })
    const flags = { home: tempFolder('home'), scan_ms: String(SCAN_MS), watch: 'false' }
    app = await createApp({ cwd: root, surface: 'mcp', flags })
    await app.index([])
    return () => app.close()
  }, 60_000)

  it.each(slow)('[SC17] %s ends in time, and says which files were not searched', { timeout: 60_000 }, async (query) => {
    const start = performance.now()
    const { meta, ...result } = await app.callTool('rag_search', { query, regex: true })
    expect(performance.now() - start).toBeLessThan(MOST_MS)
    expect(meta.error_code).toBeNull()
    if (result.truncated) expect(meta.message).toMatch(/not (?:searched|checked|read)/)
  })

  it('[SC17] a long text that almost matches everywhere, in any case', { timeout: 60_000 }, async () => {
    for (const query of [`${'a'.repeat(4_000)}b`, `b${'a'.repeat(4_000)}`, `${'a\n'.repeat(2_000)}b`]) {
      const start = performance.now()
      expect((await app.callTool('rag_search', { query, case_sensitive: false })).meta.error_code).toBeNull()
      expect((await app.callTool('rag_search', { query, word: true })).meta.error_code).toBeNull()
      expect(performance.now() - start).toBeLessThan(2 * MOST_MS)
    }
  })

  it('[SC17] other files are searched although one takes too long', async () => {
    const { items } = await app.callTool('rag_search', { query: 'need[l]e|(a|b)*a(a|b){500}x', regex: true, path: 'small.txt' })
    expect(items).toHaveLength(1)
  })

  it.each(['(a{1,1000}){1,1000}', '((a{1,30}){1,30}){1,30}', '(a|b){1000}(c|d){1000}(e|f){1000}(g|h){1000}'])(
    '[SC18] %s is refused by its size, at once',
    async (query) => {
      const start = performance.now()
      const { meta } = await app.callTool('rag_search', { query, regex: true })
      expect(meta.error_code).toBe('BAD_ARGUMENT')
      expect(performance.now() - start).toBeLessThan(MOST_MS)
    },
  )
})

describe('a matcher', () => {
  const found = async (text: string, query: string, regex: boolean) =>
    (await createTextMatcher({ query, regex, case_sensitive: regex, word: false })).find(Buffer.from(text))

  it('[SC17] finds the same lines and columns in portions as in whole texts', async () => {
    const text = lines(random(300_000), 70)
    for (const query of ['abbabbabab', 'ba{5}b$', '^b.*a{8}']) {
      const expected = text.split('\n').flatMap((line, at) => {
        const match = new RegExp(query).exec(line)
        return match ? [{ line: at + 1, column: match.index + 1 }] : []
      })
      expect(expected.length).toBeGreaterThan(3)
      expect(await found(text, query, true)).toEqual(expected)
    }
    const long = random(40)
    const hidden = `${random(40_000)}\n${'x'.repeat(700_000)}${long.toUpperCase()}\u{1f600}\n${long}\n`
    expect(await found(hidden, `${long}\u{1f600}`, false)).toEqual([{ line: 2, column: 700_001 }])
  })

  it('[SC17] stops when it is told that time is up', async () => {
    const matcher = await createTextMatcher({ query: 'a[ab]{30}z', regex: true, case_sensitive: true, word: false })
    expect(() => matcher.find(Buffer.from(`z${lines(random(300_000), 70)}`), () => true)).toThrow(NotSearched)
  })
})
