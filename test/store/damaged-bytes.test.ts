/** Stored bytes that were cut or changed: every decoder ends, with an error that says so, and the check of the store finds them. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CairnProblem } from '../../src/contract/problems.ts'
import { openDatabase } from '../../src/store/embedded/driver.ts'
import { storedFacts } from '../../src/store/embedded/facts-rows.ts'
import { IdentifierTable } from '../../src/store/embedded/identifier-table.ts'
import { packLinks, packUses, unpackLinks, unpackUses } from '../../src/store/embedded/link-blob.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import { BlockWriter, contentOf, findInBlock, readBlock } from '../../src/store/embedded/posting-blocks.ts'
import { readPostings, termBytes } from '../../src/store/embedded/posting-list.ts'
import { LevelTableBuilder, packSlots, unpackLevel, unpackSlots } from '../../src/store/embedded/segment-tables.ts'
import { packVectors, VectorBlob } from '../../src/store/embedded/vector-blob.ts'
import type { StoreReader } from '../../src/store/port.ts'
import type { OneRead } from '../kit/one-read.ts'
import { batch, factsBytes, note, record, replaceAll, type Sample, SHOP, symbol } from './samples.ts'
import { asking } from './store-behaviour.ts'
import { entry, keyOf, MODEL, unitVector } from './vector-samples.ts'

const sample: Sample = {
  path: 'src/cart.ts',
  symbols: [{ name: 'Cart', kind: 'class', words: { cart: 2 } }, { name: 'Cart.add', kind: 'method' }, { name: 'total' }],
  uses: [
    { name: 'add', enclosing: 1 },
    { name: 'price', use: 'reads', line: 300, column: 900 },
  ],
  words: { cart: 300, total: 1, price: 2 },
  sections: [{ usage: 1 }],
  identifiers: { cart: 200, total: 1, addToCart: 3, price: 1 },
}
const link = { sourceKey: 2 ** 47 + 1, edge: 2, proven: true, line: 300, column: 7 }
const links = {
  targets: [{ file: 900, key: 2 ** 40 }, { package: 3 }],
  uses: [{ reason: 1 }, { ...link, target: 1 }],
  derived: [{ ...link, target: 0 }],
}
const levels = new LevelTableBuilder()
for (let at = 0; at < 400; at++) levels.add(Math.floor(at / 2), at % 2, at * 300, 255)
const slots = Array.from({ length: 300 }, (_, at) => ({ ref: at * 700, language: 1, empty: at % 5 === 0 }))
const list = Uint8Array.of(3, 4, 9, 0x85, 1, 6, 7)
const block = (deflate: boolean): Uint8Array => {
  const writer = new BlockWriter({ deflate })
  for (const term of ['addToCart', 'added', 'cart', 'cartTotal', 'price'])
    writer.add({ term: termBytes('identifier', term), list })
  return [...writer.end()][0]?.bytes ?? new Uint8Array(0)
}
const wholeBlock = (bytes: Uint8Array): unknown => {
  findInBlock(contentOf(bytes), termBytes('identifier', 'price'))
  return [...readBlock(bytes)]
}
const wholeFacts = (bytes: Uint8Array): unknown => {
  const view = storedFacts('abc', bytes)
  return [view.outline(), view.uses(), view.terms()]
}
/** `counted`: the bytes say how much they contain, so that none can be missing unnoticed. */
const kinds: readonly [kind: string, bytes: Uint8Array, decode: (bytes: Uint8Array) => unknown, counted: boolean][] = [
  ['the links of a file', packLinks(links), unpackLinks, true],
  ['the links to a symbol', packUses([link, link, link]), unpackUses, false],
  ['the files of a segment', packSlots(slots), unpackSlots, true],
  ['the documents of a segment', levels.pack(), unpackLevel, true],
  ['a posting list', list, (bytes) => readPostings(bytes, { usual: 1, limit: 100 }), false],
  ['a plain block', block(false), wholeBlock, false],
  ['a deflated block', block(true), wholeBlock, true],
  ['identifiers', block(true), (bytes) => IdentifierTable.decode([bytes]), true],
  ['facts', factsBytes(sample), wholeFacts, true],
  [
    'vectors',
    packVectors([0, 1].map((at) => entry('symbol', at, unitVector(at, 16)))),
    (bytes) => new VectorBlob(bytes, 'f'),
    true,
  ],
]

