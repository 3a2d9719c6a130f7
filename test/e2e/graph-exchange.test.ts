/**
 * Export, import, export on real sources: nothing changes. And wrong graphs: of another commit, shifted, forged. The small repos
 * under test/repos are always tested; `npm run exchange -- DIR…` runs the same on checkouts of any size.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { ImportReport } from '../../src/contract/reports.ts'
import {
  added,
  exchanged,
  type Graph,
  invented,
  misnamed,
  raised,
  readGraphFile,
  sameNamed,
  shifted,
  withoutHead,
} from '../kit/graph-forgeries.ts'
import { commitAll, git, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../kit/tool-desk.ts'

const small = path.resolve(import.meta.dirname, '../repos')
const given = (process.env.CAIRN_EXCHANGE_REPOS ?? '').split(path.delimiter).filter((folder) => folder !== '')
const repos = given.length > 0 ? given : readdirSync(small).map((name) => path.join(small, name))
const SLOW = given.length > 0 ? 1_800_000 : 120_000

type Checkout = { root: string; desk: ToolDesk; graph: Graph; file: string; bytes: string }

/** A copy of the sources as a repo with its own home; its graph is stored outside the repo. */
async function exported(source: string): Promise<Checkout> {
  vi.stubEnv('CAIRN_HOME', path.join(tempFolder('cairn-desk'), 'home'))
  const root = path.join(tempFolder(), path.basename(source))
  cpSync(source, root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !['.git', '.llmc'].includes(path.basename(file)),
  })
  git(root, 'init', '-q', '-b', 'main')
  commitAll(root)
  const desk = await openDesk(root)
  const { graph_file } = await desk.app.buildGraph(root)
  const file = path.join(tempFolder(), 'graph.json')
  cpSync(graph_file, file)
  const graph = readGraphFile(file)
  // Guard against an empty graph, with which the test would prove nothing.
  expect(graph.relations.length).toBeGreaterThan(0)
  return { root, desk, graph, file, bytes: withoutHead(file) }
}

async function take({ desk, root }: Checkout, graph: Graph | string): Promise<ImportReport> {
  const file = typeof graph === 'string' ? graph : path.join(tempFolder(), 'given.json')
  if (typeof graph !== 'string') writeFileSync(file, JSON.stringify({ version: 2, commit: null, ...graph }))
  return desk.app.importGraph(file, { repo: root })
}

async function exportAgain({ desk, root }: Checkout): Promise<{ bytes: string; graph: Graph }> {
  const { graph_file } = await desk.app.buildGraph(root)
  return { bytes: withoutHead(graph_file), graph: readGraphFile(graph_file) }
}

describe.each(repos.map((folder) => [path.basename(folder), folder]))('the graph of %s', (_, folder) => {
  it(
    '[XG10, XG2] changes nothing when it is imported into its own repo, and neither does a shifted or forged one',
    async () => {
      const checkout = await exported(folder)
      const total = checkout.graph.relations.length
      const none = { enrichment_new: 0, enrichment_known: 0, enrichment_refused: 0, links_new: 0 }
      expect(await take(checkout, checkout.file)).toMatchObject({ ...none, links_known: total, links_refused: 0 })
      expect((await exportAgain(checkout)).bytes).toBe(checkout.bytes)

      const lies = {
        'one line down': shifted(checkout.graph, { lines: 1 }),
        'two lines up': shifted(checkout.graph, { lines: -2 }),
        'one column to the right': shifted(checkout.graph, { columns: 1 }),
        'targets exchanged': exchanged(checkout.graph, 'resolved', 'a'),
        'targets of the same name': sameNamed(checkout.graph, 'resolved'),
        'edges invented': invented(checkout.graph, 'resolved', 'b'),
      }
      for (const [lie, graph] of Object.entries(lies)) {
        const report = await take(checkout, graph)
        expect({ lie, ...report }).toMatchObject({ lie, ...none })
        expect(report.links_known + report.links_refused, lie).toBe(total)
      }
      expect((await exportAgain(checkout)).bytes).toBe(checkout.bytes)
    },
    SLOW,
  )

  it(
    '[XG11] adds proven links only at the place of a use, and only under its name',
    async () => {
      const checkout = await exported(folder)
      const { graph, root } = checkout
      for (const lie of [
        shifted(graph, { lines: 1, tier: 'proven' }),
        shifted(graph, { columns: 1, tier: 'proven' }),
        exchanged(graph, 'proven', 'c'),
        invented(graph, 'proven', 'd'),
        sameNamed(graph, 'proven'),
      ]) {
        await take(checkout, lie)
        const news = added(graph, (await exportAgain(checkout)).graph)
        expect(news.filter(({ tier }) => tier !== 'proven')).toEqual([])
        expect(misnamed(root, graph, news).slice(0, 10)).toEqual([])
      }
    },
    SLOW,
  )

  it(
    '[XG11, XG10] raises known links to proven, and a graph with fewer links removes nothing',
    async () => {
      const checkout = await exported(folder)
      const report = await take(checkout, raised(checkout.graph))
      expect(report).toMatchObject({ links_refused: 0 })
      expect(report.links_new).toBeGreaterThan(0)
      const proven = await exportAgain(checkout)
      expect(added(checkout.graph, proven.graph)).toHaveLength(report.links_new)
      const plain = (graph: Graph): unknown[] => graph.relations.map((relation) => ({ ...relation, tier: 'resolved' }))
      expect(plain(proven.graph)).toEqual(plain(checkout.graph))
      expect(await take(checkout, checkout.file)).toMatchObject({ links_new: 0, links_refused: 0 })
      expect(await take(checkout, proven.graph)).toMatchObject({ links_new: 0, links_refused: 0 })
      expect((await exportAgain(checkout)).bytes).toBe(proven.bytes)
    },
    SLOW,
  )

  it(
    '[XG10] of another commit adds nothing: matching links are already known',
    async () => {
      const checkout = await exported(folder)
      const edited = checkout.graph.files.filter((_, at) => at % 3 === 0)
      for (const file of edited) {
        const text = readFileSync(path.join(checkout.root, file), 'utf8')
        writeFileSync(path.join(checkout.root, file), `\n${text}\n`)
      }
      commitAll(checkout.root)
      const now = await exportAgain(checkout)
      expect(now.bytes).not.toBe(checkout.bytes)
      const report = await take(checkout, checkout.file)
      expect(report).toMatchObject({ links_new: 0 })
      expect(report.links_refused).toBeGreaterThan(0)
      expect((await exportAgain(checkout)).bytes).toBe(now.bytes)
    },
    SLOW,
  )
})

