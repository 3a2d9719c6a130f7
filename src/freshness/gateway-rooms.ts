/** What the gateway needs from the rest of the house; `app` hands it over. */
import type { Progress } from '../contract/progress.ts'
import type { Repo } from '../contract/repo.ts'
import type { TakeChangeSet } from '../discover/port.ts'
import type { RefreshFiles } from '../indexer/refresh-files.ts'
import type { StoreReader } from '../store/port.ts'
import type { RouteFacts } from './compute-route.ts'

export type GatewayRooms = RouteFacts & {
  /** Throws STORE_CORRUPT, STORE_NEWER … when there is no store to be had. */
  openReader(): Promise<StoreReader>
  takeChangeSet: TakeChangeSet
  /** Bound by `app`; the only way from reading to writing. Absent where nothing may be written. */
  refreshFiles?: RefreshFiles
  /** Called under `catch-up` for a repo that has no index; true when it has one now. */
  firstBuild?: (repo: Repo, signal: AbortSignal | undefined) => Promise<boolean>
  /** Work that goes on behind the answers. Only a process that lives long has one; any other does its work before it answers. */
  background?: Background
  parser_version: string
  /** Of one repo: its own `.cairn.json` may set them. */
  settings(root: string): { budget_files: number; budget_ms: number; finish_ms: number; catch_up_wait_ms: number }
}

export interface Background {
  /** How far the work on this repo has come; undefined when there is none. */
  progressOf(repo: Repo): BackgroundProgress | undefined
  /** Brings the repo up to date, however much that is. Nothing happens while it is worked on already. */
  catchUp(repo: Repo): void
}

/** `what`: its first index is built, or an index is brought up to date. `last` is what was told last. */
export type BackgroundProgress = { what: 'build' | 'catch-up'; last: Progress | undefined }
