/**
 * Notices that an entry was added to a folder of the repo, moved or removed, and that a file with ignore rules or git settings
 * changed: each of these changes the times of the folder or file. Writing to any other file goes unnoticed.
 */
import type { Stats } from 'node:fs'
import path from 'node:path'
import { breather } from '../base/breathe.ts'
import { listFolder } from '../base/repo-files/list-folder.ts'
import { fileSystemType, seeSync } from '../base/repo-files/see.ts'

type Basis = {
  root: string
  /** Ignored folders, relative to the root. Nothing in them matters. */
  ignored: ReadonlySet<string>
  /** Files outside the folders that matter too, whether they exist or not. */
  settings: readonly string[]
  /** The time before anything of this was found out. */
  began_ms: number
}

/** Two changes within this time may leave the same time behind: two seconds on the coarsest file systems. */
const SETTLED_MS = 2_000
const MOST_FOLDERS = 10_000

/** Folders and files with their identity and times. */
export class FolderStamps {
  private readonly entries: readonly Entry[]
  private readonly stamps: Float64Array

  private constructor(entries: readonly Entry[], stamps: Float64Array) {
    this.entries = entries
    this.stamps = stamps
  }

  /**
   * Undefined when a later change could go unnoticed: an entry was changed a moment ago, and another change could have the same time;
   * the file system may not keep the times of folders; there is a nested repo, a folder that cannot be read, or too many of them.
   */
  static async take({ root, ignored, settings, began_ms }: Basis): Promise<FolderStamps | undefined> {
    if (!(await keepsFolderTimes(root))) return undefined
    const found = await entriesIn(root, ignored)
    if (!found) return undefined
    const entries = [...found, ...settings.map((file): Entry => ({ path: file, kind: 'settings' }))]
    const stamps = new Float64Array(entries.length * FIELDS)
    const device = look({ path: root, kind: 'folder' })?.dev
    const areSettled = await everyEntry(entries, ({ kind }, seen, at) => {
      stamps.set(stampOf(seen), at * FIELDS)
      if (kind !== 'settings' && seen?.dev !== device) return false
      return !seen || Math.max(seen.mtimeMs, seen.ctimeMs) <= began_ms - SETTLED_MS
    })
    return areSettled ? new FolderStamps(entries, stamps) : undefined
  }

  areUnchanged(): Promise<boolean> {
    const { stamps } = this
    return everyEntry(this.entries, (_, seen, at) => {
      const from = at * FIELDS
      if (!seen) return stamps[from + 1] === 0
      const { dev, ino, mtimeMs, ctimeMs } = seen
      return stamps[from] === dev && stamps[from + 1] === ino && stamps[from + 2] === mtimeMs && stamps[from + 3] === ctimeMs
    })
  }
}

/** Git reads an ignore file itself, but of a settings file what a link points to. */
type Entry = { path: string; kind: 'folder' | 'rules' | 'settings' }

const FIELDS = 4
const stampOf = (seen: Stats | undefined): number[] => (seen ? [seen.dev, seen.ino, seen.mtimeMs, seen.ctimeMs] : [0, 0, 0, 0])

async function everyEntry(
  entries: readonly Entry[],
  holds: (entry: Entry, seen: Stats | undefined, at: number) => boolean,
): Promise<boolean> {
  const breathe = breather()
  for (const [at, entry] of entries.entries()) {
    if (!holds(entry, look(entry), at)) return false
    if (at % BREATH === 0) await breathe()
  }
  return true
}

const BREATH = 256

/** Undefined where nothing can be seen. */
const look = ({ path: file, kind }: Entry): Stats | undefined => seeSync(file, { follow: kind === 'settings' })

/** All folders in which git looks for untracked files, and the ignore files in them. */
async function entriesIn(root: string, ignored: ReadonlySet<string>): Promise<Entry[] | undefined> {
  const entries: Entry[] = [{ path: root, kind: 'folder' }]
  for (const entry of entries) {
    if (entry.kind !== 'folder') continue
    const inside = await readFolder(entry.path, root, ignored)
    if (!inside) return undefined
    for (const one of inside) entries.push(one)
    if (entries.length > MOST_FOLDERS) return undefined
  }
  return entries
}

async function readFolder(folder: string, root: string, ignored: ReadonlySet<string>): Promise<Entry[] | undefined> {
  const entries = await listFolder(root, path.relative(root, folder)).catch(() => undefined)
  if (!entries) return undefined
  const inside: Entry[] = []
  for (const entry of entries) {
    const inner = path.join(folder, entry.name)
    if (entry.name === '.git') {
      // Whether git takes a folder for a nested repo depends on what is inside its `.git`.
      if (folder !== root) return undefined
    } else if (entry.name === '.gitignore') {
      // Versions of git before 2.32 follow it.
      if (entry.isSymbolicLink()) return undefined
      inside.push({ path: inner, kind: 'rules' })
    } else if (entry.isDirectory() && !ignored.has(path.relative(root, inner))) inside.push({ path: inner, kind: 'folder' })
  }
  return inside
}

/** By the type numbers of Linux: ext, XFS, Btrfs, tmpfs, overlay, F2FS, ZFS. Network file systems may report old times. */
const types = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1])

async function keepsFolderTimes(root: string): Promise<boolean> {
  const type = await fileSystemType(root)
  return type !== undefined && types.has(type)
}
