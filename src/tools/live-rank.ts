/**
 * Ranking without an index: files the index does not speak for, ordered by how much of the question they hold. A rough order,
 * marked live; it keeps a file added a moment ago from being missed.
 */
import { wordsOf } from '../base/words.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import { readFiles } from '../scan/read-files.ts'
import { textOf } from '../scan/text-matcher.ts'
import type { DocumentPlace } from './document.ts'
import type { ScannedFile } from './files-of.ts'
import type { CurrentFile, Reading } from './reading.ts'

type LiveRanked = DocumentPlace & {
  /** Part of the question that was found, 0 to 1. */
  held: number
}
export type LiveRanking = { ranked: LiveRanked[]; unchecked: number }

/** Parsed for their symbols or sections; the best files first, so the rest would rank low anyway. */
const MOST_PARSED = 40

export async function rankLive(
  repo: RepoView,
  files: readonly ScannedFile[],
  level: Extract<SearchLevel, 'file' | 'symbol' | 'doc'>,
  words: ReadonlyMap<string, number>,
  options: { reading: Reading; deadline_ms: number; signal: AbortSignal },
): Promise<LiveRanking> {
  const { ranked, unchecked } = await rankFiles(repo, files, words, options)
  if (level === 'file') return { ranked, unchecked }
  const inside: LiveRanked[] = []
  for (const { path } of ranked.slice(0, MOST_PARSED)) {
    options.signal.throwIfAborted()
    const current = await options.reading.current(repo, path)
    if (!current) continue
    for (const [ordinal, text] of textsInside(current, level)) {
      const held = partHeld(words, wordsOf(text))
      if (held > 0) inside.push({ repo, level, path, ordinal, held })
    }
  }
  return { ranked: inside.sort(bestFirst), unchecked: unchecked + Math.max(0, ranked.length - MOST_PARSED) }
}

async function rankFiles(
  repo: RepoView,
  files: readonly ScannedFile[],
  words: ReadonlyMap<string, number>,
  { deadline_ms, signal }: { deadline_ms: number; signal: AbortSignal },
): Promise<LiveRanking> {
  const ranking: LiveRanking = { ranked: [], unchecked: 0 }
  for await (const read of readFiles(repo.root, files, { deadline_ms, signal })) {
    if (read.state === 'late') ranking.unchecked += read.files
    else if (read.state === 'unreadable') ranking.unchecked++
    else {
      const { path } = read.file
      const held = partHeld(words, wordsOf(`${path}\n${textOf(read.bytes)}`))
      if (held > 0) ranking.ranked.push({ repo, level: 'file', path, ordinal: 0, held })
    }
  }
  ranking.ranked.sort(bestFirst)
  return ranking
}

function bestFirst(a: LiveRanked, b: LiveRanked): number {
  return b.held - a.held || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.ordinal - b.ordinal)
}

/** Each word counts once by its weight, and up to half more the oftener it stands there. */
function partHeld(words: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>): number {
  let held = 0
  let all = 0
  for (const [word, weight] of words) {
    all += weight * 1.5
    const count = counts.get(word) ?? 0
    if (count > 0) held += weight * (1 + Math.min(count, 20) / 40)
  }
  return all === 0 ? 0 : held / all
}

function* textsInside(current: CurrentFile, level: 'symbol' | 'doc'): Generator<[ordinal: number, text: string]> {
  const { symbols, sections } = current.facts.outline()
  if (level === 'symbol') {
    for (const [ordinal, { qualified_name, signature, doc }] of symbols.entries())
      yield [ordinal, `${qualified_name}\n${signature}\n${doc}`]
    return
  }
  for (const [ordinal, section] of sections.entries()) {
    const lines = current.file.lines.slice(section.start_line - 1, section.end_line)
    yield [ordinal, `${section.header_path}\n${lines.join('\n')}`]
  }
}
