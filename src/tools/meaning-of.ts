/**
 * The vector of a question, by the model whose vectors the asked repos have: the preferred one if it is complete, else the one that
 * covers most files. Vectors of several models are never compared in one answer.
 */
import { shellWord } from '../contract/call-words.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Ground } from '../grounding/ground.ts'
import type { Meaning } from '../search/candidates.ts'
import { readQuery, subjectOf } from '../search/read-query.ts'
import type { IndexView } from '../store/index-view.ts'
import type { QueryMeaning } from './tool-context.ts'

export type FoundMeaning = {
  meaning?: Meaning
  /** What was searched by words only, and why; null when nothing was. */
  note: string | null
}

/** A server that takes longer is not waited for: the question is answered without it. */
const SERVER_MS = 5_000

export async function meaningOf(text: string, ground: Ground, given: QueryMeaning | undefined): Promise<FoundMeaning> {
  const { view, rooms } = ground
  const indexed = ground.repos.filter(({ mode }) => mode !== 'live')
  if (!given || !view || indexed.length === 0) return { note: null }
  const covered = new Map(
    (await view.snapshot.vectorModels(indexed.map(({ repo_id }) => repo_id))).map((each) => [each.model, each]),
  )
  const known = given.models.flatMap((model) => covered.get(model) ?? [])
  // Sorting is stable: of models that cover as much, the preferred one stays first.
  const models = [...known].sort((a, b) => b.files - a.files)
  const of = models[0]?.of ?? 1
  const isMissing = (models[0]?.files ?? 0) < of || known.length < given.models.length
  const isMaking = isMissing && indexed.map((repo) => given.embedLater(repo)).some((started) => started)
  let failed: string | null = null
  for (const { model, files } of models) {
    try {
      const vector = await vectorOf(
        subjectOf(text),
        model,
        given,
        AbortSignal.any([rooms.signal, AbortSignal.timeout(SERVER_MS)]),
      )
      if (vector && model === given.server) await checkLength(view, { model, vector })
      const instead = failed === null ? null : `${failed} The shipped model was used instead.`
      if (!vector) return { note: instead }
      return { meaning: { model, vector }, note: joined(instead, files < of ? partlyWords(files, of, indexed, isMaking) : null) }
    } catch (error) {
      rooms.signal.throwIfAborted()
      failed = reasonOf(error)
    }
  }
  if (failed !== null) return { note: `${failed} Only words and names were searched.` }
  return { note: (await hasFiles(view, indexed)) ? noneWords(indexed, isMaking) : null }
}

/** Undefined when the shipped model knows none of the telling words: the meaning of "how does … work" is similar to anything. */
async function vectorOf(
  text: string,
  model: string,
  given: QueryMeaning,
  signal: AbortSignal,
): Promise<Float32Array | undefined> {
  const telling = [...readQuery(text).content].join(' ')
  if (model !== given.server && !(await given.embedQuery(model, telling, signal))) return undefined
  return given.embedQuery(model, text, signal)
}

/** Throws EMBEDDER_BAD_ANSWER if the vector cannot be compared with the stored ones. */
async function checkLength({ snapshot }: IndexView, meaning: Meaning): Promise<void> {
  await snapshot.nearest({ repos: [], level: 'file', filter: {}, limit: 0, ...meaning })
}

async function hasFiles(view: IndexView, repos: readonly RepoView[]): Promise<boolean> {
  const rows = await Promise.all(repos.map(({ repo_id }) => view.rows(repo_id)))
  return rows.some(({ all }) => all.length > 0)
}

const partlyWords = (files: number, of: number, repos: readonly RepoView[], isMaking: boolean): string =>
  `By meaning, ${files} of ${of} files were searched, the others by words and names only; ${makingWords(repos, isMaking)}`

const noneWords = (repos: readonly RepoView[], isMaking: boolean): string =>
  `Only words and names were searched, because ${repos.length === 1 ? 'this repo has' : 'these repos have'} no vectors yet; ${makingWords(repos, isMaking)}`

const makingWords = ([first, ...others]: readonly RepoView[], isMaking: boolean): string =>
  isMaking
    ? 'the missing vectors are being made in the background.'
    : `\`cairn index ${others.length === 0 && first ? shellWord(first.root) : 'DIR'}\` makes the missing vectors.`

const reasonOf = (error: unknown): string => {
  if (error instanceof CairnProblem) return error.message
  if (error instanceof Error && error.name === 'TimeoutError')
    return `The embedding server did not answer within ${SERVER_MS / 1000} seconds.`
  return `The embedding of the question failed: ${error instanceof Error ? error.message : String(error)}.`
}

const joined = (...notes: (string | null)[]): string | null => notes.filter((note) => note !== null).join(' ') || null
