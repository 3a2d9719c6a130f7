/**
 * What `app` passes to each call of a tool. A tool reaches files, stores and settings only through it, so a test can run the same
 * tool on a temporary folder.
 */

import type { RagResult } from '../contract/envelope.ts'
import type { RouteDecision, StalePolicy } from '../contract/freshness.ts'
import type { Repo } from '../contract/repo.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import type { Gateway } from '../freshness/scope.ts'
import type { LiveParser, RepoFiles } from '../grounding/ground-rooms.ts'

/** The registry, as a tool needs it. */
interface RepoDirectory {
  /** Every registered repo, first registered first. */
  list(): Promise<readonly Repo[]>
  /** *All repos*: one checkout per origin: the one asked from, else the first registered. */
  onePerOrigin(): Promise<readonly Repo[]>
  /** By full id, unique last part or path; throws REPO_UNKNOWN, or BAD_ARGUMENT that lists the candidates. */
  match(name: string): Promise<Repo>
}

type ToolSettings = {
  stale_policy: StalePolicy
  scan_ms: number
  /** Largest size of an answer if the caller sets none; null = no limit. */
  max_chars: number | null
  /** Largest part of a file that get_file returns if the caller sets no size, in bytes. */
  file_bytes: number
}

/** Turns questions into vectors, to compare them with those of the index. */
export type QueryMeaning = {
  /** Models whose vectors may be compared with a question, the preferred one first (the configured server's, then the shipped one). */
  models: readonly string[]
  /** The one that a server computes. The server may have been given another model under the same name. */
  server: string | undefined
  /** Undefined for a text without known words. Throws EMBEDDER_UNAVAILABLE or EMBEDDER_BAD_ANSWER. */
  embedQuery(model: string, text: string, signal: AbortSignal): Promise<Float32Array | undefined>
  /** Starts making missing vectors in the background, in a long-lived process; otherwise does nothing. Whether they are being made. */
  embedLater(repo: Repo): boolean
}

export type ToolContext = {
  /** Created for this call, so that the surface gets the progress of a first build. */
  gateway: Gateway
  /** The decision from the status file alone; list_repos shows it for every repo without opening the store. */
  computeRoute(root: string): Promise<RouteDecision>
  repos: RepoDirectory
  files: RepoFiles
  /** The repo that the question is asked from, or the repo of a library call (registered or not); null when there is none. */
  cwd_repo: Repo | null
  /** If the question is asked in a folder that is not a repo: the registered repos below it. Null: all registered repos. */
  repos_below: readonly Repo[] | null
  /** If the arguments name no repo, ask every registered repo. */
  ask_all: boolean
  /** One sentence saying why the folder asked from is not treated as a repo; '' when there is nothing to explain. */
  note: string
  /** What could not be used of a repo's own settings; '' when there is nothing to say. Read after the scope is open. */
  settingsNote?: (root: string) => string
  /** How the surface names commands, tools and arguments. */
  vocabulary: Vocabulary
  /** In this process or a child process; `app` chooses and closes it. */
  parser: LiveParser
  /** Stored facts for the same bytes are used without a parse, if they have this parser version. */
  parser_version: string
  settings: ToolSettings
  /** Makes vectors of questions; undefined when the setting `embedder` is none, and for tools that do not search. */
  meaning?: QueryMeaning
  /** How the surface will print the answer; `max_chars` is measured on this text. Compact JSON when absent. */
  print?: (result: RagResult<unknown>) => string
  signal: AbortSignal
  /** Called with every exception that is not a known problem; the caller gets only a sentence. */
  onBug?: (error: unknown) => void
}
