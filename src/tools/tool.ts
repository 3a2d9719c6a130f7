/**
 * What a tool is: the words a model reads, its arguments declared once, and its code, side by side in one file. `runTool`
 * turns it into an answer; nothing a tool does can throw past that.
 */
import type { Completeness, DefinitionGroup, RagToolSource, RagToolStatus } from '../contract/envelope.ts'
import type { ArgumentSpecs, Arguments } from '../contract/tool.ts'
import type { OpenScope } from '../freshness/scope.ts'
import type { KnownRepo, ToolContext } from './tool-context.ts'

export type ToolCall<Specs extends ArgumentSpecs> = {
  args: Arguments<Specs>
  /** Opened by `runTool` for the repos the tool named, and closed by it. */
  scope: OpenScope
  context: ToolContext
}

/** What a tool found, before it gets its cover. */
export type ToolAnswer<Item = unknown> = {
  /** This page, in order. */
  items: readonly Item[]
  /** How many there are in all; null when counting would mean scanning on. */
  total: number | null
  total_at_least?: number
  /** Where the page after this one starts, given the items of this page that were kept; null when nothing follows. */
  nextPlace?: (kept: number) => string | null
  /** Something was left out that no further page brings (a scan that ran out of time). */
  truncated?: boolean
  /** The question as understood. */
  query?: string
  symbol?: string
  direction?: string
  /** Only where it is not what the scope says: tools that read from disk by design. */
  status?: Exclude<RagToolStatus, 'ERROR'>
  source?: RagToolSource
  message?: string | null
  completeness?: Completeness
  definitions?: DefinitionGroup[]
  next?: string[]
  mode?: string
  /** Files a live scan did not get to. */
  unchecked?: number
  index_changed?: boolean
}

export interface Tool<Specs extends ArgumentSpecs = ArgumentSpecs> {
  /** snake_case; the same on every surface. */
  name: string
  title: string
  /** Read by models: what it answers, when to use it, its limits. */
  description: string
  arguments: Specs
  /** Which repos the question is about; the gateway brings them up to date before `run`. Absent: none need be opened. */
  repos?(args: Arguments<Specs>, context: ToolContext): Promise<readonly KnownRepo[]>
  run(call: ToolCall<Specs>): Promise<ToolAnswer>
}

/** Checks a tool's declaration against its body and forgets the details, so that all tools can stand in one list. */
export function defineTool<const Specs extends ArgumentSpecs>(tool: Tool<Specs>): Tool {
  return tool as Tool
}
