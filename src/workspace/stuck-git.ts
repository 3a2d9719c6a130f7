/**
 * Notices that git waits for ever: it opens ignore files, attributes and files of nested repos wherever it finds them, and to open a
 * pipe is to wait for someone who writes to it. A working git uses the processor, or waits for the disk.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { seeSync } from '../base/repo-files/see.ts'
import type { GitFolders } from './git-folders.ts'

export type Checkout = { root: string; folders: GitFolders }

/** `file`: what git waits for; null when it was not found. */
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
  const look = async (): Promise<void> => {
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

/** Breadth first, so that what lies deep does not hide what lies near. */
async function pipeIn(top: string, counts: (file: string) => boolean, most: number): Promise<string | undefined> {
  const folders = [top]
  for (let at = 0; at < Math.min(folders.length, most); at++) {
    const folder = folders[at] ?? top
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) folders.push(file)
      else if (!entry.isFile() && counts(file) && isSpecial(file)) return file
    }
  }
  return undefined
}

/** Neither a plain file nor a folder, at the path or where a link there leads. */
export function isSpecial(file: string): boolean {
  const seen = seeSync(file, { follow: true })
  return seen !== undefined && !seen.isFile() && !seen.isDirectory()
}
