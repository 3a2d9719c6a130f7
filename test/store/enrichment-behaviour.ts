/** Texts are found by the source they describe, pointers by their symbol: which text is found, and what is kept when. */
import { describe, expect, it } from 'vitest'
import { folderHandle } from '../../src/contract/identity.ts'
import type { AskedSpan, EnrichmentRecord, SymbolNow } from '../../src/store/port.ts'
import { batch, replaceAll, type Sample, SHOP, symbol, TOOLS } from './samples.ts'
import type { Stage } from './store-behaviour.ts'

const cart: Sample = { path: 'cart.ts', symbols: [{ name: 'add', words: { add: 1 } }] }
const later = (): Date => new Date(Date.now() + 60_000)

/** A symbol of a current file. */
const now = (path: string, name: string, span_hash = `span-${name}`): SymbolNow => ({
  ...symbol(path, name),
  qualified_name: name,
  kind: name === '' ? 'module' : 'function',
  span_hash,
})
const text = (name: string, given: Partial<EnrichmentRecord> = {}): EnrichmentRecord => ({
  span_hash: `span-${name}`,
  qualified_name: name,
  kind: 'function',
  model: 'm',
  prompt_version: '1',
  summary: `About ${name}.`,
  usage_guide: 'Call it.',
  content_type: 'code',
  content_language: 'en',
  author: 'model',
  made_at: '2026-01-02T03:04:05.000Z',
  ...given,
})
const details = {
  inputs: ['item: what to add'],
  outputs: [],
  side_effects: ['changes the cart'],
  pitfalls: [],
  usage_snippet: 'add(item)',
  tags: ['cart'],
  evidence: [{ field: 'summary', lines: '1-2' }],
}
const written = (path: string, name: string, given: Partial<EnrichmentRecord> = {}) => ({
  ...symbol(path, name),
  ...text(name, given),
})

