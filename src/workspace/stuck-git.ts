/**
 * Notices that git waits for ever: it opens ignore files, attributes and files of nested repos wherever it finds them, and to open a
 * pipe is to wait for someone who writes to it. A working git uses the processor, or waits for the disk. Some patterns keep it working
 * for ever: each `*` more in a pattern multiplies the time that git needs to compare it with a long name. An index or a tree of a few
 * megabytes, made for it, has git take gigabytes of memory.
 */
import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { seeSync } from '../base/repo-files/see.ts'
import { hasCostlyRules, type NamesOfCheckout } from './costly-rules.ts'
import type { GitFolders } from './git-folders.ts'
import { readSettledText } from './settled-text.ts'

/** `excludes`: the file that the clone's setting `core.excludesFile` names. */
export type Checkout = { root: string; folders: GitFolders; excludes?: string }

/**
 * `file`: what git waits for, or the ignore file with a pattern that it does not get done with; null when it was not found, or git took
 * too much memory.
 */
export type Stuck = { file: string | null }

/** Looks after a process of git until `done`. `received`: how many bytes it has printed. */
export function noticeStuck(
  pid: number,
  checkout: Checkout,
  received: () => number,
  onStuck: (stuck: Stuck) => void,
  most_memory = MOST_MEMORY,
): () => void {
  let quiet = 0
  let last = ''
  let isOver = false
  let isSearching = false
  let looks = 0
  const look = async (): Promise<void> => {
    if (memoryOf(pid) > most_memory) return onStuck({ file: null })
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
  // Where it cannot look, git still has its time limit.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()
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

/** In bytes. For the index of a repo with a million files git takes less than a third of it. */
const MOST_MEMORY = 2 * 1024 ** 3

const onLinux = process.platform === 'linux'

/** Without the pages of files, such as packs, that it looks into; 0 where it is not known. */
function memoryOf(pid: number): number {
  try {
    const kilobytes = onLinux ? /^RssAnon:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] : undefined
    return Number(kilobytes ?? 0) * 1024
  } catch {
    // It has just ended.
    return 0
  }
}

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

/** The first ignore file on which git spends more time than anyone waits. */
async function findCostlyRules({ root, folders, excludes }: Checkout): Promise<string | undefined> {
  const files = [path.join(folders.common, 'info/exclude'), ...(excludes === undefined ? [] : [excludes])]
  const names = new LongestNames()
  await firstIn(
    root,
    (file, entry) => {
      names.add(entry.name)
      if (entry.isFile() && entry.name === '.gitignore') files.push(file)
      return false
    },
    MOST_FOLDERS,
  )
  for (const file of files) if (await isCostlyFile(file, names.all())) return file
  return undefined
}

async function isCostlyFile(file: string, names: NamesOfCheckout): Promise<boolean> {
  const seen = seeSync(file, { follow: true })
  if (!seen?.isFile()) return false
  if (seen.size > MOST_RULES) return true
  // Git follows links here; the text is compared with names and not shown.
  return hasCostlyRules((await readSettledText(path.dirname(file), path.basename(file))) ?? '', names)
}

class LongestNames {
  private names: string[] = []
  private count = 0

  add(name: string): void {
    this.count++
    this.names.push(name)
    if (this.names.length >= 2 * TRIED_NAMES) this.shorten()
  }

  all(): NamesOfCheckout {
    this.shorten()
    return { names: this.names, count: this.count }
  }

  private shorten(): void {
    this.names = this.names.sort((a, b) => b.length - a.length).slice(0, TRIED_NAMES)
  }
}
const TRIED_NAMES = 50

/** Bytes of one ignore file. */
const MOST_RULES = 1_000_000

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
  firstIn(top, (file, entry) => !entry.isFile() && !entry.isDirectory() && counts(file) && isSpecial(file), most)

/** Breadth first, so that what lies deep does not hide what lies near. */
async function firstIn(top: string, counts: (file: string, entry: Dirent) => boolean, most: number): Promise<string | undefined> {
  const folders = [top]
  for (let at = 0; at < Math.min(folders.length, most); at++) {
    const folder = folders[at] ?? top
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const file = path.join(folder, entry.name)
      if (counts(file, entry)) return file
      if (entry.isDirectory()) folders.push(file)
    }
  }
  return undefined
}

/** Neither a plain file nor a folder, at the path or where a link there leads. */
export function isSpecial(file: string): boolean {
  const seen = seeSync(file, { follow: true })
  return seen !== undefined && !seen.isFile() && !seen.isDirectory()
}

/** A file is the same as before while this is. */
export function stampOf(file: string): string | undefined {
  const seen = seeSync(file, { follow: true })
  return seen && [seen.dev, seen.ino, seen.size, seen.mtimeMs, seen.ctimeMs].join(':')
}
