/** Rows that are gone, changed or swapped, in a file that SQLite calls intact: each is noticed by the question that reads it, and by the check. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, type SqlDatabase } from '../../src/store/embedded/driver.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import type { StoreReader, StoreSnapshot } from '../../src/store/port.ts'
import { tempFolder } from '../kit/temp-repo.ts'
import { batch, note, record, type Sample, SHOP, symbol } from './samples.ts'
import { entry, keyOf, MODEL, unitVector } from './vector-samples.ts'

const sample = (at: number): Sample => ({
  path: `src/f${at}.ts`,
  symbols: [{ name: `Cart${at}`, kind: 'class', words: { cart: 2 } }, { name: 'total' }],
  uses: [{ name: 'total', line: at + 1 }, { name: 'useState' }],
  words: { cart: 3, [`word${at}`]: 1 },
  identifiers: { cart: 2, total: 1, [`only${at}`]: 1 },
})
const files = [0, 1, 2].map(sample)

async function damagedStore(damage: (database: SqlDatabase) => void): Promise<StoreReader> {
  const home = tempFolder('cairn-missing')
  const { reader, writer } = await openEmbeddedStore(home)
  const uses = [
    { to: 'symbol' as const, target: symbol('src/f0.ts', 'total'), tier: 'resolved' as const },
    { to: 'package' as const, target: 'pkg:npm/react#useState' },
  ]
  const links = files.map(({ path: at }) => ({ path: at, uses, derived: [] }))
  await writer.apply(
    SHOP,
    batch({ replace: files.map(record), notes: [note('src', { cart: 1 }), note('lib', { cart: 1 })], links }),
  )
  await writer.putVectors(
    SHOP,
    MODEL,
    files.map((file, at) => ({ key: keyOf(record(file)), vectors: [entry('symbol', 0, unitVector(at, 16))] })),
  )
  const build = await writer.openBuild(SHOP)
  await build.add(record({ ...sample(0), words: { other: 1 } }))
  await build.flush()
  expect(await reader.check()).toBeUndefined()
  await writer.close()
  await reader.close()
  const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  // A statement would keep the totals. Damage does not.
  const triggers = database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all() as { name: string }[]
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
  damage(database)
  database.close()
  return (await openEmbeddedStore(home)).reader
}

type Ask = (now: StoreSnapshot) => Promise<unknown>
const filesAsked: Ask = (now) => now.recordedFiles(SHOP)
const linksAsked: Ask = (now) => now.linksToMany(SHOP, [symbol('src/f0.ts', 'total')])
const packagesAsked: Ask = (now) => now.packageLinks(SHOP, ['pkg:npm/react'], { prefix: true })
const outcomesAsked: Ask = (now) => now.outcomesOf(SHOP, ['src/f1.ts', 'src/f2.ts'])
const wordsAsked: Ask = (now) => now.filesWithIdentifiers(SHOP, ['total', 'never'])
const ranked: Ask = (now) =>
  now.rank({ repos: [SHOP], level: 'file', words: new Map([['cart', 1]]), filter: {}, offset: 0, limit: 9 })
const nearestAsked: Ask = async (now) => {
  await now.vectorModels([SHOP])
  await now.nearest({ repos: [SHOP], model: MODEL, level: 'symbol', vector: unitVector(1, 16), filter: {}, limit: 5 })
}

const cases: readonly [what: string, sql: string, ask: Ask][] = [
  ['a file', 'DELETE FROM file WHERE id = (SELECT min(id) FROM file)', filesAsked],
  ['the size of a file', 'UPDATE file SET size = size + 1 WHERE id = 2', filesAsked],
  ['the hash of a file', "UPDATE file SET content_hash = 'x' WHERE id = 2", filesAsked],
  ['the number of a file', 'UPDATE file SET id = 77 WHERE id = 2', filesAsked],
  ['a segment', 'UPDATE segment SET state = 2 WHERE id = 1', ranked],
  ['the order of segments', 'UPDATE segment SET seq = seq + 5 WHERE id = 1', ranked],
  ['a part', 'DELETE FROM part WHERE kind = 2 AND segment = 1', ranked],
  [
    'parts of another segment',
    'UPDATE part SET bytes = (SELECT bytes FROM part AS o WHERE o.segment = 1 AND o.kind = 1) WHERE kind = 2',
    ranked,
  ],
  ['a block', 'DELETE FROM block WHERE segment = 1', wordsAsked],
  ['where a block begins', "UPDATE block SET term = X'7A' WHERE segment = 1", wordsAsked],
  ['the links of a file', 'DELETE FROM links', outcomesAsked],
  [
    'the links of two files',
    'UPDATE links SET bytes = (SELECT bytes FROM links AS o WHERE o.file <> links.file LIMIT 1)',
    outcomesAsked,
  ],
  ['a link to a symbol', 'DELETE FROM link_in WHERE source = 2', linksAsked],
  ['to which symbol is linked', 'UPDATE link_in SET target_key = target_key + 8 WHERE source = 2', linksAsked],
  ['who links to a symbol', 'UPDATE link_in SET source = 99 WHERE source = 2', linksAsked],
  ['a link to a package', 'DELETE FROM package_in WHERE source = 2', packagesAsked],
  ['a package', 'DELETE FROM package', packagesAsked],
  ['the name of a package', "UPDATE package SET target = 'pkg:npm/vue#ref'", packagesAsked],
  [
    'facts',
    "DELETE FROM facts WHERE content_hash = (SELECT content_hash FROM file WHERE path = 'src/f1.ts')",
    (now) => now.factsOfMany(SHOP, ['src/f1.ts']),
  ],
  ['a note', "DELETE FROM note WHERE path = 'lib'", (now) => now.notes(SHOP, 'module', ['src', 'lib'])],
  ['the text of a note', "UPDATE note SET content = 'other'", (now) => now.modulePaths(SHOP)],
  ['unfinished work', 'DELETE FROM due', (now) => now.due(SHOP)],
  ['that work is unfinished', 'UPDATE repo SET complete = 1', (now) => now.states([SHOP])],
  ['the generation', 'UPDATE repo SET generation = generation - 1', (now) => now.states([SHOP])],
  ['a name', "UPDATE name SET text = 'cobol' WHERE text = 'typescript'", filesAsked],
  ['vectors', 'DELETE FROM vectors WHERE id = 2', nearestAsked],
  [
    'the vectors of two files',
    'UPDATE vectors SET bytes = (SELECT bytes FROM vectors AS o WHERE o.id = 1) WHERE id = 2',
    nearestAsked,
  ],
  ['a model', 'DELETE FROM vector_model', nearestAsked],
]

describe('rows that are gone or changed', () => {
  it.each(cases)('[ST42] %s: STORE_CORRUPT for the question, and found by the check', async (_, sql, ask) => {
    const reader = await damagedStore((database) => database.exec(sql))
    expect(await reader.check({ repo: SHOP })).toMatch(/damaged/)
    await reader.close()
    const again = await damagedStore((database) => database.exec(sql))
    const snapshot = await again.snapshot()
    await expect(ask(snapshot)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
    await snapshot.close()
    // From now on nothing is answered from this store.
    await expect(again.snapshot()).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
    expect(await again.check()).toMatch(/damaged/)
    await again.close()
  })
})

describe('the sources of the store', () => {
  const folder = path.resolve(import.meta.dirname, '../../src/store/embedded')
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const)
  const using = (pattern: RegExp): string[] => sources.filter(([, text]) => pattern.test(text)).map(([file]) => file)

  it('[ST44] read the database in one place, and stored bytes where their checksum is compared', () => {
    expect(using(/openDatabase\(/)).toEqual(['connection.ts', 'driver.ts', 'process-lock.ts'])
    expect(using(/new EmbeddedSnapshot\(/)).toEqual(['reader.ts'])
    expect(using(/new EmbeddedWriter\(/)).toEqual(['open-embedded-store.ts'])
    const readsBytes = using(/SELECT[^`']*(?<!AS )(?<!length\((\w+\.)?)\b(bytes|uses)\b[^`']*FROM/)
    // `store-size.ts` only adds up lengths.
    expect(readsBytes.filter((file) => file !== 'store-size.ts')).toEqual([
      'check-store.ts',
      'copy-links.ts',
      'facts-rows.ts',
      'link-source-rows.ts',
      'load-vectors.ts',
      'old-enrichment.ts',
      'read-links.ts',
      'segment-cache.ts',
      'vector-rows.ts',
    ])
    for (const file of readsBytes.filter((each) => each !== 'old-enrichment.ts' && each !== 'store-size.ts'))
      expect(sources.find(([name]) => name === file)?.[1], file).toMatch(/unseal|linkSum|linksSum|openVectors|openNoteVector/)
  })

  it('[ST44] replace no row of a counted table without its triggers', () => {
    const counted = 'file|segment|package|note|due|vectors|note_vectors'
    expect(using(new RegExp(`OR (REPLACE|IGNORE) INTO (${counted})\\b`))).toEqual([])
  })
})
