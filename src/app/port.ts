/**
 * What a surface may ask of the house, and nothing else. `create-app.ts` builds it once per process; command-line tests use an
 * `App` of their own. Everything heavy behind it loads when first asked for, so that a short command starts fast.
 */
import type { RagResult } from '../contract/envelope.ts'
import type { OnProgress } from '../contract/progress.ts'
import type { ReadScope } from '../contract/read-scope.ts'
import type {
  ConfigReport,
  DoctorReport,
  GcReport,
  GraphReport,
  ImportReport,
  IndexReport,
  RemoveReport,
  StatusReport,
} from '../contract/reports.ts'
import type { DeclaredTool } from '../contract/tool.ts'
import { callVocabulary, commandVocabulary, type Vocabulary } from '../contract/vocabulary.ts'
import type { WatchEnd, WatchEvent } from '../contract/watch.ts'
import type { LocatedSymbol } from './locate.ts'

/** All that differs from surface to surface: values, so that no room has to ask which one it serves. */
export type SurfacePolicy = {
  /** Size of an answer where the caller names none, in bytes; null = no limit. */
  max_chars: number | null
  /** Where a file that is read whole is cut, in bytes. */
  file_bytes: number
  /** Whether a question may register the repo it is asked from, and build its first index. */
  registers: boolean
  /** Serves until it is told to stop: it goes on working behind its answers, and parses in a child process that ends when idle. */
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
  library: { max_chars: null, file_bytes: FILE_BYTES, registers: false, lives_long: false, vocabulary: callVocabulary },
} as const satisfies Record<string, SurfacePolicy>

export type AppOptions = {
  /** Relative paths in arguments and the repo meant by default are found from here. */
  cwd: string
  surface: keyof typeof surfacePolicies
  /** Over the surface's own: `cairn watch` is a command that serves until it is told to stop. */
  livesLong?: boolean
  /** How the program was started, for sentences that name a command: `cairn` when absent. */
  program?: string
  /** Raw settings given by hand, over every other source: setting key → text (`{ budget_ms: '500' }`). */
  flags?: Readonly<Record<string, string>>
  /** Told once per odd thing found in settings or home, in a sentence. */
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
  /** Where the arguments name no repo: every registered one, instead of the repo asked from. */
  all?: boolean
  /** How this surface will print the answer: what `max_chars` is measured on. Compact JSON when absent. */
  print?: (result: RagResult<unknown>) => string
}

export interface App {
  readonly settings: { color: 'auto' | 'always' | 'never'; debug: boolean; format: 'auto' | 'text' | 'json'; pager: string }
  /** How this surface names commands, tools and arguments. */
  readonly vocabulary: Vocabulary
  /** All of them, or those named: each is loaded when it is first asked for. */
  tools(names?: readonly string[]): Promise<readonly DeclaredTool[]>
  /**
   * Checks the arguments and answers. Never throws: every failure is an ERROR result (TO2). A repo may be named by id, by the
   * unique last part of it, or by a path relative to `cwd`; `.` is the repo the call is made in.
   */
  callTool(name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<RagResult<unknown>>
  /** Where a symbol of the index (an anchor, `sym:` or not) stands on disk now; null when it is gone or not clear. Writes nothing. */
  findSymbol(entityId: string, options?: CallOptions): Promise<LocatedSymbol | null>
  /** Whether the index no longer speaks for a file of the repo of `cwd`: edited, new, or gone. */
  isFileDirty(path: string): Promise<boolean>
  /** A path as written at a shell, from the root of the repo around `cwd`; as it is where nothing of that name stands here. */
  pathFromHere(written: string): Promise<string>
  /** Registers (as `name`, where one repo is given) and brings up to date; [] = the repo of `cwd`. The methods below throw `CairnProblem`. */
  index(
    folders: readonly string[],
    options?: WorkOptions & { fresh?: boolean; dryRun?: boolean; name?: string },
  ): Promise<IndexReport[]>
  /** Full build and `.llmc/rag_graph.json`; `repo` null = the repo of `cwd`. */
  buildGraph(repo: string | null, options?: WorkOptions & { dryRun?: boolean }): Promise<GraphReport>
  importGraph(file: string, options?: WorkOptions & { repo?: string | null; dryRun?: boolean }): Promise<ImportReport>
  /** Of one repo, or of all registered ones when `repo` is null. */
  status(repo: string | null, options?: WorkOptions): Promise<StatusReport>
  doctor(options?: WorkOptions): Promise<DoctorReport>
  /** Forgets a repo: its rows, its registration, its `.llmc/` files. Nothing else in the repo is touched. */
  remove(repo: string, options?: WorkOptions & { dryRun?: boolean }): Promise<RemoveReport>
  gc(options?: WorkOptions & { now?: boolean }): Promise<GcReport>
  /** The registered repos, first registered first. Opens nothing but the registry. */
  repos(): Promise<readonly { repo_id: string; root: string }[]>
  /** Registers the repo that a path lies in, under `name` where one is given; builds nothing. */
  register(repo: string, options?: { name?: string }): Promise<{ repo_id: string; root: string }>
  config(): Promise<ConfigReport>
  /**
   * Keeps the registered repos current, or those named, until `signal` aborts or whoever started this process is gone. A folder
   * that is no repo yet is registered. INDEX_LOCKED when another process already watches this home.
   */
  watch(repos: readonly string[], options: WorkOptions & { onEvent(event: WatchEvent): void }): Promise<WatchEnd>
  close(): Promise<void>
}
