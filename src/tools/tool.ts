/**
 * The type of a tool: the description for models, its declared arguments, and its code, all in one file. `runTool` turns its
 * result or exception into an answer.
 */
import type { Repo } from '../contract/repo.ts'
import type { ArgumentSpecs, Arguments, DeclaredTool } from '../contract/tool.ts'
import type { Findings } from '../envelope/cover.ts'
import type { Ground } from '../grounding/ground.ts'
import type { ToolContext } from './tool-context.ts'

export type ToolCall<Specs extends ArgumentSpecs> = {
  args: Arguments<Specs>
  /** The index and the files of the tool's repos; opened and closed by `runTool`. */
  ground: Ground
  context: ToolContext
  /** The last item of the previous page, in the tool's own form; null on the first page. */
  after: string | null
}

/** What a tool found, before it gets its cover. */
export type ToolAnswer<Item = unknown> = Findings<Item> & {
  /** The `after` of the next page when only the first `kept` items of this one are shown; null when nothing follows. */
  nextAfter?: (kept: number) => string | null
}

export interface Tool<Specs extends ArgumentSpecs = ArgumentSpecs> extends DeclaredTool {
  arguments: Specs
  /** The repos that the question is about; the gateway brings them up to date before `run`. Absent: the index is not opened. */
  repos?(args: Arguments<Specs>, context: ToolContext): Promise<readonly Repo[]>
  run(call: ToolCall<Specs>): Promise<ToolAnswer>
  /**
   * Called once with what `run` found, for work that is slow or costs money. `run` itself may be called more than once: before the
   * files are compared with the index, and again after it. The index is closed by then, so nothing waits for it.
   */
  finish?(found: ToolAnswer, call: FinishCall<Specs>): Promise<ToolAnswer>
}

export type FinishCall<Specs extends ArgumentSpecs = ArgumentSpecs> = Pick<ToolCall<Specs>, 'args' | 'context'>

/** Checks the types of a tool's declaration and body, and returns the general type, so that all tools fit in one list. */
export function defineTool<const Specs extends ArgumentSpecs>(tool: Tool<Specs>): Tool {
  return tool as Tool
}
