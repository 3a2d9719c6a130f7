/**
 * Retrieval: the documents of a level that may answer a question, found by its words, by its meaning and by the names in it, and
 * what each of these says about each document. `score.ts` weighs them.
 */
import type { RepoId } from '../contract/ids.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { SymbolKind } from '../contract/symbol.ts'
import type { IndexView } from '../store/index-view.ts'
import type { DocumentFilter, DocumentRef, NearDocument, NearUnit, RankedDocument } from '../store/port.ts'
import type { ReadQuery } from './read-query.ts'

/** The vector of the question, and the model whose vectors it may be compared with. */
export type Meaning = { model: string; vector: Float32Array }

export type Question = {
  repos: readonly RepoId[]
  level: SearchLevel
  query: ReadQuery
  filter: DocumentFilter
  meaning?: Meaning | undefined
}

/**
 * How many of the best documents by words are ranked again. All other signals together multiply by about 3 at most, and a document
 * this far down scores well under a third of the first. The number does not depend on the page, or pages would have gaps or repeats.
 */
export const RANKED_AGAIN = 150
/** How many of the documents nearest in meaning are candidates. Those further down add nothing that words do not find. */
const NEAREST = 100
/** Less similar documents have nothing to do with the question; the right ones are below this in fewer than one of fifty questions. */
const LEAST_SIMILARITY = 0.3
/** Symbols read to find the best part of each file: about two for each file that is ranked again. */
const BEST_PARTS = 300
/** Files read to find the best one of each repo: one repo must not hide the others. */
const BEST_FILES = 3_000
/** How many definitions are added by name although their words alone rank them lower. */
const MOST_NAMED = 100

/** A document with what was found about it. */
export type Candidate = DocumentRef & {
  level: SearchLevel
  kind?: SymbolKind | undefined
  /** By words; 0 when it contains none of the question's. */
  words: number
  matches: RankedDocument['matches']
  /** Its units that are nearest to the question, best first; for a folder or repo one, without lines. */
  near: readonly Pick<NearUnit, 'similarity'>[]
  /** Score by words of another document: of a file's best symbol, of a symbol's file, of a repo's best file. */
  part: number
  /** Of a folder: how well its own files answer. */
  files: number
  /** Of a repo: the file whose score is `part`. */
  best_file?: string | undefined
}

export type Candidates = {
  documents: Candidate[]
  /** Keys of those that are not among the best by words. */
  added: ReadonlySet<string>
  /** Documents that contain a word of the question and pass the filter, and those found by meaning alone. */
  total: number
  named: Named
}

export const fileKey = (repo: RepoId, path: string): string => `${repo}\0${path}`
export const documentKey = ({ repo_id, path, ordinal }: DocumentRef): string => `${fileKey(repo_id, path)}\0${ordinal}`

/** `folders`: how well the files of folders answer, for level module. */
export async function findCandidates(
  view: IndexView,
  question: Question,
  { signal, folders = new Map() }: { signal?: AbortSignal | undefined; folders?: ReadonlyMap<string, Part> } = {},
): Promise<Candidates> {
  const { level } = question
  const named = await definitionsNamed(view, question)
  const parts = await partsOf(view, question)
  signal?.throwIfAborted()
  const { documents, total } = await rankWords(view, question, { offset: 0, limit: RANKED_AGAIN })
  const best = byKey(documents)
  const inside = [...parts.values(), ...folders.values()].map(({ ref }) => ref)
  const wanted = byKey([...namedRefs(named, level), ...inside], best)
  const { near, similar } = await findNear(view, question, [...documents, ...wanted.values()])
  signal?.throwIfAborted()
  const further = byKey<DocumentRef>(near, best)
  for (const [key, ref] of wanted) further.set(key, ref)
  const scored = byKey(further.size === 0 ? [] : await scoreWords(view, question, [...further.values()]))
  // A repo that says nothing about the question in its summary is found by a file of it.
  const byFiles =
    level === 'repo'
      ? byKey(
          [...parts.values()].map(({ ref }) => ref),
          best,
          scored,
        )
      : new Map<string, DocumentRef>()
  // The nearest pass the filter already. The others are candidates only if they pass it and contain a word.
  const found = new Map<string, DocumentRef | RankedDocument>([...best, ...scored, ...byKey(near, best, scored), ...byFiles])
  const around = level === 'symbol' ? await fileWords(view, question, [...found.values()]) : undefined
  const candidates = [...found].map(([key, ref]): Candidate => {
    const { repo_id, path, ordinal } = ref
    const words = 'score' in ref ? ref : undefined
    const file = fileKey(repo_id, path)
    const part = parts.get(file)
    return {
      repo_id,
      level,
      path,
      ordinal,
      kind: words?.kind,
      words: words?.score ?? 0,
      matches: words?.matches ?? part?.matches ?? [],
      near: similar.get(key) ?? [],
      part: part?.score ?? around?.get(file) ?? 0,
      best_file: part?.best_file,
      files: folders.get(file)?.score ?? 0,
    }
  })
  const added = new Set([...found.keys()].filter((key) => !best.has(key)))
  const alone = candidates.filter(({ words }) => words === 0).length
  return { documents: candidates, added, total: total + alone, named }
}

type Page = { offset: number; limit: number; matches?: boolean }

export function rankWords(
  view: IndexView,
  { repos, level, query: { words, forms }, filter }: Question,
  page: Page,
): Promise<{ documents: RankedDocument[]; total: number }> {
  return view.snapshot.rank({ repos, level, words, forms, filter, ...page })
}

