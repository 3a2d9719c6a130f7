import { beforeAll, describe, expect, it } from 'vitest'
import { type LinkedRepo, linkRepo } from '../../test/kit/linked-repo.ts'
import { memorySnapshot } from '../../test/kit/memory-snapshot.ts'
import { readSymbolQuestion } from '../contract/symbol-question.ts'
import { IndexView } from '../store/index-view.ts'
import { findSymbol } from './find-symbol.ts'
import { type LineageAnswer, type LineageQuestion, lineage } from './lineage.ts'

let repo: LinkedRepo
let view: IndexView

beforeAll(async () => {
  repo = await linkRepo({
    'chain.py': [
      'def a():',
      '    b()',
      '',
      'def b():',
      '    c()',
      '    a()',
      '',
      'def c():',
      '    Box()',
      '',
      'class Box:',
      '    def __init__(self):',
      '        d(self)',
      '',
      'def d(box):',
      '    box.open()',
      '',
      'def open():',
      '    pass',
      '',
      'c()',
    ].join('\n'),
    'far.py': 'import chain\n\ndef z():\n    chain.c()\n',
  })
  view = new IndexView(memorySnapshot(repo))
})

async function ask(symbol: string, more: Partial<LineageQuestion>): Promise<LineageAnswer> {
  const { definitions } = await findSymbol(view, { question: readSymbolQuestion(symbol), repos: [repo.repo_id] })
  const question = { direction: 'upstream', depth: 3, max_results: 50, tiers: ['proven', 'resolved'], ...more } as const
  return lineage(view, { definitions, ...question })
}
const lines = (answer: LineageAnswer): string[] =>
  answer.items.map(
    (node) =>
      `${node.depth} ${node.definition.anchor} ${node.tier} ${node.via.map(({ path, line }) => `${path}:${line}`).join(' ')}`,
  )

describe('lineage', () => {
  it('[GR14] lists callers of callers, shortest path first, each symbol once, with the calls of the path', async () => {
    expect(lines(await ask('d', {}))).toEqual([
      '1 sym:chain.Box.__init__ resolved chain.py:13',
      '2 sym:chain.c resolved chain.py:13 chain.py:9',
      '3 sym:chain resolved chain.py:13 chain.py:9 chain.py:21',
      '3 sym:chain.b resolved chain.py:13 chain.py:9 chain.py:5',
      '3 sym:far.z resolved chain.py:13 chain.py:9 far.py:4',
    ])
  })

  it('[GR14] each edge of a path names caller and callee', async () => {
    const { items } = await ask('c', { direction: 'downstream', depth: 1 })
    expect(items[0]?.via).toEqual([{ src: 'sym:chain.c', edge: 'calls', dst: 'sym:chain.Box', path: 'chain.py', line: 9 }])
  })

  it('[GR15] circles end, and the symbol asked about is not its own caller', async () => {
    expect(lines(await ask('a', { depth: 20 }))).toEqual(['1 sym:chain.b resolved chain.py:6'])
  })

  it('[GR16] constructing a class counts as a call of its constructor, in both directions', async () => {
    expect(lines(await ask('c', { direction: 'downstream' })).map((line) => line.slice(0, 15))).toEqual([
      '1 sym:chain.Box',
      '2 sym:chain.d r',
    ])
  })

  it('[GR17] possible calls are followed only on request, and make the whole path possible', async () => {
    expect(lines(await ask('open', {}))).toEqual([])
    const asked = await ask('open', { tiers: ['proven', 'resolved', 'possible'], depth: 2 })
    expect(lines(asked)).toEqual([
      '1 sym:chain.d possible chain.py:16',
      '2 sym:chain.Box.__init__ possible chain.py:16 chain.py:13',
    ])
    const down = await ask('d', { direction: 'downstream', tiers: ['possible'], depth: 1 })
    expect(lines(down)).toEqual(['1 sym:chain.open possible chain.py:16'])
  })

  it('[GR18] symbols beyond the limit are cut and counted', async () => {
    const answer = await ask('d', { max_results: 2 })
    expect(answer.items).toHaveLength(2)
    expect(answer).toMatchObject({ total: 5, total_at_least: 5, tiers: { resolved: 5 } })
  })

  it('[GR19] both directions are followed separately and listed by distance', async () => {
    const { items } = await ask('c', { direction: 'both', depth: 1 })
    expect(items.map((node) => `${node.direction} ${node.definition.anchor}`)).toEqual([
      'upstream sym:chain',
      'upstream sym:chain.b',
      'upstream sym:far.z',
      'downstream sym:chain.Box',
    ])
  })
})