export function enrichmentBehaviour(stage: Stage): void {
  const find = (repo: typeof SHOP, as: SymbolNow) => stage.ask((snapshot) => snapshot.enrichment(repo, as))
  const summary = async (repo: typeof SHOP, as: SymbolNow) => (await find(repo, as))?.summary

  describe('enrichment', () => {
    it('[ST13] is returned as it was put, and a symbol’s last text survives replacement and removal of its file', async () => {
      expect(await stage.ask((snapshot) => snapshot.hasEnrichment())).toBe(false)
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add')])
      expect(await stage.ask((snapshot) => snapshot.hasEnrichment())).toBe(true)
      expect(await find(SHOP, now('cart.ts', 'add'))).toEqual(text('add'))
      await stage.writer.apply(SHOP, replaceAll({ ...cart, words: { edited: 1 } }))
      expect(await find(SHOP, now('cart.ts', 'add', 'edited'))).toEqual(text('add'))
      await stage.writer.apply(SHOP, batch({ remove: ['cart.ts'] }))
      await stage.writer.collect({ unreferenced_since: later(), quota_bytes: 0 })
      expect(await find(SHOP, now('cart.ts', 'add', 'edited'))).toEqual(text('add'))
      expect(await find(SHOP, now('cart.ts', '', 'whole'))).toBeUndefined()
    })

    it('[ST22] a text is found for the same span, name and kind in any repo and path', async () => {
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add')])
      expect(await summary(TOOLS, now('copy/cart.ts', 'add'))).toBe('About add.')
      expect(await find(TOOLS, now('cart.ts', 'add', 'edited'))).toBeUndefined()
      expect(await find(TOOLS, now('cart.ts', 'put', 'span-add'))).toBeUndefined()
      expect(await find(TOOLS, { ...now('cart.ts', 'add'), kind: 'method' })).toBeUndefined()
    })

    it('[ST13] of several texts for a symbol the one for its current span is returned, else the last one put', async () => {
      const second = written('cart.ts', 'add', { span_hash: 'span-2', summary: 'Second.' })
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add'), second])
      expect(await summary(SHOP, now('cart.ts', 'add'))).toBe('About add.')
      expect(await summary(SHOP, now('cart.ts', 'add', 'span-3'))).toBe('Second.')
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add', { summary: 'First, anew.' })])
      expect(await summary(SHOP, now('cart.ts', 'add', 'span-3'))).toBe('First, anew.')
      expect(await summary(SHOP, now('cart.ts', 'add', 'span-2'))).toBe('Second.')
    })

    it('[ST22] of texts by several models the newest is returned, but a symbol’s own last text comes first', async () => {
      const old = written('cart.ts', 'add', { model: 'old', made_at: '2025-01-01T00:00:00.000Z', summary: 'Old.' })
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add', { summary: 'New.' })])
      await stage.writer.putEnrichment(TOOLS, [old])
      expect(await summary(SHOP, now('elsewhere.ts', 'add'))).toBe('New.')
      expect(await summary(TOOLS, now('cart.ts', 'add'))).toBe('Old.')
      await stage.writer.putEnrichment(TOOLS, [{ ...old, prompt_version: '2', summary: 'Other prompt.' }])
      expect(await summary(TOOLS, now('cart.ts', 'add'))).toBe('Other prompt.')
      expect(await summary(SHOP, now('cart.ts', 'add'))).toBe('New.')
    })

    it('[ST23] a pointer connects a symbol to a text, in the transaction of its file, never instead of its own', async () => {
      await stage.writer.putEnrichment(SHOP, [
        written('cart.ts', 'add'),
        written('own.ts', 'add', { span_hash: 's2', summary: 'Own.' }),
      ])
      const { summary: _, usage_guide, content_type, content_language, author, made_at, ...record } = text('add')
      const pointers = ['moved.ts', 'own.ts'].map((path) => ({ ...symbol(path, 'add'), record }))
      const unknown = { ...symbol('never.ts', 'add'), record: { ...record, span_hash: 'never written' } }
      await stage.writer.apply(SHOP, { ...replaceAll({ ...cart, path: 'moved.ts' }), pointers: [...pointers, unknown] })
      expect(await summary(SHOP, now('moved.ts', 'add', 'edited'))).toBe('About add.')
      expect(await summary(SHOP, now('own.ts', 'add', 'edited'))).toBe('Own.')
      expect(await find(SHOP, now('never.ts', 'add', 'edited'))).toBeUndefined()
      const build = await stage.writer.openBuild(SHOP)
      await build.putPointers([{ ...symbol('built.ts', 'add'), record }])
      await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
      expect(await summary(SHOP, now('built.ts', 'add', 'edited'))).toBe('About add.')
      expect(await stage.ask((snapshot) => snapshot.enrichedIn(SHOP, ['moved.ts']))).toEqual([
        { ...symbol('moved.ts', 'add'), record },
      ])
      expect(await stage.ask((snapshot) => snapshot.enrichedIn(TOOLS, ['moved.ts']))).toEqual([])
    })

    it('[ST23] a file has one last text per symbol', async () => {
      const [first, second] = [written('cart.ts', 'add'), written('cart.ts', 'add', { span_hash: 'span-2' })]
      await stage.writer.putEnrichment(SHOP, [first, second, written('cart.ts', 'drop')])
      await stage.writer.putEnrichment(SHOP, [first])
      const enriched = await stage.ask((snapshot) => snapshot.enrichedIn(SHOP, ['cart.ts']))
      expect(enriched.map(({ key, record }) => [key, record.span_hash]).sort()).toEqual(
        [
          [first.key, 'span-add'],
          [symbol('cart.ts', 'drop').key, 'span-drop'],
        ].sort(),
      )
    })

    it('[ST40] details are returned as they were put, and a rewritten text replaces them', async () => {
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add', { details })])
      expect(await find(SHOP, now('cart.ts', 'add'))).toEqual({ ...text('add'), details })
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add')])
      expect(await find(SHOP, now('cart.ts', 'add'))).toEqual(text('add'))
    })

    it('[ST40] a folder and the repo have texts of their own, apart from those of files', async () => {
      const folder = { ...folderHandle('src'), ...text('src', { kind: 'folder', qualified_name: 'src' }) }
      const whole = { ...folderHandle(''), ...text('', { kind: 'repo', qualified_name: '', span_hash: 'all' }) }
      const as = (path: string, kind: 'folder' | 'repo', span_hash: string): SymbolNow => ({
        ...folderHandle(path),
        ...{ qualified_name: path, kind, span_hash },
      })
      const any = () => stage.ask((snapshot) => snapshot.hasFolderTexts())
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add')])
      expect(await any()).toBe(false)
      await stage.writer.putEnrichment(SHOP, [folder, whole])
      expect(await any()).toBe(true)
      expect(await summary(SHOP, as('src', 'folder', 'edited'))).toBe('About src.')
      expect(await summary(SHOP, as('', 'repo', 'edited'))).toBe('About .')
      expect(await summary(TOOLS, as('src', 'folder', 'span-src'))).toBe('About src.')
      expect(await find(TOOLS, as('src', 'folder', 'edited'))).toBeUndefined()
      expect(await find(SHOP, now('src', '', 'span-src'))).toBeUndefined()
    })

    it('[ST41] an answer about a span is known under any name, a refused one too, and only from this model and prompt', async () => {
      const span = { span_hash: 'span-add', kind: 'function', model: 'm', prompt_version: '1' } as const
      const refused = { ...span, span_hash: 'span-bad', reason: 'names an unknown function', made_at: '2026-01-02T03:04:05.000Z' }
      const answers = (...asked: AskedSpan[]) => stage.ask((snapshot) => snapshot.answersAbout(asked))
      expect(await answers(span)).toEqual([undefined])
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add', { qualified_name: 'Cart.add' })])
      await stage.writer.putRefusals(SHOP, [refused, refused])
      const asked = [span, { ...refused }, { ...span, model: 'other' }, { ...span, prompt_version: '2' }]
      const [written1, refused1, ...none] = await answers(...asked)
      expect(written1).toMatchObject({ qualified_name: 'Cart.add', summary: 'About add.' })
      expect(refused1).toEqual(refused)
      expect(none).toEqual([undefined, undefined])
      await stage.writer.collect({ unreferenced_since: later(), quota_bytes: 0 })
      await stage.writer.removeRepo(SHOP, { keep_enrichment: true })
      expect(await answers(refused)).toEqual([refused])
      await stage.writer.removeRepo(SHOP)
      expect(await answers(span, refused)).toEqual([undefined, undefined])
    })

    it('[ST13, ST15] is kept when a repo is removed only to be built again', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add')])
      await stage.writer.removeRepo(SHOP, { keep_enrichment: true })
      expect(await stage.ask((snapshot) => snapshot.repos())).toEqual([])
      expect(await find(SHOP, now('cart.ts', 'add', 'edited'))).toEqual(text('add'))
    })

    it('[ST24] removing a repo deletes the texts that only it points to, earlier texts too', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      const second = written('cart.ts', 'add', { span_hash: 'span-2' })
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add'), second, written('both.ts', 'both')])
      await stage.writer.putEnrichment(TOOLS, [written('other.ts', 'both')])
      const size = async () => (await stage.reader.size()).repos[0]?.bytes ?? 0
      const before = await size()
      expect(before).toBeGreaterThan(2 * 'About add.Call it.'.length)
      await stage.writer.removeRepo(SHOP)
      for (const span of ['span-add', 'span-2', 'edited']) expect(await find(SHOP, now('cart.ts', 'add', span))).toBeUndefined()
      expect(await summary(TOOLS, now('other.ts', 'both', 'edited'))).toBe('About both.')
      expect(await find(SHOP, now('both.ts', 'both', 'edited'))).toBeUndefined()
      await stage.writer.removeRepo(TOOLS)
      expect(await stage.ask((snapshot) => snapshot.hasEnrichment())).toBe(false)
    })

    it('[ST24] texts shown by a file with the same bytes in another repo are kept', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.writer.apply(
        TOOLS,
        replaceAll({ ...cart, path: 'copy/cart.ts' }, { ...cart, path: 'other.ts', words: { other: 1 } }),
      )
      const second = written('cart.ts', 'add', { span_hash: 'span-2', summary: 'Last.' })
      await stage.writer.putEnrichment(SHOP, [written('cart.ts', 'add'), second])
      await stage.writer.removeRepo(SHOP)
      expect(await summary(TOOLS, now('copy/cart.ts', 'add'))).toBe('About add.')
      expect(await summary(TOOLS, now('copy/cart.ts', 'add', 'edited'))).toBe('Last.')
      expect(await find(TOOLS, now('other.ts', 'add', 'edited'))).toBeUndefined()
    })
  })
}
