/**
 * The reports of the commands for indexes, upkeep and tokens. Made by `indexer`, `exchange`, `upkeep`, `config` and `access`,
 * printed by the surfaces as the items of an envelope. The names are those of the JSON output.
 */
import type { FreshnessState, IndexStatus } from './freshness.ts'
import type { RepoId } from './ids.ts'
import type { SearchLevel } from './items.ts'

export type FileNote = { path: string; reason: string }

/** One repo brought up to date by `cairn index`. */
export type IndexReport = {
  repo_id: string
  root: string
  /** HEAD at the time of the build; null without git or commits. */
  commit: string | null
  /** Files in the index now. */
  files: number
  /** Read and parsed in this run. */
  parsed: number
  /** New in this repo, but the store already had their facts from another path, branch or worktree. */
  reused: number
  unchanged: number
  removed: number
  /** Known files without full facts: too large, binary, no grammar, parsed in part. Capped; `skipped_total` counts all. */
  skipped: FileNote[]
  skipped_total: number
  /** Files that could not be read or parsed. Capped; `failed_total` counts all. */
  failed: FileNote[]
  failed_total: number
  counts: Record<SearchLevel, number>
  /** Why vectors are missing, a sentence or two each. The index itself is complete. */
  warnings: string[]
  seconds: number
  dry_run: boolean
  /** Files outside Cairn's home that were written, or would be. */
  written: string[]
}

/** `cairn build-graph`: an index and the exchange file. */
export type GraphReport = IndexReport & {
  graph_file: string
  entities: number
  relations: number
  status: IndexStatus | null
}

/** `cairn import-graph FILE`: what was imported, what the index had already, what was refused. */
export type ImportReport = {
  repo_id: string
  file: string
  enrichment_new: number
  enrichment_known: number
  /** The symbol's source has changed since, the symbol is gone, or the entry contains no description. */
  enrichment_refused: number
  links_new: number
  links_known: number
  /** One of the two files has changed since, or that use is not at that place, or it is not proven and we did not find it. */
  links_refused: number
  dry_run: boolean
}

/** What a run of `cairn enrich` would ask, counted before it starts. Tokens are estimated. */
export type EnrichEstimate = {
  symbols: number
  files: number
  modules: number
  repos: number
  requests: number
  input_tokens: number
  output_tokens: number
}

/** `cairn enrich`: what a model wrote about one repo. */
export type EnrichReport = {
  repo_id: string
  root: string
  model: string
  /** Host and port. */
  server: string
  estimate: EnrichEstimate
  /** Had a text for their present source before. */
  known: number
  /** Texts that were asked for and stored. */
  written: number
  /** Symbols and files that got the text of the same source elsewhere, without a request. */
  shared: number
  /** Texts that were wrong, and are not asked for again. The summary made by rules stays. Capped; `refused_total` counts all, those of earlier runs too. */
  refused: { path: string; name: string; reason: string }[]
  refused_total: number
  requests: number
  input_tokens: number
  output_tokens: number
  /** Why it ended before everything was asked: the limit of requests or tokens, or the user said no; null if it did not. */
  stopped: 'limit' | 'max_tokens' | 'declined' | null
  /** Not asked about yet; the next run continues there. */
  left: number
  /** With a dry run: what would be sent first, after secrets were replaced. */
  samples: { path: string; name: string; messages: { role: string; text: string }[] }[]
  warnings: string[]
  seconds: number
  dry_run: boolean
}

/** One registered repo, as `cairn status` shows it. */
export type RepoStatus = {
  repo_id: string
  root: string
  freshness_state: FreshnessState
  index_status: IndexStatus | null
  indexed_commit: string | null
  head: string | null
  last_indexed_at: string | null
  files: number
  /** How the files differ from the index; null when that is unknown, with the reason in `words`. */
  pending: PendingChanges | null
  /** The work of a catch-up; null when `pending` is. */
  catch_up: CatchUpPlan | null
  unchecked: number
  /** Null when HEAD is detached, or there is no git. */
  branch: string | null
  /** Commits of HEAD that the indexed commit lacks, and the reverse; null when unknown, or when the indexed commit was pruned. */
  commits: { ahead: number; behind: number } | null
  /** Number of files that git reports as uncommitted, indexed or not; null when git does not answer. */
  uncommitted: number | null
  bytes: number
  /** For each model in use, the preferred one first: how many files have vectors, of how many that could. */
  vectors: VectorCoverage[]
  /** The same in a sentence for people. */
  words: string
  /** Further notes, a sentence or two each: HEAD and uncommitted files; what a catch-up would do. */
  notes: string[]
}

