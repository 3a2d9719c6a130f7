/**
 * Reads and parses changed files and makes them visible, portion by portion. The store records the further work they need (links,
 * notes) with each portion; `settle.ts` does it.
 */

import type { FileChange } from '../contract/freshness.ts'
import type { Repo } from '../contract/repo.ts'
import type { FileEntry } from '../discover/port.ts'
import type { FileRow, StoreBuild } from '../store/port.ts'
import { createCarrier } from './carry-enrichment.ts'
import type { IndexRooms, WorkOptions } from './index-rooms.ts'
import { type LostFile, type PreparedFile, prepareFiles } from './prepare-files.ts'

/** `entries` are to be read, `removed` are gone; `changes` tell which file was renamed. */
export type FilesToReplace = { entries: readonly FileEntry[]; removed: readonly string[]; changes: readonly FileChange[] }

export type ReplaceOptions = WorkOptions & {
  /** False: parse again even what was parsed before. */
  reuse: boolean
  /** Checked between files; what was read until then is kept. */
  isLate?: () => boolean
}

export type ReplaceSink = { replaced?(file: PreparedFile): void; lost?(file: LostFile): void }

/** The rows as they are afterwards, and the paths that had one and are gone. */
export type Replaced = { rows: Map<string, FileRow>; removed: string[] }

export async function replaceFiles(
  repo: Repo,
  build: StoreBuild,
  before: ReadonlyMap<string, FileRow>,
  work: FilesToReplace,
  rooms: IndexRooms,
  options: ReplaceOptions,
  sink: ReplaceSink = {},
): Promise<Replaced> {
  const rows = new Map(before)
  const gone = [...work.removed]
  const carrier = await createCarrier(repo.repo_id, { rows: before, changes: work.changes }, rooms.reader)
  const total = work.entries.length
  let done = 0
  const progress = (file?: string): void =>
    options.onProgress?.({ phase: 'parse', repo_id: repo.repo_id, done, total, ...(file === undefined ? {} : { file }) })
  const ready = async (file: PreparedFile): Promise<void> => {
    const { row } = file.record
    await build.putPointers(await carrier.replaced(row, file.view))
    await build.add(file.record)
    rows.set(row.path, row)
    sink.replaced?.(file)
    done += 1
    if (done % 20 === 0 || done === total) progress(row.path)
  }
  const lost = (file: LostFile): void => {
    gone.push(file.path)
    sink.lost?.(file)
  }
  progress()
  await prepareFiles(repo, work.entries, rooms, options, { ready: serialised(ready), lost })
  const removed = gone.filter((path) => rows.delete(path))
  for (const path of removed) await build.putPointers(await carrier.removed(path))
  await build.remove(removed)
  await build.flush()
  return { rows, removed }
}

/** The reader and the workers may call at the same time; the store takes one file after the other. */
function serialised<Value>(work: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (value) => {
    last = last.then(() => work(value))
    return last
  }
}
