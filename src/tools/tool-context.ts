/**
 * What `app` gives to each call of a tool. Everything that touches the world comes through here, so a tool can be run
 * against a temporary folder in a test and against a server's rooms in production without knowing the difference.
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
  /** *All repos*: one checkout per origin, the one asked from, else the first registered. */
  onePerOrigin(): Promise<readonly Repo[]>
  /** By full id, unique last part or path; throws REPO_UNKNOWN, or BAD_ARGUMENT that lists the candidates. */
  match(name: string): Promise<Repo>
}

type ToolSettings = {
  stale_policy: StalePolicy
  scan_ms: number
  /** Size of an answer where the caller names none; null = no limit. */
  max_chars: number | null
  /** Where get_file cuts, in bytes. */
  file_bytes: number
}

export type ToolContext = {
  /** Bound to this call: progress of a first build goes where the surface wants it. */
  gateway: Gateway
  /** The bare decision from the status file; list_repos shows it for every repo without opening any. */
  computeRoute(root: string): Promise<RouteDecision>
  repos: RepoDirectory
  files: RepoFiles
  /** The repo the surface was started in, or the root of a library call (registered or not); null when there is none. */
  cwd_repo: Repo | null
  /** Asked in a folder that is no repo: the registered repos below it. Null: all registered ones are meant. */
  repos_below: readonly Repo[] | null
  /** Where the arguments name no repo, every registered one is meant. */
  ask_all: boolean
  /** Why the folder the question was asked in is not among the repos, in a sentence; '' where there is nothing to explain. */
  note: string
  /** How the surface names commands, tools and arguments. */
  vocabulary: Vocabulary
  /** In this process or a child, as `app` sees fit; closed by `app`, not by a tool. */
  parser: LiveParser
  /** Facts of bytes the store has met before need no parse; those of another version do not count. */
  parser_version: string
  settings: ToolSettings
  /** How the surface will print the answer: what `max_chars` is measured on. Compact JSON when absent. */
  print?: (result: RagResult<unknown>) => string
  signal: AbortSignal
  /** Told of anything thrown that is no known problem, stack and all; the caller only gets a sentence. */
  onBug?: (error: unknown) => void
}
