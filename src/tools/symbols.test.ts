import { rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import type { NavigationItem } from '../contract/items.ts'

const files = {
  'src/ledger.py':
    'class Ledger:\n    """Keeps bookings."""\n\n    def post(self, amount):\n        return amount\n\n\ndef open_ledger() -> Ledger:\n    return Ledger()\n',
  'src/refund.py':
    'from .ledger import open_ledger\n\n\ndef refund(order):\n    ledger = open_ledger()\n    return ledger.post(-order)\n\n\ndef refund_all(orders):\n    return [refund(order) for order in orders]\n',
  'src/shop.py':
    'from .refund import refund, refund_all\n\n\ndef close(orders, thing):\n    refund(orders[0])\n    thing.post(1)\n    refund_all(orders)\n\n\ndef loop():\n    return loop()\n',
  'a/util.py': 'def helper():\n    return 1\n\n\nhelper()\n',
  'b/util.py': 'def helper():\n    return 2\n\n\nhelper()\n',
  'web/package.json': '{ "name": "web", "dependencies": { "react": "19.0.0" } }\n',
  'web/page.ts': "import { useState } from 'react'\n\nexport const x = useState(1)\n",
  'java/Till.java': 'class Till {\n  Till(int a) {}\n  static Till open() {\n    return new Till(1);\n  }\n}\n',
  'notes.md': '# Notes\n\nCall refund when in doubt.\n',
  'gen/a.nim': 'proc mintCoin(): int = 1\n',
  'gen/b.nim': 'echo mintCoin()\n',
  'gen/c.md': 'mintCoin makes a coin.\n',
  'gen/min.js': `function burnCoin(a){return a}${';burnCoin(1)'.repeat(2_000)}\n`,
}
let root: string
let desk: ToolDesk
const at = (item: NavigationItem) => `${item.file}:${item.line}`
beforeAll(async () => {
  root = gitRepo(files, 'shop')
  desk = await openDesk(root)
  await desk.app.index([root])
})

describe('definition', () => {
  it('[TO13] finds a name, a qualified name and an anchor, with signature, doc and lines', async () => {
    for (const symbol of ['Ledger', 'sym:src.ledger.Ledger', 'src/ledger.py:1']) {
      const result = await desk.ask('definition', { symbol })
      expect(result.meta).toMatchObject({ status: 'OK', source: 'RAG_GRAPH', freshness_state: 'FRESH' })
      expect(result.items).toHaveLength(1)
      expect(result.items[0]).toMatchObject({
        file: 'src/ledger.py',
        line: 1,
        end_line: 5,
        kind: 'class',
        symbol: 'sym:src.ledger.Ledger',
        doc: 'Keeps bookings.',
        binding: 'indexed',
      })
      expect(result.items[0].signature).toContain('class Ledger')
    }
    expect((await desk.ask('definition', { symbol: 'Ledger.post' })).items.map(at)).toEqual(['src/ledger.py:4'])
  })

  it('[TO13] for a place of use, finds what is used there', async () => {
    expect((await desk.ask('definition', { symbol: 'src/refund.py:10:13' })).items.map(at)).toEqual(['src/refund.py:4'])
    expect((await desk.ask('definition', { symbol: `${root}/src/refund.py:5:14` })).items.map(at)).toEqual(['src/ledger.py:8'])
  })

  it('[TO13] for an unresolved use, offers symbols of the same name as possible', async () => {
    const result = await desk.ask('definition', { symbol: 'src/shop.py:6:11' })
    expect(result.items.map((item) => [at(item), item.tier])).toEqual([['src/ledger.py:4', 'possible']])
    expect(result.meta.message).toContain('not certain')
  })

  it('[TO13] for a line without a name, finds the enclosing symbol', async () => {
    const result = await desk.ask('definition', { symbol: 'src/ledger.py:2' })
    expect(result.items.map((item) => [item.symbol, item.tier])).toEqual([['sym:src.ledger.Ledger', 'resolved']])
    expect((await desk.ask('definition', { symbol: 'notes.md:1' })).meta.message).toContain('notes.md:1')
    expect((await desk.ask('definition', { symbol: 'gone.py:1' })).meta.message).toContain('There is no file gone.py')
    expect((await desk.ask('definition', { symbol: 'src/shop.py:999' })).meta.message).toMatch(
      /has \d+ lines; there is no line 999/,
    )
  })

  it('[TO13] says which package a use comes from, and for an unknown name which symbols share its last part', async () => {
    const foreign = await desk.ask('definition', { symbol: 'web/page.ts:3:18' })
    expect(foreign.items).toEqual([])
    expect(foreign.meta.message).toContain('pkg:npm/react#useState')
    const inherited = await desk.ask('definition', { symbol: 'Bank.post' })
    expect(inherited.meta.message).toContain('Called "post": sym:src.ledger.Ledger.post')
  })

  it('[TO13] lists every definition of a name', async () => {
    expect((await desk.ask('definition', { symbol: 'helper' })).items.map(at)).toEqual(['a/util.py:1', 'b/util.py:1'])
  })

  it('[TO11] an unknown symbol is an empty list with a reason', async () => {
    for (const tool of ['definition', 'where_used', 'lineage']) {
      const result = await desk.ask(tool, { symbol: 'no_such_thing' })
      expect(result.items).toEqual([])
      expect(result.meta).toMatchObject({ status: 'OK', error_code: null })
      expect(result.meta.message).toContain('no_such_thing')
    }
  })
})

describe('a name that is defined only in a language whose definitions are not read', () => {
  it('[TO41] is not found, and the message names the files that contain it', async () => {
    for (const tool of ['definition', 'where_used', 'lineage']) {
      const { items, meta } = await desk.ask(tool, { symbol: 'mintCoin' })
      expect(items).toEqual([])
      expect(meta.message).toContain(
        'No definitions are read from these 2 files, which contain "mintCoin": gen/a.nim (nim), gen/b.nim (nim).',
      )
    }
    const minified = await desk.ask('definition', { symbol: 'burnCoin' })
    expect(minified.meta.message).toContain('"burnCoin": gen/min.js (very long lines: generated or minified).')
    const { meta } = await desk.ask('definition', { symbol: 'mintCoin', path: 'gen/a*' })
    expect(meta.message).toContain('No definitions are read from this file, which contains "mintCoin": gen/a.nim (nim).')
  })
  it('[TO41] is not said of a name that only parsed files or documents contain', async () => {
    for (const symbol of ['doubt', 'no_such_thing', 'Bank.post'])
      expect((await desk.ask('definition', { symbol })).meta.message).not.toContain('No definitions are read')
  })
})

describe('where_used', () => {
  it('[TO14] suggests, for a constructor, the call that lists the uses of its class', async () => {
    const asked = await desk.ask('where_used', { symbol: 'sym:java.Till.Till.Till' })
    expect(asked.meta).toMatchObject({ status: 'OK', next: ['where_used sym:java.Till.Till use=calls'] })
    expect(asked.meta.message).toContain('Calls that construct an object are uses of the class')
    expect((await desk.ask('where_used', { symbol: 'sym:java.Till.Till', use: 'calls' })).items.map(at)).toEqual([
      'java/Till.java:4',
    ])
  })

  it('[TO14] lists each use with line, kind, enclosing symbol and tier, and does not list the definition', async () => {
    const result = await desk.ask('where_used', { symbol: 'refund' })
    expect(result.items.map((item) => [at(item), item.use, item.tier, item.enclosing])).toEqual([
      ['src/refund.py:10', 'calls', 'resolved', 'sym:src.refund.refund_all'],
      ['src/shop.py:1', 'imports', 'resolved', 'sym:src.shop'],
      ['src/shop.py:5', 'calls', 'resolved', 'sym:src.shop.close'],
    ])
    expect(result.total).toBe(3)
    expect(result.symbol).toBe('refund')
    expect(result.meta.definitions).toEqual([{ symbol: 'sym:src.refund.refund', path: 'src/refund.py', line: 4, count: 3 }])
  })

  it('[TO14] counts the tiers and the lines that contain the name', async () => {
    const { completeness } = (await desk.ask('where_used', { symbol: 'refund', limit: 1 })).meta
    expect(completeness).toEqual({ tiers: { proven: 0, resolved: 3, possible: 0 }, textual_hits: 5, unresolved_reason: null })
  })

  it('[TO14] lists uses that only share the name last, as possible, with the reason', async () => {
    const result = await desk.ask('where_used', { symbol: 'Ledger.post' })
    expect(result.items.map((item) => [at(item), item.tier])).toEqual([
      ['src/refund.py:6', 'resolved'],
      ['src/shop.py:6', 'possible'],
    ])
    expect(result.meta.completeness?.unresolved_reason).toContain('type is not known')
    expect((await desk.ask('where_used', { symbol: 'Ledger.post', tier: 'resolved' })).items.map(at)).toEqual(['src/refund.py:6'])
  })

  it('[TO14] groups uses by definition', async () => {
    const result = await desk.ask('where_used', { symbol: 'helper' })
    expect(result.items.map((item) => [at(item), item.symbol])).toEqual([
      ['a/util.py:5', 'sym:a.util.helper'],
      ['b/util.py:5', 'sym:b.util.helper'],
    ])
    expect(result.meta.definitions?.map((group) => [group.symbol, group.count])).toEqual([
      ['sym:a.util.helper', 1],
      ['sym:b.util.helper', 1],
    ])
    expect((await desk.ask('where_used', { symbol: 'sym:b.util.helper' })).items.map(at)).toEqual(['b/util.py:5'])
  })

  it('[TO14] filters by use, and pages join without gap or repeat', async () => {
    expect((await desk.ask('where_used', { symbol: 'refund', use: 'imports' })).items.map(at)).toEqual(['src/shop.py:1'])
    const whole = (await desk.ask('where_used', { symbol: 'refund' })).items.map(at)
    const paged = (await desk.askAll('where_used', { symbol: 'refund', limit: 1 })) as NavigationItem[]
    expect(paged.map(at)).toEqual(whole)
  })

  it('[TO4] quotes the line of the hit with two lines before and after, fewer at a file’s edge', async () => {
    const [, first, second] = (await desk.ask('where_used', { symbol: 'refund' })).items
    expect(first.snippet).toEqual({
      text: 'from .refund import refund, refund_all\n\n',
      location: { path: 'src/shop.py', start_line: 1, end_line: 3 },
    })
    expect(second.snippet.location).toEqual({ path: 'src/shop.py', start_line: 3, end_line: 7 })
    expect(second.snippet.text.split('\n')[2]).toBe('    refund(orders[0])')
  })
})

describe('lineage', () => {
  it('[TO15] follows callers over several hops with depth and path', async () => {
    const result = await desk.ask('lineage', { symbol: 'open_ledger' })
    expect(result.direction).toBe('upstream')
    expect(result.items.map((item) => [item.symbol, item.depth, at(item)])).toEqual([
      ['sym:src.refund.refund', 1, 'src/refund.py:4'],
      ['sym:src.refund.refund_all', 2, 'src/refund.py:9'],
      ['sym:src.shop.close', 2, 'src/shop.py:4'],
    ])
    expect(
      result.items[1].via.map((edge: { src: string; dst: string; line: number }) => [edge.src, edge.dst, edge.line]),
    ).toEqual([
      ['sym:src.refund.refund', 'sym:src.ledger.open_ledger', 5],
      ['sym:src.refund.refund_all', 'sym:src.refund.refund', 10],
    ])
  })

  it('[TO15] accepts callers and callees in any case and returns the normalised direction', async () => {
    for (const [asked, echoed] of [
      ['Callers', 'upstream'],
      ['CALLEES', 'downstream'],
      ['both', 'both'],
    ])
      expect((await desk.ask('lineage', { symbol: 'refund', direction: asked })).direction).toBe(echoed)
    const down = await desk.ask('lineage', { symbol: 'refund', direction: 'callees', depth: 1 })
    expect(down.items.map((item) => item.symbol).sort()).toEqual(['sym:src.ledger.Ledger.post', 'sym:src.ledger.open_ledger'])
    const wrong = await desk.ask('lineage', { symbol: 'refund', direction: 'sideways' })
    expect(wrong.meta.error_code).toBe('BAD_ARGUMENT')
    expect(wrong.meta.message).toContain('upstream, downstream, both')
  })

  it('[TO15] follows several definitions together and names them', async () => {
    const result = await desk.ask('lineage', { symbol: 'helper' })
    expect(result.items.map((item) => item.symbol)).toEqual(['sym:a.util', 'sym:b.util'])
    expect(result.meta.message).toBe(
      '2 definitions are called "helper" and walked together: sym:a.util.helper, sym:b.util.helper.',
    )
  })

  it('[TO15] ends in a cycle', async () => {
    expect((await desk.ask('where_used', { symbol: 'loop', use: 'calls' })).items.map((item) => item.enclosing)).toEqual([
      expect.stringMatching(/loop$/),
    ])
    const { items, meta } = await desk.ask('lineage', { symbol: 'loop', depth: 20 })
    expect([meta.status, items]).toEqual(['OK', []])
  })

  it('[TO15] pages join without gap or repeat', async () => {
    const paged = (await desk.askAll('lineage', { symbol: 'open_ledger', max_results: 1 })) as NavigationItem[]
    expect(paged.map((item) => item.symbol)).toEqual(['sym:src.refund.refund', 'sym:src.refund.refund_all', 'sym:src.shop.close'])
  })
})

describe('files that the index cannot answer for', () => {
  it('[TO3, TO5] under catch-up an edit is indexed first and quoted as it is', async () => {
    writeFiles(root, { 'src/late.py': 'from .refund import refund\n\n\n\ndef late():\n    refund(1)\n' })
    const result = await desk.ask('where_used', { symbol: 'refund' })
    expect(result.items.map(at)).toContain('src/late.py:6')
    expect(result.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
    expect(result.meta.freshness?.caught_up).toBe(1)
    rmSync(path.join(root, 'src/late.py'))
    const others = result.items.map(at).filter((place) => !place.startsWith('src/late.py'))
    expect(others.length).toBeGreaterThan(0)
    expect((await desk.ask('where_used', { symbol: 'refund' })).items.map(at)).toEqual(others)
  })

  it('[TO5] under rebind the graph answers for unchanged and re-found symbols, a live scan for new ones', async () => {
    writeFiles(root, {
      'src/shop.py': `# a new first line\n${files['src/shop.py']}`,
      'src/late.py': 'from .refund import refund\n\n\ndef late():\n    refund(1)\n',
    })
    rmSync(path.join(root, 'b/util.py'))
    const result = await desk.ask('where_used', { symbol: 'refund', stale_policy: 'rebind' })
    expect(result.meta).toMatchObject({ status: 'FALLBACK', source: 'RAG_GRAPH', freshness_state: 'STALE' })
    expect(result.items.map((item) => [at(item), item.binding, item.tier, item.source])).toEqual([
      ['src/refund.py:10', 'indexed', 'resolved', 'RAG_GRAPH'],
      ['src/shop.py:2', 'rebound', 'resolved', 'RAG_GRAPH'],
      ['src/shop.py:6', 'rebound', 'resolved', 'RAG_GRAPH'],
      ['src/late.py:1', 'live', 'possible', 'LOCAL_FALLBACK'],
      ['src/late.py:5', 'live', 'possible', 'LOCAL_FALLBACK'],
    ])
    expect(result.meta.freshness).toMatchObject({ rebound: 2, live: 2, dirty: 3, caught_up: 0 })
    expect((await desk.ask('definition', { symbol: 'helper', stale_policy: 'rebind' })).items.map(at)).toEqual(['a/util.py:1'])
    const moved = await desk.ask('definition', { symbol: 'close', stale_policy: 'rebind' })
    expect(moved.items.map((item) => [at(item), item.binding])).toEqual([['src/shop.py:5', 'rebound']])
    const atPlace = await desk.ask('definition', { symbol: 'src/shop.py:6:5', stale_policy: 'rebind' })
    expect(atPlace.items.map(at)).toEqual(['src/refund.py:4'])
    const callers = await desk.ask('lineage', { symbol: 'refund', stale_policy: 'rebind' })
    expect(callers.items.map((item) => [item.symbol, item.binding]).sort()).toEqual([
      ['sym:src.late.late', 'live'],
      ['sym:src.refund.refund_all', 'indexed'],
      ['sym:src.shop.close', 'rebound'],
    ])
    expect((await desk.ask('where_used', { symbol: 'refund', stale_policy: 'rebind' })).meta.freshness?.dirty).toBe(3)
    writeFiles(root, { 'src/shop.py': files['src/shop.py'], 'b/util.py': files['b/util.py'] })
    rmSync(path.join(root, 'src/late.py'))
  })

  it('[TO5] without an index everything is read live, and the message says how to build one', async () => {
    const bare = gitRepo(files, 'bare')
    const there = await openDesk(bare, 'library')
    const result = await there.ask('where_used', { symbol: 'refund' })
    expect(result.meta).toMatchObject({ status: 'FALLBACK', source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
    expect(result.meta.message).toContain('cairn index')
    expect(result.items.map(at)).toEqual(['src/refund.py:10', 'src/shop.py:1', 'src/shop.py:5'])
    expect(result.items.every((item) => item.tier === 'possible' && item.binding === 'live')).toBe(true)
    expect((await there.ask('definition', { symbol: 'Ledger.post' })).items.map(at)).toEqual(['src/ledger.py:4'])
    expect((await there.ask('lineage', { symbol: 'refund' })).items.map((item) => item.symbol)).toEqual([
      'sym:src.refund.refund_all',
      'sym:src.shop.close',
    ])
    const down = await there.ask('lineage', { symbol: 'refund', direction: 'downstream' })
    expect(down.items.map((item) => item.symbol)).toContain('sym:src.ledger.open_ledger')
    expect((await there.ask('rag_search', { query: 'in doubt' })).items.map(at)).toEqual(['notes.md:3'])
    expect((await there.ask('search_code', { query: 'refund an order', level: 'symbol' })).items[0].symbol_name).toContain(
      'refund',
    )
  })
})
