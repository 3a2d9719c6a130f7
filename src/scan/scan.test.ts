import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { symbolFact, useFact } from '../../test/kit/facts.ts'
import { emptyFacts } from '../contract/empty-facts.ts'
import type { ImportFact, ParsedFile, SymbolFact, UseFact } from '../contract/facts.ts'
import type { ParseOutcome } from '../parse/port.ts'
import { scanNames } from './scan-names.ts'
import { scanSymbol } from './scan-symbol.ts'
import { scanText, type TextScanOptions } from './scan-text.ts'
import { createTextMatcher, type LineMatch, type TextQuery } from './text-matcher.ts'

const matches = async (bytes: Buffer | string, given: Partial<TextQuery> & { query: string }): Promise<LineMatch[]> => {
  const matcher = await createTextMatcher({ regex: false, case_sensitive: true, word: false, ...given })
  return matcher.find(Buffer.from(bytes))
}
const lines = async (bytes: Buffer | string, given: Partial<TextQuery> & { query: string }): Promise<number[]> =>
  (await matches(bytes, given)).map(({ line }) => line)

describe('createTextMatcher', () => {
  it('[SC1] finds each line once, with the column of its first match in UTF-16 units', async () => {
    expect(await matches('x\n😀ab ab\n\nab', { query: 'ab' })).toEqual([
      { line: 2, column: 3 },
      { line: 4, column: 1 },
    ])
    expect(await matches('x\n😀ab ab\n\nab', { query: 'a.', regex: true })).toEqual([
      { line: 2, column: 3 },
      { line: 4, column: 1 },
    ])
  })

  it.each([
    ['UTF-8', Buffer.from('eins\r\nzwei grün\r\n')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFeins\r\nzwei grün\r\n')],
    ['UTF-16', Buffer.from('\uFEFFeins\r\nzwei grün\r\n', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\uFEFFeins\r\nzwei grün\r\n', 'utf16le').swap16()],
    ['Latin-1', Buffer.from('eins\r\nzwei grün\r\n', 'latin1')],
  ])('[SC2] line ends and letters are right in %s', async (_, bytes) => {
    expect(await matches(bytes, { query: 'grün' })).toEqual([{ line: 2, column: 6 }])
    expect(await matches(bytes, { query: 'GRÜN', case_sensitive: false })).toEqual([{ line: 2, column: 6 }])
    expect(await matches(bytes, { query: 'gr.n$', regex: true })).toEqual([{ line: 2, column: 6 }])
    expect(await matches(bytes, { query: '^eins$', regex: true })).toEqual([{ line: 1, column: 1 }])
    expect(await matches(bytes, { query: 'eins\nzwei' })).toEqual([{ line: 1, column: 1 }])
  })

  it('[SC3] a whole word is not part of a longer one, in any alphabet; `$` is not a letter', async () => {
    const text = 'total\ntotals\n_total\n$total\nсуммаtotal\ntotal2 total\ntotal_ 𝐚total'
    for (const regex of [false, true]) {
      expect(await lines(text, { query: 'total', word: true, regex })).toEqual([1, 4, 6])
      expect(await lines(text, { query: 'TOTAL', word: true, regex, case_sensitive: false })).toEqual([1, 4, 6])
    }
    expect(await lines('a->b\na->bc', { query: '->b', word: true })).toEqual([1])
  })

  it('[SC4] a pattern is literal unless it is a regular expression', async () => {
    expect(await lines('a.b\naxb', { query: 'a.b' })).toEqual([1])
    expect(await lines('a.b\naxb\nA.B', { query: 'a.b', case_sensitive: false })).toEqual([1, 3])
    expect(await lines('a.b\naxb', { query: 'a.b', regex: true })).toEqual([1, 2])
    expect(await lines('x\ny', { query: '\\Ay', regex: true })).toEqual([2])
    expect(await lines('a.b', { query: '\\Qa.b', regex: true, word: true })).toEqual([1])
  })

  it('[SC4] no pattern runs for ever: it is refused or runs in linear time; a broken one names the argument', async () => {
    const hostile = `${'a'.repeat(40_000)}!`
    expect(await lines(hostile, { query: '(a+)+$', regex: true })).toEqual([])
    for (const query of ['(', 'a(?=b)', '(a)\\1']) {
      await expect(lines('x', { query, regex: true })).rejects.toMatchObject({
        code: 'BAD_ARGUMENT',
        message: expect.stringContaining('query'),
      })
    }
    await expect(lines('x', { query: '' })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
  })

  it('[SC5] a binary file has no lines', async () => {
    expect(await lines(Buffer.from('ab\0ab'), { query: 'ab' })).toEqual([])
  })

  it('[SC1] agrees with the simple method: split into lines, test each', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'ä', ' ', '_', '\n', '\r\n'), maxLength: 40 })
    const needle = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', ' '), minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(letters, needle, async (text, query) => {
        const plain = text
          .split(/\r?\n/)
          .flatMap((line, at) => (line.includes(query) ? [{ line: at + 1, column: line.indexOf(query) + 1 }] : []))
        expect(await matches(text, { query })).toEqual(plain)
        expect(await matches(text, { query, regex: true })).toEqual(plain)
      }),
      { numRuns: 300 },
    )
  })
})

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'cairn-scan-'))
  mkdirSync(path.join(root, 'src'))
  writeFileSync(path.join(root, 'src/a.ts'), 'needle 1\nnone\nneedle 2\n')
  writeFileSync(path.join(root, 'src/b.ts'), 'nothing\n')
  writeFileSync(path.join(root, 'z.md'), 'the needle\n')
  writeFileSync(path.join(root, 'B.bin'), Buffer.from('needle\0'))
  writeFileSync(path.join(root, 'large.txt'), `${'x'.repeat(3_000_000)}\nneedle\n`)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
