/**
 * A text search with an index finds exactly what a scan of all files finds, although it reads only the files that may match. Real
 * files with odd text, random queries, and ripgrep as a second opinion where it is installed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Rooms } from '../../src/app/rooms.ts'
import { decodeText } from '../../src/base/text.ts'
import { listFiles } from '../../src/discover/list-files.ts'
import { indexRepo } from '../../src/indexer/index-repo.ts'
import { scanText } from '../../src/scan/scan-text.ts'
import { createTextMatcher, type TextQuery } from '../../src/scan/text-matcher.ts'
import { gitRepo, writeFiles } from '../kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../kit/tool-desk.ts'
import { requireOrSkip } from '../requirements.ts'

const words =
  'foo Foo barBaz is_12px $total größe STRASSE i\u017fle b\u212aey İstanbul e\u0301t 字符 😀 ٣ 12px x12px 0xff total'.split(' ')
const odd = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 3, arbitrary: fc.constantFrom(' ', '.', '(', ')', '=> ', '-', '\t', '"', ': ') },
  { weight: 2, arbitrary: fc.constantFrom('\n', '\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('q'.repeat(127), `begin${'Long'.repeat(60)}end`, 'w '.repeat(3000)) },
)
const texts = fc.sample(fc.array(odd, { minLength: 1, maxLength: 40 }), { numRuns: 220, seed: 7 }).map((parts) => parts.join(''))
const endings = ['.ts', '.py', '.md', '.txt', '.rb', '.json', '.vue', '']

/** The first files are always read; those behind them are what the index decides on. */
function randomFiles(): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {}
  for (let at = 0; at < 320; at++) files[`a/${String(at).padStart(3, '0')}.txt`] = `plain line ${at}\n`
  for (const [at, text] of texts.entries()) {
    const name = `z/${at}${endings[at % endings.length]}`
    const bytes = Buffer.from(text, at % 11 === 0 ? 'utf16le' : at % 13 === 0 ? 'latin1' : 'utf8')
    files[name] = at % 11 === 0 ? Buffer.concat([Uint8Array.of(0xff, 0xfe), bytes]) : bytes
  }
  // Its identifiers are not recorded.
  files['z/large.json'] = `${'plain '.repeat(20_000)}\n${texts.join('\n')}`
  files['z/picture.png'] = Buffer.concat([Buffer.from('foo total\0'), Buffer.alloc(100, 1)])
  return files
}

let root: string
let desk: ToolDesk
beforeAll(async () => {
  root = gitRepo(randomFiles(), 'odd')
  desk = await openDesk(root)
  await desk.app.index([root])
})

type Found = { path: string; line: number; column: number }[]

async function withIndex(query: TextQuery, more: Record<string, unknown> = {}): Promise<Found> {
  const found = await desk.askAll('rag_search', { ...query, limit: 1000, ...more })
  return (found as { file: string; line: number; column: number }[]).map(({ file, line, column }) => ({
    path: file,
    line,
    column,
  }))
}

async function withoutIndex(query: TextQuery): Promise<Found> {
  const { files } = await listFiles(root)
  const matcher = await createTextMatcher(query)
  return (await scanText({ root, files, matcher, limit: 1_000_000, deadline_ms: 60_000 })).hits
}

const flag = fc.boolean()
const isWellFormed = (text: string): boolean => Buffer.from(text, 'utf8').toString('utf8') === text

/** A piece of one of the texts, so that most queries find something. */
const sampled = fc
  .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 14 }))
  .map(([text, from, length]) => text.slice(from % text.length, (from % text.length) + length))
  // Half of a character is no text: as an argument of a tool it matches nothing.
  .filter((text) => text.trim() !== '' && isWellFormed(text))
const cased = fc.tuple(sampled, flag).map(([text, upper]) => (upper ? text.toUpperCase() : text.toLowerCase()))
const literal = fc.record({ query: sampled, regex: fc.constant(false), case_sensitive: fc.constant(true), word: flag })
const anyCase = fc.record({ query: cased, regex: fc.constant(false), case_sensitive: fc.constant(false), word: flag })
const pattern = fc.record({
  query: fc.constantFrom(
    ...[
      'foo\\w+',
      'bar(Baz|Qux)',
      '\\btotal\\b',
      '(?i)STRASSE',
      'is_\\d+px',
      'b.ey',
      '(foo|字符)',
      'gr(ö|oe)ße',
      'Long+end',
      '\\d+px',
      '[Ff]oo\\.',
    ],
  ),
  regex: fc.constant(true),
  case_sensitive: flag,
  word: flag,
})

