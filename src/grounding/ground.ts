/**
 * The data of one answer: the index as the gateway opened it, and the files on disk now. Created for one call of a tool and
 * dropped with it.
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
  /** Finds indexed symbols and uses again in files that changed. */
  readonly rebinding: Rebinding
  readonly anchors: Anchors | undefined
}

export function openGround({ repos, view }: Pick<OpenScope, 'repos' | 'view'>, given: GroundRooms): Ground {
  const rooms = { ...given, parser: parseOnce(given.parser) }
  const reading = createReading(view, rooms)
  const rebinding = createRebinding(view, reading, rooms)
  return { repos, view, rooms, reading, rebinding, anchors: view && new Anchors(view) }
}

/** The repo of an item; undefined if it is not one of the question's repos. */
export const repoOf = ({ repos }: Pick<Ground, 'repos'>, repo_id: string): RepoView | undefined =>
  repos.find((repo) => repo.repo_id === repo_id)
