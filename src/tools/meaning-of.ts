/**
 * The vector of a question, by the model whose vectors the asked repos have: the preferred one if it is complete, else the one that
 * covers most files. Vectors of several models are never compared in one answer.
 */
import { CairnProblem } from '../contract/problems.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Ground } from '../grounding/ground.ts'
import type { Meaning } from '../search/candidates.ts'
import type { QueryMeaning } from './tool-context.ts'

export type FoundMeaning = {
  meaning?: Meaning
  /** What was searched by words only, and why; null when nothing was. */
  note: string | null
}

/** A server that takes longer is not waited for: the question is answered without it. */
const SERVER_MS = 5_000

export async function meaningOf(
  text: string,
  { view, repos, rooms }: Ground,
  given: QueryMeaning | undefined,
): Promise<FoundMeaning> {
  const indexed = repos.filter(({ mode }) => mode !== 'live')
  if (!given || !view || indexed.length === 0) return { note: null }
  const covered = new Map(
    (await view.snapshot.vectorModels(indexed.map(({ repo_id }) => repo_id))).map((each) => [each.model, each]),
  )
  const known = given.models.flatMap((model) => covered.get(model) ?? [])
  // Sorting is stable: of models that cover as much, the preferred one stays first.
  const models = [...known].sort((a, b) => b.files - a.files)
  const of = models[0]?.of ?? 1
  if ((models[0]?.files ?? 0) < of || known.length < given.models.length) for (const repo of indexed) given.embedLater(repo)
  let failed: string | null = null
  for (const { model, files } of models) {
    try {
      const signal = AbortSignal.any([rooms.signal, AbortSignal.timeout(SERVER_MS)])
      const vector = await given.embedQuery(model, text, signal)
      if (!vector) return { note: failed }
      const partly =
        files < of
          ? `By meaning, ${files} of ${of} files were searched, the others by words only: \`cairn index\` adds them.`
          : null
      return { meaning: { model, vector }, note: joined(failed, partly) }
    } catch (error) {
      rooms.signal.throwIfAborted()
      failed = `The embedding server could not be asked (${reasonOf(error)}), so another model, or words alone, were used.`
    }
  }
  return { note: failed ?? notEmbedded(indexed) }
}

const notEmbedded = (repos: readonly RepoView[]): string =>
  `Searched by words only: ${repos.length === 1 ? 'this repo has' : 'these repos have'} no vectors yet. \`cairn index\` makes them.`

const reasonOf = (error: unknown): string =>
  error instanceof CairnProblem ? error.message : error instanceof Error ? error.name : String(error)

const joined = (...notes: (string | null)[]): string | null => notes.filter((note) => note !== null).join(' ') || null
