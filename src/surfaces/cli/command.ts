/** The type of a command: one entry of the table that parser, help and completion read. */
import type { App, CreateApp } from '../../app/port.ts'
import type { RagResult } from '../../contract/envelope.ts'
import type { OnProgress } from '../../contract/progress.ts'
import type { ArgumentSpecs } from '../../contract/tool.ts'
import type { Style } from '../../envelope/style.ts'
import type { ServeHttpOptions } from '../rest/serve-http.ts'

/** Everything that the command line uses from outside, so that a test can replace it. */
export type Doors = {
  createApp: CreateApp
  serveHttp: (app: App, options: ServeHttpOptions) => Promise<void>
  serveMcp: (app: App, options: ServeOptions) => Promise<void>
  bridgeMcp: (app: App, options: ServeOptions & { url: URL; token: string | undefined }) => Promise<void>
  version: () => string
  /** How this program was started, if not as `cairn`: `npx codecairn`. */
  program?: string
  /** The words with which another program starts this one. Absent: unknown. */
  launch?: readonly string[]
}

type ServeOptions = { version: string; onError: (error: Error) => void; onClosed: () => void }

export type OutStream = {
  write(text: string, done: (error?: Error | null) => void): unknown
  isTTY?: boolean
  columns?: number | undefined
  rows?: number | undefined
}
export type Io = {
  stdout: OutStream
  stderr: OutStream
  stdin: AsyncIterable<Uint8Array | string> & { isTTY?: boolean }
  cwd: string
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal
  /** Shows a text in the user's pager and waits until the user quits it; false if there is no such pager. */
  page?(text: string, pager: string): Promise<boolean>
  /** From now on, closing the terminal aborts `signal` too. Otherwise it ends the process, or does nothing under `nohup`. */
  endWithTerminal?(): void
  /** What becomes of an exception that nobody catches. */
  onBugs?(policy: { goOn: boolean; debug: boolean }): void
  /** The caller is gone: from now on the process ends in time, whatever it still waits for. */
  isEnding?(): void
}

/** One command being run. */
export type Call = {
  app: App
  /** Another app with the same options, for another working directory. Whoever opens it closes it. */
  appAt(cwd: string): Promise<App>
  command: Command
  /** The command's own options are checked; those of its tools are raw, because the tools check them. */
  args: Readonly<Record<string, unknown>>
  io: Io
  doors: Doors
  json: boolean
  style: Style
  onProgress: OnProgress
  /** How this run prints an answer; `max_chars` is measured on this text. */
  print(result: RagResult<unknown>): string
}

/**
 * An answer to print, as an envelope or as the command's own text; or only an exit status if everything was printed. A `verbatim`
 * text contains parts of files: names in it are not translated.
 */
export type Outcome = { result: RagResult<unknown>; text?: string; exit?: number; verbatim?: true } | { exit: number }

export const commandGroups = ['Ask', 'Index', 'Connect', 'Maintain'] as const

export type Command = {
  /** One word, or two: `token create`. */
  name: string
  group: (typeof commandGroups)[number]
  /** One line of the overview. */
  summary: string
  /** A paragraph of `cairn COMMAND --help`. */
  about?: string
  /** The option that words without a dash are assigned to. */
  positional?: { option: string; label: string; take: 'one' | 'joined' | 'list'; optional?: boolean }
  /** Tools whose declared arguments become options; if several declare the same name, the first one counts. */
  tools?: readonly string[]
  /** The tool's argument names of options that are renamed here. */
  toolNames?: Readonly<Record<string, string>>
  /** The command can ask several repos at once: `--all` asks every registered repo. */
  asksAll?: true
  /** Its own options; they override those of its tools. */
  options?: ArgumentSpecs
  short?: Readonly<Record<string, string>>
  examples?: readonly (readonly [command: string, says: string])[]
  run(call: Call): Promise<Outcome>
}
