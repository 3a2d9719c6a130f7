/** What the indexer needs from outside: the store's reader and writer, the parsers, the settings, the clock. */
import type { RepoId } from '../contract/ids.ts'
import type { OnProgress } from '../contract/progress.ts'
import type { Repo } from '../contract/repo.ts'
import type { ListFiles, TakeChangeSet } from '../discover/port.ts'
import type { Embedder } from '../embed/port.ts'
import type { ParsePool, Parser } from '../parse/port.ts'
import type { Family } from '../resolve/family.ts'
import type { FactsKey, FileRow, StoreReader, StoreWriter } from '../store/port.ts'
import type { StatusFile } from '../workspace/status-file.ts'
import type { KeptOutlines } from './kept-outlines.ts'

export type IndexRooms = {
  reader: StoreReader
  writer: StoreWriter
  listFiles: ListFiles
  takeChangeSet: TakeChangeSet
  /** Workers in a forked child, for many files. */
  createPool(options: { signal?: AbortSignal }): ParsePool
  /** In this process, for a few. */
  parser: Parser
  parser_version: string
  status: StatusFile
  settings: IndexSettings
  /** The languages that are linked; those of `resolve` unless given. */
  families?: ReadonlyMap<string, Family>
  /** Registered checkouts of the same repo, whose rows a new one starts from. Absent: every checkout is built from nothing. */
  otherCheckouts?(repo: Repo): Promise<readonly RepoId[]>
  /** Of the files that this build has parsed; absent: what is needed again is decoded again. */
  outlines?: KeptOutlines
  /** Absent: no vectors are made. */
  embedders?: IndexEmbedders
  now(): Date
}

/** Opened at the first use. */
export type IndexEmbedders = {
  /** With the shipped model. */
  local(): Promise<Embedder>
  /** Of the server that the user named; undefined when there is none. */
  remote(): Promise<Embedder | undefined>
}

export type IndexSettings = {
  lock_wait_ms: number
  max_file_bytes: number
}

export type WorkOptions = { signal?: AbortSignal; onProgress?: OnProgress }

export const keyOfRow = ({ content_hash, language, parser_version }: FileRow): FactsKey => ({
  content_hash,
  language,
  parser_version,
})

export const signalOf = ({ signal }: WorkOptions): { signal?: AbortSignal } => (signal ? { signal } : {})
