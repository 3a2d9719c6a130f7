/**
 * One run of the command line: argv in, exit status out. Everything outside comes through `io` and `doors`. An answer is JSON
 * when asked for or when nobody watches, readable text otherwise; a problem goes to stderr with its exit status from the table.
 */
import type { App } from '../../app/port.ts'
import { checkArguments } from '../../contract/check-arguments.ts'
import type { RagResult } from '../../contract/envelope.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import { badArgument, problems } from '../../contract/problems.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { renderText } from '../../envelope/render-text.ts'
import type { Style } from '../../envelope/style.ts'
import { callAsCommand, toolsAsCommands } from './call-as-command.ts'
import { chooseStyle } from './colors.ts'
import type { Call, Command, Doors, Io, Outcome, OutStream } from './command.ts'
import { commandOptions } from './command-options.ts'
import { commands } from './commands.ts'
import { type Globals, parseOptions, splitArguments } from './parse-arguments.ts'
import { createProgress } from './progress.ts'

export async function runCli(argv: readonly string[], io: Io, doors: Doors): Promise<number> {
  const look: Look = { json: wantsJson(argv, io), style: chooseStyle('auto', io.stdout), debug: false }
  try {
    const { globals, command: name, rest } = splitArguments(argv)
    look.json = (globals.json || io.stdout.isTTY !== true) && !globals.text
    if (globals.version) return await say(io.stdout, `${doors.version()}\n`)
    if (name === undefined || name === 'help' || globals.help)
      return await showHelp(name === 'help' ? rest[0] : name, rest, io, doors)
    const command = findCommand(name)
    const app = await doors.createApp({ cwd: io.cwd, ...livingOf(command), flags: globals.settings, onWarning: warn(io) })
    try {
      return await runCommand(command, { app, globals, rest, look, io, doors })
    } finally {
      await app.close()
    }
  } catch (thrown) {
    return await printProblem(thrown, look, io)
  }
}

type Look = { json: boolean; style: Style; debug: boolean }
type Run = { app: App; globals: Globals; rest: readonly string[]; look: Look; io: Io; doors: Doors }

/** Before argv is understood: a problem in it must already come out in the form asked for. */
const wantsJson = (argv: readonly string[], io: Io): boolean =>
  argv.includes('--json') || (io.stdout.isTTY !== true && !argv.includes('--text'))

const livingOf = ({ name }: Command): { surface: 'cli' | 'mcp'; livesLong: boolean } => ({
  surface: name === 'mcp' ? 'mcp' : 'cli',
  livesLong: name === 'mcp' || name === 'watch',
})

async function runCommand(command: Command, { app, rest, look, io, doors }: Run): Promise<number> {
  look.style = chooseStyle(app.settings.color, io.stdout)
  look.debug = app.settings.debug
  const options = commandOptions(command, command.tools ? await app.tools(command.tools) : [])
  const args = checkArguments(options, parseOptions(command, options, rest), { tool: `cairn ${command.name}` })
  const progress = createProgress(io.stderr)
  const print = (result: RagResult<unknown>): string => printed(result, look, io)
  const call: Call = { app, command, args, io, doors, json: look.json, style: look.style, onProgress: progress.onProgress, print }
  let outcome: Outcome
  try {
    outcome = await command.run(call)
  } finally {
    progress.end()
  }
  return await printOutcome(outcome, look, io)
}

async function printOutcome(outcome: Outcome, look: Look, io: Io): Promise<number> {
  if (!('result' in outcome)) return outcome.exit
  const { result, text, exit = 0 } = outcome
  const code = result.meta.error_code
  if (code !== null) return await printError(result, look, io)
  await say(io.stdout, `${look.json ? printed(result, look, io) : (text ?? printed(result, look, io))}\n`)
  return exit
}

function printed(result: RagResult<unknown>, look: Look, io: Io): string {
  if (look.json) return JSON.stringify(result.toDict(), null, io.stdout.isTTY ? 2 : undefined)
  return renderText(result, {
    style: look.style,
    continueWith: (cursor) => `--cursor ${cursor}`,
    startAt: (line) => `--start-line ${line}`,
    writeCall: callAsCommand,
    contentLines: 4,
  })
}

async function printProblem(thrown: unknown, look: Look, io: Io): Promise<number> {
  const bugs: unknown[] = []
  const result = problemResult(thrown, { onBug: (error) => bugs.push(error) })
  const exit = await printError(result, look, io)
  if (look.debug) for (const bug of bugs) await say(io.stderr, `${bug instanceof Error ? bug.stack : String(bug)}\n`)
  return exit
}

/** A program that reads stdout gets the envelope; a person reads the same sentence on stderr. */
async function printError(result: RagResult<unknown>, look: Look, io: Io): Promise<number> {
  const code = result.meta.error_code ?? 'INTERNAL'
  if (look.json) await say(io.stdout, `${printed(result, look, io)}\n`)
  await say(io.stderr, `cairn: ${toolsAsCommands(result.meta.message ?? '')} (${code})\n`)
  return problems[code].exit
}

async function showHelp(name: string | undefined, rest: readonly string[], io: Io, doors: Doors): Promise<number> {
  const { mainHelp, commandHelp } = await import('./help.ts')
  if (name === undefined) {
    if (rest[0] !== undefined)
      throw badArgument(`There is no option ${rest[0]} here. \`cairn --help\` lists commands and options.`)
    return await say(io.stdout, mainHelp(commands))
  }
  const command = findCommand(name)
  if (!command.tools) return await say(io.stdout, commandHelp(command, command.options ?? {}))
  const app = await doors.createApp({ cwd: io.cwd, surface: 'cli' })
  try {
    return await say(io.stdout, commandHelp(command, commandOptions(command, await app.tools(command.tools ?? []))))
  } finally {
    await app.close()
  }
}

function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  const near = nearestName(
    name,
    commands.map((command) => command.name),
  )
  throw badArgument(`There is no command "${name}".${near ? ` Did you mean "${near}"?` : ''} \`cairn --help\` lists them.`)
}

const warn =
  (io: Io) =>
  (words: string): void => {
    io.stderr.write(`cairn: ${words}\n`, () => {})
  }

/** Resolves when it is out: an exit before that would cut it off. */
function say(stream: OutStream, text: string): Promise<number> {
  return new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve(0))))
}
