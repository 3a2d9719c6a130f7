/**
 * Finds every matching line in the files on disk, by path, then line. Needs no index, so it also answers when there is none.
 */
import { compareText } from '../base/compare-text.ts'
import { readFiles } from './read-files.ts'
import type { TextMatcher } from './text-matcher.ts'

export type TextScanOptions = {
  root: string
  /** Any order; answered by path in code-point order. */
  files: readonly { path: string }[]
  matcher: TextMatcher
  limit: number
  /** Only hits after this line. */
  after?: { path: string; line: number } | null
  /** Lines to skip, as if they did not match. */
  except?: (path: string, line: number) => boolean
  /** Continue after the limit to count all matches. */
  count_all?: boolean
  /** Milliseconds from now; files not read by then are `unchecked`. */
  deadline_ms: number
  signal?: AbortSignal
}

export type TextHit = { path: string; line: number; column: number }
export type TextScan = {
  hits: TextHit[]
  /** More matches exist, or may exist in files that were not read. */
  truncated: boolean
  /** Lines that match in all of `files`; null when not all were counted. */
  total: number | null
  /** Lines that are known to match. */
  total_at_least: number
  /** Files that were read. */
  searched: number
  /** Files that were not read in time, or could not be read. */
  unchecked: number
}

export async function scanText(options: TextScanOptions): Promise<TextScan> {
  const { root, matcher, limit, after, except, count_all = false, deadline_ms, signal } = options
  const scan: TextScan = { hits: [], truncated: false, total: null, total_at_least: 0, searched: 0, unchecked: 0 }
  const files = inOrder(options.files).filter((file) => count_all || !after || compareText(file.path, after.path) >= 0)
  for await (const read of readFiles(root, files, { deadline_ms, ...(signal ? { signal } : {}) })) {
    if (read.state === 'late') scan.unchecked += read.files
    else if (read.state === 'unreadable') scan.unchecked++
    else {
      scan.searched++
      const { path } = read.file
      const matches = matcher.find(read.bytes)
      take(scan, path, except ? matches.filter(({ line }) => !except(path, line)) : matches, options)
      if (scan.truncated && !count_all) break
    }
  }
  const counted = scan.unchecked === 0 && (count_all || (!scan.truncated && !after))
  if (scan.unchecked > 0) scan.truncated = true
  scan.total = counted ? scan.total_at_least : null
  if (scan.hits.length > limit) scan.hits.length = limit
  return scan
}

function take(
  scan: TextScan,
  path: string,
  matches: readonly { line: number; column: number }[],
  options: TextScanOptions,
): void {
  const { after, limit } = options
  scan.total_at_least += matches.length
  if (after && compareText(path, after.path) < 0) return
  for (const { line, column } of matches) {
    if (after && path === after.path && line <= after.line) continue
    // One beyond the limit is enough to know that there is more.
    if (scan.hits.length >= limit) {
      scan.truncated = true
      return
    }
    scan.hits.push({ path, line, column })
  }
}

function inOrder<File extends { path: string }>(files: readonly File[]): readonly File[] {
  const sorted = files.every((file, at) => at === 0 || compareText(files[at - 1]?.path ?? '', file.path) <= 0)
  return sorted ? files : [...files].sort((a, b) => compareText(a.path, b.path))
}
