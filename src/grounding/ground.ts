/**
 * What one answer is made from: the index as the gateway opened it, and the files as they are on disk now. Made for one call of a
 * tool and dropped with it.
 */
import type { OpenScope, RepoView } from '../freshness/scope.ts'
import { Anchors } from '../graph/anchors.ts'
import type { IndexView } from '../store/index-view.ts'
import type { GroundRooms } from './ground-rooms.ts'
import { parseOnce } from './parse-once.ts'
import { createReading, type Reading } from './reading.ts'
import { createRebinding, type Rebinding } from './rebinding.ts'

export type Ground = {
  readonly repos: readonly RepoView[]
  /** undefined when no store could be opened; then every repo is `live`. */
  readonly view: IndexView | undefined
  readonly rooms: GroundRooms
  /** Files as they are now, each read once for this answer. */
  readonly reading: Reading
  /** What the index said of files that changed since, found again in them. */
  readonly rebinding: Rebinding
  readonly anchors: Anchors | undefined
}

export function openGround({ repos, view }: Pick<OpenScope, 'repos' | 'view'>, given: GroundRooms): Ground {
  const rooms = { ...given, parser: parseOnce(given.parser) }
  const reading = createReading(view, rooms)
  const rebinding = createRebinding(view, reading, rooms)
  return { repos, view, rooms, reading, rebinding, anchors: view && new Anchors(view) }
}

/** The repo of an item; undefined for one the question is not about. */
export const repoOf = ({ repos }: Pick<Ground, 'repos'>, repo_id: string): RepoView | undefined =>
  repos.find((repo) => repo.repo_id === repo_id)
