/** Vectors of the embedded engine in its file: shared rows, damage, earlier versions, interruptions, and what stays in memory. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { asRepoId } from '../../src/contract/ids.ts'
import { Connection } from '../../src/store/embedded/connection.ts'
import { openDatabase } from '../../src/store/embedded/driver.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import { findRepo, type RepoHead } from '../../src/store/embedded/repo-rows.ts'
import { sumOf } from '../../src/store/embedded/row-sum.ts'
import { VectorCache } from '../../src/store/embedded/vector-cache.ts'
import { findModel, type VectorModel, writeNoteVector } from '../../src/store/embedded/vector-rows.ts'
import type { NearestQuery, StoreReader, StoreWriter, UnembeddedNote } from '../../src/store/port.ts'
import { requireOrSkip } from '../requirements.ts'
import { batch, note, record, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import { asking } from './store-behaviour.ts'
import { entry, keyOf, MODEL, unitVector } from './vector-samples.ts'

const folders: string[] = []
const newHome = (): string => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'cairn-vectors-'))
  folders.push(home)
  return home
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const file = (at: number): Sample => ({ path: `f${at}.ts`, words: { [`w${at}`]: 1 } })
const vectors = (at: number) => [0, 1].map((ordinal) => entry('symbol', ordinal, unitVector(at * 10 + ordinal, 16)))
const query = (given: Partial<NearestQuery> = {}): NearestQuery => ({
  repos: [SHOP],
  model: MODEL,
  level: 'symbol',
  vector: unitVector(7, 16),
  filter: {},
  limit: 10,
  ...given,
})

async function embedded(writer: StoreWriter, repo = SHOP, count = 3): Promise<void> {
  const samples = Array.from({ length: count }, (_, at) => file(at))
  await writer.apply(repo, replaceAll(...samples))
  const entries = samples.map((sample, at) => ({ key: keyOf(record(sample)), vectors: vectors(at) }))
  await writer.putVectors(repo, MODEL, entries)
}

function inFile<Value>(home: string, work: (database: ReturnType<typeof openDatabase>) => Value): Value {
  const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
const near = (reader: StoreReader, asked = query()) => asking(reader, async (now) => (await now.nearest(asked)).documents)

describe('vectors in the file', () => {
  it('[ST28] a second repo with the same content adds no row', async () => {
    const home = newHome()
    const { reader, writer } = await openEmbeddedStore(home)
    await embedded(writer)
    await embedded(writer, TOOLS)
    expect(await near(reader, query({ repos: [TOOLS] }))).toHaveLength(6)
    await writer.close()
    await reader.close()
    expect(inFile(home, (database) => database.prepare('SELECT count(*) AS rows FROM vectors').get())).toEqual({ rows: 3 })
  })

  const changed = (bytes: Buffer, at: number, ...values: number[]): Buffer => {
    bytes.set(values, at)
    return bytes
  }
  const damage: readonly [what: string, (bytes: Buffer) => Buffer][] = [
    ['no header', (bytes) => bytes.subarray(0, 1)],
    ['cut', (bytes) => bytes.subarray(0, -1)],
    ['longer', (bytes) => Buffer.concat([bytes, bytes])],
    ['another format', (bytes) => changed(bytes, 0, 9)],
    ['numbers of 255 bytes', (bytes) => changed(bytes, 1, 255)],
    ['vectors of 17 numbers', (bytes) => changed(bytes, 4, 17)],
    ['millions of symbols', (bytes) => changed(bytes, 11, 255)],
    // Behind the scales are only the vectors, of 16 numbers each.
    ['a scale that is no number', (bytes) => changed(bytes, bytes.length - ((bytes[8] || 1) * 16 + 4), 0, 0, 0xc0, 0x7f)],
  ]
  it('[ST32] damaged vectors of a file or note are reported as damage', async () => {
    for (const table of ['vectors', 'note_vectors']) {
      for (const [what, change] of damage) {
        const home = newHome()
        const { reader, writer } = await openEmbeddedStore(home)
        await embedded(writer)
        await writer.apply(SHOP, batch({ notes: [note('src', { a: 1 })] }))
        const [missing] = await asking(reader, (now) => now.unembeddedNotes(SHOP, MODEL))
        const { vector, scale } = entry('passage', 0, unitVector(1, 16))
        await writer.putNoteVectors(SHOP, MODEL, [
          { level: 'module', path: 'src', content_hash: missing?.content_hash ?? '', vector, scale },
        ])
        await writer.close()
        inFile(home, (database) => {
          const { bytes } = database.prepare(`SELECT bytes FROM ${table}`).get() as { bytes: Uint8Array }
          database.prepare(`UPDATE ${table} SET bytes = ?`).run(change(Buffer.from(bytes)))
        })
        const level = table === 'vectors' ? 'symbol' : 'module'
        await expect(near(reader, query({ level })), `${table}: ${what}`).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
        if (table === 'vectors')
          await expect(asking(reader, (now) => now.vectorsOf(SHOP, MODEL, ['f1.ts']))).rejects.toMatchObject({
            code: 'STORE_CORRUPT',
          })
        await reader.close()
      }
    }
  })

  it('[ST31] a note of a repo that is being removed gets no vector', async () => {
    const home = newHome()
    const { reader, writer } = await openEmbeddedStore(home)
    await writer.apply(SHOP, batch({ notes: [note('src', { a: 1 })] }))
    const [missing] = await asking(reader, (now) => now.unembeddedNotes(SHOP, MODEL))
    await Promise.all([writer.close(), reader.close()])
    const connection = new Connection(path.join(home, 'store.db'), { readOnly: false })
    const { id } = findRepo(connection, SHOP) as RepoHead
    const put = (): unknown => {
      writeNoteVector(connection, id, MODEL, { ...(missing as UnembeddedNote), vector: Int8Array.of(1), scale: 0.5 })
      return connection.get('SELECT count(*) AS rows FROM note_vectors')
    }
    // As the removal leaves it between two of its transactions.
    connection.run('UPDATE repo SET repo_id = NULL')
    expect(put()).toEqual({ rows: 0 })
    connection.run('UPDATE repo SET repo_id = ?', SHOP)
    expect(put()).toEqual({ rows: 1 })
    connection.close()
  })

  it('[ST31] the vector of the same note in another repo is read, not that of another content', async () => {
    const { reader, writer } = await openEmbeddedStore(newHome())
    await writer.apply(SHOP, batch({ notes: [note('src', { a: 1 }), note('lib', { b: 1 })] }))
    const [lib, src] = await asking(reader, (now) => now.unembeddedNotes(SHOP, MODEL))
    const made = [lib, src].map((each, at) => ({ ...(each as UnembeddedNote), vector: Int8Array.of(at, 1), scale: 0.5 }))
    await writer.putNoteVectors(SHOP, MODEL, made)
    await writer.apply(TOOLS, batch({ notes: [note('src', { a: 1 }), note('lib', { b: 1 }, 'another')] }))
    await asking(reader, async (now) => {
      const missing = await now.unembeddedNotes(TOOLS, MODEL)
      expect(missing.map(({ path: at }) => at)).toEqual(['lib', 'src'])
      expect(await now.noteVectorsElsewhere(MODEL, missing)).toEqual([undefined, made[1]])
      expect(await now.noteVectorsElsewhere('other', missing)).toEqual([undefined, undefined])
    })
    await writer.close()
    await reader.close()
  })

  it('[ST30] a drop that was interrupted is finished by the next collection, and the model can be used meanwhile', async () => {
    const home = newHome()
    const { reader, writer } = await openEmbeddedStore(home)
    await embedded(writer)
    inFile(home, (database) => {
      database.prepare('UPDATE vector_model SET name = NULL, row_sum = ?').run(sumOf(1, null, 16))
      database.exec('UPDATE repo SET generation = generation + 1')
    })
    expect(await near(reader)).toEqual([])
    const wide = [entry('symbol', 0, unitVector(1, 32))]
    await writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(file(0))), vectors: wide }])
    const rows = () => inFile(home, (database) => database.prepare('SELECT count(*) AS rows FROM vectors').get())
    expect(rows()).toEqual({ rows: 4 })
    await writer.collect({ unreferenced_since: new Date(0), quota_bytes: null })
    expect(rows()).toEqual({ rows: 1 })
    expect(await near(reader, query({ vector: unitVector(7, 32) }))).toHaveLength(1)
    await writer.close()
    await reader.close()
  })

  const child = fileURLToPath(new URL('writer-child.mjs', import.meta.url))
  const built = existsSync(fileURLToPath(new URL('../../dist/store/embedded/open-embedded-store.js', import.meta.url)))
  const withBuild = requireOrSkip('dist', built, 'dist/ is not built (npm run build)')
  withBuild('[ST17, ST32] after a kill each file has all its vectors or none, and what was confirmed is kept', async () => {
    const killed = asRepoId('acme/killed')
    for (const afterMs of [0, 5, 15, 30]) {
      const home = newHome()
      const started = spawn(process.execPath, [child, home, 'vectors', '1'], { stdio: ['ignore', 'pipe', 'inherit'] })
      let confirmed = 0
      for await (const line of createInterface({ input: started.stdout })) {
        if (confirmed === 0) setTimeout(() => started.kill('SIGKILL'), afterMs)
        confirmed = Number(line)
      }
      expect(confirmed).toBeGreaterThan(0)
      const { reader } = await openEmbeddedStore(home)
      expect(await reader.check()).toBeUndefined()
      await asking(reader, async (now) => {
        const paths = (await now.recordedFiles(killed)).map((row) => row.path)
        const missing = new Set((await now.unembedded(killed, 'model')).map((row) => row.path))
        const found = await now.vectorsOf(killed, 'model', paths)
        expect(found.size + missing.size).toBe(paths.length)
        expect(found.size).toBeGreaterThanOrEqual(confirmed)
        for (const entries of found.values()) expect(entries).toHaveLength(40)
      })
      await reader.close()
    }
  })
})

describe('vectors in memory', () => {
  it('[ST33] after a change only new vectors are read', async () => {
    const home = newHome()
    const { reader, writer } = await openEmbeddedStore(home)
    await embedded(writer)
    expect(await near(reader)).toHaveLength(6)
    inFile(home, (database) => database.exec("UPDATE vectors SET bytes = x'00'"))
    await writer.apply(SHOP, batch({ remove: ['f1.ts'], replace: [record(file(5))] }))
    await writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(file(5))), vectors: vectors(5) }])
    const found = await near(reader)
    expect([...new Set(found.map((document) => document.path))].sort()).toEqual(['f0.ts', 'f2.ts', 'f5.ts'])
    await writer.apply(SHOP, batch({ notes: [note('src', { a: 1 })] }))
    expect(await near(reader)).toEqual(found)
    const fresh = await openEmbeddedStore(home)
    await expect(near(fresh.reader)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
    await fresh.reader.close()
    await writer.close()
    await reader.close()
  })

  it('[ST33] beyond the budget the first repos of a question stay in memory, and an older state replaces no newer one', async () => {
    const home = newHome()
    const { writer } = await openEmbeddedStore(home)
    const repos = ['a', 'b', 'c'].map((name) => asRepoId(`acme/${name}`))
    for (const repo of repos) await embedded(writer, repo)
    const connection = new Connection(path.join(home, 'store.db'), { readOnly: true })
    const model = findModel(connection, MODEL) as VectorModel
    const heads = repos.map((repo) => findRepo(connection, repo) as RepoHead)
    const { bytes } = new VectorCache().table(connection, heads[0] as RepoHead, model, 'symbol')
    const cache = new VectorCache(bytes * 2.5)
    const ask = (...numbers: number[]) => {
      cache.beginQuestion()
      return numbers.map((at) => cache.table(connection, heads[at] as RepoHead, model, 'symbol'))
    }
    const [first, second, third] = ask(0, 1, 2)
    expect(third?.units).toEqual(second?.units)
    const again = ask(0, 1, 2)
    expect([first, second, third].map((table, at) => table === again[at])).toEqual([true, true, false])
    const [alone] = ask(2)
    expect(ask(2)[0]).toBe(alone)
    expect(ask(1)[0]).toBe(second)
    expect(ask(0)[0]).not.toBe(first)
    const older = { ...(heads[1] as RepoHead), generation: (heads[1] as RepoHead).generation - 1 }
    expect(cache.table(connection, older, model, 'symbol').generation).toBe(older.generation)
    expect(ask(1)[0]).toBe(second)
    const tiny = new VectorCache(1)
    expect(tiny.table(connection, heads[0] as RepoHead, model, 'file').owners).toHaveLength(3)
    connection.close()
    await writer.close()
  })
})