function scoreWords(
  view: IndexView,
  { repos, level, query: { words, forms }, filter }: Question,
  documents: readonly DocumentRef[],
  options: { matches?: boolean } = {},
): Promise<RankedDocument[]> {
  return view.snapshot.scoreDocuments({ repos, level, words, forms, filter, documents, ...options })
}

type Near = {
  /** The nearest documents of the level. */
  near: NearDocument[]
  /** The nearest units of each of them, and of the documents asked for. */
  similar: ReadonlyMap<string, Candidate['near']>
}

async function findNear(
  view: IndexView,
  { repos, level, filter, meaning }: Question,
  asked: readonly DocumentRef[],
): Promise<Near> {
  if (!meaning) return { near: [], similar: new Map() }
  const { documents, also } = await view.snapshot.nearest({ repos, level, filter, ...meaning, limit: NEAREST, also: asked })
  const near = documents.filter(({ similarity }) => similarity >= LEAST_SIMILARITY)
  return { near, similar: new Map([...near, ...also].map((document) => [documentKey(document), unitsOf(document)])) }
}

const unitsOf = ({ best, similarity }: NearDocument): Candidate['near'] => (best.length > 0 ? best : [{ similarity }])

/** repo, path → the definitions there that the question names. */
export type Named = Map<string, { name: string; share: number; ref: DocumentRef }[]>

async function definitionsNamed(view: IndexView, { repos, level, query: { names } }: Question): Promise<Named> {
  const named: Named = new Map()
  if ((level !== 'symbol' && level !== 'file') || names.size === 0) return named
  for (const repo_id of repos) {
    const found = await view.symbolsNamed(repo_id, names.keys())
    for (const [name, share] of names) {
      const definitions = found.get(name) ?? []
      // A name with very many definitions (`get`, `run`) does not help to choose one.
      if (definitions.length > MOST_NAMED) continue
      for (const { path, ordinal } of definitions) {
        const key = fileKey(repo_id, path)
        named.set(key, [...(named.get(key) ?? []), { name, share, ref: { repo_id, path, ordinal } }])
      }
    }
  }
  return named
}

/** At level file the definition stands for its file. */
const namedRefs = (named: Named, level: SearchLevel): DocumentRef[] =>
  [...named.values()].flatMap((here) => here.map(({ ref }) => (level === 'file' ? { ...ref, ordinal: 0 } : ref)))

/** Names in the question that a document defines. */
export function definedHere(named: Named, { repo_id, path, ordinal, level }: Candidate): { name: string; share: number }[] {
  const here = named.get(fileKey(repo_id, path)) ?? []
  // A file may define a name twice (overloads); it is named once.
  const names = new Map(
    here.filter(({ ref }) => level !== 'symbol' || ref.ordinal === ordinal).map(({ name, share }) => [name, share]),
  )
  return [...names].map(([name, share]) => ({ name, share }))
}

/** A file with the best score of a symbol in it, a folder with the score of its files, or a repo with that of its best file. */
export type Part = { ref: DocumentRef; score: number; matches?: RankedDocument['matches']; best_file?: string }

async function partsOf(view: IndexView, question: Question): Promise<Map<string, Part>> {
  if (question.level === 'file') return bestParts(view, question)
  return question.level === 'repo' ? bestFiles(view, question) : new Map()
}

async function bestParts(view: IndexView, question: Question): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>()
  const { documents } = await rankWords(view, { ...question, level: 'symbol' }, { offset: 0, limit: BEST_PARTS, matches: false })
  for (const { repo_id, path, score } of documents) {
    const key = fileKey(repo_id, path)
    // They come best first.
    if (!parts.has(key)) parts.set(key, { ref: { repo_id, path, ordinal: 0 }, score })
  }
  return parts
}

/** A summary of a repo cannot say everything that is in it (`which repos use Redis`), so its files are searched too. */
async function bestFiles(view: IndexView, question: Question): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>()
  const { documents } = await rankWords(view, { ...question, level: 'file' }, { offset: 0, limit: BEST_FILES })
  for (const { repo_id, path, score, matches } of documents) {
    if (matches.every(({ word }) => question.query.filler.has(word))) continue
    const key = fileKey(repo_id, '')
    if (!parts.has(key)) parts.set(key, { ref: { repo_id, path: '', ordinal: 0 }, score, matches, best_file: path })
  }
  return parts
}

/** repo, path → the score of that file. */
async function fileWords(
  view: IndexView,
  question: Question,
  refs: readonly DocumentRef[],
): Promise<ReadonlyMap<string, number>> {
  const files = byKey(refs.map(({ repo_id, path }) => ({ repo_id, path, ordinal: 0 })))
  const { kinds: _, ...filter } = question.filter
  const scored = await scoreWords(view, { ...question, level: 'file', filter }, [...files.values()], { matches: false })
  return new Map(scored.map(({ repo_id, path, score }) => [fileKey(repo_id, path), score]))
}

/** Each document once, without those that are known. */
function byKey<Ref extends DocumentRef>(refs: readonly Ref[], ...known: ReadonlyMap<string, unknown>[]): Map<string, Ref> {
  const others = new Map<string, Ref>()
  for (const ref of refs) {
    const key = documentKey(ref)
    if (known.every((map) => !map.has(key))) others.set(key, ref)
  }
  return others
}
