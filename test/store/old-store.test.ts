/** A home written by the first released version: read as it is, brought up to date by the first writer, nothing lost. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { symbolKey } from '../../src/contract/identity.ts'
import { keyToNumber } from '../../src/store/embedded/bytes.ts'
import { openDatabase } from '../../src/store/embedded/driver.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import type { SymbolNow } from '../../src/store/port.ts'
import { tempFolder } from '../kit/temp-repo.ts'
import { batch, replaceAll, type Sample, SHOP, symbol } from './samples.ts'
import { asking } from './store-behaviour.ts'

/** As it was released. Written out here, because the code may change and this must not. */
const oldTable = `
CREATE TABLE enrichment(
  id INTEGER PRIMARY KEY AUTOINCREMENT, repo_id TEXT NOT NULL, path TEXT NOT NULL, symbol_key INTEGER NOT NULL, span_hash TEXT NOT NULL,
  summary TEXT NOT NULL, usage_guide TEXT NOT NULL, content_type TEXT NOT NULL, content_language TEXT NOT NULL, author TEXT NOT NULL,
  made_at TEXT NOT NULL, UNIQUE(repo_id, path, symbol_key, span_hash));`

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
async function oldHome(): Promise<string> {
  const home = tempFolder('cairn-old-store')
  homes.push(home)
  const { writer, reader } = await openEmbeddedStore(home)
  await writer.apply(SHOP, replaceAll(cart))
  await writer.close()
  await reader.close()
  const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  database.exec('DROP TABLE enrichment_pointer; DROP TABLE enrichment_record;')
  database.exec(oldTable)
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
  it('[ST3, ST25] is read as it is, then brought up to date by whoever writes, and keeps its enrichment', async () => {
    const home = await oldHome()
    const { reader, writer } = await openEmbeddedStore(home)
    const answers = () =>
      asking(reader, (snapshot) =>
        Promise.all(
          questions.map(async ([asked]) => snapshot.enrichment(SHOP, asked).then((found) => [found?.summary, found?.span_hash])),
        ),
      )
    const expected = questions.map(([, summary, span]) => [summary, span])
    expect(await answers()).toEqual(expected)
    expect(await asking(reader, async (snapshot) => (await snapshot.symbolsNamed(SHOP, 'add')).length)).toBe(1)
    expect((await reader.size()).repos).toHaveLength(1)
    const before = await reader.snapshot()
    await writer.apply(SHOP, batch({}))
    expect(await answers()).toEqual(expected)
    expect((await before.enrichment(SHOP, now('add', 'edited')))?.summary).toBe('Adds, later.')
    await before.close()
    await writer.close()
    await reader.close()
    const database = openDatabase(path.join(home, 'store.db'), { readOnly: true })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 })
    expect(database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'enrichment'").get()).toBeUndefined()
    database.close()
  })

  it('[ST25] what is brought over is shared with copies, where its name is known', async () => {
    const { reader, writer } = await openEmbeddedStore(await oldHome())
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

  it('[ST25] an old home that cannot be written is read all the same', async () => {
    const { reader } = await openEmbeddedStore(await oldHome(), { readonly: true })
    expect(await asking(reader, async (snapshot) => (await snapshot.enrichment(SHOP, now('add', 'span-add')))?.summary)).toBe(
      'Adds.',
    )
    await reader.close()
  })
})
