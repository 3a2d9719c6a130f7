/** Facts by content, and when they are deleted. */
import { describe, expect, it } from 'vitest'
import type { FactsKey, FileRecord } from '../../src/store/port.ts'
import { batch, factsBytes, note, record, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import type { Stage } from './store-behaviour.ts'

const cart: Sample = { path: 'cart.ts', symbols: [{ name: 'add', words: { add: 1 } }], identifiers: { add: 1 } }
const keyOf = ({ row }: FileRecord): FactsKey => ({
  content_hash: row.content_hash,
  language: row.language,
  parser_version: row.parser_version,
})
const later = (): Date => new Date(Date.now() + 60_000)
const longAgo = new Date(0)

export function contentBehaviour(stage: Stage): void {
  const holds = async (...records: FileRecord[]): Promise<boolean[]> => stage.ask((now) => now.hasFacts(records.map(keyOf)))

  describe('content', () => {
    it('[ST5] facts are stored as soon as they are put, but no file is visible', async () => {
      const made = record(cart)
      expect(await stage.ask((now) => now.hasAnyFacts())).toBe(false)
      await stage.writer.putFacts([{ key: keyOf(made), bytes: factsBytes(cart) }])
      expect(await stage.ask((now) => now.hasAnyFacts())).toBe(true)
      expect(await holds(made, record({ ...cart, parser: 'p2' }))).toEqual([true, false])
      await stage.ask(async (now) => {
        expect((await now.factsFor(keyOf(made)))?.outline().symbols[0]?.name).toBe('add')
        expect(await now.repos()).toEqual([])
      })
    })

    it('[ST5] a file may be written from facts that the store already has, also from another repo', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      const copy = record({ ...cart, path: 'copy.ts' })
      await stage.writer.apply(TOOLS, batch({ replace: [{ row: copy.row, facts: 'stored' }] }))
      const build = await stage.writer.openBuild(TOOLS)
      await build.add({ row: { ...copy.row, path: 'again.ts' }, facts: 'stored' })
      await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
      await stage.ask(async (now) => {
        expect((await now.symbolsNamed(TOOLS, 'add')).map(({ path }) => path)).toEqual(['again.ts', 'copy.ts'])
        expect((await now.symbolsNamed(SHOP, 'add')).map(({ path }) => path)).toEqual(['cart.ts'])
      })
      const unknown = record({ ...cart, words: { never: 1 } })
      await expect(stage.writer.apply(TOOLS, batch({ replace: [{ row: unknown.row, facts: 'stored' }] }))).rejects.toMatchObject({
        code: 'INDEX_LOCKED',
      })
    })

    it('[ST5] facts of an older parser are used while there are none of the row’s own version', async () => {
      const old = record(cart)
      await stage.writer.apply(SHOP, batch({ replace: [old] }))
      const row = { ...old.row, parser_version: 'p2' }
      await stage.writer.apply(SHOP, batch({ replace: [{ row, facts: null }] }))
      const nameNow = (): Promise<string | undefined> =>
        stage.ask(async (now) => (await now.factsOf(SHOP, 'cart.ts'))?.outline().symbols[0]?.name)
      expect(await nameNow()).toBe('add')
      await stage.writer.collect({ unreferenced_since: later(), quota_bytes: null })
      expect(await nameNow()).toBe('add')
      await stage.writer.putFacts([
        { key: keyOf({ row, facts: null }), bytes: factsBytes({ ...cart, symbols: [{ name: 'newer' }] }) },
      ])
      expect(await nameNow()).toBe('newer')
    })

    it('[ST14] content without a file is deleted when it was unused for long enough, referenced content never', async () => {
      const kept = record(cart)
      const gone = record({ ...cart, words: { gone: 1 } })
      await stage.writer.apply(SHOP, batch({ replace: [kept, { ...gone, row: { ...gone.row, path: 'gone.ts' } }] }))
      await stage.writer.apply(TOOLS, batch({ replace: [kept] }))
      await stage.writer.apply(SHOP, batch({ remove: ['gone.ts', 'cart.ts'] }))
      expect((await stage.writer.collect({ unreferenced_since: longAgo, quota_bytes: null })).dropped).toBe(0)
      expect((await stage.writer.collect({ unreferenced_since: later(), quota_bytes: null })).dropped).toBe(1)
      expect(await holds(kept, gone)).toEqual([true, false])
      await stage.writer.removeRepo(TOOLS)
      expect((await stage.writer.collect({ unreferenced_since: later(), quota_bytes: null })).dropped).toBe(1)
    })

    it('[ST14] a quota deletes the longest unused content first, and nothing that a file refers to', async () => {
      const bulky = (at: number): Sample => ({ path: `${at}.ts`, identifiers: noise(at) })
      const records = [0, 1, 2, 3, 4].map((at) => record(bulky(at)))
      await stage.writer.apply(SHOP, batch({ replace: records }))
      for (const at of [2, 0, 1]) {
        await stage.writer.apply(SHOP, batch({ remove: [`${at}.ts`] }))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await stage.writer.collect({ unreferenced_since: longAgo, quota_bytes: 1e12 })
      expect(await holds(...records)).toEqual([true, true, true, true, true])
      const { total, facts } = await stage.reader.size()
      const freed = await stage.writer.collect({ unreferenced_since: longAgo, quota_bytes: Math.round(total - facts / 8) })
      expect(freed.freed_bytes).toBeGreaterThan(0)
      expect(await holds(...records)).toEqual([true, true, false, true, true])
      await stage.writer.collect({ unreferenced_since: longAgo, quota_bytes: 0 })
      expect(await holds(...records)).toEqual([false, false, false, true, true])
    })

    it('[ST14] the size covers everything, the facts and each repo, and falls when content is deleted', async () => {
      const records = Array.from({ length: 30 }, (_, at) => record({ path: `${at}.ts`, identifiers: noise(at) }))
      await stage.writer.apply(SHOP, batch({ replace: records, notes: [note('src', { a: 1 })] }))
      await stage.writer.apply(TOOLS, replaceAll(cart))
      const full = await stage.reader.size()
      expect(full.facts).toBeGreaterThan(100_000)
      expect(full.total).toBeGreaterThan(full.facts)
      expect(full.repos.map(({ repo_id }) => repo_id)).toEqual([SHOP, TOOLS])
      expect(full.repos[0]?.bytes).toBeGreaterThan(full.facts)
      expect(full.repos[1]?.bytes).toBeLessThan(10_000)
      await stage.writer.removeRepo(SHOP)
      const { freed_bytes } = await stage.writer.collect({ unreferenced_since: later(), quota_bytes: null })
      expect(freed_bytes).toBeGreaterThan(full.facts)
      expect((await stage.reader.size()).total).toBeLessThan(full.total - full.facts)
    })

    it('[ST16] one writer at a time per repo; others wait, give up, or are cancelled', async () => {
      const held = await stage.writer.lockRepo(SHOP, { wait_ms: 0 })
      expect(held).toBeDefined()
      expect(await stage.writer.lockRepo(SHOP, { wait_ms: 60 })).toBeUndefined()
      const other = await stage.writer.lockRepo(TOOLS, { wait_ms: 0 })
      expect(other).toBeDefined()
      await other?.release()
      const waiting = stage.writer.lockRepo(SHOP, { wait_ms: 5_000 })
      const cancelled = stage.writer.lockRepo(SHOP, { wait_ms: 5_000, signal: AbortSignal.timeout(40) })
      await expect(cancelled).rejects.toThrow()
      await held?.release()
      await held?.release()
      const next = await waiting
      expect(next).toBeDefined()
      await next?.release()
    })

    it('[ST14] the check of an undamaged store finds nothing', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      expect(await stage.reader.check()).toBeUndefined()
    })
  })
}

/** Identifiers that do not compress. */
function noise(seed: number): Record<string, number> {
  const words: Record<string, number> = {}
  let state = seed * 7919 + 1
  for (let at = 0; at < 1500; at++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    words[`w${state.toString(36)}`] = 1
  }
  return words
}
