/** A home written by the first released version: readers read it unchanged, the first writer migrates it, nothing is lost. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pathKey, symbolKey } from '../../src/contract/identity.ts'
import { keyToNumber } from '../../src/store/embedded/bytes.ts'
import { openDatabase } from '../../src/store/embedded/driver.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import type { SymbolNow } from '../../src/store/port.ts'
import { tempFolder } from '../kit/temp-repo.ts'
import { backToVersion4, batch, factsBytes, record, type Sample, SHOP, symbol } from './samples.ts'
import { asking } from './store-behaviour.ts'

/** The released schema. Copied here, because the code may change and this must not. */
const firstVersion = `
CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE repo(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id TEXT UNIQUE, generation INTEGER NOT NULL, layout INTEGER NOT NULL,
  complete INTEGER NOT NULL, last_indexed_at TEXT);
CREATE TABLE facts(
  id INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT NOT NULL, language INTEGER NOT NULL, parser_version INTEGER NOT NULL,
  last_referenced INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE UNIQUE INDEX facts_key ON facts(content_hash, language, parser_version);
CREATE TABLE file(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo INTEGER NOT NULL, path TEXT NOT NULL, path_key INTEGER NOT NULL, present INTEGER NOT NULL,
  size INTEGER NOT NULL, mtime_ms REAL NOT NULL, content_hash TEXT NOT NULL, blob_id TEXT, language INTEGER NOT NULL,
  role INTEGER NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL, line_count INTEGER NOT NULL, parser_version INTEGER NOT NULL,
  test INTEGER NOT NULL, symbols INTEGER NOT NULL, files INTEGER NOT NULL, sections INTEGER NOT NULL);
CREATE UNIQUE INDEX file_path ON file(repo, path);
CREATE INDEX file_key ON file(repo, path_key);
CREATE INDEX file_content ON file(content_hash);
CREATE INDEX file_unseen ON file(repo) WHERE present <> 1;
CREATE TABLE note(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo INTEGER NOT NULL, level INTEGER NOT NULL, path TEXT NOT NULL, path_key INTEGER NOT NULL,
  content TEXT NOT NULL);
CREATE UNIQUE INDEX note_path ON note(repo, level, path);
CREATE INDEX note_key ON note(repo, level, path_key);
CREATE TABLE segment(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo INTEGER NOT NULL, state INTEGER NOT NULL, seq INTEGER NOT NULL, postings INTEGER NOT NULL,
  bytes INTEGER NOT NULL);
CREATE INDEX segment_repo ON segment(repo, state, seq);
CREATE TABLE part(segment INTEGER NOT NULL, kind INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY(segment, kind)) WITHOUT ROWID;
CREATE TABLE block(id INTEGER PRIMARY KEY, segment INTEGER NOT NULL, term BLOB NOT NULL, bytes BLOB NOT NULL);
CREATE UNIQUE INDEX block_term ON block(segment, term);
CREATE TABLE links(file INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE link_in(
  repo INTEGER NOT NULL, target INTEGER NOT NULL, target_key INTEGER NOT NULL, source INTEGER NOT NULL, uses BLOB NOT NULL,
  PRIMARY KEY(repo, target, target_key, source)) WITHOUT ROWID;
CREATE TABLE package(id INTEGER PRIMARY KEY AUTOINCREMENT, repo INTEGER NOT NULL, target TEXT NOT NULL, UNIQUE(repo, target));
CREATE TABLE package_in(
  repo INTEGER NOT NULL, package INTEGER NOT NULL, source INTEGER NOT NULL, uses BLOB NOT NULL,
  PRIMARY KEY(repo, package, source)) WITHOUT ROWID;
CREATE TABLE enrichment(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id TEXT NOT NULL, path TEXT NOT NULL, symbol_key INTEGER NOT NULL, span_hash TEXT NOT NULL,
  summary TEXT NOT NULL, usage_guide TEXT NOT NULL, content_type TEXT NOT NULL, content_language TEXT NOT NULL, author TEXT NOT NULL,
  made_at TEXT NOT NULL, UNIQUE(repo_id, path, symbol_key, span_hash));
`

const cart: Sample = { path: 'cart.ts', symbols: [{ name: 'add', words: { add: 1 } }, { name: 'drop' }], identifiers: { add: 1 } }
const now = (name: string, span_hash: string, given: Partial<SymbolNow> = {}): SymbolNow => ({
  ...symbol('cart.ts', name),
  qualified_name: name,
  kind: 'function',
  span_hash,
  ...given,
})

const homes: string[] = []
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** Two texts for `add`, one for `drop`, and one for a symbol that has left its file since. */
function oldHome(): string {
  const home = tempFolder('cairn-old-store')
  homes.push(home)
  const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;')
  database.exec(firstVersion)
  const { row } = record(cart)
  database.exec("INSERT INTO name(id, text) VALUES(1, 'typescript'), (2, 'p1')")
  database.exec("INSERT INTO repo(id, repo_id, generation, layout, complete) VALUES(1, 'acme/shop', 1, 1, 1)")
  const facts = 'INSERT INTO facts(content_hash, language, parser_version, last_referenced, bytes) VALUES(?, 1, 2, 0, ?)'
  database.prepare(facts).run(row.content_hash, factsBytes(cart))
  const file = `INSERT INTO file(repo, path, path_key, present, size, mtime_ms, content_hash, blob_id, language, role, status, reason,
    line_count, parser_version, test, symbols, files, sections)
    VALUES(1, 'cart.ts', ?, 1, 100, ?, ?, NULL, 1, 0, 0, '', 10, 2, 0, 2, 1, 0)`
  database.prepare(file).run(keyToNumber(pathKey('cart.ts')), row.mtime_ms, row.content_hash)
  const insert = database.prepare(
    "INSERT INTO enrichment(repo_id, path, symbol_key, span_hash, summary, usage_guide, content_type, content_language, author, made_at) VALUES('acme/shop', 'cart.ts', ?, ?, ?, 'guide', 'code', 'en', 'Ann', '2026-01-01T00:00:00.000Z')",
  )
  const rows = [
    ['add', 'span-add', 'Adds.'],
    ['add', 'span-2', 'Adds, later.'],
    ['drop', 'span-drop', 'Drops.'],
    ['gone', 'span-gone', 'Was there.'],
    ['gone', 'span-gone-2', 'Was there, later.'],
  ] as const
  for (const [name, span, summary] of rows) insert.run(keyToNumber(symbolKey(name, 't')), span, summary)
  database.exec('PRAGMA user_version = 1')
  database.close()
  return home
}

