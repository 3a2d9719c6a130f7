/** What the gateway needs from the rest of the house; `app` hands it over. */
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
  /** Called under `catch-up` for a repo that was never indexed, or whose build was cut off; true when its index is whole now. */
  firstBuild?: (repo: Repo, signal: AbortSignal | undefined) => Promise<boolean>
  parser_version: string
  /** Of one repo: its own `.cairn.json` may set them. */
  settings(root: string): { budget_files: number; budget_ms: number; catch_up_wait_ms: number }
}
