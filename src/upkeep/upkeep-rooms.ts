/** What upkeep needs from the other rooms; `app` provides it. */
import type { RouteDecision } from '../contract/freshness.ts'
import type { LanguageCoverage } from '../contract/reports.ts'
import type { TakeChangeSet } from '../discover/port.ts'
import type { StoreReader, StoreWriter } from '../store/port.ts'
import type { Registry } from '../workspace/registry.ts'

export type UpkeepRooms = {
  home: string
  registry: Registry
  /** May throw STORE_NEWER or STORE_CORRUPT: doctor reports it, the other commands fail with it. */
  openReader(): Promise<StoreReader>
  openWriter(): Promise<StoreWriter>
  takeChangeSet: TakeChangeSet
  computeRoute(root: string): Promise<RouteDecision>
  /** The largest catch-up that a question does. */
  budgetOf(root: string): { files: number; ms: number }
  /** What is extracted from a file of this language. */
  extractionOf(language: string): LanguageCoverage['extraction']
  quota_bytes: number | null
  lock_wait_ms: number
  /** The version of Cairn. */
  version: string
  now(): Date
}