const listed = (...paths: string[]): { path: string }[] => paths.map((file) => ({ path: file }))
const all = listed('z.md', 'src/b.ts', 'src/a.ts', 'B.bin', 'large.txt')
const scan = async (given: Partial<TextScanOptions>) =>
  scanText({
    root,
    files: all,
    matcher: await createTextMatcher({ query: 'needle', regex: false, case_sensitive: true, word: false }),
    limit: 10,
    deadline_ms: 5000,
    ...given,
  })

describe('scanText', () => {
  it('[SC6] every line that matches, by path then line, and what was read', async () => {
    expect(await scan({})).toEqual({
      hits: [
        { path: 'large.txt', line: 2, column: 1 },
        { path: 'src/a.ts', line: 1, column: 1 },
        { path: 'src/a.ts', line: 3, column: 1 },
        { path: 'z.md', line: 1, column: 5 },
      ],
      truncated: false,
      total: 4,
      total_at_least: 4,
      searched: 5,
      unchecked: 0,
    })
  })

  it('[SC7] pages join without gap or repeat', async () => {
    const whole = (await scan({})).hits
    const paged = []
    for (let after: { path: string; line: number } | null = null; ; ) {
      const page = await scan({ limit: 1, after })
      paged.push(...page.hits)
      if (!page.truncated) break
      after = page.hits.at(-1) ?? null
    }
    expect(paged).toEqual(whole)
  })

  it('[SC7] says that there is more, and counts it on request', async () => {
    expect(await scan({ limit: 2 })).toMatchObject({ truncated: true, total: null })
    expect(await scan({ limit: 2, count_all: true })).toMatchObject({ truncated: true, total: 4 })
    expect(await scan({ limit: 4 })).toMatchObject({ truncated: false, total: 4 })
    expect(await scan({ limit: 0, count_all: true })).toMatchObject({ hits: [], total: 4 })
    expect(await scan({ limit: 9, after: { path: 'src/a.ts', line: 1 }, count_all: true })).toMatchObject({
      truncated: false,
      total: 4,
    })
  })

  it('[SC8] a deleted file is not quoted; one that cannot be read is counted, not silently skipped', async () => {
    mkdirSync(path.join(root, 'folder.ts'), { recursive: true })
    const result = await scan({ files: [...all, ...listed('gone.ts', 'src/a.ts/no.ts', 'folder.ts')] })
    expect(result).toMatchObject({ truncated: true, total: null, total_at_least: 4, unchecked: 1 })
  })

  it.skipIf(process.getuid?.() === 0)('[SC8] a file without permission is counted', async () => {
    writeFileSync(path.join(root, 'locked.ts'), 'needle')
    chmodSync(path.join(root, 'locked.ts'), 0)
    expect(await scan({ files: listed('locked.ts') })).toMatchObject({ unchecked: 1 })
  })

  it('[SC8] a FIFO that replaced a file does not block the scan', async () => {
    const fifo = path.join(root, 'pipe.ts')
    execFileSync('mkfifo', [fifo])
    expect(await scan({ files: listed('pipe.ts', 'z.md') })).toMatchObject({ total_at_least: 1 })
    rmSync(fifo)
  })

  it('[SC9] stops at the deadline and counts what it did not read', async () => {
    expect(await scan({ deadline_ms: 0 })).toEqual({
      hits: [],
      truncated: true,
      total: null,
      total_at_least: 0,
      searched: 0,
      unchecked: 5,
    })
  })

  it('[SC9] a cancelled scan ends with the reason', async () => {
    const controller = new AbortController()
    const many = Array.from({ length: 50_000 }, () => ({ path: 'large.txt' }))
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(scan({ files: many, signal: controller.signal, count_all: true })).rejects.toThrow('enough')
  })
})