const questions: readonly [SymbolNow, string | undefined, string | undefined][] = [
  [now('add', 'span-add'), 'Adds.', 'span-add'],
  [now('add', 'span-2'), 'Adds, later.', 'span-2'],
  [now('add', 'edited'), 'Adds, later.', 'span-2'],
  [now('drop', 'edited'), 'Drops.', 'span-drop'],
  [now('gone', 'edited'), 'Was there, later.', 'span-gone-2'],
  [now('gone', 'span-gone'), 'Was there.', 'span-gone'],
  [now('never', 'edited'), undefined, undefined],
]

describe('a store of the first version', () => {
  it('[ST3, ST25] is read unchanged, then migrated by the first writer, and keeps its enrichment', async () => {
    const home = oldHome()
    const { reader, writer } = await openEmbeddedStore(home)
    const answers = () =>
      asking(reader, (snapshot) =>
        Promise.all(
          questions.map(async ([asked]) => snapshot.enrichment(SHOP, asked).then((found) => [found?.summary, found?.span_hash])),
        ),
      )
    const expected = questions.map(([, summary, span]) => [summary, span])
    expect(await answers()).toEqual(expected)
    expect(await asking(reader, (snapshot) => snapshot.recordedFiles(SHOP))).toEqual([record(cart).row])
    expect((await reader.size()).repos).toHaveLength(1)
    const before = await reader.snapshot()
    await writer.apply(SHOP, batch({}))
    expect(await answers()).toEqual(expected)
    expect((await before.enrichments(SHOP, [now('add', 'edited')]))[0]?.summary).toBe('Adds, later.')
    await before.close()
    await writer.close()
    await reader.close()
    const database = openDatabase(path.join(home, 'store.db'), { readOnly: true })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 6 })
    expect(database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'enrichment'").get()).toBeUndefined()
    database.close()
  })

  it('[ST25, ST41] has no answers of a model until it is migrated, then keeps them', async () => {
    const { reader, writer } = await openEmbeddedStore(oldHome())
    const span = { span_hash: 'span-add', kind: 'function', model: '', prompt_version: '' } as const
    const answer = () => asking(reader, async (snapshot) => (await snapshot.answersAbout([span]))[0])
    expect(await answer()).toBeUndefined()
    const refusal = { ...span, span_hash: 'other', reason: 'no JSON', made_at: '2026-01-02T03:04:05.000Z' }
    await writer.putRefusals(SHOP, [refusal])
    expect(await answer()).toMatchObject({ summary: 'Adds.', qualified_name: 'add' })
    expect(await asking(reader, (snapshot) => snapshot.answersAbout([refusal]))).toEqual([refusal])
    await writer.close()
    await reader.close()
  })

  it('[ST25, ST40] a store of version 4 is read unchanged, then gets details', async () => {
    const home = oldHome()
    const first = await openEmbeddedStore(home)
    await first.writer.apply(SHOP, batch({}))
    await first.writer.close()
    await first.reader.close()
    const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
    database.exec(backToVersion4)
    database.close()
    const { reader, writer } = await openEmbeddedStore(home)
    const text = () => asking(reader, (snapshot) => snapshot.enrichment(SHOP, now('add', 'span-add')))
    expect(await text()).toMatchObject({ summary: 'Adds.', author: 'Ann' })
    expect((await reader.size()).repos).toHaveLength(1)
    await writer.putRefusals(SHOP, [])
    await writer.apply(SHOP, batch({}))
    expect(await text()).toMatchObject({ summary: 'Adds.', author: 'Ann' })
    await writer.close()
    await reader.close()
  })

  it('[ST25] migrated texts are shared with copies, if their symbol’s name is known', async () => {
    const { reader, writer } = await openEmbeddedStore(oldHome())
    await writer.apply(SHOP, batch({}))
    const elsewhere = { path: 'copy.ts' }
    await asking(reader, async (snapshot) => {
      expect((await snapshot.enrichment(SHOP, now('add', 'span-add', elsewhere)))?.author).toBe('Ann')
      expect(await snapshot.enrichment(SHOP, now('add', 'edited', elsewhere))).toBeUndefined()
    })
    await writer.removeRepo(SHOP)
    expect(await asking(reader, (snapshot) => snapshot.hasEnrichment())).toBe(false)
    await writer.close()
    await reader.close()
  })

  it('[ST25] an old home that is not writable is still read', async () => {
    const { reader } = await openEmbeddedStore(oldHome(), { readonly: true })
    expect(await asking(reader, async (snapshot) => (await snapshot.enrichment(SHOP, now('add', 'span-add')))?.summary)).toBe(
      'Adds.',
    )
    await reader.close()
  })
})
