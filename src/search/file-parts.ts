/**
 * The parts of files that answer a question best: definitions, sections and passages, by the same signals as symbols are ranked by.
 * Without them a file is half an answer, because a reader sees only what is quoted.
 */
import type { RepoId } from '../contract/ids.ts'
import type { IndexView } from '../store/index-view.ts'
import type { NearUnit } from '../store/port.ts'
import { fileKey, type Question, rankWords } from './candidates.ts'

export type FileRef = { repo_id: RepoId; path: string }
export type FilePart = Pick<NearUnit, 'unit' | 'ordinal' | 'start_line' | 'end_line'> & {
  score: number
  /** Defines a name in the question. */
  named: boolean
}

/** Units looked at in each file: the nearest. Words may choose others. */
const UNITS = 60
/** Parts ranked by words, over all files of a page. */
const MOST_PARTS = 3_000
/** As on level symbol (`score.ts`). */
const MEANING = 1.3
/** Of a large definition that contains others mostly the first lines are quoted, and they say less than a function. */
const CONTAINER = 0.6
/** In lines. */
const LARGE = 40
/** A passage has no score by words of its own. */
const PASSAGE = 0.8

/** For each file its parts, best first; a file without any is missing. */
export async function findParts(
  view: IndexView,
  question: Question,
  files: readonly FileRef[],
): Promise<ReadonlyMap<string, FilePart[]>> {
  const found = new Map<string, FilePart[]>()
  for (const repo of new Set(files.map(({ repo_id }) => repo_id))) {
    const paths = files.filter(({ repo_id }) => repo_id === repo).map(({ path }) => path)
    for (const [path, parts] of await partsIn(view, question, repo, paths)) found.set(fileKey(repo, path), parts)
  }
  return found
}

type Known = Omit<FilePart, 'score' | 'named'> & { words: number; similarity: number; contains: boolean }

async function partsIn(
  view: IndexView,
  question: Question,
  repo: RepoId,
  paths: readonly string[],
): Promise<Map<string, FilePart[]>> {
  const outlines = await view.facts(repo, paths)
  const words = await wordsOfParts(view, { ...question, repos: [repo], filter: { only: paths } })
  const near = await nearUnits(view, question, repo, paths)
  const named = await namedIn(view, question, repo)
  const known = new Map<string, Known[]>()
  for (const path of paths) {
    const outline = outlines.get(path)?.outline()
    if (!outline) continue
    const parents = new Set(outline.symbols.map(({ parent }) => parent))
    const units = new Map((near.get(path) ?? []).map((unit) => [`${unit.unit} ${unit.ordinal}`, unit]))
    const own = (unit: 'symbol' | 'section', ordinal: number, lines: { start_line: number; end_line: number }): Known => {
      const id = `${unit} ${ordinal}`
      return {
        unit,
        ordinal,
        start_line: lines.start_line,
        end_line: lines.end_line,
        words: words.get(`${path}\0${id}`) ?? 0,
        similarity: units.get(id)?.similarity ?? 0,
        contains: unit === 'symbol' && parents.has(ordinal),
      }
    }
    const parts = [
      ...outline.symbols.flatMap((symbol, at) => (symbol.hidden ? [] : [own('symbol', at, symbol)])),
      ...outline.sections.map((section, at) => own('section', at, section)),
      // The first passage is the file itself.
      ...(near.get(path) ?? [])
        .filter(({ unit, ordinal }) => unit === 'passage' && ordinal > 0)
        .map((unit) => ({ ...unit, words: 0, contains: false })),
    ]
    known.set(path, parts)
  }
  const all = [...known.values()].flat()
  const mostWords = all.reduce((most, part) => Math.max(most, part.words), 0)
  const nearest = all.reduce((most, { similarity }) => Math.max(most, similarity), 0)
  const ranked = new Map<string, FilePart[]>()
  for (const [path, parts] of known) {
    const scored = parts.flatMap((part): FilePart[] => {
      const isNamed = part.unit === 'symbol' && named.has(`${path}\0${part.ordinal}`)
      const score = scoreOf(part, { mostWords, nearest, isNamed })
      const { unit, ordinal, start_line, end_line } = part
      return score > 0 ? [{ unit, ordinal, start_line, end_line, score, named: isNamed }] : []
    })
    ranked.set(
      path,
      scored.sort((a, b) => b.score - a.score || a.start_line - b.start_line || a.end_line - b.end_line),
    )
  }
  return ranked
}

type Best = { mostWords: number; nearest: number; isNamed: boolean }

function scoreOf(part: Known, { mostWords, nearest, isNamed }: Best): number {
  const byWords = mostWords > 0 ? part.words / mostWords : 0
  const byMeaning = nearest > 0 ? MEANING * (Math.max(0, part.similarity) / nearest) ** 2 : 0
  const score = byWords + byMeaning + (isNamed ? 1 : 0)
  if (part.unit === 'passage') return score * PASSAGE
  const isLarge = part.contains && part.end_line - part.start_line >= LARGE
  return isLarge && !isNamed ? score * CONTAINER : score
}

/** path, unit and ordinal → score by words. */
async function wordsOfParts(view: IndexView, question: Question): Promise<ReadonlyMap<string, number>> {
  const words = new Map<string, number>()
  for (const [level, unit] of [
    ['symbol', 'symbol'],
    ['doc', 'section'],
  ] as const) {
    const { documents } = await rankWords(view, { ...question, level }, { offset: 0, limit: MOST_PARTS, matches: false })
    for (const { path, ordinal, score } of documents) words.set(`${path}\0${unit} ${ordinal}`, score)
  }
  return words
}

async function nearUnits(
  view: IndexView,
  { meaning }: Question,
  repo: RepoId,
  paths: readonly string[],
): Promise<ReadonlyMap<string, NearUnit[]>> {
  if (!meaning) return new Map()
  const also = paths.map((path) => ({ repo_id: repo, path, ordinal: 0 }))
  const asked = { repos: [repo], level: 'file' as const, filter: {}, ...meaning, limit: 0, also, units: UNITS }
  const { also: found } = await view.snapshot.nearest(asked)
  return new Map(found.map(({ path, best }) => [path, best]))
}

/** path and ordinal of the definitions that the question names. */
async function namedIn(view: IndexView, { query }: Question, repo: RepoId): Promise<ReadonlySet<string>> {
  const found = await view.symbolsNamed(repo, query.names.keys())
  return new Set([...found.values()].flatMap((symbols) => symbols.map(({ path, ordinal }) => `${path}\0${ordinal}`)))
}
