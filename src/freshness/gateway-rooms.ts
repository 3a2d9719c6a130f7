/** What the gateway needs from other rooms; `app` provides it. */
import type { Progress } from '../contract/progress.ts'
import type { Repo } from '../contract/repo.ts'
import type { TakeChangeSet } from '../discover/port.ts'
import type { RefreshFiles } from '../indexer/refresh-files.ts'
import type { StoreReader } from '../store/port.ts'
import type { RouteFacts } from './compute-route.ts'

export type GatewayRooms = RouteFacts & {
  /** Throws STORE_CORRUPT, STORE_NEWER … when the store cannot be opened. */
  openReader(): Promise<StoreReader>
  takeChangeSet: TakeChangeSet
  /** Provided by `app`; the gateway's only way to write. Absent if nothing may be written. */
  refreshFiles?: RefreshFiles
  /** Called under `catch-up` for a repo that has no index; true when it has one now. */
  firstBuild?: (repo: Repo, signal: AbortSignal | undefined) => Promise<boolean>
  /** Background work. Only a long-lived process has it; any other does its work before it answers. */
  background?: Background
  parser_version: string
  /** The settings of one repo, because its `.cairn.json` may change them. */
  settings(root: string): { budget_files: number; budget_ms: number; finish_ms: number; catch_up_wait_ms: number }
}

export interface Background {
  /** The progress of the job for this repo; undefined when there is none. */
  progressOf(repo: Repo): BackgroundProgress | undefined
  /** Starts to bring the repo up to date, without a budget. Does nothing if a job for it is running. */
  catchUp(repo: Repo): void
  /** Starts to build the index again, because what is stored is damaged. */
  rebuild(repo: Repo): void
}

/** `what`: the first index is being built, or an index is being updated. `last` is the last progress report. */
export type BackgroundProgress = { what: 'build' | 'catch-up'; last: Progress | undefined }
