/** What a command of the command line is: one entry of the table that parser, help and completion read. */
import type { App, CreateApp } from '../../app/port.ts'
import type { RagResult } from '../../contract/envelope.ts'
import type { OnProgress } from '../../contract/progress.ts'
import type { ArgumentSpecs } from '../../contract/tool.ts'
import type { Style } from '../../envelope/style.ts'

/** Everything that the command line uses from outside, so that a test can replace it. */
export type Doors = {
  createApp: CreateApp
  serveMcp: (app: App, options: { version: string; onError: (error: Error) => void }) => Promise<void>
  version: () => string
  /** How this program was started, where that is not `cairn`: `npx codecairn`. */
  program?: string
}

export type OutStream = {
  write(text: string, done: (error?: Error | null) => void): unknown
  isTTY?: boolean
  columns?: number
  rows?: number
}
export type Io = {
  stdout: OutStream
  stderr: OutStream
  stdin: AsyncIterable<Uint8Array | string>
  cwd: string
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal
  /** Shows a text in the user's pager and waits until it is left; false where there is no such pager. */
  page?(text: string, pager: string): Promise<boolean>
  /** From here on the end of the terminal aborts `signal` too; otherwise it ends the process, or nothing at all under `nohup`. */
  endWithTerminal?(): void
}

/** One command being run. */
export type Call = {
  app: App
  command: Command
  /** What the command declares itself is checked; what its tools declare is as it was written, for them to check. */
  args: Readonly<Record<string, unknown>>
  io: Io
  doors: Doors
  json: boolean
  style: Style
  onProgress: OnProgress
  /** How this run prints an answer: what `max_chars` is measured on. */
  print(result: RagResult<unknown>): string
}

/** An answer to print as envelope or by the command's own text; or a bare exit status when all is already printed. */
export type Outcome = { result: RagResult<unknown>; text?: string; exit?: number } | { exit: number }

export const commandGroups = ['Ask', 'Index', 'Connect', 'Maintain'] as const

export type Command = {
  name: string
  group: (typeof commandGroups)[number]
  /** One line of the overview. */
  summary: string
  /** A paragraph of `cairn COMMAND --help`. */
  about?: string
  /** Which option the words without a dash fill. */
  positional?: { option: string; label: string; take: 'one' | 'joined' | 'list'; optional?: boolean }
  /** Tools whose declared arguments become options; the first says what an argument of the same name means. */
  tools?: readonly string[]
  /** The tool's name for an option that has another one here. */
  toolNames?: Readonly<Record<string, string>>
  /** It can ask several repos at once: `--all` asks every registered one. */
  asksAll?: true
  /** Options of its own, over those of its tools. */
  options?: ArgumentSpecs
  short?: Readonly<Record<string, string>>
  examples?: readonly (readonly [command: string, says: string])[]
  run(call: Call): Promise<Outcome>
}
