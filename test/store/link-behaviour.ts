/** Links between symbols, and to packages. */
import { describe, expect, it } from 'vitest'
import type { LinkOutcome } from '../../src/store/port.ts'
import { batch, record, replaceAll, type Sample, SHOP, symbol, TOOLS } from './samples.ts'
import type { Stage } from './store-behaviour.ts'

const ledger: Sample = {
  path: 'ledger.ts',
  symbols: [
    { name: 'Ledger', kind: 'class' },
    { name: 'Ledger.post', kind: 'method' },
  ],
}
const pay: Sample = {
  path: 'pay.ts',
  symbols: [{ name: 'pay' }, { name: 'refund' }],
  uses: [
    { name: 'Ledger', use: 'imports', line: 1, column: 10 },
    { name: 'post', line: 4, column: 3, enclosing: 0 },
    { name: 'post', line: 9, column: 7, enclosing: 1 },
    { name: 'useState', line: 10, column: 2, enclosing: 1 },
    { name: 'mystery', line: 11, column: 2, enclosing: 1 },
  ],
}
const post = symbol('ledger.ts', 'Ledger.post')
const outcomes: LinkOutcome[] = [
  { to: 'symbol', target: symbol('ledger.ts', 'Ledger'), tier: 'resolved' },
  { to: 'symbol', target: post, tier: 'resolved' },
  { to: 'symbol', target: post, tier: 'proven' },
  { to: 'package', target: 'pkg:npm/react#useState' },
  { to: 'nothing', reason: 'receiver-unknown' },
]
const payLinks = { path: 'pay.ts', uses: outcomes, derived: [] }
const link = (name: string, line: number, column: number, tier: 'proven' | 'resolved' = 'resolved') => ({
  source: symbol('pay.ts', name),
  target: post,
  edge: 'calls' as const,
  tier,
  line,
  column,
})

