/**
 * Reads a file as bytes and text. Only plain files of the repo are opened: never a path outside the repo, through `..` or
 * links, and never a pipe, which could block.
 */
import path from 'node:path'
import { breather } from '../base/breathe.ts'
import { hashBytes } from '../base/hash.ts'
import { readAtOnce } from '../base/repo-files/read-at-once.ts'
import { readInside } from '../base/repo-files/read-inside.ts'
import { realPathSync } from '../base/repo-files/see.ts'
import { changeTime, settledTime } from '../base/stat-files.ts'
import { decodeText, type Encoding } from '../base/text.ts'
import { asContentHash, type ContentHash } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import { isInside } from '../workspace/repo-root.ts'

export type SourceBytes = {
  state: 'read'
  bytes: Buffer
  content_hash: ContentHash
  size: number
  /**
   * The time a row may record, of the bytes or of the inode, whichever is later: 0 when the file changed so recently that its
   * time proves nothing.
   */
  mtime_ms: number
}
export type Source = SourceBytes & { text: string; encoding: Encoding }
export type NoSource = { state: 'gone' } | { state: 'unreadable'; reason: string }

export type ReadOptions = {
  /** Above this the file is `unreadable`; 20 MB unless set. */
  max_bytes?: number
  /** Milliseconds since 1970, as the file system counts them; the clock unless set. */
  now?: () => number
}

/** Throws PATH_OUTSIDE_REPO; every other failure with one file is a value. */
export async function readSource(root: string, file: string, options: ReadOptions = {}): Promise<Source | NoSource> {
  const source = await readBytes(root, file, options)
  return source.state === 'read' ? { ...source, ...decodeText(source.bytes) } : source
}

/** Without the text, where only the hash matters. */
export async function readBytes(root: string, file: string, options: ReadOptions = {}): Promise<SourceBytes | NoSource> {
  await breathe()
  const found = placeInRepo(root, file)
  if (found === undefined) return { state: 'gone' }
  const max_bytes = options.max_bytes ?? MAX_FILE_BYTES
  const readAt = (options.now ?? Date.now)()
  const most = Math.min(max_bytes, READ_AT_ONCE)
  const read = readAtOnce(found.root, found.path, most) ?? (await readInside(found.root, found.path, { max_bytes }))
  if (read.state === 'gone') return read
  if (read.state === 'refused') return { state: 'unreadable', reason: read.reason }
  const { bytes, size, mtime_ms, ctime_ms } = read
  const content_hash = asContentHash(hashBytes(bytes))
  return { state: 'read', bytes, content_hash, size, mtime_ms: settledTime(changeTime(mtime_ms, ctime_ms), readAt) }
}

/** Reading so many bytes takes about a tenth of a millisecond; a larger file is left to other threads. */
const READ_AT_ONCE = 200_000
const breathe = breather()

/** Files above this are left out unless settings say otherwise. */
export const MAX_FILE_BYTES = 20_000_000

/**
 * Links are not followed. A path that was listed or admitted has none in it: one that is there now came later, and may lead to an
 * ignored file or a secret. Undefined when the repo itself is gone.
 */
function placeInRepo(root: string, file: string): { root: string; path: string } | undefined {
  const wanted = path.resolve(root, file)
  if (file.includes('\0') || !isInside(path.resolve(root), wanted)) throw new CairnProblem('PATH_OUTSIDE_REPO', { file })
  const resolved = realPathSync(root)
  return resolved === undefined ? undefined : { root: resolved, path: path.relative(path.resolve(root), wanted) }
}