const parsed = (symbols: SymbolFact[], uses: UseFact[]): ParsedFile => ({
  facts: {
    partial: false,
    line_count: 1,
    package: '',
    doc: '',
    symbols,
    imports: [],
    exports: [],
    uses,
    bindings: [],
    sections: [],
  },
  terms: [],
  identifiers: new Map(),
})

/** A parser of one toy language: `def NAME` defines, `NAME()` calls, each on its own line. */
const asked: string[] = []
const toyParser = {
  async parse(text: string, language: string): Promise<ParseOutcome> {
    asked.push(text)
    if (language !== 'python') return { state: 'text-only', reason: 'no grammar', parsed: parsed([], []) }
    const symbols: SymbolFact[] = []
    const uses: UseFact[] = []
    for (const [at, line] of text.split('\n').entries()) {
      const def = /^def (\w+)/.exec(line)
      if (def) symbols.push(symbolFact({ name: def[1] ?? '', qualified_name: def[1] ?? '', start_line: at + 1 }))
      const call = /^\s*(\w+)\(\)/.exec(line)
      if (call)
        uses.push(
          useFact({ name: call[1] ?? '', line: at + 1, column: line.indexOf(call[1] ?? '') + 1, enclosing: symbols.length - 1 }),
        )
    }
    return { state: 'indexed', reason: '', parsed: parsed(symbols, uses) }
  },
}

