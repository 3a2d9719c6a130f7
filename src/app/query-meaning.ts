/** What a search needs to compare the meaning of a question with that of the indexed texts. */
import { CairnProblem } from '../contract/problems.ts'
import type { QueryMeaning } from '../tools/tool-context.ts'
import type { EmbedWork } from './embed-work.ts'
import type { Rooms } from './rooms.ts'

/** Tools that search. Opening the embedders takes a few milliseconds, which no other tool should wait for. */
const searching = new Set(['search_code', 'ask_codebase'])

/** A server is told once that the shipped model cannot be read, not with every question. */
const warned = new WeakSet<Rooms>()

/** Undefined when no vectors are wanted, or there is neither a server nor a readable model: then search goes by words alone. */
export async function queryMeaning(tool: string, rooms: Rooms, work: EmbedWork | undefined): Promise<QueryMeaning | undefined> {
  if (!searching.has(tool) || !rooms.embedders.isOn) return undefined
  const remote = await rooms.embedders.remote()
  const local = await rooms.embedders.local().catch((error: unknown) => {
    if (!(error instanceof CairnProblem)) throw error
    if (!warned.has(rooms)) rooms.options.onWarning?.(`${error.message} ${error.fix}`)
    warned.add(rooms)
    return undefined
  })
  const opened = [remote, local].filter((embedder) => embedder !== undefined)
  const byModel = new Map(opened.map((embedder) => [embedder.model, embedder]))
  if (byModel.size === 0) return undefined
  return {
    models: [...byModel.keys()],
    server: remote?.model,
    embedQuery: async (model, text, signal) =>
      model === remote?.model ? rooms.embedders.askServer(text, signal) : byModel.get(model)?.embedQuery(text, signal),
    embedLater: (repo) => work?.start(repo) ?? false,
  }
}
