/** What upkeep needs from the other rooms; `app` provides it. */
import type { RouteDecision } from '../contract/freshness.ts'
import type { LanguageCoverage } from '../contract/reports.ts'
import type { TakeChangeSet } from '../discover/port.ts'
import type { FoundServer } from '../llm/find-servers.ts'
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
  /** What cannot be used of the repo's own settings; '' when there is nothing to say. */
  settingsNote?: (root: string) => string
  /** What is extracted from a file of this language. */
  extractionOf(language: string): LanguageCoverage['extraction']
  vectors: VectorRooms
  language_model: LanguageModelRooms
  quota_bytes: number | null
  lock_wait_ms: number
  /** The version of Cairn. */
  version: string
  now(): Date
}

export type LanguageModelRooms = {
  setting: 'off' | 'local' | 'remote'
  url: string
  model: string
  /** The setting `llm_context_tokens`. */
  context_tokens?: number
  /** Why the settings cannot be used. */
  warnings: readonly string[]
  /** What the configured server says of its models; undefined: it does not answer, or lists none. */
  configuredServer(signal?: AbortSignal): Promise<FoundServer | undefined>
  /** Other servers that run on this machine. */
  otherServers(signal?: AbortSignal): Promise<readonly FoundServer[]>
  /** Asks the model for a word. Throws LLM_UNAVAILABLE. */
  tryModel(signal?: AbortSignal): Promise<void>
}

export type VectorRooms = {
  /** False: the setting `embedder` is none. */
  isOn: boolean
  /** The shipped model and the configured one, the preferred one first. Throws BAD_FILE when the shipped one cannot be read. */
  models(): Promise<readonly string[]>
  /** Asks the configured server for a vector, if there is one. Throws EMBEDDER_UNAVAILABLE or EMBEDDER_BAD_ANSWER. */
  tryServer(signal?: AbortSignal): Promise<void>
}