export function linkBehaviour(stage: Stage): void {
  const set = (given: Parameters<typeof batch>[0]) => stage.writer.apply(SHOP, batch(given))
  const to = () => stage.ask((now) => now.linksTo(SHOP, post))

  describe('links', () => {
    it('[ST11] are found from both ends, with their place and enclosing symbol', async () => {
      await set({ ...replaceAll(ledger, pay), links: [payLinks] })
      await stage.ask(async (now) => {
        expect(await now.linksTo(SHOP, post)).toEqual([link('pay', 4, 3), link('refund', 9, 7, 'proven')])
        expect(await now.linksFrom(SHOP, symbol('pay.ts', 'refund'))).toEqual([link('refund', 9, 7, 'proven')])
        expect(await now.linksFrom(SHOP, symbol('pay.ts', ''))).toEqual([
          {
            source: symbol('pay.ts', ''),
            target: symbol('ledger.ts', 'Ledger'),
            edge: 'imports',
            tier: 'resolved',
            line: 1,
            column: 10,
          },
        ])
        const inFile = await now.linksInFile(SHOP, 'pay.ts')
        expect(inFile.links.map(({ line }) => line)).toEqual([1, 4, 9])
        expect(inFile.packages.map(({ target }) => target)).toEqual(['pkg:npm/react#useState'])
        expect(await now.linkOutcomes(SHOP, 'pay.ts')).toEqual(outcomes)
        expect(await now.linkOutcomes(SHOP, 'ledger.ts')).toBeUndefined()
        expect(await now.linksTo(TOOLS, post)).toEqual([])
      })
    })

    it('[ST11] survive the replacement of their target, and are found again when a removed target comes back', async () => {
      await set({ ...replaceAll(ledger, pay), links: [payLinks] })
      const before = await to()
      await set(replaceAll({ ...ledger, symbols: [...(ledger.symbols ?? []), { name: 'more' }] }))
      expect(await to()).toEqual(before)
      await set({ remove: ['ledger.ts'] })
      expect(await to()).toEqual([])
      await stage.ask(async (now) => {
        expect(await now.linksFrom(SHOP, symbol('pay.ts', 'pay'))).toEqual([])
        expect((await now.linkOutcomes(SHOP, 'pay.ts'))?.[1]).toEqual({ to: 'nothing', reason: 'not-found' })
      })
      await set(replaceAll(ledger))
      expect(await to()).toEqual(before)
    })

    it('[ST11] of a replaced or removed file are deleted; of a file written again with the same content they stay', async () => {
      await set({ ...replaceAll(ledger, pay), links: [payLinks] })
      const touched = record(pay)
      touched.row.mtime_ms += 1
      await set({ replace: [touched] })
      expect(await to()).toHaveLength(2)
      await set(replaceAll({ ...pay, words: { edited: 1 } }))
      expect(await to()).toEqual([])
      expect(await stage.ask((now) => now.linkOutcomes(SHOP, 'pay.ts'))).toBeUndefined()
      await set({ links: [payLinks] })
      expect(await to()).toHaveLength(2)
      await set({ remove: ['pay.ts'] })
      expect(await to()).toEqual([])
      expect(await stage.ask((now) => now.packageLinks(SHOP, ['pkg:npm/react'], { prefix: true }))).toEqual([])
    })

    it('[ST11] may point to a file that is added later, and are replaced as a whole', async () => {
      await set({ ...replaceAll(pay), links: [payLinks] })
      expect(await to()).toEqual([])
      await set(replaceAll(ledger))
      expect(await to()).toHaveLength(2)
      const fewer = outcomes.map((outcome, at): LinkOutcome => (at === 1 ? { to: 'nothing', reason: 'ambiguous' } : outcome))
      await set({ links: [{ ...payLinks, uses: fewer }] })
      expect(await to()).toEqual([link('refund', 9, 7, 'proven')])
    })

    it('[ST11] that come from no name in the text (overrides) are stored in addition to those of uses', async () => {
      const derived = [{ source_key: symbol('pay.ts', 'pay').key, edge: 'overrides' as const, target: post, line: 3, column: 1 }]
      await set({ ...replaceAll(ledger, pay), links: [{ ...payLinks, derived }] })
      const expected = { ...link('pay', 3, 1), edge: 'overrides' }
      expect((await to())[0]).toEqual(expected)
      expect(await stage.ask((now) => now.linksFrom(SHOP, symbol('pay.ts', 'pay')))).toEqual([expected, link('pay', 4, 3)])
      expect(await stage.ask((now) => now.linkOutcomes(SHOP, 'pay.ts'))).toEqual(outcomes)
    })

    it('[ST12] to packages are found by the whole target, or by everything below it', async () => {
      const targets = ['react#useState', 'react#Component.setState', 'react/jsx#jsx', 'react-dom#render', 'react.x#y', 'react']
      const uses = targets.map((name, at) => ({ name, line: at + 1, enclosing: 0 }))
      const app: Sample = { path: 'app.ts', symbols: [{ name: 'app' }], uses }
      const links = {
        path: 'app.ts',
        uses: targets.map((name): LinkOutcome => ({ to: 'package', target: `pkg:npm/${name}` })),
        derived: [],
      }
      await set({ ...replaceAll(app), links: [links] })
      const found = (target: string, prefix: boolean) =>
        stage.ask(async (now) =>
          (await now.packageLinks(SHOP, [target], { prefix })).map((each) => each.target.slice('pkg:npm/'.length)),
        )
      expect(await found('pkg:npm/react', true)).toEqual(['react', 'react#Component.setState', 'react#useState', 'react/jsx#jsx'])
      expect(await found('pkg:npm/react', false)).toEqual(['react'])
      expect(await found('pkg:npm/react#Component', true)).toEqual(['react#Component.setState'])
      expect(await found('pkg:npm/react#', true)).toEqual(['react#Component.setState', 'react#useState'])
      expect(await found('pkg:npm/', true)).toHaveLength(6)
      expect(await found('pkg:npm/vue', true)).toEqual([])
      expect((await stage.ask((now) => now.linksInFile(SHOP, 'app.ts'))).packages).toHaveLength(6)
      expect(await stage.ask((now) => now.packageLinks(SHOP, ['pkg:npm/react#useState'], { prefix: false }))).toEqual([
        { source: symbol('app.ts', 'app'), target: 'pkg:npm/react#useState', edge: 'calls', line: 1, column: 5 },
      ])
    })

    it('[ST11] are also written by a build, for the files it has just added', async () => {
      const build = await stage.writer.openBuild(SHOP)
      await build.add(record(pay))
      await build.add(record(ledger))
      await build.putLinks([payLinks])
      await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
      expect(await to()).toHaveLength(2)
      const again = await stage.writer.openBuild(SHOP)
      await again.putLinks([{ path: 'gone.ts', uses: [], derived: [] }])
      await again.finish({ last_indexed_at: '2026-01-02T03:04:06.000Z' })
      expect(await to()).toHaveLength(2)
    })

    it('[ST60] are stored with what they were made from; a file whose links have no such record counts as affected', async () => {
      const asking = (...questions: number[]) => stage.ask((now) => now.filesAsking(SHOP, new Set(questions)))
      const sources = (manifest: string, hash: string, ...asked: number[]) => ({
        manifests: new Map([[manifest, hash]]),
        asked: new Set(asked),
      })
      const asked = Uint32Array.of(7, 4_000_000_000)
      await set({
        ...replaceAll(ledger, pay),
        links: [{ ...payLinks, asked }],
        sources: { ...sources('go.mod', 'a', 1), ofAll: false },
      })
      await set({
        links: [{ path: 'ledger.ts', uses: [], derived: [] }],
        sources: { ...sources('base.json', 'b'), ofAll: false },
      })
      expect(await asking(4_000_000_000)).toEqual(['ledger.ts', 'pay.ts'])
      expect(await asking(8)).toEqual(['ledger.ts'])
      const manifests = new Map([
        ['go.mod', 'a'],
        ['base.json', 'b'],
      ])
      expect(await stage.ask((now) => now.linkSources(SHOP))).toEqual({ manifests, asked: new Set([1]) })
      // Imported links leave the record; another content of the file deletes it.
      await set({ links: [payLinks] })
      expect(await asking(7)).toEqual(['ledger.ts', 'pay.ts'])
      await set({ ...replaceAll({ ...pay, words: { other: 1 } }), links: [] })
      expect(await asking(7)).toEqual(['ledger.ts'])
      const build = await stage.writer.openBuild(SHOP)
      await build.putDue(['ledger.ts', 'pay.ts'], { all: true })
      await build.putLinkSources(sources('Cargo.toml', 'c', 2))
      const empty = { path: 'ledger.ts', uses: [], derived: [], asked: Uint32Array.of() }
      await build.putLinks([{ path: 'pay.ts', uses: outcomes, derived: [], asked }, empty])
      await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
      expect(await asking(7)).toEqual(['pay.ts'])
      expect(await stage.ask((now) => now.linkSources(SHOP))).toEqual(sources('Cargo.toml', 'c', 2))
      await stage.writer.removeRepo(SHOP)
      expect(await stage.ask((now) => now.linkSources(SHOP))).toBeUndefined()
    })

    it('[ST11] that do not fit the uses of their file are refused', async () => {
      await set(replaceAll(ledger, pay))
      await expect(set({ links: [{ ...payLinks, uses: outcomes.slice(1) }] })).rejects.toThrow(/4 outcomes for 5 uses/)
      expect(await to()).toEqual([])
    })
  })
}
