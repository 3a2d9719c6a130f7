/** A short soak on sources of this project, and tests that its checks can fail. The long form is `npm run soak`. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { requireOrSkip } from '../requirements.ts'
import { checkAnswer } from './check-answer.ts'
import { Disk } from './disk.ts'
import { projectRoot } from './doors.ts'
import type { Envelope, Item } from './envelope.ts'
import { readOptions } from './options.ts'
import { checkAnchor, checkComplete } from './questions.ts'
import { addPart, checkHead, editsOfPart, nextPart, partOf, type SoakHead } from './result-file.ts'
import { runSoak, type SoakReport } from './run-soak.ts'

const built = existsSync(path.join(projectRoot(), 'dist/app/create-app.js'))
const it = requireOrSkip('dist', built, 'dist/ is not built')
const repos = ['typescript', 'python', 'go', 'java'].map((name) => ({
  name,
  root: path.join(projectRoot(), 'test/repos', name),
}))
const sources = [...repos, { name: 'publint', root: path.join(projectRoot(), 'node_modules/publint') }]

describe('the soak', () => {
  it('[FR2, FR4, FR5, IX10] random edits in five languages: every answer is true and equals that of a clean build', async () => {
    const options = readOptions(['--seed', '20261115', '--edits', '10', '--every', '2', '--out', tempFolder('soak')])
    const said: string[] = []
    const report = await runSoak(sources, options, (text) => said.push(text))
    expect(report.failures, said.join('\n')).toEqual([])
    expect(report).toMatchObject({ edits: 10, answers: 30, comparisons: 5 })
  }, 240_000)
})

const files = { 'a.py': 'def one():\n    return 1\n\n\ndef two():\n    return one()\n', 'b.py': 'from a import one\none()\n' }
const item = (file: string, line: number, text: string, start: number): Item => ({
  file,
  line,
  snippet: { text, location: { path: file, start_line: start, end_line: start + text.split('\n').length - 1 } },
  binding: 'indexed',
})
const fresh = (items: Item[], counts: Record<string, number> = {}): Envelope => ({
  items,
  truncated: false,
  next_cursor: null,
  total: items.length,
  source: 'RAG_GRAPH',
  freshness_state: 'FRESH',
  meta: {
    status: 'OK',
    error_code: null,
    message: null,
    source: 'RAG_GRAPH',
    freshness_state: 'FRESH',
    index_status: null,
    freshness: {
      indexed_commit: null,
      head: null,
      dirty: 0,
      caught_up: 0,
      rebound: 0,
      live: 0,
      unchecked: 0,
      old_parser: 0,
      ...counts,
    },
  },
})

describe('the checks of the soak', () => {
  const root = gitRepo(files)
  const question = { tool: 'where_used', args: { symbol: 'one' } }
  const check = (answer: Envelope): string[] =>
    checkAnswer({ question, policy: 'catch-up', answer, pages: [answer] }, new Disk(root))
  const whole = 'from a import one\none()'

  it('[FR2] accept a true quote and reject a line that does not exist, and a file that is gone', () => {
    expect(check(fresh([item('b.py', 2, whole, 1)]))).toEqual([])
    expect(check(fresh([item('b.py', 2, 'from a import one\none(1)', 1)]))).not.toEqual([])
    expect(check(fresh([item('b.py', 2, whole, 2)]))).not.toEqual([])
    expect(check(fresh([item('b.py', 3, whole, 1)]))).not.toEqual([])
    expect(check(fresh([item('a.py', 1, 'def one():\n    return 1\n\n', 1)]))).not.toEqual([])
    writeFileSync(path.join(root, 'c.py'), 'one()\n')
    expect(check(fresh([item('c.py', 1, 'one()', 1)]))).toEqual([])
    rmSync(path.join(root, 'c.py'))
    expect(check(fresh([item('c.py', 1, 'one()', 1)]))).not.toEqual([])
  })

  it('[FR4] reject a cover with wrong counts, and FRESH with unchecked files', () => {
    expect(check(fresh([], { live: 1 }))).not.toEqual([])
    expect(check(fresh([], { unchecked: 1 }))).not.toEqual([])
    expect(check({ ...fresh([]), freshness_state: 'STALE' })).not.toEqual([])
    const problem = fresh([])
    problem.meta.status = 'ERROR'
    expect(check(problem)).not.toEqual([])
  })

  it('[FR5] reject a text search that misses a line, and a symbol at a wrong place', () => {
    const search = { tool: 'rag_search', args: { query: 'one', word: true } }
    const all = fresh([item('a.py', 1, '', 1), item('a.py', 6, '', 6), item('b.py', 1, '', 1), item('b.py', 2, '', 2)])
    expect(checkComplete(search, [all], new Disk(root))).toEqual([])
    expect(checkComplete(search, [fresh(all.items.slice(1))], new Disk(root))).not.toEqual([])
    const disk = new Disk(root)
    const known = {
      anchor: 'sym:a.two',
      file: 'a.py',
      line: 5,
      text: 'def two():',
      name: 'two',
      fileText: disk.lines('a.py')!.join('\n'),
    }
    const asked = { tool: 'definition', args: { symbol: 'sym:a.two' } }
    expect(checkAnchor(asked, fresh([item('a.py', 5, '', 5)]), [known], disk)).toEqual([])
    expect(checkAnchor(asked, fresh([]), [known], disk)).not.toEqual([])
  })
})

describe('a soak in parts', () => {
  const head: SoakHead = { seed: '7', commit: 'abc', edits: 10, every: 5, parts: 3, repos: ['a'] }
  const report = (edits: number): SoakReport => ({
    ...{ edits, answers: edits * 3, comparisons: 1, failures: [], seconds: 2, edits_per_second: 1, counts: {}, out: '' },
    memory_mb: { start: 1, end: 1, own_start: 1, own_end: 1 },
  })
  const options = (file: string, ...more: string[]) =>
    readOptions(['--seed', '7', '--edits', '10', '--parts', '3', '--result', file, ...more])

  it('adds up to the whole, in any order, and finds the next missing part', () => {
    const file = path.join(tempFolder('soak'), 'bench/soak/7.json')
    expect([1, 2, 3].map((part) => editsOfPart(10, part, 3))).toEqual([3, 3, 4])
    expect(options(file)).toMatchObject({ seed: '7.1of3', edits: 3, whole: { seed: '7', edits: 10, parts: 3, part: 1 } })
    for (const part of [3, 1]) {
      const { seed, edits } = options(file, '--part', String(part))
      expect(addPart(file, head, partOf(report(edits), part, seed)).complete).toBe(false)
    }
    expect(nextPart(file, 3)).toBe(2)
    const { seed, edits, whole } = options(file)
    expect(whole.part).toBe(2)
    expect(addPart(file, head, partOf(report(edits), whole.part, seed))).toMatchObject({
      ...head,
      complete: true,
      totals: { edits: 10, answers: 30, rebuilds_compared: 3, failures: 0, seconds: 6 },
      runs: [
        { part: 1, seed: '7.1of3', edits: 3 },
        { part: 2, seed: '7.2of3', edits: 3 },
        { part: 3, seed: '7.3of3', edits: 4 },
      ],
    })
    expect(() => options(file)).toThrow('has all 3 parts')
    expect(() => options(file, '--part', '4')).toThrow('from 1 to 3')
  })

  it('a part of another commit or seed is refused before it runs; a part that was run again replaces the old one', () => {
    const file = path.join(tempFolder('soak'), '7.json')
    addPart(file, head, partOf(report(1), 1, '7.1of3'))
    expect(addPart(file, head, partOf(report(3), 1, '7.1of3')).totals.edits).toBe(3)
    expect(() => checkHead(file, { ...head, commit: 'def' })).toThrow('its commit is "abc", not "def"')
    expect(() => addPart(file, { ...head, seed: '8' }, partOf(report(1), 2, '8.2of3'))).toThrow('its seed is "7"')
    expect(() => checkHead(file, head)).not.toThrow()
  })
})
