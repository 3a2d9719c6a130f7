/** Files are added, changed and removed; a reader never sees half a file. */
import { describe, expect, it } from 'vitest'
import { pathKey } from '../../src/contract/identity.ts'
import { oneRead } from '../kit/one-read.ts'
import { batch, note, record, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import type { Stage } from './store-behaviour.ts'

const cart: Sample = {
  path: 'src/cart.ts',
  symbols: [{ name: 'addItem', words: { add: 1, item: 1 } }],
  words: { cart: 2, item: 1 },
  identifiers: { addItem: 3 },
}
const newCart: Sample = { ...cart, symbols: [{ name: 'putItem', words: { put: 1, item: 1 } }], identifiers: { putItem: 1 } }

export function fileBehaviour(stage: Stage): void {
  describe('files', () => {
    it('[ST4] all data of a file is readable once it was applied', async () => {
      const { row } = record(cart)
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.ask(async (now) => {
        expect(await now.recordedFiles(SHOP)).toEqual([row])
        expect(await now.file(SHOP, 'src/cart.ts')).toEqual(row)
        expect(await now.fileByKey(SHOP, pathKey('src/cart.ts'))).toEqual(row)
        expect((await now.factsOf(SHOP, 'src/cart.ts'))?.outline().symbols.map(({ name }) => name)).toEqual(['addItem'])
        expect(await now.symbolsNamed(SHOP, 'addItem')).toEqual([{ path: 'src/cart.ts', ordinal: 0 }])
        expect(await now.filesWithIdentifier(SHOP, 'addItem')).toEqual([{ path: 'src/cart.ts', count: 3 }])
      })
    })

    it('[ST4] a replaced file has only its new data', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.writer.apply(SHOP, replaceAll(newCart))
      await stage.ask(async (now) => {
        expect(await now.recordedFiles(SHOP)).toEqual([record(newCart).row])
        expect(await now.symbolsNamed(SHOP, 'addItem')).toEqual([])
        expect(await now.symbolsNamed(SHOP, 'putItem')).toEqual([{ path: 'src/cart.ts', ordinal: 0 }])
        expect(await now.filesWithIdentifier(SHOP, 'addItem')).toEqual([])
      })
    })

    it('[ST4] a removed file has no data, and may come back', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart, { ...cart, path: 'src/other.ts' }))
      await stage.writer.apply(SHOP, batch({ remove: ['src/cart.ts', 'never/there.ts'] }))
      await stage.ask(async (now) => {
        expect(await now.file(SHOP, 'src/cart.ts')).toBeUndefined()
        expect(await now.fileByKey(SHOP, pathKey('src/cart.ts'))).toBeUndefined()
        expect(await now.factsOf(SHOP, 'src/cart.ts')).toBeUndefined()
        expect(await now.symbolsNamed(SHOP, 'addItem')).toEqual([{ path: 'src/other.ts', ordinal: 0 }])
      })
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.ask(async (now) => {
        expect((await now.symbolsNamed(SHOP, 'addItem')).map(({ path }) => path)).toEqual(['src/cart.ts', 'src/other.ts'])
      })
    })

    it('[ST4] rows are those of the snapshot, whatever was read before or is written meanwhile', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      const paths = async () => stage.ask(async (now) => (await now.recordedFiles(SHOP)).map(({ path }) => path))
      expect(await paths()).toEqual(['src/cart.ts'])
      const early = oneRead(await stage.reader.snapshot())
      expect(await early.generation(SHOP)).toBeGreaterThan(0)
      await stage.writer.apply(SHOP, replaceAll({ ...cart, path: 'src/new.ts' }))
      expect(await paths()).toEqual(['src/cart.ts', 'src/new.ts'])
      expect((await early.recordedFiles(SHOP)).map(({ path }) => path)).toEqual(['src/cart.ts'])
      await early.close()
      expect(await paths()).toEqual(['src/cart.ts', 'src/new.ts'])
      const { row } = record(cart)
      await stage.writer.touchFiles(SHOP, [{ ...row, mtime_ms: 12_345 }])
      await stage.ask(async (now) => expect((await now.recordedFiles(SHOP))[0]?.mtime_ms).toBe(12_345))
    })

    it('[ST4] a file without facts has its row, with the reason', async () => {
      const failed = record({ path: 'big.bin', facts: false, status: 'failed', role: 'binary' })
      failed.row.reason = 'too large'
      await stage.writer.apply(SHOP, replaceAll({ ...cart, path: 'big.bin' }))
      await stage.writer.apply(SHOP, batch({ replace: [failed] }))
      await stage.ask(async (now) => {
        expect(await now.file(SHOP, 'big.bin')).toEqual(failed.row)
        expect(await now.factsOf(SHOP, 'big.bin')).toBeUndefined()
        expect(await now.symbolsNamed(SHOP, 'addItem')).toEqual([])
      })
    })

    it('[ST4] odd paths and names are kept as they are', async () => {
      const odd: Sample = {
        path: 'a b/"q"\n\u{1F600}é.ts',
        symbols: [{ name: 'größe\u{1F600}' }],
        identifiers: { 变量: 1, '': 2, '\u{10FFFF}x': 3 },
      }
      await stage.writer.apply(SHOP, replaceAll(odd, { path: 'z.ts', identifiers: { 变量: 2 } }))
      await stage.ask(async (now) => {
        expect((await now.recordedFiles(SHOP)).map(({ path }) => path)).toEqual([odd.path, 'z.ts'])
        expect(await now.symbolsNamed(SHOP, 'größe\u{1F600}')).toEqual([{ path: odd.path, ordinal: 0 }])
        expect(await now.filesWithIdentifier(SHOP, '变量')).toEqual([
          { path: odd.path, count: 1 },
          { path: 'z.ts', count: 2 },
        ])
        expect(await now.filesWithIdentifier(SHOP, '\u{10FFFF}x')).toEqual([{ path: odd.path, count: 3 }])
      })
    })

    it('[ST1] a snapshot keeps the state at which it was opened', async () => {
      await stage.writer.apply(SHOP, batch({ ...replaceAll(cart), notes: [note('src', { cart: 1 }, 'old')] }))
      const before = oneRead(await stage.reader.snapshot())
      const generation = await before.generation(SHOP)
      await stage.writer.apply(SHOP, batch({ ...replaceAll(newCart), notes: [note('src', { cart: 1 }, 'new')] }))
      await stage.writer.apply(SHOP, replaceAll({ ...cart, path: 'src/more.ts' }))
      expect(await before.generation(SHOP)).toBe(generation)
      expect(await before.recordedFiles(SHOP)).toEqual([record(cart).row])
      expect(await before.symbolsNamed(SHOP, 'addItem')).toEqual([{ path: 'src/cart.ts', ordinal: 0 }])
      expect(await before.symbolsNamed(SHOP, 'putItem')).toEqual([])
      expect((await before.note(SHOP, 'module', 'src'))?.content).toBe('old')
      const query = { repos: [SHOP], level: 'symbol' as const, words: new Map([['item', 1]]), filter: {}, offset: 0, limit: 9 }
      expect((await before.rank(query)).total).toBe(1)
      expect(await stage.ask(async (now) => (await now.rank(query)).total)).toBe(2)
      await before.close()
      await before.close()
    })

    it('[ST1] many snapshots may be open at once, each with its own state', async () => {
      const snapshots = []
      for (let count = 0; count < 12; count++) {
        snapshots.push(await stage.reader.snapshot())
        await stage.writer.apply(SHOP, replaceAll({ ...cart, path: `src/${count}.ts` }))
      }
      const seen = await Promise.all(snapshots.map(async (snapshot) => (await snapshot.recordedFiles(SHOP)).length))
      expect(seen).toEqual(snapshots.map((_, count) => count))
      await Promise.all(snapshots.map((snapshot) => snapshot.close()))
    })

    it('[ST1] unflushed data of a build is not visible, and is dropped when the build is abandoned', async () => {
      const build = await stage.writer.openBuild(SHOP)
      await build.add(record(cart))
      expect(await stage.ask((now) => now.recordedFiles(SHOP))).toEqual([])
      await build.flush()
      expect(await stage.ask((now) => now.recordedFiles(SHOP))).toEqual([record(cart).row])
      await build.add(record(newCart))
      await build.abandon()
      expect(await stage.ask((now) => now.symbolsNamed(SHOP, 'addItem'))).toHaveLength(1)
    })

    it('[ST6] each repo has its own data, even for the same bytes', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.writer.apply(TOOLS, replaceAll({ ...cart, path: 'lib/cart.ts' }, newCart))
      await stage.ask(async (now) => {
        expect(await now.symbolsNamed(SHOP, 'addItem')).toEqual([{ path: 'src/cart.ts', ordinal: 0 }])
        expect(await now.symbolsNamed(TOOLS, 'addItem')).toEqual([{ path: 'lib/cart.ts', ordinal: 0 }])
        expect((await now.factsOf(TOOLS, 'src/cart.ts'))?.outline().symbols[0]?.name).toBe('putItem')
        expect((await now.repos()).map(({ repo_id, files }) => [repo_id, files])).toEqual([
          [SHOP, 1],
          [TOOLS, 2],
        ])
      })
    })

    it('[ST10] the generation grows with every change and is never reused', async () => {
      const generation = (): Promise<number> => stage.ask((now) => now.generation(SHOP))
      const seen = [await generation()]
      expect(seen).toEqual([0])
      const step = async (work: () => Promise<unknown>): Promise<void> => {
        await work()
        seen.push(await generation())
      }
      await step(() => stage.writer.apply(SHOP, replaceAll(cart)))
      await step(() => stage.writer.apply(SHOP, batch({ notes: [note('src', { a: 1 })] })))
      await step(() => stage.writer.apply(SHOP, batch({ links: [{ path: 'src/cart.ts', uses: [], derived: [] }] })))
      await step(() => stage.writer.apply(SHOP, batch({ remove: ['src/cart.ts'] })))
      await stage.writer.removeRepo(SHOP)
      await step(() => stage.writer.apply(SHOP, replaceAll(cart)))
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
      await stage.writer.apply(SHOP, batch({ last_indexed_at: '2026-01-02T03:04:05.000Z' }))
      expect(await generation()).toBe(seen.at(-1))
    })

    it('[ST10] a repo row counts files, levels, languages and statuses, and says when it was indexed', async () => {
      const samples: Sample[] = [
        { ...cart, size: 300 },
        { path: 'a.py', language: 'python', words: { a: 1 }, size: 500 },
        { path: 'gen.ts', role: 'generated', words: { a: 1 }, symbols: [{ name: 'g', words: { g: 1 } }], size: 9000 },
        { path: 'README.md', language: 'markdown', role: 'document', words: { a: 1 }, sections: [{ a: 1 }, { b: 1 }] },
        { path: 'x.bin', role: 'binary', facts: false, status: 'failed', language: '' },
      ]
      await stage.writer.apply(SHOP, batch({ ...replaceAll(...samples), notes: [note('', { a: 1 }), note('src', { b: 1 })] }))
      await stage.writer.apply(SHOP, batch({ last_indexed_at: '2026-01-02T03:04:05.000Z' }))
      const row = await stage.ask((now) => now.repo(SHOP))
      expect(row).toEqual({
        repo_id: SHOP,
        generation: row?.generation,
        complete: true,
        files: 5,
        last_indexed_at: '2026-01-02T03:04:05.000Z',
        counts: { symbol: 1, file: 3, module: 1, repo: 1, doc: 2 },
        languages: [
          { language: 'python', files: 1, bytes: 500 },
          { language: 'typescript', files: 1, bytes: 300 },
        ],
        statuses: { indexed: 4, partial: 0, 'text-only': 0, failed: 1, 'timed-out': 0 },
      })
      expect(await stage.ask((now) => now.repo(TOOLS))).toBeUndefined()
    })

    it('[ST17] a repo is not complete between the start and the finish of a build', async () => {
      const complete = (): Promise<boolean | undefined> => stage.ask(async (now) => (await now.repo(SHOP))?.complete)
      const build = await stage.writer.openBuild(SHOP)
      expect(await complete()).toBe(false)
      await build.add(record(cart))
      await build.flush()
      expect(await complete()).toBe(false)
      await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
      expect(await complete()).toBe(true)
    })

    it('[ST15] a removed repo leaves no data, and others are unchanged', async () => {
      await stage.writer.apply(SHOP, batch({ ...replaceAll(cart), notes: [note('', { a: 1 }), note('src', { a: 1 })] }))
      await stage.writer.apply(TOOLS, replaceAll(cart))
      await stage.writer.removeRepo(SHOP)
      await stage.ask(async (now) => {
        expect(await now.repo(SHOP)).toBeUndefined()
        expect(await now.recordedFiles(SHOP)).toEqual([])
        expect(await now.symbolsNamed(SHOP, 'addItem')).toEqual([])
        expect(await now.note(SHOP, 'repo', '')).toBeUndefined()
        expect(await now.symbolsNamed(TOOLS, 'addItem')).toHaveLength(1)
      })
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.ask(async (now) => {
        expect(await now.modulePaths(SHOP)).toEqual([])
      })
      await stage.writer.removeRepo(TOOLS)
      await stage.writer.removeRepo(TOOLS)
    })

    it('[ST10] touched files have new times, and nothing else about them changes', async () => {
      const { row } = record(cart)
      await stage.writer.apply(SHOP, replaceAll(cart))
      const generation = await stage.ask((now) => now.generation(SHOP))
      const touched = { ...row, mtime_ms: 5.5, blob_id: 'abc', size: 7 }
      const other = { ...touched, content_hash: record(newCart).row.content_hash, mtime_ms: 9 }
      await stage.writer.touchFiles(SHOP, [touched, other, { ...touched, path: 'never/there.ts' }])
      expect(await stage.ask((now) => now.recordedFiles(SHOP))).toEqual([touched])
      expect(await stage.ask((now) => now.generation(SHOP))).toBe(generation)
    })
  })
}