describe('a proven link', () => {
  const files = {
    'shop/pay.py': 'def pay(x):\n    return x\n\n\ndef other():\n    pass\n',
    'shop/desk.py': 'from shop.pay import pay\n\n\ndef close(till):\n    till.pay(1)\n    return pay(2)\n',
  }
  const tiers = (graph: Graph): unknown[] =>
    graph.relations.flatMap(({ edge, line, dst, tier }) => (edge === 'calls' ? [[line, dst, tier]] : []))
  const all = [
    [5, 'sym:shop.pay.pay', 'proven'],
    [6, 'sym:shop.pay.pay', 'proven'],
  ]
  const resolved = [[6, 'sym:shop.pay.pay', 'resolved']]

  it('[XG12] stays when other files are edited, by build or catch-up, and is dropped with its file or its target', async () => {
    const source = path.join(tempFolder(), 'shop')
    writeFiles(source, files)
    const checkout = await exported(source)
    const { desk, root, graph } = checkout
    expect(tiers(graph)).toEqual(resolved)
    const call = graph.relations.find(({ edge }) => edge === 'calls')!
    const proof: Graph = {
      ...graph,
      relations: [
        { ...call, tier: 'proven' },
        { ...call, line: 5, column: 10, tier: 'proven' },
      ],
    }
    const now = async (): Promise<unknown[]> => tiers((await exportAgain(checkout)).graph)
    const again = async (): Promise<void> => {
      expect((await take(checkout, proof)).links_new).toBe(2)
      expect(await now()).toEqual(all)
    }
    await again()
    // The callers of symbols in an edited file are linked again.
    writeFiles(root, {
      'shop/pay.py': `${files['shop/pay.py']}\n\ndef pay_all(x):\n    return pay(x)\n`,
      'shop/late.py': 'pay = 1\n',
    })
    expect((await desk.ask('where_used', { symbol: 'sym:shop.pay.pay' })).meta).toMatchObject({ freshness_state: 'FRESH' })
    expect(await now()).toEqual(expect.arrayContaining(all))
    writeFiles(root, { 'shop/pay.py': files['shop/pay.py'].replace('def other', 'def another') })
    expect(await now()).toEqual(all)

    await desk.app.index([root], { fresh: true })
    expect(await now()).toEqual(all)
    writeFiles(root, { 'shop/desk.py': `${files['shop/desk.py']}\n` })
    expect(await now()).toEqual(resolved)
    writeFiles(root, files)
    await now()
    await again()
    writeFiles(root, { 'shop/pay.py': files['shop/pay.py'].replace('def pay', 'def settle') })
    expect(await now()).toEqual([])
  })
})
