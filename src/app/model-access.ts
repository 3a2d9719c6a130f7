/**
 * What a language model may do for one question: it calls the tools of the catalogue as the caller of the question would, and sees no
 * more than that caller.
 */
import type { ModelAccess } from '../agent/model-access.ts'
import type { RagResult } from '../contract/envelope.ts'
import type { RepoId } from '../contract/ids.ts'
import { mayRead, type ReadScope } from '../contract/read-scope.ts'
import { askedFrom } from './asked-from.ts'
import type { Catalogue } from './catalogue.ts'
import type { CallOptions } from './port.ts'
import type { Rooms } from './rooms.ts'

const ASK = 'ask_codebase'

type Made = { call: CallOptions; rooms: Rooms; catalogue: Catalogue; callTool: CallTool }
/** A call of the model: its sentences name tools, whatever the surface. */
type CallTool = (name: string, args: Readonly<Record<string, unknown>>, call: CallOptions) => Promise<RagResult<unknown>>

/** Undefined for every other tool, and when no model is configured. */
export async function modelAccess(tool: string, { call, rooms, catalogue, callTool }: Made): Promise<ModelAccess | undefined> {
  const model = tool === ASK ? await rooms.chatModel() : undefined
  if (!model) return undefined
  const { redactSecrets } = await import('../llm/redact-secrets.ts')
  const names = catalogue.names.filter((name) => name !== ASK)
  const scope = await scopeOf(call, rooms)
  const { onAnswerEvent, time_ms } = call
  return {
    model,
    tools: await catalogue.loadAll(names),
    callTool: (name, args, { repos, print } = {}) =>
      callTool(name, args, { ...fromSameCaller(call), scope: narrowed(scope, repos), ...(print ? { print } : {}) }),
    asSent: (text) => (model.isLocal ? text : redactSecrets(text)),
    ...(onAnswerEvent ? { onEvent: onAnswerEvent } : {}),
    ...(time_ms === undefined ? {} : { deadline: AbortSignal.timeout(time_ms) }),
  }
}

/** No progress: an index that is built on the way was reported by the question itself. */
function fromSameCaller({ cwd, all, signal }: CallOptions): CallOptions {
  return {
    surface: 'mcp',
    ...(cwd === undefined ? {} : { cwd }),
    ...(all === undefined ? {} : { all }),
    ...(signal ? { signal } : {}),
  }
}

/** Without a scope the caller may read any folder, in the library. A model may read only what is registered, and the repo asked from. */
async function scopeOf({ scope, cwd }: CallOptions, rooms: Rooms): Promise<ReadScope> {
  if (scope) return scope
  const { repo } = await askedFrom(rooms, cwd ?? rooms.options.cwd)
  const registered = await rooms.registry.list()
  return { repos: [...new Set([...registered, ...(repo ? [repo] : [])].map(({ repo_id }) => repo_id))] }
}

const narrowed = (scope: ReadScope, repos: readonly RepoId[] | undefined): ReadScope =>
  repos ? { repos: repos.filter((repo_id) => mayRead(scope, { repo_id })) } : scope
