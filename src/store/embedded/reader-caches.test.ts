/** What a reader keeps in memory of repos that were removed. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { record, replaceAll, type Sample, SHOP, TOOLS } from '../../../test/store/samples.ts'
import { entry, keyOf, MODEL, unitVector } from '../../../test/store/vector-samples.ts'
import type { RepoId } from '../../contract/ids.ts'
import { Connection } from './connection.ts'
import { openEmbeddedStore } from './open-embedded-store.ts'
import { ReaderCaches } from './reader-caches.ts'
import { findRepo, type RepoHead } from './repo-rows.ts'
import { VectorCache } from './vector-cache.ts'
import { findModel, type VectorModel } from './vector-rows.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('[ST39] drops what it keeps of a removed repo with the next question about another', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'cairn-caches-'))
  const { reader, writer } = await openEmbeddedStore(home)
  const sample: Sample = { path: 'a.ts', words: { cart: 1 }, symbols: [{ name: 'cart', words: { cart: 1 } }] }
  for (const repo of [SHOP, TOOLS]) await writer.apply(repo, replaceAll(sample))
  await writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(sample)), vectors: [entry('symbol', 0, unitVector(1, 16))] }])
  const connection = new Connection(path.join(home, 'store.db'), { readOnly: true })
  const caches = new ReaderCaches()
  caches.vectors = new VectorCache()
  const ask = (repo: RepoId): WeakRef<object>[] => {
    const head = findRepo(connection, repo) as RepoHead
    const segments = caches.segmentsOf(connection, head)
    const [segment] = segments.segments
    if (!segment || !caches.vectors) throw new Error('nothing to keep')
    const level = segments.level(connection, segment, 'symbol')
    const table = caches.vectors.table(connection, head, findModel(connection, MODEL) as VectorModel, 'symbol')
    return [caches.filesOf(connection, head), segments, segment.slots, level, table].map((kept) => new WeakRef<object>(kept))
  }
  const left = async (kept: readonly WeakRef<object>[]): Promise<number> => {
    // What a WeakRef gave lives until the next turn.
    await sleep(1)
    collectGarbage()
    return kept.filter((each) => each.deref() !== undefined).length
  }
  const [shop, tools] = [ask(SHOP), ask(TOOLS)]
  expect([await left(shop), await left(tools)]).toEqual([5, 5])
  await writer.removeRepo(TOOLS)
  expect(await left(tools)).toBe(5)
  caches.filesOf(connection, findRepo(connection, SHOP) as RepoHead)
  expect(await left(tools)).toBe(0)
  expect(await left(shop)).toBe(5)
  connection.close()
  await writer.close()
  await reader.close()
  rmSync(home, { recursive: true, force: true })
})
