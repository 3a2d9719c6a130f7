/** The tools as a model sees them, and its calls: refused with a reason, or made and printed as text. */
import type { AnswerEvent } from '../contract/answer-event.ts'
import type { RagResult } from '../contract/envelope.ts'
import type { RepoId } from '../contract/ids.ts'
import { argumentsSchema } from '../contract/json-schema.ts'
import type { ArgumentSpecs, DeclaredTool } from '../contract/tool.ts'
import { renderText } from '../envelope/render-text.ts'
import type { ChatCall, ChatTool } from '../llm/port.ts'
import type { ModelAccess } from './model-access.ts'
import { callRefused } from './model-prompts.ts'

/** Arguments that the loop sets itself. */
const ownArguments: ReadonlySet<string> = new Set(['max_chars', 'stale_policy', 'explain'])

/** Arguments that narrow a call, or turn pages. They are accepted, but described only where the context has room. */
const finerArguments: ReadonlySet<string> = new Set(
  'cursor preview language kind tests tier use include_summaries pattern case_sensitive word include_source max_results'.split(
    ' ',
  ),
)

/** A smaller context has room for short descriptions only: the whole ones take some 3,000 tokens. */
const ROOM_FOR_ALL = 16_000

/** Only what a model needs for a call. */
export function toolsForModel(tools: readonly DeclaredTool[], context: number): ChatTool[] {
  const isBrief = context < ROOM_FOR_ALL
  return tools.map(({ name, description, arguments: specs }) => {
    const { properties, required } = argumentsSchema(told(specs, isBrief))
    const words = isBrief ? (/^[\s\S]*?[.:](?=\s|$)/.exec(description)?.[0] ?? description) : description
    return { name, description: words, parameters: { type: 'object', properties, required } }
  })
}

const told = (specs: ArgumentSpecs, isBrief: boolean): ArgumentSpecs =>
  Object.fromEntries(
    Object.entries(specs)
      .filter(([name, spec]) => !spec.untold && !ownArguments.has(name) && !(isBrief && finerArguments.has(name)))
      .map(([name, spec]) => [name, { ...spec, aliases: [] }]),
  )

export type CallRules = {
  /** The caller's `repo_filter`: for the model nothing else exists. */
  repos?: readonly RepoId[]
  /** The caller's `level`: every search of the model is of this level. */
  level?: string
  stale_policy?: string
}

export type Called = {
  text: string
  /** Undefined if the call was refused before a tool was asked. */
  result?: RagResult<unknown>
  refused?: keyof typeof callRefused
}

export interface ModelCalls {
  /** `max_chars`: the most bytes that the answer may have. */
  make(call: ChatCall, max_chars: number): Promise<Called>
  /** Answers of tools so far. */
  readonly results: readonly RagResult<unknown>[]
}

/** Further calls of one turn are refused. */
export const CALLS_PER_TURN = 6

export function createModelCalls(access: ModelAccess, rules: CallRules): ModelCalls {
  const names = access.tools.map(({ name }) => name)
  const made = new Set<string>()
  const results: RagResult<unknown>[] = []
  let steps = 0
  const refuse = (call: ChatCall, refused: keyof typeof callRefused, text: string): Called => {
    access.onEvent?.(stepOf(++steps, call, null, text))
    return { text, refused }
  }
  return {
    results,
    async make(call, max_chars) {
      const tool = access.tools.find(({ name }) => name === call.name)
      if (!tool) return refuse(call, 'unknown', callRefused.unknown(clip(call.name, 60), names))
      if (call.arguments === undefined) return refuse(call, 'malformed', callRefused.malformed(clip(call.written, 300)))
      const key = `${call.name} ${canonical(call.arguments)}`
      if (made.has(key)) return refuse(call, 'repeated', callRefused.repeated)
      made.add(key)
      const args = withRules(tool, call.arguments, rules, max_chars)
      const result = await access.callTool(call.name, args, { ...(rules.repos ? { repos: rules.repos } : {}), print: renderText })
      results.push(result)
      access.onEvent?.(stepOf(++steps, call, result, null))
      return { text: renderText(result), result }
    },
  }
}

function withRules(
  { name, arguments: specs }: DeclaredTool,
  given: Readonly<Record<string, unknown>>,
  { level, stale_policy }: CallRules,
  max_chars: number,
): Record<string, unknown> {
  return {
    ...given,
    ...(name === 'search_code' && level !== undefined ? { level } : {}),
    ...('max_chars' in specs ? { max_chars } : {}),
    ...('stale_policy' in specs && stale_policy !== undefined ? { stale_policy } : {}),
  }
}

function stepOf(step: number, call: ChatCall, result: RagResult<unknown> | null, refused: string | null): AnswerEvent {
  const failed = result?.meta.status === 'ERROR'
  return {
    event: 'step',
    step,
    tool: clip(call.name, 60),
    arguments: clip(call.arguments ? shortArguments(call.arguments) : call.written, 160),
    hits: result && !failed ? (result.total ?? result.items.length) : null,
    problem: refused ?? (failed ? (result.meta.message ?? result.meta.error_code) : null),
  }
}

const shortArguments = (args: Readonly<Record<string, unknown>>): string =>
  Object.entries(args)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')

/** The same arguments in another order are the same call. */
const canonical = (args: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(args).sort(([one], [other]) => (one < other ? -1 : 1)))

const clip = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
