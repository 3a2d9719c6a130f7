/**
 * Finds every matching line in the files on disk, by path, then line. Needs no index, so it also answers when there is none.
 */
import { compareText } from '../base/compare-text.ts'
import { readFiles } from './read-files.ts'
import { type LineMatch, NotSearched, type TextMatcher } from './text-matcher.ts'

export type TextScanOptions<File extends { path: string } = { path: string }> = {
  root: string
  /** Any order; answered by path in code-point order. */
  files: readonly File[]
  /** Those of the files that may match, in the same order. Asked only if the first files do not fill the page. */
  narrow?: (files: readonly File[]) => Promise<readonly File[]>
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

/** Files read before `narrow` is asked: a common text fills a page from them, which is faster. */
const READ_FIRST = 300

export async function scanText<File extends { path: string }>(options: TextScanOptions<File>): Promise<TextScan> {
  const { limit, after, narrow, count_all = false, deadline_ms } = options
  const scan: TextScan = { hits: [], truncated: false, total: null, total_at_least: 0, searched: 0, unchecked: 0 }
  const end = performance.now() + deadline_ms
  const files = inOrder(options.files).filter((file) => count_all || !after || compareText(file.path, after.path) >= 0)
  const first = narrow ? (count_all ? 0 : READ_FIRST) : files.length
  const rest = files.slice(first)
  await scanFiles(scan, files.slice(0, first), options, end)
  if (rest.length > 0 && !isFull(scan, options)) {
    await scanFiles(scan, narrow && performance.now() < end ? await narrow(rest) : rest, options, end)
  }
  const counted = scan.unchecked === 0 && (count_all || (!scan.truncated && !after))
  if (scan.unchecked > 0) scan.truncated = true
  scan.total = counted ? scan.total_at_least : null
  if (scan.hits.length > limit) scan.hits.length = limit
  return scan
}

type Reading = Omit<TextScanOptions, 'files' | 'narrow'>

const isFull = ({ truncated }: TextScan, { count_all = false }: Reading): boolean => truncated && !count_all

async function scanFiles(scan: TextScan, files: readonly { path: string }[], options: Reading, end: number): Promise<void> {
  const { root, matcher, except, signal } = options
  for await (const read of readFiles(root, files, { deadline_ms: end - performance.now(), ...(signal ? { signal } : {}) })) {
    if (read.state === 'late') scan.unchecked += read.files
    else if (read.state === 'unreadable') scan.unchecked++
    else {
      scan.searched++
      const { path } = read.file
      const matches = findIn(matcher, read.bytes, end)
      if (!matches) scan.unchecked++
      else take(scan, path, except ? matches.filter(({ line }) => !except(path, line)) : matches, options)
      if (isFull(scan, options)) break
    }
  }
}

/** Undefined when the file could not be searched in time. */
function findIn(matcher: TextMatcher, bytes: Buffer, end: number): readonly LineMatch[] | undefined {
  try {
    return matcher.find(bytes, () => performance.now() > end)
  } catch (error) {
    if (error instanceof NotSearched) return undefined
    throw error
  }
}

function take(scan: TextScan, path: string, matches: readonly { line: number; column: number }[], options: Reading): void {
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
