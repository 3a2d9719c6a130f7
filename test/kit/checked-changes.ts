/** Takes a change set and checks it against a comparison of every byte; also the rows that a catch-up would leave. */
import path from 'node:path'
import { expect } from 'vitest'
import type { RecordedFile } from '../../src/contract/freshness.ts'
import { asRepoId } from '../../src/contract/ids.ts'
import { takeChangeSet } from '../../src/discover/change-set.ts'
import type { ListOptions, TakenChangeSet } from '../../src/discover/port.ts'
import { readBytes } from '../../src/discover/read-source.ts'
import { recordFile } from '../../src/discover/record-file.ts'
import { changesTo, hashOf, truthOf } from './truth.ts'

/** Longer than the two seconds in which a file time proves nothing. */
export const REST_MS = 2_150
const id = asRepoId('acme/shop')
export const lines = ({ changes }: TakenChangeSet): string[] => changes.map(({ state, path: file }) => `${state} ${file}`)

/** The change set, checked, including renames. */
export async function checkedChanges(
  root: string,
  rows: readonly RecordedFile[],
  options: ListOptions = {},
): Promise<TakenChangeSet> {
  const taken = await takeChangeSet(root, id, rows, options)
  const truth = truthOf(root)
  expect(taken.unchecked).toEqual([])
  expect(taken.git.state).toBe(truth ? 'ok' : 'failed')
  // Undefined if git calls its index corrupt (git itself can produce one from a sparse and a split index).
  if (truth) expect(lines(taken)).toEqual(changesTo(truth, rows))
  const deleted = new Map(taken.changes.flatMap(({ state, path: file }) => (state === 'deleted' ? [[file, 0]] : [])))
  for (const change of taken.changes) {
    if (change.state !== 'added' || change.from === undefined) continue
    expect(deleted.get(change.from)).toBe(0)
    deleted.set(change.from, 1)
    expect(hashOf(path.join(root, change.path))).toBe(rows.find((row) => row.path === change.from)?.content_hash)
  }
  return taken
}

/** The rows after a catch-up. */
export async function caughtUp(root: string, rows: readonly RecordedFile[], taken: TakenChangeSet): Promise<RecordedFile[]> {
  const byPath = new Map(rows.map((row) => [row.path, row]))
  for (const { path: file } of taken.changes) byPath.delete(file)
  for (const row of taken.touched) byPath.set(row.path, row)
  for (const entry of taken.entries) {
    const source = await readBytes(root, entry.path)
    if (source.state === 'read') byPath.set(entry.path, recordFile(entry, source))
  }
  return [...byPath.values()]
}
