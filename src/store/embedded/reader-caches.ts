/** What a reader keeps of one store file for its next snapshots: decoded segments, rows of files, vectors. */
import { WeightedLru } from '../../base/weighted-lru.ts'
import type { FileRow } from '../port.ts'
import type { Connection } from './connection.ts'
import { filesOf } from './file-rows.ts'
import type { RepoHead } from './repo-rows.ts'
import { RepoSegments } from './repo-segments.ts'
import { SegmentCache } from './segment-cache.ts'
import type { VectorCache } from './vector-cache.ts'

/** Versions of the data are counted per connection. */
type KeptFiles = { connection: Connection; version: number; rows: readonly FileRow[] }

/** A question about all repos needs the rows of each. A row takes about 400 bytes; the largest repo is kept whatever its size. */
const MOST_ROWS = 100_000
const MOST_REPOS = 64

export class ReaderCaches {
  /** Made by the first question that needs vectors. */
  vectors: VectorCache | undefined
  private readonly pieces = new SegmentCache()
  private readonly repos = new WeightedLru<number, RepoSegments>(MOST_REPOS)
  private readonly files = new WeightedLru<number, KeptFiles>(MOST_ROWS)

  /** Unpacking the rows of a large repo takes as long as the rest of a question; while nobody writes, the rows are reused. */
  filesOf(connection: Connection, repo: number): readonly FileRow[] {
    const known = this.files.get(repo)
    const version = connection.dataVersion()
    if (known?.connection === connection && known.version === version) return known.rows
    this.forgetRemoved(connection)
    const rows = filesOf(connection, repo)
    this.files.set(repo, { connection, version, rows }, rows.length)
    return rows
  }

  segmentsOf(connection: Connection, head: RepoHead): RepoSegments {
    const known = this.repos.get(head.id)
    if (known?.layout === head.layout) return known
    const segments = new RepoSegments(connection, this.pieces, head)
    // An older snapshot must not replace the cached rows of a newer state.
    if (known && known.layout >= head.layout) return segments
    this.repos.set(head.id, segments, 1)
    if (known) this.pieces.forget(goneSince(known, segments))
    return segments
  }

  /** Another process may have removed a repo. Its number is never used again, so nobody would ask for what is kept of it. */
  private forgetRemoved(connection: Connection): void {
    const present = new Set(connection.rows<[id: number]>(REPOS).map(([id]) => id))
    const isGone = (repo: number): boolean => !present.has(repo)
    const segments = new Set<number>()
    this.files.drop(isGone)
    this.repos.drop((repo, kept) => {
      if (isGone(repo)) for (const { id } of kept.segments) segments.add(id)
      return isGone(repo)
    })
    this.pieces.forget(segments)
    this.vectors?.forget(isGone)
  }
}

const REPOS = 'SELECT id FROM repo WHERE repo_id IS NOT NULL'

function goneSince(before: RepoSegments, after: RepoSegments): Set<number> {
  const gone = new Set(before.segments.map(({ id }) => id))
  for (const { id } of after.segments) gone.delete(id)
  return gone
}
