/**
 * One run of the command line: argv in, exit status out. It reaches the outside only through `io` and `doors`. An answer is JSON
 * if `--json` is given or stdout is not a terminal, otherwise readable text; a problem goes to stderr with its exit status from
 * the table.
 */
import type { App } from '../../app/port.ts'
import { checkArguments } from '../../contract/check-arguments.ts'
import type { RagResult } from '../../contract/envelope.ts'
import { badArgument, problems } from '../../contract/problems.ts'
import { visible, visibleJson } from '../../contract/visible.ts'
import { commandVocabulary, inWordsOf } from '../../contract/vocabulary.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { plainStyle, type Style } from '../../envelope/style.ts'
import { chooseStyle } from './colors.ts'
import type { Call, Command, Doors, Io, Outcome, OutStream } from './command.ts'
import { commandOptions, flagOf, ownOptions } from './command-options.ts'
import { commands } from './commands.ts'
import { actionsOf, findCommand } from './find-command.ts'
import { guardedIo } from './guarded-io.ts'
import { linesOnScreen } from './pager.ts'
import { type Globals, parseOptions, splitArguments } from './parse-arguments.ts'
import { printResult } from './print-result.ts'
import { createProgress } from './progress.ts'

export async function runCli(argv: readonly string[], outside: Io, doors: Doors): Promise<number> {
  const io = guardedIo(outside)
  const look: Look = { json: wantsJson(argv, io), style: chooseStyle('auto', io.stdout), debug: false, pager: '' }
  try {
    const { globals, command: name, rest: words } = splitArguments(argv)
    look.json = !globals.text && (globals.json || io.stdout.isTTY !== true)
    if (globals.version) return await say(io.stdout, `${doors.version()}\n`)
    if (name === undefined || name === 'help' || globals.help)
      return await (name === 'help' ? showHelp(words[0], words.slice(1), io, doors) : showHelp(name, words, io, doors))
    const { command, rest } = findCommand(name, words)
    const options = { ...livingOf(command), ...startedAs(doors), flags: globals.settings, onWarning: warn(io, doors) }
    const appAt = (cwd: string): Promise<App> => doors.createApp({ cwd, ...options })
    const app = await appAt(io.cwd)
    try {
      return await runCommand(command, { app, appAt, globals, rest, look, io, doors })
    } finally {
      await app.close()
    }
  } catch (thrown) {
    return await printProblem(thrown, look, io, doors)
  }
}

/** `pager`: the command that shows long text; '' for none. */
type Look = { json: boolean; style: Style; debug: boolean; pager: string }
type Run = { app: App; appAt: Call['appAt']; globals: Globals; rest: readonly string[]; look: Look; io: Io; doors: Doors }

/** Decided before argv is parsed, because a mistake in argv must also be printed in the chosen format. */
const wantsJson = (argv: readonly string[], io: Io): boolean =>
  argv.includes('--json') || (io.stdout.isTTY !== true && !argv.includes('--text'))

const livingOf = ({ name }: Command): { surface: 'cli' | 'batch' | 'mcp' | 'serve'; livesLong: boolean } => ({
  surface: name === 'mcp' || name === 'batch' || name === 'serve' ? name : 'cli',
  livesLong: name === 'mcp' || name === 'watch' || name === 'serve',
})

const startedAs = ({ program }: Doors): { program?: string } => (program === undefined ? {} : { program })

async function runCommand(command: Command, { app, appAt, globals, rest, look, io, doors }: Run): Promise<number> {
  const { color, debug, format, pager } = app.settings
  look.style = chooseStyle(color, io.stdout)
  look.debug = debug
  io.onBugs?.({ goOn: livingOf(command).livesLong, debug })
  look.json = globals.json ? !globals.text : !globals.text && (format === 'auto' ? io.stdout.isTTY !== true : format === 'json')
  look.pager = globals.pager && !['cat', 'off', ''].includes(pager) ? pager : ''
  const options = commandOptions(command, command.tools ? await app.tools(command.tools) : [])
  const args = checkOwn(command, parseOptions(command, options, rest))
  const progress = createProgress(io.stderr)
  const print = (result: RagResult<unknown>): string => printed(result, look, io, { args, program: doors.program })
  const { json, style } = look
  const call: Call = { app, appAt, command, args, io, doors, json, style, onProgress: progress.onProgress, print }
  let outcome: Outcome
  try {
    outcome = await command.run(call)
  } finally {
    progress.end()
  }
  return await printOutcome(inWords(outcome, app), print, look, io)
}

