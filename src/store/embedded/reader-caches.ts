/** What a reader keeps of one store file for its next snapshots: decoded segments, rows of files, vectors. */
import { WeightedLru } from '../../base/weighted-lru.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { RecordedNotes } from './note-rows.ts'
import { Packages } from './packages.ts'
import { RecordedFiles } from './recorded-files.ts'
import { headOf, type RepoHead } from './repo-rows.ts'
import { type Holds, RepoSegments } from './repo-segments.ts'
import { SegmentCache } from './segment-cache.ts'
import type { VectorCache } from './vector-cache.ts'

/** `state`: of the rows, as the repo records it. */
type Kept<Value> = { state: string; value: Value }

/** A question about all repos needs the rows of each. A row takes about 400 bytes; the largest repo is kept whatever its size. */
const MOST_ROWS = 100_000
const MOST_REPOS = 64

export class ReaderCaches {
  /** Made by the first question that needs vectors. */
  vectors: VectorCache | undefined
  private readonly pieces = new SegmentCache()
  private readonly repos = new WeightedLru<number, RepoSegments>(MOST_REPOS)
  private readonly files = new WeightedLru<number, Kept<RecordedFiles>>(MOST_ROWS)
  private readonly notes = new WeightedLru<number, Kept<RecordedNotes>>(MOST_ROWS)
  private readonly packages = new WeightedLru<number, Kept<Packages>>(MOST_ROWS)
  /** When removed repos were last looked for. */
  private seen: { connection: Connection; version: number } | undefined

  /** Unpacking the rows of a large repo takes as long as the rest of a question; while nobody writes, the rows are reused. */
  filesOf(connection: Connection, head: RepoHead): RecordedFiles {
    this.forgetRemoved(connection)
    const state = `${head.generation} ${head.files} ${head.file_sum}`
    return kept(
      this.files,
      head.id,
      state,
      () => RecordedFiles.read(connection, head),
      ({ rows }) => rows.length,
    )
  }

  notesOf(connection: Connection, head: RepoHead): RecordedNotes {
    const state = `${head.notes} ${head.note_sum}`
    return kept(
      this.notes,
      head.id,
      state,
      () => new RecordedNotes(connection, head),
      ({ rows }) => rows.length,
    )
  }

  packagesOf(connection: Connection, head: RepoHead): Packages {
    const state = `${head.packages} ${head.package_sum}`
    return kept(
      this.packages,
      head.id,
      state,
      () => new Packages(connection, head),
      ({ count }) => count,
    )
  }

  segmentsOf(connection: Connection, head: RepoHead): RepoSegments {
    const known = this.repos.get(head.id)
    if (known?.layout === head.layout) return known
    const segments = new RepoSegments(connection, this.pieces, head, this.holdsOf(head.id))
    // An older snapshot must not replace the cached rows of a newer state.
    if (known && known.layout >= head.layout) return segments
    this.repos.set(head.id, segments, 1)
    if (known) this.pieces.forget(goneSince(known, segments))
    return segments
  }

  /** The totals may have changed since the segments were opened: sizes and times of files are written without a new layout. */
  private holdsOf(repo: number): Holds {
    const headNow = (connection: Connection): RepoHead => {
      const head = headOf(connection, repo)
      if (!head) throw damaged('what is recorded of a repo')
      return head
    }
    return {
      files: (connection) => this.filesOf(connection, headNow(connection)),
      notes: (connection) => this.notesOf(connection, headNow(connection)),
    }
  }

  /** Another process may have removed a repo. Its number is never used again, so nobody would ask for what is kept of it. */
  private forgetRemoved(connection: Connection): void {
    const version = connection.dataVersion()
    if (this.seen?.connection === connection && this.seen.version === version) return
    this.seen = { connection, version }
    const present = new Set(connection.rows<[id: number]>(REPOS).map(([id]) => id))
    const isGone = (repo: number): boolean => !present.has(repo)
    const segments = new Set<number>()
    for (const cache of [this.files, this.notes, this.packages]) cache.drop(isGone)
    this.repos.drop((repo, kept) => {
      if (isGone(repo)) for (const { id } of kept.segments) segments.add(id)
      return isGone(repo)
    })
    this.pieces.forget(segments)
    this.vectors?.forget(isGone)
  }
}

function kept<Value>(
  cache: WeightedLru<number, Kept<Value>>,
  repo: number,
  state: string,
  read: () => Value,
  weight: (value: Value) => number,
): Value {
  const known = cache.get(repo)
  if (known?.state === state) return known.value
  const value = read()
  cache.set(repo, { state, value }, weight(value))
  return value
}

const REPOS = 'SELECT id FROM repo WHERE repo_id IS NOT NULL'

function goneSince(before: RepoSegments, after: RepoSegments): Set<number> {
  const gone = new Set(before.segments.map(({ id }) => id))
  for (const { id } of after.segments) gone.delete(id)
  return gone
}
