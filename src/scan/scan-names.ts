/** Names in files that are spelled like a missing one: for "did you mean" without an index. */
import { languageNamed } from '../contract/languages.ts'
import { nearestNames } from '../contract/nearest-name.ts'
import { readFiles } from './read-files.ts'
import { textOf } from './text-matcher.ts'

export type NameScanOptions = {
  root: string
  /** Only code files are read, because prose defines nothing. */
  files: readonly { path: string; language: string }[]
  name: string
  most: number
  /** Milliseconds from now; names in files that were not reached are not suggested. */
  deadline_ms: number
  signal?: AbortSignal
}

/** Limit of different names of matching length, because each needs a comparison. */
const MOST_NAMES = 50_000
/** Larger files are skipped: they are often bundles, with thousands of generated names. */
const LONGEST_TEXT = 1_000_000

/** The closest names in the text. Only a parse can tell whether one is defined there. */
export async function scanNames({ root, files, name, most, deadline_ms, signal }: NameScanOptions): Promise<string[]> {
  const code = files.filter(({ language }) => languageNamed(language)?.kind === 'code')
  const reach = Math.max(1, Math.floor(name.length / 3)) + 2
  const seen = new Set<string>()
  for await (const read of readFiles(root, code, { deadline_ms, ...(signal ? { signal } : {}) })) {
    if (read.state !== 'read' || read.bytes.length > LONGEST_TEXT) continue
    for (const [word] of textOf(read.bytes).matchAll(identifier))
      if (Math.abs(word.length - name.length) <= reach && seen.size < MOST_NAMES) seen.add(word)
  }
  return nearestNames(name, seen, most)
}

const identifier = /[\p{L}_][\p{L}\p{N}_]*/gu
