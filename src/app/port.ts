/**
 * The only interface between surfaces and the rest of Cairn. `create-app.ts` builds it once per process; command-line tests use
 * an `App` of their own. Expensive modules are loaded on first use, so that a short command starts fast.
 */
import type { Authenticated } from '../access/authenticate.ts'
import type { OnAnswerEvent } from '../contract/answer-event.ts'
import type { RagResult } from '../contract/envelope.ts'
import type { IndexEvent } from '../contract/index-event.ts'
import type { OnProgress } from '../contract/progress.ts'
import type { ReadScope } from '../contract/read-scope.ts'
import type {
  ClientOverview,
  ClientReport,
  ConfigReport,
  CreatedToken,
  DoctorReport,
  EnrichEstimate,
  EnrichReport,
  GcReport,
  GraphReport,
  ImportReport,
  IndexReport,
  RemoveReport,
  StatusReport,
  TokenReport,
} from '../contract/reports.ts'
import type { DeclaredTool } from '../contract/tool.ts'
import { callVocabulary, commandVocabulary, type Vocabulary } from '../contract/vocabulary.ts'
import type { WatchEnd, WatchEvent } from '../contract/watch.ts'
import type { LocatedSymbol } from './locate.ts'

/** Everything that differs between surfaces, as values, so that no room has to know which surface calls it. */
export type SurfacePolicy = {
  /** Largest size of an answer if the caller sets none, in bytes; null = no limit. */
  max_chars: number | null
  /** Largest part of a file that get_file returns if the caller sets no size, in bytes. */
  file_bytes: number
  /** Whether a question may register the repo it is asked from, and build its first index. */
  registers: boolean
  /** Whether any folder may be named as a repo. Only for callers in the same process: others may read registered repos only. */
  any_folder?: true
  /** Runs until it is told to stop: it may work in the background, and parses in a child process that ends when idle. */
  lives_long: boolean
  /** How it names commands, tools and arguments, given the name it was started by. */
  vocabulary: (program?: string) => Vocabulary
}

/** Some MCP clients drop the middle of an answer that is longer than this. */
const MCP_CHARS = 10_000
const FILE_BYTES = 100_000

export const surfacePolicies = {
  cli: { max_chars: null, file_bytes: FILE_BYTES, registers: true, lives_long: false, vocabulary: commandVocabulary },
  batch: { max_chars: null, file_bytes: FILE_BYTES, registers: true, lives_long: false, vocabulary: callVocabulary },
  mcp: { max_chars: MCP_CHARS, file_bytes: MCP_CHARS, registers: true, lives_long: true, vocabulary: callVocabulary },
  /** Answers are bounded even if a caller asks for everything. Only registered repos are shown, and no question registers one. */
  serve: { max_chars: 1_000_000, file_bytes: FILE_BYTES, registers: false, lives_long: true, vocabulary: callVocabulary },
  library: {
    max_chars: null,
    file_bytes: FILE_BYTES,
    registers: false,
    any_folder: true,
    lives_long: false,
    vocabulary: callVocabulary,
  },
} as const satisfies Record<string, SurfacePolicy>

export type AppOptions = {
  /** Relative paths in arguments and the default repo are resolved from here. */
  cwd: string
  surface: keyof typeof surfacePolicies
  /** Overrides the surface's `lives_long`: `cairn watch` is a command that runs until it is told to stop. */
  livesLong?: boolean
  /** How the program was started, for sentences that name a command: `cairn` when absent. */
  program?: string
  /** Raw settings from the caller; they override every other source: setting key → text (`{ budget_ms: '500' }`). */
  flags?: Readonly<Record<string, string>>
  /** Where doctor looks for language models; the usual addresses on this machine when absent. */
  modelAddresses?: readonly string[]
  /** Called with one sentence for each problem found in the settings or the home. */
  onWarning?: (words: string) => void
}
/** Reads the settings (may throw BAD_ARGUMENT or BAD_FILE); opens nothing yet. */
export type CreateApp = (options: AppOptions) => Promise<App>

