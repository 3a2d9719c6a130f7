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
  vectors: VectorRooms
  quota_bytes: number | null
  lock_wait_ms: number
  /** The version of Cairn. */
  version: string
  now(): Date
}

export type VectorRooms = {
  /** False: the setting `embedder` is none. */
  isOn: boolean
  /** The shipped model and the configured one, the preferred one first. Throws BAD_FILE when the shipped one cannot be read. */
  models(): Promise<readonly string[]>
  /** Asks the configured server for a vector, if there is one. Throws EMBEDDER_UNAVAILABLE or EMBEDDER_BAD_ANSWER. */
  tryServer(signal?: AbortSignal): Promise<void>
}
