/** Lines that show what a folder or a repo is for: its summary is made by rule, so a file in it is quoted as evidence. */

import { compareText } from '../base/compare-text.ts'
import { speakers } from '../enrich/module-note.ts'
import { baseName } from '../enrich/prose.ts'
import type { RepoView } from '../freshness/scope.ts'
import { hasFileIndex } from '../grounding/document-ids.ts'
import type { Ground } from '../grounding/ground.ts'
import { readQuery } from '../search/read-query.ts'
import { type Passage, passageOf, quoteTrimmed } from './passage-of.ts'

/** Files that are read for one folder, until one has a line that matches. */
const MOST_READ = 5
/** Lines quoted where none matches. */
const FIRST_LINES = 5

/** '' is the repo. Undefined when no file in it can be read. */
export async function passageAbout(repo: RepoView, folder: string, query: string, ground: Ground): Promise<Passage | undefined> {
  const paths = await filesAbout(repo, folder, query, ground)
  for (const path of paths) {
    const { line, snippet } = await passageOf({ repo, path }, { start_line: 1, end_line: Number.MAX_SAFE_INTEGER }, query, ground)
    const file = snippet && (await ground.reading.quotes.file(repo.root, path))
    const trimmed = file && quoteTrimmed(file, snippet.location)
    if (line !== undefined && trimmed) return { line, snippet: trimmed }
  }
  for (const path of paths) {
    const file = await ground.reading.quotes.file(repo.root, path)
    const snippet = file && quoteTrimmed(file, { start_line: 1, end_line: Math.min(FIRST_LINES, file.lines.length) })
    if (snippet) return { line: snippet.location.start_line, snippet }
  }
  return undefined
}

/** First the files that describe the folder (README, package comment), then those named like the question, then the nearest. */
async function filesAbout(repo: RepoView, folder: string, query: string, { view }: Ground): Promise<string[]> {
  const prefix = folder === '' ? '' : `${folder}/`
  const words = [...readQuery(query).content]
  const rows = (await view?.rows(repo.repo_id))?.all ?? []
  const best: Candidate[] = []
  for (const row of rows) {
    if (!row.path.startsWith(prefix) || repo.deleted.has(row.path) || !hasFileIndex(row)) continue
    const candidate = candidateOf(row.path, prefix, words)
    // A repo may have a hundred thousand files, so they are not sorted.
    const at = best.findIndex((other) => isBetter(candidate, other))
    if (at < 0 && best.length >= MOST_READ) continue
    best.splice(at < 0 ? best.length : at, 0, candidate)
    best.length = Math.min(best.length, MOST_READ)
  }
  return best.map(({ path }) => path)
}

type Candidate = { path: string; speaks: number; named: number; depth: number }

function candidateOf(path: string, prefix: string, words: readonly string[]): Candidate {
  const inside = path.slice(prefix.length)
  const lower = inside.toLowerCase()
  const named = words.filter((word) => lower.includes(word)).length
  return { path, speaks: inside.includes('/') ? speakers.length : speakerRank(inside), named, depth: inside.split('/').length }
}

const isBetter = (a: Candidate, b: Candidate): boolean =>
  (a.speaks - b.speaks || b.named - a.named || a.depth - b.depth || compareText(a.path, b.path)) < 0

function speakerRank(path: string): number {
  const at = speakers.findIndex((speaker) => speaker.test(baseName(path)))
  return at < 0 ? speakers.length : at
}