describe('a text search with an index', () => {
  it('[SC15] finds what a scan of all files finds', async () => {
    let lines = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(literal, anyCase, pattern), async (query) => {
        const all = await withoutIndex(query)
        lines += all.length
        expect(await withIndex(query)).toEqual(all)
      }),
      { numRuns: 120 },
    )
    expect(lines).toBeGreaterThan(500)
  }, 240_000)

  it('[SC15] counts what a scan counts, and pages it without gaps', async () => {
    const query = { query: 'total', regex: false, case_sensitive: true, word: false }
    const all = await withoutIndex(query)
    expect(all.length).toBeGreaterThan(20)
    const whole = await desk.ask('rag_search', { ...query, limit: 1000 })
    expect(whole).toMatchObject({ total: all.length, truncated: false })
    expect(await withIndex(query, { limit: 7 })).toEqual(all)
  })

  it('[SC15] reads every changed file, also where the index is not updated', async () => {
    writeFiles(root, { 'z/0.ts': 'const freshlyWritten = 1\n', 'z/new.rb': 'freshlyWritten\n' })
    const query = { query: 'eshlyWrit', regex: false, case_sensitive: true, word: false }
    const all = await withoutIndex(query)
    expect(all.map((hit) => hit.path)).toEqual(['z/0.ts', 'z/new.rb'])
    for (const stale_policy of ['rebind', 'strict', 'catch-up']) expect(await withIndex(query, { stale_policy })).toEqual(all)
  })

  it('[SC15] reads every file of an older parser: it did not record which have long identifiers', async () => {
    const old = gitRepo(randomFiles(), 'older')
    const rooms = await Rooms.open({ cwd: old, surface: 'cli' })
    await indexRepo(await rooms.registry.register(old), { ...(await rooms.indexRooms()), parser_version: 'older' })
    await rooms.close()
    const older = await openDesk(old)
    const asked = { query: 'LongLongLong', regex: false, case_sensitive: true, word: false, limit: 1000 }
    const found = await older.ask('rag_search', asked)
    expect(found.meta.freshness).toMatchObject({ dirty: 0 })
    const matcher = await createTextMatcher(asked)
    const { files } = await listFiles(old)
    const all = await scanText({ root: old, files, matcher, limit: 1_000_000, deadline_ms: 60_000 })
    expect(all.hits.length).toBeGreaterThan(3)
    expect(found.items.map(({ file, line }: { file: string; line: number }) => [file, line])).toEqual(
      all.hits.map(({ path: file, line }) => [file, line]),
    )
  })
})

describe('data', () => {
  it.each([
    ['small', 10],
    ['large', 150_000],
  ])('[PA18] that are %s are counted as text that mentions a symbol, and never ranked', async (_, length) => {
    const data = `{ "filler": "${'x '.repeat(length / 2)}",\n"one": "payInvoice",\n"two": ["payInvoice", "invoices are paid"] }\n`
    const code = 'export function payInvoice() {\n  return 1\n}\n'
    const desk = await openDesk(gitRepo({ 'pay.ts': code, 'data.json': data }, 'paid'))
    const used = await desk.ask('where_used', { symbol: 'payInvoice' })
    expect(used.meta.completeness).toMatchObject({ textual_hits: 3 })
    const ranked = await desk.ask('search_code', { query: 'pay invoices', level: 'file' })
    const shown = JSON.stringify(ranked.items)
    expect([shown.includes('pay.ts'), shown.includes('data.json')]).toEqual([true, false])
  })
})

const hasRipgrep = spawnSync('rg', ['--version']).status === 0
const withRipgrep = requireOrSkip('ripgrep', hasRipgrep, 'ripgrep (`rg`) is not installed')
/** Files that ripgrep reads as text too: it knows no Latin-1. */
const isUnicode = (file: string): boolean =>
  ['utf-8', 'utf-16le'].includes(decodeText(readFileSync(path.join(root, file))).encoding)

/** With `word`, Cairn does not check a side on which the text itself has no letter; ripgrep does (SC3). */
const hasWordEnds = (query: string): boolean => /^[\p{L}\p{N}\p{M}_].*[\p{L}\p{N}\p{M}_]$/su.test(query)
/** In RE2 the classes are those of ASCII (SC4), in ripgrep those of Unicode. */
const withAsciiClasses = (query: string): string => query.replaceAll(/\\[wdb]/g, '(?-u:$&)')

function ripgrepLines({ query: asked, regex, case_sensitive, word }: TextQuery): string[] {
  const query = regex ? withAsciiClasses(asked) : asked
  const flags = [
    ...(regex ? [] : ['--fixed-strings']),
    ...(case_sensitive ? [] : ['--ignore-case']),
    ...(word ? ['--word-regexp'] : []),
  ]
  const output = ['--hidden', '--glob', '!.git', '--line-number', '--no-heading', '--null']
  const { stdout } = spawnSync('rg', ['--no-config', ...flags, ...output, '--', query, '.'], { cwd: root, encoding: 'utf8' })
  return [...stdout.matchAll(/^\.\/([^\0\n]+)\0(\d+):/gm)].map(([, file = '', line]) => `${file}:${line}`)
}

/** Half of a surrogate pair, which no text in UTF-8 has. */
const halfPair = /\p{Surrogate}/u
/** ripgrep 13 takes a shorter match of a regular expression than `word` allows, so these are compared without it. */
const isAlike = ({ query, regex, word }: TextQuery): boolean =>
  !/[\r\n]/.test(query) && !halfPair.test(query) && (!word || (!regex && hasWordEnds(query)))
const compared: Record<string, fc.Arbitrary<TextQuery>> = {
  literal,
  'text in any case': anyCase,
  'regular expression': pattern,
}

for (const [what, queries] of Object.entries(compared))
  withRipgrep(
    `[SC15] a ${what} finds the lines that ripgrep finds`,
    async () => {
      let lines = 0
      const property = fc.asyncProperty(queries.filter(isAlike), async (query) => {
        const ours = (await withIndex(query)).filter((hit) => isUnicode(hit.path)).map((hit) => `${hit.path}:${hit.line}`)
        const theirs = ripgrepLines(query).filter((hit) => isUnicode(hit.slice(0, hit.lastIndexOf(':'))))
        lines += theirs.length
        expect(ours.sort()).toEqual(theirs.sort())
      })
      await fc.assert(property, { numRuns: 40 })
      expect(lines).toBeGreaterThan(100)
    },
    120_000,
  )