const outcomeOf = async (decode: () => unknown): Promise<'read' | 'damaged'> => {
  try {
    await decode()
    return 'read'
  } catch (error) {
    expect(error).toBeInstanceOf(CairnProblem)
    expect(error).toMatchObject({ code: 'STORE_CORRUPT' })
    return 'damaged'
  }
}

describe.each(kinds)('%s', (_, bytes, decode, counted) => {
  it('[ST38] is read as it was written', async () => {
    expect(await outcomeOf(() => decode(bytes))).toBe('read')
  })

  it('[ST38] with bytes missing at its end is damaged, or what is left of it is read', async () => {
    const outcomes = new Set<string>()
    for (let length = 0; length < bytes.length; length++) outcomes.add(await outcomeOf(() => decode(bytes.slice(0, length))))
    expect(outcomes).toContain('damaged')
    if (counted) expect([...outcomes]).toEqual(['damaged'])
  })

  it('[ST38] with any byte changed is damaged or read, never read without end', async () => {
    const outcomes = new Set<string>()
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff, (bytes[at] ?? 0) ^ 1]) {
        const changed = bytes.slice()
        changed[at] = value
        outcomes.add(await outcomeOf(() => decode(changed)))
      }
    }
    expect(outcomes).toContain('damaged')
  })
})

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function storeWith(table: string, column: string): Promise<StoreReader> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'cairn-damage-'))
  folders.push(home)
  const { reader, writer } = await openEmbeddedStore(home)
  const target = symbol('src/cart.ts', 'total')
  const uses = [
    { to: 'symbol' as const, target, tier: 'resolved' as const },
    { to: 'package' as const, target: 'pkg:npm/react#useState' },
  ]
  await writer.apply(
    SHOP,
    batch({
      ...replaceAll(sample),
      notes: [note('src', { cart: 1 })],
      links: [{ path: sample.path, uses, derived: [], asked: Uint32Array.of(1, 2) }],
      sources: { manifests: new Map([['go.mod', 'hash']]), asked: new Set([3]), ofAll: false },
    }),
  )
  await writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(sample)), vectors: [entry('symbol', 0, unitVector(1, 16))] }])
  expect(await reader.check()).toBeUndefined()
  await writer.close()
  const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  const { changes } = database.prepare(`UPDATE ${table} SET ${column} = substr(${column}, 1, length(${column}) - 1)`).run()
  expect(Number(changes)).toBeGreaterThan(0)
  database.close()
  return reader
}

const words = new Map([['cart', 1]])
const asked: readonly [table: string, column: string, question: (now: OneRead) => Promise<unknown>][] = [
  ['facts', 'bytes', async (now) => (await now.factsOfMany(SHOP, [sample.path])).get(sample.path)?.terms()],
  ['links', 'bytes', (now) => now.outcomesOf(SHOP, [sample.path])],
  ['link_asked', 'bytes', (now) => now.filesAsking(SHOP, new Set([1]))],
  ['link_source', 'content', (now) => now.linkSources(SHOP)],
  ['link_in', 'uses', (now) => now.linksToMany(SHOP, [symbol('src/cart.ts', 'total')])],
  ['package_in', 'uses', (now) => now.packageLinks(SHOP, ['pkg:npm/react'], { prefix: true })],
  ['part', 'bytes', (now) => now.rank({ repos: [SHOP], level: 'file', words, filter: {}, offset: 0, limit: 5 })],
  ['block', 'bytes', (now) => now.filesWithIdentifiers(SHOP, ['total'])],
  ['vectors', 'bytes', (now) => now.vectorsOf(SHOP, MODEL, [sample.path])],
]

it.each(asked)(
  '[ST38] damaged bytes in %s are STORE_CORRUPT for a question, and the check finds them',
  async (table, column, question) => {
    const reader = await storeWith(table, column)
    // The last list of the only block is not that of the word asked for: it is the check that reads everything.
    const answer = asking(reader, question)
    await (table === 'block' ? answer.catch(() => undefined) : expect(answer).rejects.toMatchObject({ code: 'STORE_CORRUPT' }))
    expect(await reader.check()).toMatch(/store\.db is damaged: .*cannot be read/)
    await reader.close()
  },
)
