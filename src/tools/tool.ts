/**
 * What a tool is: the words a model reads, its arguments declared once, and its code, side by side in one file. `runTool`
 * turns it into an answer; nothing a tool does can throw past that.
 */
import type { Repo } from '../contract/repo.ts'
import type { ArgumentSpecs, Arguments, DeclaredTool } from '../contract/tool.ts'
import type { Findings } from '../envelope/cover.ts'
import type { Ground } from '../grounding/ground.ts'
import type { ToolContext } from './tool-context.ts'

export type ToolCall<Specs extends ArgumentSpecs> = {
  args: Arguments<Specs>
  /** The index and the files of the repos the tool named; opened by `runTool` and closed by it. */
  ground: Ground
  context: ToolContext
  /** What the page before this one showed last, in the tool's own words; null on the first page. */
  after: string | null
}

/** What a tool found, before it gets its cover. */
export type ToolAnswer<Item = unknown> = Findings<Item> & {
  /** The `after` of the next page when only the first `kept` items of this one are shown; null when nothing follows. */
  nextAfter?: (kept: number) => string | null
}

export interface Tool<Specs extends ArgumentSpecs = ArgumentSpecs> extends DeclaredTool {
  arguments: Specs
  /** Which repos the question is about; the gateway brings them up to date before `run`. Absent: the index is not opened. */
  repos?(args: Arguments<Specs>, context: ToolContext): Promise<readonly Repo[]>
  run(call: ToolCall<Specs>): Promise<ToolAnswer>
}

/** Checks a tool's declaration against its body and forgets the details, so that all tools can stand in one list. */
export function defineTool<const Specs extends ArgumentSpecs>(tool: Tool<Specs>): Tool {
  return tool as Tool
}