describe('scanSymbol', () => {
  const write = (file: string, text: string): void => writeFileSync(path.join(root, file), text)
  const find = async (deadline_ms = 5000) => {
    write('a.py', 'def target():\n  helper()\ndef other():\n  target()\ntarget()\n')
    write('b.py', '# retargeted\ndef helper():\n')
    write('c.rs', 'fn main() { target(); }\n')
    write('d.md', 'calls target()\n')
    asked.length = 0
    const files = [
      { path: 'd.md', language: 'markdown' },
      { path: 'c.rs', language: 'rust' },
      { path: 'b.py', language: 'python' },
      { path: 'a.py', language: 'python' },
      { path: 'gone.py', language: 'python' },
    ]
    return scanSymbol({ root, files, name: 'target', parser: toyParser, deadline_ms })
  }

  it('[SC10] definitions with their uses, and uses with their enclosing symbol, by path, then line', async () => {
    const { definitions, uses, textual_hits } = await find()
    expect(
      definitions.map(({ path: file, symbol: found, uses: inside }) => [file, found.name, inside.map(({ name }) => name)]),
    ).toEqual([['a.py', 'target', ['helper']]])
    expect(uses.map(({ path: file, line, use: edge, enclosing }) => [file, line, edge, enclosing?.symbol.name ?? null])).toEqual([
      ['a.py', 4, 'calls', 'other'],
      ['a.py', 5, 'calls', 'other'],
      ['c.rs', 1, 'references', null],
    ])
    expect(textual_hits).toBe(5)
  })

  it('[SC11] parses only files that contain the name as a word', async () => {
    const { parsed: amount, unchecked } = await find()
    expect(asked).toHaveLength(2)
    expect([amount, unchecked]).toEqual([1, 0])
  })

  it('[SC11] files that seem to define the name are parsed first', async () => {
    await find()
    expect(asked[0]).toContain('def target')
    write('0.py', 'target()\n')
    asked.length = 0
    const files = ['0.py', 'a.py'].map((file) => ({ path: file, language: 'python' }))
    const { uses } = await scanSymbol({ root, files, name: 'target', parser: toyParser, deadline_ms: 5000 })
    expect(asked.map((text) => text.startsWith('def'))).toEqual([true, false])
    expect(uses.map(({ path: file }) => file)).toEqual(['0.py', 'a.py', 'a.py'])
  })

  it('[SC9] stops at the deadline and counts the files it did not read', async () => {
    expect(await find(0)).toEqual({ definitions: [], uses: [], textual_hits: 0, parsed: 0, unchecked: 5 })
  })
})

describe('scanNames', () => {
  it('[SC12] finds the names in code that are spelled most like the wanted one; prose does not count', async () => {
    writeFileSync(path.join(root, 'n.py'), 'def retry_upload():\n    retryUploads(1)\n')
    writeFileSync(path.join(root, 'n.md'), 'retryUploax\n')
    const files = [
      { path: 'n.py', language: 'python' },
      { path: 'n.md', language: 'markdown' },
      { path: 'gone.py', language: 'python' },
    ]
    const near = (name: string, most = 5) => scanNames({ root, files, name, most, deadline_ms: 5000 })
    expect(await near('retryUpload')).toEqual(['retry_upload'])
    expect(await near('RetryUploadz')).toEqual(['retry_upload', 'retryUploads'])
    expect(await near('RetryUploadz', 1)).toEqual(['retry_upload'])
    expect(await near('somethingElse')).toEqual([])
  })
})

it('[SC13] imports of a module are uses of it, whatever they import', async () => {
  writeFileSync(path.join(root, 'user.py'), 'from shop.pay import refund\n')
  const fact: ImportFact = {
    module: 'shop.pay',
    name: 'refund',
    alias: 'refund',
    kind: 'named',
    line: 1,
    column: 1,
    scope: -1,
    type_only: false,
  }
  const use = useFact({ name: 'refund', use: 'imports', column: 22, import: 0 })
  const facts = { ...emptyFacts(), imports: [fact], uses: [use] }
  const parser = {
    parse: async (): Promise<ParseOutcome> => ({
      state: 'indexed',
      reason: '',
      parsed: { facts, terms: [], identifiers: new Map() },
    }),
  }
  const files = [{ path: 'user.py', language: 'python' }]
  const scan = (modules: string[]) => scanSymbol({ root, files, name: 'pay', modules, parser, deadline_ms: 5000 })
  expect((await scan(['shop/pay.py'])).uses.map(({ line, use: edge }) => [line, edge])).toEqual([[1, 'imports']])
  expect((await scan(['other/pay.py'])).uses).toEqual([])
  expect((await scan([])).uses).toEqual([])
})