/** A command checks its own options. The options of its tool are checked once, by the tool. */
function checkOwn(command: Command, raw: Record<string, unknown>): Record<string, unknown> {
  const specs = ownOptions(command)
  const own = Object.fromEntries(Object.entries(raw).filter(([name]) => Object.hasOwn(specs, name)))
  const checked = checkArguments(specs, own, { tool: `cairn ${command.name}`, named: flagOf })
  if (checked.all === true && typeof raw.repo === 'string') throw badArgument('--all and --repo cannot go together.')
  return { ...raw, ...checked }
}

/** Reports contain commands too, and are translated like answers. */
function inWords(outcome: Outcome, { vocabulary }: App): Outcome {
  if (!('result' in outcome) || outcome.text === undefined || outcome.verbatim) return outcome
  return { ...outcome, text: inWordsOf(vocabulary, outcome.text) }
}

async function printOutcome(outcome: Outcome, print: Call['print'], look: Look, io: Io): Promise<number> {
  if (!('result' in outcome)) return outcome.exit
  const { result, text, exit = 0 } = outcome
  if (result.meta.error_code !== null) return await printError(result, look, io)
  const words = `${look.json ? print(result) : (text ?? print(result))}\n`
  const long =
    !look.json && look.pager !== '' && io.stdout.isTTY === true && linesOnScreen(words, io.stdout) > (io.stdout.rows ?? 24)
  if (!long || !(await io.page?.(words, look.pager))) await say(io.stdout, words)
  return exit
}

type Asked = { args?: Readonly<Record<string, unknown>>; program?: string | undefined }

function printed(result: RagResult<unknown>, look: Look, io: Io, asked: Asked = {}): string {
  if (look.json) return visibleJson(result.toDict(), io.stdout.isTTY ? 2 : undefined)
  return printResult(result, { style: look.style, width: io.stdout.columns, ...asked })
}

async function printProblem(thrown: unknown, look: Look, io: Io, { program }: Doors): Promise<number> {
  const bugs: unknown[] = []
  const vocabulary = commandVocabulary(program)
  const result = problemResult(thrown, { vocabulary, onBug: (error) => bugs.push(error) })
  const exit = await printError(result, look, io)
  if (look.debug) for (const bug of bugs) await say(io.stderr, `${bug instanceof Error ? bug.stack : String(bug)}\n`)
  return exit
}

/** A program that reads stdout gets the envelope; a person reads the same sentence on stderr. */
async function printError(result: RagResult<unknown>, look: Look, io: Io): Promise<number> {
  const code = result.meta.error_code ?? 'INTERNAL'
  if (look.json) await say(io.stdout, `${printed(result, { ...look, style: plainStyle }, io)}\n`)
  await say(io.stderr, `cairn: ${visible(result.meta.message ?? '')} (${visible(code)})\n`)
  return code in problems ? problems[code as keyof typeof problems].exit : problems.INTERNAL.exit
}

async function showHelp(name: string | undefined, rest: readonly string[], io: Io, doors: Doors): Promise<number> {
  const { mainHelp, actionsHelp, commandHelp } = await import('./help.ts')
  if (name === undefined) {
    if (rest[0] !== undefined)
      throw badArgument(`There is no option "${rest[0]}" here. \`cairn --help\` lists commands and options.`)
    return await say(io.stdout, mainHelp(commands))
  }
  const actions = actionsOf(name)
  if (actions.length > 0 && rest[0] === undefined) return await say(io.stdout, actionsHelp(name, actions))
  const { command } = findCommand(name, rest)
  if (!command.tools) return await say(io.stdout, commandHelp(command, commandOptions(command, [])))
  const app = await doors.createApp({ cwd: io.cwd, surface: 'cli' })
  try {
    return await say(io.stdout, commandHelp(command, commandOptions(command, await app.tools(command.tools ?? []))))
  } finally {
    await app.close()
  }
}

const warn =
  (io: Io, { program }: Doors) =>
  (words: string): void => {
    io.stderr.write(`cairn: ${visible(inWordsOf(commandVocabulary(program), words))}\n`, () => {})
  }

/** Resolves when the text is written; an exit before that would cut it off. */
function say(stream: OutStream, text: string): Promise<number> {
  return new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve(0))))
}
