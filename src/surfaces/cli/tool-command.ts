/** A command for one tool: its options become the tool's arguments, and it prints the tool's envelope. */
import type { CallOptions } from '../../app/port.ts'
import { CairnProblem } from '../../contract/problems.ts'
import type { Call, Outcome } from './command.ts'
import { toolArguments } from './command-options.ts'

export async function runToolCommand(name: string, call: Call, more: Pick<CallOptions, 'onAnswerEvent'> = {}): Promise<Outcome> {
  const { app, command, io } = call
  const [tool] = await app.tools([name])
  if (!tool) throw new CairnProblem('INTERNAL', { detail: `the tool ${name} is missing` })
  const result = await app.callTool(name, toolArguments(command, tool, await withPaths(call)), {
    cwd: io.cwd,
    signal: io.signal,
    all: call.args.all === true,
    onProgress: call.onProgress,
    print: call.print,
    ...more,
  })
  return { result }
}

/** In the current repo, paths may be relative to the current folder, as a shell completes them. With `-r` they stay. */
async function withPaths({ app, args, command }: Call): Promise<Call['args']> {
  const repo = args.repo ?? args.repo_id
  if (repo !== undefined && repo !== null && repo !== '.') return args
  const found: Record<string, unknown> = { ...args }
  const main = command.positional?.option ?? ''
  const written = args[main]
  if ((main === 'path' || main === 'file_path') && typeof written === 'string' && written !== '')
    found[main] = await app.pathFromHere(written)
  const [, file, place] = typeof args.symbol === 'string' ? (/^(.+?)(:\d+(?::\d+)?)$/.exec(args.symbol) ?? []) : []
  if (file !== undefined && place !== undefined) found.symbol = `${await app.pathFromHere(file)}${place}`
  return found
}
