/**
 * Finds renamed files: an added file with exactly the bytes of a deleted one. A file that was moved and edited stays one added
 * and one deleted file; its symbols are found again by their fingerprints.
 */
import { mapBounded } from '../base/bounded.ts'
import { groupBy } from '../base/group-by.ts'
import type { RecordedFile } from '../contract/freshness.ts'
import type { ContentHash } from '../contract/ids.ts'
import { byPath } from './by-path.ts'
import type { FileEntry, ListOptions } from './port.ts'
import { type ReadOptions, readBytes } from './read-source.ts'

/** New path → path of the row. One to one, and deterministic. */
export async function pairRenames(
  root: string,
  deleted: readonly RecordedFile[],
  added: readonly FileEntry[],
  options: ListOptions = {},
): Promise<Map<string, string>> {
  const pairs = new Map<string, string>()
  if (deleted.length === 0 || added.length === 0) return pairs
  const hashes = await hashesOf(root, deleted, added, options)
  const rows = groupBy([...deleted].sort(byPath), (row) => row.content_hash)
  const files = groupBy([...added].sort(byPath), (entry) => hashes.get(entry.path))
  for (const [hash, entries] of files) {
    const twins = hash && rows.get(hash)
    if (twins) pairTwins(twins, entries, pairs)
  }
  return pairs
}

/** A question must not wait until a whole tree is read. Files beyond this limit stay added and deleted. */
const MOST_BYTES = 100_000_000
const READ_AT_ONCE = 16

/**
 * The content hash of each added file that may be one of the deleted ones. If git knows both files, their blob ids are compared
 * instead.
 */
async function hashesOf(
  root: string,
  deleted: readonly RecordedFile[],
  added: readonly FileEntry[],
  options: ListOptions,
): Promise<Map<string, ContentHash>> {
  const bySize = groupBy(deleted, (row) => row.size)
  const hashes = new Map<string, ContentHash>()
  const open: FileEntry[] = []
  let bytes = 0
  for (const entry of added) {
    const rows = bySize.get(entry.size) ?? []
    const known = entry.blob_id === null ? undefined : rows.find((row) => row.blob_id === entry.blob_id)
    if (known) hashes.set(entry.path, known.content_hash)
    else if (rows.some((row) => row.blob_id === null || entry.blob_id === null) && bytes + entry.size <= MOST_BYTES) {
      bytes += entry.size
      open.push(entry)
    }
  }
  const reading: ReadOptions = options.max_file_bytes === undefined ? {} : { max_bytes: options.max_file_bytes }
  await mapBounded(open, READ_AT_ONCE, async ({ path }) => {
    options.signal?.throwIfAborted()
    // A file that has just become a link out of the repo is not paired, and causes no failure.
    const source = await readBytes(root, path, reading).catch(() => undefined)
    if (source?.state === 'read') hashes.set(path, source.content_hash)
  })
  return hashes
}

/**
 * Of several with the same bytes (empty files, licences, copies) those with the longest common path ending are paired: a moved
 * folder keeps its content. The rest are paired in the order of their paths.
 */
function pairTwins(rows: readonly RecordedFile[], entries: readonly FileEntry[], pairs: Map<string, string>): void {
  let [from, to] = [rows.map(({ path }) => path), entries.map(({ path }) => path)]
  for (let parts = Math.min(deepest(from), deepest(to)); parts >= 0 && from.length > 0 && to.length > 0; parts--) {
    const waiting = groupBy(from, (path) => ending(path, parts))
    const taken = new Set<string>()
    to = to.filter((path) => {
      const twin = waiting.get(ending(path, parts))?.shift()
      if (twin === undefined) return true
      pairs.set(path, twin)
      taken.add(twin)
      return false
    })
    from = from.filter((path) => !taken.has(path))
  }
}

const deepest = (paths: readonly string[]): number => paths.reduce((most, path) => Math.max(most, path.split('/').length), 0)

/** The last parts of a path; with no parts all endings are equal. A path with fewer parts matches no other. */
function ending(path: string, parts: number): string {
  const all = path.split('/')
  return parts > all.length ? path : parts === 0 ? '' : all.slice(-parts).join('/')
}
