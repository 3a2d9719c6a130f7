import path from 'node:path'
import { expect, it } from 'vitest'
import { gitRepo, tempFolder } from '../../test/kit/temp-repo.ts'
import { createApp } from '../app/create-app.ts'
import { asRepoId } from '../contract/ids.ts'
import type { Embedder } from '../embed/port.ts'
import { openDatabase } from '../store/embedded/driver.ts'
import { openEmbeddedStore } from '../store/embedded/open-embedded-store.ts'
import { seal } from '../store/embedded/row-sum.ts'
import { embedRepo, embedTouched } from './embed-files.ts'

/** Vectors that show how many texts were asked for. */
function counting(): Embedder & { texts: string[] } {
  const texts: string[] = []
  return {
    texts,
    model: 'counting',
    dimensions: 2,
    embedDocuments: async (documents) =>
      documents.map((parts) => {
        const text = parts.map((part) => part.text).join('\n')
        texts.push(text)
        return text === '' ? undefined : Float32Array.of(0.6, 0.8)
      }),
    embedQuery: async () => undefined,
    close: async () => undefined,
  }
}

const files = Object.fromEntries(
  Array.from({ length: 80 }, (_, at) => [`lib${at % 2}/m${at}.py`, `def f${at}():\n    return ${at}\n`]),
)

async function indexed() {
  const root = gitRepo(files, 'shop')
  const home = path.join(tempFolder('home'), 'cairn')
  const app = await createApp({ cwd: root, surface: 'cli', flags: { home, embedder: 'none' } })
  await app.index([root])
  await app.close()
  const store = await openEmbeddedStore(home)
  const rooms = { ...store, settings: { lock_wait_ms: 0, max_file_bytes: 1_000_000 } }
  const missing = async () => {
    const snapshot = await store.reader.snapshot()
    const found = await snapshot.unembedded(repo.repo_id, 'counting')
    await snapshot.close()
    return found.map((key) => key.path)
  }
  const repo = { repo_id: asRepoId('shop'), root }
  return { repo, home, rooms, missing, close: async () => void (await Promise.all([store.reader.close(), store.writer.close()])) }
}

it('[IX15] when time runs out, what was made is kept, and the next call makes the rest', async () => {
  const { repo, rooms, missing, close } = await indexed()
  const embedder = counting()
  let left = 3
  expect(await embedRepo(repo, rooms, embedder, { isLate: () => left-- <= 0 })).toBe(false)
  const first = await missing()
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThan(80)
  expect(await embedRepo(repo, rooms, embedder)).toBe(true)
  expect(await missing()).toEqual([])
  const made = embedder.texts.length
  // One for each function and each file, and one for each note: two folders and the repo.
  expect(new Set(embedder.texts).size).toBe(80 * 2 + 3)
  expect(await embedRepo(repo, rooms, embedder)).toBe(true)
  expect(embedder.texts).toHaveLength(made)
  await close()
})

it('[IX17] a file whose facts cannot be decoded is left out, and the run ends', async () => {
  const { repo, home, rooms, missing, close } = await indexed()
  const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  const first = 'SELECT content_hash, language, parser_version FROM facts WHERE id = (SELECT min(id) FROM facts)'
  const { content_hash, language, parser_version } = database.prepare(first).get() as {
    content_hash: string
    language: number
    parser_version: number
  }
  const bytes = seal(Uint8Array.of(4, 0, 0, 0, 1, 2, 3, 4), content_hash, language, parser_version)
  database.prepare('UPDATE facts SET bytes = ? WHERE id = (SELECT min(id) FROM facts)').run(bytes)
  database.close()
  expect(await embedRepo(repo, rooms, counting())).toBe(true)
  expect(await missing()).toHaveLength(1)
  await close()
})

it('[IX20] when the repo is removed meanwhile, the work ends, and gc leaves nothing of it', async () => {
  const { repo, home, rooms, close } = await indexed()
  const embedder = counting()
  const removing: Embedder = {
    ...embedder,
    embedDocuments: async (documents) => {
      await rooms.writer.removeRepo(repo.repo_id)
      return embedder.embedDocuments(documents)
    },
  }
  expect(await embedRepo(repo, rooms, removing)).toBe(false)
  // Of the 80 files no more than one portion, with two texts each.
  expect(embedder.texts.length).toBeLessThanOrEqual(32 * 2)
  await rooms.writer.collect({ unreferenced_since: new Date(Date.now() + 1_000), quota_bytes: null })
  await close()
  const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  for (const table of ['vectors', 'note_vectors'])
    expect(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get(), table).toEqual({ rows: 0 })
  database.close()
})

it('[IX19] after a catch-up only its files and the notes above them are embedded', async () => {
  const { repo, rooms, missing, close } = await indexed()
  const embedder = counting()
  expect(await embedTouched(repo, rooms, embedder, ['lib0/m2.py', 'gone.py'], {})).toBe(true)
  expect(await missing()).toHaveLength(79)
  expect(embedder.texts.map((text) => text.split('\n')[0])).toEqual(['lib0/m2.py', 'lib0/m2.py', 'lib0', ''])
  await close()
})