export type WorkOptions = { signal?: AbortSignal; onProgress?: OnProgress }
export type CallOptions = WorkOptions & {
  /** Where the question is asked from; the app's own `cwd` when absent. */
  cwd?: string
  /** What the caller may read; everything when absent. */
  scope?: ReadScope
  /** If the arguments name no repo: ask every registered repo, instead of the repo asked from. */
  all?: boolean
  /** The surface that asks, where one app serves several: its limits of size apply. The app's own when absent. */
  surface?: keyof typeof surfacePolicies
  /** How this surface will print the answer; `max_chars` is measured on this text. Compact JSON when absent. */
  print?: (result: RagResult<unknown>) => string
  /** Called with what a language model does while it answers, and with the text that it writes, before that is checked. */
  onAnswerEvent?: OnAnswerEvent
  /** How long a language model may take for its answer, in milliseconds; then the answer is made without it. No limit when absent. */
  time_ms?: number
}

export type ServeSettings = {
  host: string
  port: number
  require_token: boolean
  allowed_hosts: readonly string[]
  allowed_origins: readonly string[]
  rate_limit: number
  request_ms: number
}

/** What a new token may read, and how long. */
export type TokenOptions = {
  /** A label for people. */
  name?: string
  /** Registered repos, each by id, last part of it or path; all repos, those registered later too, when absent. */
  repos?: readonly string[]
  /** `30d`, `12h`, `8w`, or the last valid day (`2027-01-31`); never when absent. */
  expires?: string
}

export type InstallClientOptions = {
  scope?: 'project' | 'user'
  /** Name of the server in the client; `cairn` when absent. */
  name?: string
  /** The words that start Cairn on this machine. */
  launch: readonly string[]
  /** Address of a running server, instead of a process of its own. */
  remote?: string
  /** Name of the variable with the token of that server. */
  tokenEnv?: string
  /** Replaces a server of the same name that is different. */
  force?: boolean
  /** Whether to write the skill; true when absent. */
  skill?: boolean
  /** Whether to write a section into AGENTS.md, CLAUDE.md or GEMINI.md. */
  instructions?: boolean
  /** `dry-run`: says what would change; `print`: shows the text, whatever the files hold. Neither writes. */
  mode?: 'write' | 'dry-run' | 'print'
}
/** What `enrich` may ask a model. */
export type EnrichWork = WorkOptions & {
  /** All levels when absent; with `paths` all but `repo`. */
  levels?: readonly ('symbol' | 'file' | 'module' | 'repo')[]
  paths?: readonly string[]
  /** Test files too. */
  tests?: boolean
  /** Most requests, and most tokens, of all repos together. */
  limit?: number
  maxTokens?: number
  /** Requests at a time; 2 when absent. */
  concurrency?: number
  dryRun?: boolean
  /** Asked once, before the first request; false ends it. */
  confirm?: (asked: EnrichQuestion) => Promise<boolean>
}
export type EnrichQuestion = {
  model: string
  server: string
  /** False: source leaves this machine. */
  isLocal: boolean
  repos: { repo_id: string; estimate: EnrichEstimate }[]
}
export type UninstallClientOptions = { scope?: 'project' | 'user'; name?: string; dryRun?: boolean }

