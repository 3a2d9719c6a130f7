/**
 * What differs from the rows of the store, uncommitted changes included. Git's index and status decide most of it without
 * reading a file. In doubt the bytes are compared. A file may be reported that did not change, but no changed file is missed.
 */
import { mapBounded } from '../base/bounded.ts'
import { mayRead } from '../base/repo-files/see.ts'
import type { FileChange, RecordedFile } from '../contract/freshness.ts'
import type { RepoId } from '../contract/ids.ts'
import type { FileNote } from '../contract/reports.ts'
import { realRoot } from '../workspace/repo-root.ts'
import { byPath, findByPath } from './by-path.ts'
import { compareRows, type OpenFile } from './compare-rows.ts'
import { takeInventory } from './inventory.ts'
import { type Looked, lookAtFiles } from './look-at-files.ts'
import { pairRenames } from './pair-renames.ts'
import { readPathRules } from './path-rules.ts'
import type { FileEntry, Inventory, ListOptions, RecordedRows, TakenChangeSet } from './port.ts'
import { readBytes } from './read-source.ts'
import { recordFile } from './record-file.ts'

export async function takeChangeSet(
  givenRoot: string,
  repo_id: RepoId,
  givenRows: RecordedRows,
  options: ListOptions = {},
): Promise<TakenChangeSet> {
  const root = await realRoot(givenRoot)
  const taking = takeInventory(root, options)
  // Awaited below; without this a failure while the rows are read would count as unhandled.
  taking.catch(() => undefined)
  const given = typeof givenRows === 'function' ? await givenRows() : givenRows
  const inventory = await taking
  const rules = await readPathRules(root, inventory, options)
  const { open, lost, withheld, rows, isFound } = compareRows(inventory, rules, given)
  const skipped = [...inventory.skipped, ...withheld]
  const context = { root, rules, options, taken_at_ms: inventory.taken_at_ms, isFound, skipped }
  const looked = await lookAtFiles(
    open.map(({ found }) => found),
    context,
  )
  const verdicts = await mapBounded(open, READ_AT_ONCE, (file, at) => judge(root, file, looked[at], inventory, options))
  const deleted: Verdict[] = lost.map(({ path }) => ({ state: 'deleted', path }))
  const collected = collect([...verdicts, ...deleted], skipped)
  const changes = await withRenames(root, collected, rows, options)
  return { repo_id, head: inventory.head, git: inventory.git, ...collected, changes }
}

const READ_AT_ONCE = 16

type Verdict =
  | { state: 'added' | 'edited'; path: string; entry: FileEntry }
  | { state: 'deleted'; path: string }
  | { state: 'same'; path: string }
  | { state: 'touched'; path: string; row: RecordedFile }
  | { state: 'unchecked'; path: string; reason: string }
  | { state: 'skipped'; path: string; reason: string; hadRow: boolean }

async function judge(
  root: string,
  { found, row }: OpenFile,
  looked: Looked | undefined,
  inventory: Inventory,
  options: ListOptions,
): Promise<Verdict> {
  options.signal?.throwIfAborted()
  const path = found.path
  if (!looked || looked.state === 'gone') return row ? { state: 'deleted', path } : { state: 'same', path }
  if (looked.state === 'skipped') return { state: 'skipped', path, reason: looked.reason, hadRow: row !== undefined }
  const { entry } = looked
  if (!row) {
    // Excluded here. No row can be made of it, so it would otherwise be reported as a change at every question.
    if (!(await mayRead(`${root}/${path}`))) return { state: 'skipped', path, reason: 'no permission to read it', hadRow: false }
    return { state: 'added', path, entry }
  }
  if (timeProves(row, entry, inventory)) return asRecorded(row, { ...row, blob_id: entry.dirty ? null : entry.blob_id })
  // Other ids are nearly always other bytes (not after `git add --renormalize`), and other sizes always are.
  if (isOther(entry.blob_id, row.blob_id) && entry.size !== row.size) return { state: 'edited', path, entry }
  return compareBytes(root, row, entry, options)
}

/** If git had checked a row's file and now reports a difference, an unchanged time proves nothing. */
function timeProves(row: RecordedFile, entry: FileEntry, inventory: Inventory): boolean {
  const timeCounts = row.blob_id === null || !entry.dirty || inventory.git.state !== 'ok'
  return timeCounts && row.mtime_ms !== 0 && row.mtime_ms === entry.mtime_ms && row.size === entry.size
}

const isOther = (now: string | null, then: string | null): boolean => now !== null && then !== null && now !== then

async function compareBytes(root: string, row: RecordedFile, entry: FileEntry, options: ListOptions): Promise<Verdict> {
  const { max_file_bytes, now } = options
  const reading = { ...(max_file_bytes === undefined ? {} : { max_bytes: max_file_bytes }), ...(now ? { now } : {}) }
  const source = await readBytes(root, row.path, reading)
  if (source.state === 'gone') return { state: 'deleted', path: row.path }
  if (source.state === 'unreadable') return { state: 'unchecked', path: row.path, reason: source.reason }
  if (source.content_hash !== row.content_hash) return { state: 'edited', path: row.path, entry }
  return asRecorded(row, { ...row, ...recordFile(entry, source) })
}

function asRecorded(row: RecordedFile, now: RecordedFile): Verdict {
  const same = row.size === now.size && row.mtime_ms === now.mtime_ms && row.blob_id === now.blob_id
  return same ? { state: 'same', path: row.path } : { state: 'touched', path: row.path, row: now }
}

type Collected = Pick<TakenChangeSet, 'changes' | 'unchecked' | 'entries' | 'touched' | 'skipped'>

function collect(verdicts: readonly Verdict[], skipped: FileNote[]): Collected {
  const result: Collected = { changes: [], unchecked: [], entries: [], touched: [], skipped }
  for (const verdict of verdicts) {
    const { path } = verdict
    switch (verdict.state) {
      case 'added':
      case 'edited':
        result.changes.push({ state: verdict.state, path })
        result.entries.push(verdict.entry)
        break
      case 'deleted':
        result.changes.push({ state: 'deleted', path })
        break
      case 'touched':
        result.touched.push(verdict.row)
        break
      case 'unchecked':
        result.unchecked.push({ path, reason: verdict.reason })
        break
      case 'skipped':
        result.skipped.push({ path, reason: verdict.reason })
        // It was indexed and no longer can be: it is too large now, or a link that points outside the repo.
        if (verdict.hadRow) result.changes.push({ state: 'deleted', path })
        break
      case 'same':
        break
      default:
        verdict satisfies never
    }
  }
  result.changes.sort(byPath)
  return result
}

async function withRenames(
  root: string,
  { changes, entries }: Collected,
  rows: readonly RecordedFile[],
  options: ListOptions,
): Promise<FileChange[]> {
  const deleted = changes.flatMap(({ state, path }) => (state === 'deleted' ? (findByPath(rows, path) ?? []) : []))
  const isAdded = new Set(changes.flatMap(({ state, path }) => (state === 'added' ? path : [])))
  const pairs = await pairRenames(
    root,
    deleted,
    entries.filter(({ path }) => isAdded.has(path)),
    options,
  )
  return changes.map((change) => {
    const from = pairs.get(change.path)
    return from === undefined ? change : { state: 'added', path: change.path, from }
  })
}
