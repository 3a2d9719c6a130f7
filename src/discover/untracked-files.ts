/**
 * Git's list of untracked files, which a server remembers for one repo. To make it, git reads every folder, which takes as long as
 * comparing all tracked files. A list is given again only while everything it was made from is unchanged: git's index, all folders,
 * the ignore files, and git's settings.
 */
import type { RunGit } from '../workspace/git.ts'
import type { GitFolders } from '../workspace/git-folders.ts'
import { gitSettingsFiles } from '../workspace/git-settings-files.ts'
import { ignoredFolders } from '../workspace/ignored-folders.ts'
import { FolderStamps } from './folder-stamps.ts'

/** The state of git's index: the same object while the index has the same bytes. */
type IndexState = object

/** `now`: as the file system counts the time. */
export type Checkout = { root: string; folders: GitFolders; git: RunGit; now: () => number }

type Memory = { folders: GitFolders; stamps: FolderStamps; made_ms: number; list?: { index: IndexState; bytes: Buffer } }

/** Either the list, or what to call with the list that git gives now, once it is certain that it fits the index. */
export type Recalled = { bytes: Buffer } | { keep(bytes: Buffer): void }

/** After this time git is asked again: its system-wide settings may be in a file whose place is not known here. */
const LONGEST_MS = 5 * 60_000
/** Making the stamps takes as long as two questions. In a repo whose folders change all the time it would be wasted. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 60 * 60_000

export class UntrackedFiles {
  private memory: Memory | undefined
  private questions = 0
  private pause_ms = FIRST_PAUSE_MS
  private next_ms = 0
  /** Ends when stamps that are being made are done. */
  preparing: Promise<void> | undefined

  async recall(index: IndexState, checkout: Checkout): Promise<Recalled> {
    const { memory } = this
    this.questions++
    if (!memory) return { keep: () => this.prepare(checkout) }
    if (!(await isValid(memory, checkout))) {
      this.memory = undefined
      this.next_ms = checkout.now() + FIRST_PAUSE_MS
      return { keep: () => undefined }
    }
    if (memory.list?.index === index) return { bytes: memory.list.bytes }
    // Asked after the stamps were made: a later change shows in them.
    return {
      keep: (bytes) => {
        memory.list = { index, bytes }
      },
    }
  }

  /** Runs after the answer to a question, and not after the first: many processes are asked only once. */
  private prepare(checkout: Checkout): void {
    if (this.preparing || this.questions < 2 || checkout.now() < this.next_ms) return
    this.preparing = takeStamps(checkout)
      .catch(() => undefined)
      .then((memory) => {
        this.preparing = undefined
        this.memory = memory
        this.pause_ms = memory ? FIRST_PAUSE_MS : Math.min(this.pause_ms * 2, LONGEST_PAUSE_MS)
        this.next_ms = checkout.now() + this.pause_ms
      })
  }
}

const isValid = async ({ made_ms, folders, stamps }: Memory, checkout: Checkout): Promise<boolean> =>
  checkout.now() - made_ms <= LONGEST_MS &&
  folders.git === checkout.folders.git &&
  folders.common === checkout.folders.common &&
  (await stamps.areUnchanged())

async function takeStamps({ root, folders, git, now }: Checkout): Promise<Memory | undefined> {
  const began_ms = now()
  const [settings, ignored] = await Promise.all([gitSettingsFiles(root, folders, git), ignoredFolders(git)])
  if (!settings || !ignored) return undefined
  const stamps = await FolderStamps.take({ root, ignored: new Set(ignored), settings, began_ms })
  return stamps && { folders, stamps, made_ms: began_ms }
}