export interface App {
  readonly settings: { color: 'auto' | 'always' | 'never'; debug: boolean; format: 'auto' | 'text' | 'json'; pager: string }
  /** The settings of `cairn serve`. */
  readonly serving: ServeSettings
  /** How this surface names commands, tools and arguments. */
  readonly vocabulary: Vocabulary
  /** All tools, or the named ones; each is loaded on first use. */
  tools(names?: readonly string[]): Promise<readonly DeclaredTool[]>
  /**
   * Checks the arguments and answers. Never throws: every failure is an ERROR result (TO2). A repo may be named by id, by the
   * unique last part of it, or by a path relative to `cwd`; `.` is the repo that contains `cwd`.
   */
  callTool(name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<RagResult<unknown>>
  /** Where a symbol of the index (its anchor, `sym:` or not) is on disk now; null: gone or ambiguous. Only reads. */
  findSymbol(entityId: string, options?: CallOptions): Promise<LocatedSymbol | null>
  /** Whether a file of the repo of `cwd` differs from the index: edited, new, or gone. */
  isFileDirty(path: string): Promise<boolean>
  /** A path as written in a shell, made relative to the root of the repo of `cwd`; unchanged if no such file exists here. */
  pathFromHere(written: string): Promise<string>
  /** The folder of a registered repo, by its name, or of a path. Registers nothing. Throws REPO_UNKNOWN. */
  folderNamed(name: string): Promise<string>
  /** The token for a server: from the file or variable, else the setting `token`; undefined when there is none. */
  token(source: { file?: string; variable?: string }): Promise<string | undefined>
  /** Registers repos (a single one as `name`), indexes them; [] = the repo of `cwd`. The methods below throw `CairnProblem`. */
  index(
    folders: readonly string[],
    options?: WorkOptions & { fresh?: boolean; dryRun?: boolean; name?: string },
  ): Promise<IndexReport[]>
  /** Full build and `.llmc/rag_graph.json`; `repo` null = the repo of `cwd`. */
  buildGraph(repo: string | null, options?: WorkOptions & { dryRun?: boolean }): Promise<GraphReport>
  importGraph(file: string, options?: WorkOptions & { repo?: string | null; dryRun?: boolean }): Promise<ImportReport>
  /**
   * Asks the language model for texts about repos and stores them; [] = the repo of `cwd`. Updates their indexes first. LLM_UNAVAILABLE
   * if no model is set, or its server fails again and again: what was written until then is stored.
   */
  enrich(folders: readonly string[], options?: EnrichWork): Promise<EnrichReport[]>
  /** Of one repo, or of all registered ones when `repo` is null. */
  status(repo: string | null, options?: WorkOptions): Promise<StatusReport>
  doctor(options?: WorkOptions): Promise<DoctorReport>
  /** Deletes a repo's rows, registration and `.llmc/` files. Nothing else in the repo is touched. */
  remove(repo: string, options?: WorkOptions & { dryRun?: boolean }): Promise<RemoveReport>
  gc(options?: WorkOptions & { now?: boolean }): Promise<GcReport>
  /** The registered repos, first registered first. Opens nothing but the registry. */
  repos(): Promise<readonly { repo_id: string; root: string }[]>
  /** Registers the repo that contains a path, as `name` if given; builds nothing. */
  register(repo: string, options?: { name?: string }): Promise<{ repo_id: string; root: string }>
  config(): Promise<ConfigReport>
  /** The tokens of this home. BAD_FILE when their file is damaged, REPO_UNKNOWN for a repo that is not registered. */
  readonly tokens: {
    create(options?: TokenOptions): Promise<CreatedToken>
    list(): Promise<TokenReport[]>
    revoke(idOrName: string): Promise<TokenReport>
  }
  /** The caller behind an `Authorization` header, by the tokens as they are now. Never throws. */
  authenticate(header: string | undefined): Promise<Authenticated>
  /** The MCP clients that Cairn can configure, which are on this machine, and which have Cairn. Only reads. */
  clients(): Promise<ClientOverview[]>
  /** Writes Cairn into the settings of these clients. Throws before anything is written if one of them cannot be changed. */
  installClients(names: readonly string[], options: InstallClientOptions): Promise<ClientReport[]>
  /** Removes what `installClients` wrote, in one scope or in all. */
  uninstallClients(names: readonly string[], options: UninstallClientOptions): Promise<ClientReport[]>
  /**
   * Keeps the indexes of all registered repos, or of the named ones, up to date until `signal` aborts or the parent process is
   * gone. Registers a named folder that is not registered. INDEX_LOCKED when another process already watches this home.
   */
  watch(repos: readonly string[], options: WorkOptions & { onEvent(event: WatchEvent): void }): Promise<WatchEnd>
  /** Calls `listener` for each change and progress of an index in this process. Returns the function that ends it. */
  onIndexEvent(listener: (event: IndexEvent) => void): () => void
  /**
   * Keeps the indexes of all registered repos up to date from now on, in the background, until `close`. For servers, after a
   * question: it returns at once, may be called after each, and does nothing if another process does it or `watch` is off.
   */
  keepCurrent(): void
  close(): Promise<void>
}
