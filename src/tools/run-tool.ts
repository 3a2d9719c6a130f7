/** One call of a tool: check the arguments, open the scope, run, put the cover on, fit the budget, close. */
import type { RagResult } from '../contract/envelope.ts'
import type { Tool } from './tool.ts'
import type { ToolContext } from './tool-context.ts'

export async function runTool(
  _tool: Tool,
  _given: Readonly<Record<string, unknown>>,
  _context: ToolContext,
): Promise<RagResult<unknown>> {
  throw new Error('not built yet')
}
