/** Counts the lines that contain a name as a whole word: what a plain text search would find. */
import { ANY_IDENTIFIER } from '../contract/text-need.ts'
import { scanText } from '../scan/scan-text.ts'
import { createTextMatcher } from '../scan/text-matcher.ts'
import type { Ground } from './ground.ts'
import type { MeantSymbols } from './meant.ts'

/** Counting is optional, so it must not take longer than the answer. */
const MOST_MS = 1500

/** null when not all lines could be counted in time. */
export async function textualHits({ name, scans }: MeantSymbols, { repos, view, rooms }: Ground): Promise<number | null> {
  if (name === '') return null
  const matcher = await createTextMatcher({ query: name, regex: false, case_sensitive: true, word: true })
  const end = performance.now() + MOST_MS
  let hits = 0
  for (const repo of repos) {
    const live = scans.get(repo.repo_id)
    if (live && live.unchecked > 0) return null
    hits += live?.textual_hits ?? 0
    if (repo.mode === 'live' || !view) continue
    const holding = [...(await view.filesWith(repo.repo_id, [name, ANY_IDENTIFIER])).values()].flat()
    const files = holding.filter((file) => !repo.changed.has(file.path))
    const deadline_ms = Math.max(0, end - performance.now())
    const scan = await scanText({
      root: repo.root,
      files,
      matcher,
      limit: 0,
      count_all: true,
      deadline_ms,
      signal: rooms.signal,
    })
    if (scan.total === null) return null
    hits += scan.total
  }
  return hits
}
