/** Names in files that are spelled much like one that is not there: for "did you mean" without an index. */
import { languageNamed } from '../contract/languages.ts'
import { nearestNames } from '../contract/nearest-name.ts'
import { readFiles } from './read-files.ts'
import { textOf } from './text-matcher.ts'

export type NameScanOptions = {
  root: string
  /** Only code is looked at: what stands in prose defines nothing. */
  files: readonly { path: string; language: string }[]
  name: string
  most: number
  /** Milliseconds from now; names in files that were not reached are not offered. */
  deadline_ms: number
  signal?: AbortSignal
}

/** More different names of fitting length than this are not kept: each costs a comparison. */
const MOST_NAMES = 50_000
/** A line of a bundle holds thousands of names that nobody wrote. */
const LONGEST_TEXT = 1_000_000

/** The closest ones. They are in the text; whether one is defined there, a parse tells. */
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