export type VectorCoverage = { model: string; files: number; of: number }

/** `renamed` are pairs of one added and one deleted file, which are counted there as well. */
export type PendingChanges = { added: number; edited: number; deleted: number; renamed: number }

/** `read` are files to read and parse, `moved` known ones under a new name, `forget` deleted files. */
export type CatchUpPlan = { read: number; moved: number; forget: number; budget_files: number; budget_ms: number; fits: boolean }

export type StatusReport = {
  home: string
  repos: RepoStatus[]
  size: { total: number; facts: number; vectors: number }
  quota_bytes: number | null
}

/** One check of `cairn doctor`. `warning`: it still works; `problem`: it does not. */
export type DoctorCheck = {
  name: string
  state: 'ok' | 'warning' | 'problem'
  words: string
  /** What to do about it, or what could be set; '' when there is nothing to do. */
  fix: string
}

/** Per language: what is extracted, and how many files could be parsed. */
export type LanguageCoverage = {
  language: string
  /**
   * `full`: symbols, imports, uses, linked across files; `definitions`: symbols and names, matched only by name;
   * `sections`: headings of documents; `words`: found and ranked by words only.
   */
  extraction: 'full' | 'definitions' | 'sections' | 'words'
  files: number
  partial: number
  text_only: number
  failed: number
  /** The most frequent reasons, with how often. */
  reasons: { reason: string; files: number }[]
}

export type DoctorReport = {
  version: string
  checks: DoctorCheck[]
  repos: { repo_id: string; languages: LanguageCoverage[] }[]
}

export type RemoveReport = {
  repo_id: string
  root: string
  freed_bytes: number
  /** Files inside the repo that were removed, or would be. */
  removed_files: string[]
  dry_run: boolean
}

export type GcReport = {
  dropped: number
  freed_bytes: number
  /** Checkouts whose folder has been gone long enough. */
  unregistered: string[]
  /** Checkouts whose folder is gone, and since when; they are kept for now. */
  missing: { repo_id: string; since: string }[]
  /** Models whose vectors were deleted, because no setting names them any more. */
  models_dropped: string[]
  /** Models that no setting names, kept until the vectors of those in use are complete. */
  models_waiting: string[]
  size_bytes: number
  quota_bytes: number | null
}

/** The value of one setting, and where it was set. */
export type SettingReport = {
  key: string
  value: string | number | boolean | null | readonly string[]
  source: 'flag' | 'environment' | 'repo file' | 'user file' | 'default'
  /** `--budget-ms`, `CAIRN_BUDGET_MS`, or the file; '' for a default. */
  origin: string
  describe: string
}

export type ConfigReport = { settings: SettingReport[]; warnings: string[] }

/** One access token, as `cairn token list` shows it: never the token or its hash. */
export type TokenReport = {
  id: string
  name: string | null
  /** Ids of the repos it may read; null: all. */
  repos: readonly RepoId[] | null
  created_at: string
  expires_at: string | null
  expired: boolean
}

/** `cairn token create`: the only time that the token is shown. */
export type CreatedToken = TokenReport & { token: string }

/** One file of a client that `cairn install` or `cairn uninstall` changed, or would change. */
export type ClientFileReport = {
  file: string
  what: 'server' | 'skill' | 'instructions'
  /** `shown`: nothing was compared with the file, `text` is what to write into it. */
  change: 'added' | 'replaced' | 'removed' | 'none' | 'shown'
  /** Why nothing changed; '' otherwise. */
  why: string
  /** What is written; '' when something is removed. */
  text: string
}

/** What was done for one client in one scope. */
export type ClientReport = {
  client: string
  title: string
  scope: 'project' | 'user'
  /** Name of the server in the client. */
  name: string
  files: ClientFileReport[]
  /** What the user should know or do. */
  notes: string[]
  dry_run: boolean
}

/** One client, as `cairn install` without a name lists it. */
export type ClientOverview = {
  client: string
  title: string
  /** Its program or its folder is on this machine. */
  found: boolean
  default_scope: 'project' | 'user'
  scopes: {
    scope: 'project' | 'user'
    file: string
    /** Names of the servers that are Cairn. */
    servers: string[]
    /** Why the file cannot be read; null otherwise. */
    problem: string | null
  }[]
}
