/** A command that is one tool: its options become the tool's arguments, the envelope is the answer. */
import { CairnProblem } from '../../contract/problems.ts'
import type { Call, Outcome } from './command.ts'
import { toolArguments } from './command-options.ts'

export async function runTool(name: string, call: Call): Promise<Outcome> {
  const { app, command, io } = call
  const [tool] = await app.tools([name])
  if (!tool) throw new CairnProblem('INTERNAL', { detail: `the tool ${name} is missing` })
  const result = await app.callTool(name, toolArguments(command, tool, call.args), {
    cwd: io.cwd,
    signal: io.signal,
    onProgress: call.onProgress,
    print: call.print,
  })
  return { result }
}
