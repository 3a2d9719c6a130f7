/**
 * One call of a tool: check the arguments, open the scope, run, put the cover on, fit the budget, close. Whatever goes wrong
 * on the way becomes an ERROR answer (TO2).
 */
import { checkArguments } from '../contract/check-arguments.ts'
import type { RagResult } from '../contract/envelope.ts'
import type { StalePolicy } from '../contract/freshness.ts'
import type { ArgumentSpecs, Arguments } from '../contract/tool.ts'
import { fitBudget } from '../envelope/budget.ts'
import { type CursorFrame, generationKey, makeCursor, openCursor, questionKey } from '../envelope/cursor.ts'
import { problemResult } from '../envelope/problem-result.ts'
import type { OpenScope } from '../freshness/scope.ts'
import { createAnchors } from './anchors.ts'
import { goneWords, reachable } from './reachable.ts'
import { createReading } from './reading.ts'
import type { Tool } from './tool.ts'
import type { KnownRepo, ToolContext } from './tool-context.ts'

export async function runTool(tool: Tool, given: unknown, context: ToolContext): Promise<RagResult<unknown>> {
  try {
    const args = checkArguments(tool.arguments, given, { tool: tool.name })
    context.signal.throwIfAborted()
    const { repos, gone } = await reachable((await tool.repos?.(args, context)) ?? [])
    const scope = await openScope(tool, args, repos, context)
    try {
      return await answer(tool, args, scope, context, goneWords(gone))
    } finally {
      await scope.close()
    }
  } catch (thrown) {
    return problemResult(thrown, context.onBug ? { onBug: context.onBug } : {})
  }
}

type Given = Arguments<ArgumentSpecs>

async function openScope(tool: Tool, args: Given, repos: readonly KnownRepo[], context: ToolContext): Promise<OpenScope> {
  const { signal, settings } = context
  if (!tool.repos) return { snapshot: undefined, repos: [], close: async () => {} }
  const policy = (text(args.stale_policy) as StalePolicy | null) ?? settings.stale_policy
  return context.gateway.open({ repos, policy, signal })
}

async function answer(
  tool: Tool,
  args: Given,
  scope: OpenScope,
  context: ToolContext,
  aside: string,
): Promise<RagResult<unknown>> {
  const frame = await cursorFrame(tool, args, scope)
  const cursor = text(args.cursor)
  const opened = cursor === null ? null : openCursor(cursor, frame)
  const reading = createReading(scope, context)
  const call = { args, scope, context, reading, anchors: createAnchors(scope), place: opened?.place ?? null }
  const { nextPlace, ...found } = await tool.run(call)
  context.signal.throwIfAborted()
  if (opened?.index_changed) found.index_changed = true
  if (aside !== '') found.message = found.message ? `${found.message} ${aside}` : aside
  const place = (kept: number): string | null => nextPlace?.(kept) ?? null
  return fitBudget(found, scope.repos, {
    max_chars: typeof args.max_chars === 'number' ? args.max_chars : context.settings.max_chars,
    print: context.print,
    nextCursor: nextPlace && ((kept) => mapNull(place(kept), (next) => makeCursor(next, frame))),
  })
}

async function cursorFrame(tool: Tool, args: Given, { snapshot, repos }: OpenScope): Promise<CursorFrame> {
  const states = repos.map(async ({ repo_id }) => ({ repo_id, generation: (await snapshot?.generation(repo_id)) ?? 0 }))
  return { question: questionKey(tool.name, args), generation: generationKey(await Promise.all(states)) }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const mapNull = <From, To>(value: From | null, map: (value: From) => To): To | null => (value === null ? null : map(value))
