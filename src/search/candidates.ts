/**
 * Retrieval: the documents of a level that may answer a question. Those that match its words best, those that define a name in
 * it, and for files the best symbol inside each. `boosts.ts` computes the score from what is found here.
 */
import type { RepoId } from '../contract/ids.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { IndexView } from '../store/index-view.ts'
import type { DocumentFilter, RankedDocument } from '../store/port.ts'
import type { ReadQuery } from './read-query.ts'

export type Question = { repos: readonly RepoId[]; level: SearchLevel; query: ReadQuery; filter: DocumentFilter }

/**
 * How many of the store's best documents are ranked again. All boosts together multiply by about 3 at most, and a document this
 * far down scores well under a third of the first. The number does not depend on the page, or pages would have gaps or repeats.
 */
export const RANKED_AGAIN = 150
/** Symbols read to find the best part of each file: about two for each file that is ranked again. */
const BEST_PARTS = 300
/** How many definitions are added by name although their words alone rank them lower. */
const MOST_NAMED = 100

export type Candidates = {
  /** The best by words, then those added because they define a name in the question. */
  documents: RankedDocument[]
  /** Of `documents`, those that were added. */
  added: RankedDocument[]
  /** Documents that contain at least one word of the question and pass the filter. */
  total: number
  named: Named
  parts: Parts
}

export async function findCandidates(view: IndexView, question: Question, signal?: AbortSignal): Promise<Candidates> {
  const { documents, total } = await rankWords(view, question, 0, RANKED_AGAIN)
  signal?.throwIfAborted()
  const named = await definitionsNamed(view, question)
  const added = await rankNamed(view, question, named, documents)
  return { documents: [...documents, ...added], added, total, named, parts: await bestParts(view, question) }
}

export function rankWords(
  view: IndexView,
  { repos, level, query: { words, forms }, filter }: Question,
  offset: number,
  limit: number,
): Promise<{ documents: RankedDocument[]; total: number }> {
  return view.snapshot.rank({ repos, level, words, forms, filter, offset, limit })
}

/** repo, path → the definitions there that the question names. */
export type Named = Map<string, { name: string; share: number; ordinal: number }[]>
export const fileKey = (repo: RepoId, path: string): string => `${repo}\0${path}`
export const documentKey = ({ repo_id, path, ordinal }: RankedDocument): string => `${fileKey(repo_id, path)}\0${ordinal}`

async function definitionsNamed(view: IndexView, { repos, level, query: { names } }: Question): Promise<Named> {
  const named: Named = new Map()
  if ((level !== 'symbol' && level !== 'file') || names.size === 0) return named
  for (const repo of repos) {
    const found = await view.symbolsNamed(repo, names.keys())
    for (const [name, share] of names) {
      const definitions = found.get(name) ?? []
      // A name with very many definitions (`get`, `run`) does not help to choose one.
      if (definitions.length > MOST_NAMED) continue
      for (const { path, ordinal } of definitions) {
        const key = fileKey(repo, path)
        named.set(key, [...(named.get(key) ?? []), { name, share, ordinal }])
      }
    }
  }
  return named
}

/** The definitions named in the question, scored by the same words, when they are not among the best already. */
async function rankNamed(
  view: IndexView,
  question: Question,
  named: Named,
  best: readonly RankedDocument[],
): Promise<RankedDocument[]> {
  if (named.size === 0 || best.length < RANKED_AGAIN) return []
  const only = [...new Set([...named.keys()].map((key) => key.slice(key.indexOf('\0') + 1)))]
  const { documents } = await rankWords(view, { ...question, filter: { ...question.filter, only } }, 0, RANKED_AGAIN)
  const known = new Set(best.map(documentKey))
  return documents.filter((document) => !known.has(documentKey(document)) && definedHere(named, document).length > 0)
}

/** Names in the question that a document defines. */
export function definedHere(named: Named, document: RankedDocument): { name: string; share: number }[] {
  const { repo_id, path, ordinal, level } = document
  const here = named.get(fileKey(repo_id, path)) ?? []
  // A file may define a name twice (overloads); it is named once.
  const names = new Map(
    here.filter((one) => level !== 'symbol' || one.ordinal === ordinal).map(({ name, share }) => [name, share]),
  )
  return [...names].map(([name, share]) => ({ name, share }))
}

/** repo, path → the best score of a symbol in that file. */
export type Parts = ReadonlyMap<string, number>

async function bestParts(view: IndexView, question: Question): Promise<Parts> {
  const parts = new Map<string, number>()
  if (question.level !== 'file') return parts
  const { documents } = await rankWords(view, { ...question, level: 'symbol' }, 0, BEST_PARTS)
  for (const { repo_id, path, score } of documents) {
    const key = fileKey(repo_id, path)
    // They come best first.
    if (!parts.has(key)) parts.set(key, score)
  }
  return parts
}
