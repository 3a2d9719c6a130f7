/**
 * Notices that git waits for ever: it opens ignore files, attributes and files of nested repos wherever it finds them, and to open a
 * pipe is to wait for someone who writes to it. A working git uses the processor, or waits for the disk. Some patterns keep it working
 * for ever: each `*` more in a pattern multiplies the time that git needs to compare it with a long name.
 */
import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readInsideSync } from '../base/repo-files/read-inside.ts'
import { seeSync } from '../base/repo-files/see.ts'
import type { GitFolders } from './git-folders.ts'
import { readSettledText } from './settled-text.ts'

export type Checkout = { root: string; folders: GitFolders }

/** `file`: what git waits for, or the ignore file with a pattern that it does not get done with; null when it was not found. */
export type Stuck = { file: string | null }

/** Looks after a process of git until `done`. `received`: how many bytes it has printed. */
export function noticeStuck(
  pid: number,
  checkout: Checkout,
  received: () => number,
  onStuck: (stuck: Stuck) => void,
): () => void {
  let quiet = 0
  let last = ''
  let isOver = false
  let isSearching = false
  let looks = 0
  const look = async (): Promise<void> => {
    if (++looks === BUSY_LOOKS) {
      const file = await findCostlyRules(checkout)
      if (!isOver && file !== undefined) return onStuck({ file })
    }
    const now = `${workOf(pid)} ${received()}`
    quiet = now === last && !now.startsWith('busy') ? quiet + 1 : 0
    last = now
    if (isSearching || quiet < QUIET_LOOKS) return
    isSearching = true
    const file = quiet === QUIET_LOOKS ? await findPipe(checkout) : undefined
    isSearching = false
    if (!isOver && (file !== undefined || (onLinux && quiet >= MOST_QUIET_LOOKS))) onStuck({ file: file ?? null })
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

const LOOK_MS = 400
/** After so many looks at a git that does nothing, pipes are searched; after so many more it is ended in any case. */
const QUIET_LOOKS = 2
const MOST_QUIET_LOOKS = 8

/** A git that works so long is rare; only then ignore files are read. */
const BUSY_LOOKS = 4

const onLinux = process.platform === 'linux'

/** The processor time of each thread. `busy` if one could use more at this moment, or waits for the disk. */
function workOf(pid: number): string {
  if (!onLinux) return 'unknown'
  try {
    const stats = readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/stat`, 'latin1'))
    const fields = stats.map((text) => text.slice(text.lastIndexOf(')') + 2).split(' '))
    if (fields.some(([state]) => state !== 'S')) return 'busy'
    return fields.map(([, ...rest]) => `${rest[10]}+${rest[11]}`).join()
  } catch {
    // It has just ended.
    return 'busy'
  }
}

/** The first ignore file that has a pattern on which git spends more time than anyone waits. */
async function findCostlyRules({ root, folders }: Checkout): Promise<string | undefined> {
  if (hasCostlyRules((await readSettledText(folders.common, 'info/exclude')) ?? ''))
    return path.join(folders.common, 'info/exclude')
  return firstIn(root, (file, entry) => entry.isFile() && entry.name === '.gitignore' && isCostlyFile(root, file), MOST_FOLDERS)
}

/** Whether git got stuck on this file, and still would. */
export const isStillStuck = (root: string, file: string): boolean =>
  isSpecial(file) || (/(?:^|[\\/])(?:\.gitignore|exclude)$/.test(file) && isCostlyFile(root, file))

function isCostlyFile(root: string, file: string): boolean {
  if ((seeSync(file, { follow: false })?.size ?? 0) > MOST_RULES) return true
  const read = readInsideSync(root, path.relative(root, file), { max_bytes: MOST_RULES })
  return read.state === 'read' && hasCostlyRules(read.bytes.toString('latin1'))
}

const hasCostlyRules = (text: string): boolean =>
  text.split('\n').some((line) => !line.startsWith('#') && line.split(/\*+/, MOST_STARS + 2).length > MOST_STARS + 1)

/** Bytes of one ignore file. */
const MOST_RULES = 1_000_000
/** People write no more in one pattern. */
const MOST_STARS = 6

/** The first file that git may open and that is neither a plain file nor a folder. */
async function findPipe({ root, folders }: Checkout): Promise<string | undefined> {
  for (const folder of new Set([folders.git, folders.common])) {
    const found = await pipeIn(folder, () => true, GIT_FOLDERS)
    if (found !== undefined) return found
  }
  return pipeIn(root, (file) => READ_BY_GIT.has(path.basename(file)) || file.includes(`${path.sep}.git${path.sep}`), MOST_FOLDERS)
}

const READ_BY_GIT = new Set(['.gitignore', '.gitattributes', '.git'])
const MOST_FOLDERS = 20_000
const GIT_FOLDERS = 1_000

const pipeIn = (top: string, counts: (file: string) => boolean, most: number): Promise<string | undefined> =>
  firstIn(top, (file, entry) => !entry.isFile() && counts(file) && isSpecial(file), most)

/** Breadth first, so that what lies deep does not hide what lies near. */
async function firstIn(top: string, counts: (file: string, entry: Dirent) => boolean, most: number): Promise<string | undefined> {
  const folders = [top]
  for (let at = 0; at < Math.min(folders.length, most); at++) {
    const folder = folders[at] ?? top
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) folders.push(file)
      else if (counts(file, entry)) return file
    }
  }
  return undefined
}

/** Neither a plain file nor a folder, at the path or where a link there leads. */
export function isSpecial(file: string): boolean {
  const seen = seeSync(file, { follow: true })
  return seen !== undefined && !seen.isFile() && !seen.isDirectory()
}
