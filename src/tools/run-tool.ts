/**
 * One call of a tool: check the arguments, open the scope, run, add the cover, fit the size limit, close. Every exception becomes
 * an ERROR answer (TO2).
 */
import { checkArguments } from '../contract/check-arguments.ts'
import type { RagResult } from '../contract/envelope.ts'
import type { StalePolicy } from '../contract/freshness.ts'
import type { RepoId } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { ArgumentSpecs, Arguments } from '../contract/tool.ts'
import { inWordsOf } from '../contract/vocabulary.ts'
import { fitBudget } from '../envelope/budget.ts'
import { reposOf } from '../envelope/cover.ts'
import { type CursorFrame, generationKey, makeCursor, openCursor, questionKey } from '../envelope/cursor.ts'
import { problemResult } from '../envelope/problem-result.ts'
import type { ExpectedScope, OpenScope, RepoView } from '../freshness/scope.ts'
import { type Ground, openGround } from '../grounding/ground.ts'
import { goneWords, reachable } from './reachable.ts'
import type { Tool, ToolAnswer } from './tool.ts'
import type { ToolContext } from './tool-context.ts'

export async function runTool(tool: Tool, written: unknown, context: ToolContext): Promise<RagResult<unknown>> {
  try {
    const { vocabulary } = context
    const named = (argument: string): string => vocabulary.argument(argument, null)
    const args = checkArguments(tool.arguments, written, { tool: inWordsOf(vocabulary, `\`${tool.name}\``), named })
    context.signal.throwIfAborted()
    const { repos, gone } = await reachable((await tool.repos?.(args, context)) ?? [])
    const aside = [goneWords(gone), repos.some(({ root }) => root === context.cwd_repo?.root) ? '' : context.note]
      .filter(Boolean)
      .join(' ')
    const first = await answerOnce(tool, args, repos, context, aside).catch((error: unknown) => {
      // What is stored turned out to be damaged. It is marked now, so this time the files are read instead.
      if (!(error instanceof CairnProblem) || error.code !== 'STORE_CORRUPT') throw error
      return answerOnce(tool, args, repos, context, aside)
    })
    // Some items come from repos that were not compared in time. The question is asked again, and these repos are compared first.
    const { found, cover, result } =
      first.uncompared.length === 0 ? first : await answerOnce(tool, args, repos, context, aside, first.uncompared)
    return result ?? cover((await tool.finish?.(found, { args, context })) ?? found)
  } catch (thrown) {
    const { vocabulary, onBug } = context
    return problemResult(thrown, { vocabulary, ...(onBug ? { onBug } : {}) })
  }
}

type Given = Arguments<ArgumentSpecs>

/** `cover` adds the cover and shortens to the size limit. `result`: the covered answer, unless the tool has yet to finish it. */
type Answered = {
  found: ToolAnswer
  cover: (found: ToolAnswer) => RagResult<unknown>
  result: RagResult<unknown> | undefined
}
type Compared = Answered & { uncompared: RepoId[] }

async function answerOnce(
  tool: Tool,
  args: Given,
  repos: readonly Repo[],
  context: ToolContext,
  aside: string,
  first?: readonly RepoId[],
): Promise<Compared> {
  const stop = new AbortController()
  let early: Promise<Answered> | undefined
  // While git compares the files, the answer is made for the case that none has changed.
  const expect = (expected: ExpectedScope): void => {
    early = answer(tool, args, expected, { ...context, signal: AbortSignal.any([context.signal, stop.signal]) }, aside)
    early.catch(() => undefined)
  }
  const scope = await openScope(tool, args, repos, context, first, expect).catch((error) => {
    stop.abort()
    throw error
  })
  try {
    if (!scope.as_expected) stop.abort()
    const answered = await (scope.as_expected && early ? early : answer(tool, args, scope, context, aside))
    const shown = new Set((answered.result ?? answered.found).items.flatMap(reposOf))
    const uncompared = scope.repos.filter((repo) => !repo.compared && shown.has(repo.repo_id)).map((repo) => repo.repo_id)
    return { ...answered, uncompared }
  } finally {
    await scope.close()
  }
}

async function openScope(
  tool: Tool,
  args: Given,
  repos: readonly Repo[],
  context: ToolContext,
  first: readonly RepoId[] | undefined,
  expect: (scope: ExpectedScope) => void,
): Promise<OpenScope> {
  const { signal, settings } = context
  if (!tool.repos) return { view: undefined, generations: new Map(), repos: [], close: async () => {} }
  const policy = (text(args.stale_policy) as StalePolicy | null) ?? settings.stale_policy
  const budget = { ...given('files', args.budget_files), ...given('ms', args.budget_ms) }
  return context.gateway.open({ repos, policy, budget, ...(first ? { first } : {}), expect, signal })
}

async function answer(tool: Tool, args: Given, scope: ExpectedScope, context: ToolContext, aside: string): Promise<Answered> {
  const frame = cursorFrame(tool, args, scope)
  const cursor = text(args.cursor)
  const opened = cursor === null ? null : openCursor(cursor, frame)
  const ground = groundOf(scope, context)
  const found = await tool.run({ args, ground, context, after: opened?.after ?? null })
  context.signal.throwIfAborted()
  if (opened?.index_changed) found.index_changed = true
  const notes = [...new Set(scope.repos.map(({ root }) => context.settingsNote?.(root) ?? ''))]
  const words = [found.message, aside, ...notes].filter(Boolean).join(' ')
  if (words !== '') found.message = words
  const cover = ({ nextAfter, ...shown }: ToolAnswer): RagResult<unknown> => {
    const after = (kept: number): string | null => nextAfter?.(kept) ?? null
    return fitBudget(shown, asTheyTurnedOut(ground), {
      max_chars: typeof args.max_chars === 'number' ? args.max_chars : context.settings.max_chars,
      print: context.print,
      vocabulary: context.vocabulary,
      nextCursor: nextAfter && ((kept) => mapNull(after(kept), (next) => makeCursor(next, frame))),
    })
  }
  return { found, cover, result: tool.finish ? undefined : cover(found) }
}

/** Corrects the state of a repo that changed while the answer was made. */
function asTheyTurnedOut({ repos, reading }: Ground): RepoView[] {
  return repos.map((repo) => {
    const count = reading.changedMeanwhile(repo)
    if (count === 0) return repo
    const words = `${count === 1 ? '1 file' : `${count} files`} changed while the answer was made, or cannot be read any more.`
    const message = repo.message === '' ? words : `${repo.message} ${words}`
    return { ...repo, mode: 'mixed', freshness_state: 'STALE', dirty: repo.dirty + count, message }
  })
}

/** Also used for questions about a repo that are not tools (`app/locate.ts`). */
export function groundOf(scope: ExpectedScope, { files, parser, parser_version, settings, signal }: ToolContext): Ground {
  return openGround(scope, { files, parser, parser_version, scan_ms: settings.scan_ms, signal })
}

function cursorFrame(tool: Tool, args: Given, { generations, repos }: ExpectedScope): CursorFrame {
  const states = repos.map(({ repo_id }) => ({ repo_id, generation: generations.get(repo_id) ?? 0 }))
  return { question: questionKey(tool.name, args), generation: generationKey(states) }
}

const given = <Key extends string>(key: Key, value: unknown): Partial<Record<Key, number>> =>
  typeof value === 'number' ? ({ [key]: value } as Record<Key, number>) : {}
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const mapNull = <From, To>(value: From | null, map: (value: From) => To): To | null => (value === null ? null : map(value))
