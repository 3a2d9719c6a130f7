/**
 * A git folder of our own, with our own settings, for every process of git. The repo may come from a stranger, and its `.git` may
 * contain settings, attributes and hooks that make git run programs. So git never gets to see that folder: it is given our folder,
 * and of the repo the working tree, the index file, the objects, and a copy of the ignore rules of `info/exclude`.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type Shape = {
  isSha256: boolean
  /** The file system takes `a` and `A` for the same name. */
  ignoresCase: boolean
  /** The text of `info/exclude`. */
  exclude: string
  /** The commit of HEAD, for a command that compares with it. */
  head: string | undefined
  /** The repo's folder of refs in the format reftable, which holds data only. */
  reftable: string | undefined
  /** For a linked worktree: our folder in place of the one that all worktrees share. */
  common?: string
}

/** Of a folder that has nothing of any repo. */
export const PLAIN_SHAPE: Shape = { isSha256: false, ignoresCase: false, exclude: '', head: undefined, reftable: undefined }

/** The folder; the same one for the same shape. Throws when none can be made. */
export function privateGitFolder(shape: Shape): string {
  const key = JSON.stringify(shape)
  const known = made.get(key)
  made.delete(key)
  const folder = known !== undefined && isWhole(known) ? known : make(shape)
  made.set(key, folder)
  for (const [oldest, unused] of made.size > MOST ? made : []) {
    made.delete(oldest)
    rmSync(unused, { recursive: true, force: true })
    break
  }
  return folder
}

/** Something may have tidied up the folder for temporary files. */
const isWhole = (folder: string): boolean =>
  ['HEAD', 'config', 'info/exclude', 'info/attributes'].every((name) => isThere(path.join(folder, name)))

/** Whether a file lies in a folder that was made here. */
export const isPrivate = (file: string): boolean => base !== undefined && file.startsWith(base + path.sep)

/** One for each repo in which something is unusual, and one for all others. In the order of their last use. */
const made = new Map<string, string>()
const MOST = 64
let base: string | undefined
let count = 0

function make({ head, isSha256, ignoresCase, exclude, reftable, common }: Shape): string {
  const folder = path.join(openBase(), String(++count))
  for (const inner of ['refs', 'objects', 'info']) mkdirSync(path.join(folder, inner), { recursive: true, mode: 0o700 })
  const files = {
    HEAD: `${head ?? 'ref: refs/heads/none'}\n`,
    config: settings(isSha256, ignoresCase, reftable !== undefined),
    'info/exclude': exclude,
    'info/attributes': ATTRIBUTES,
    ...(common === undefined ? {} : { commondir: `${common}\n` }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text, { mode: 0o600 })
  if (reftable !== undefined) symlinkSync(reftable, path.join(folder, 'reftable'))
  return folder
}

/** These come before all other attributes, so no file is converted by a filter, not even by one of the user's own settings. */
const ATTRIBUTES = '* -filter -text -eol -crlf -ident -working-tree-encoding -diff -merge\n'

/**
 * They come before the user's own settings. What matters is what is missing here: nothing of the repo's settings is read. A file
 * restored with its old time differs only in the change time of its inode, so git must not ignore that time. Modes are ignored,
 * because on some disks they say nothing.
 */
const settings = (isSha256: boolean, ignoresCase: boolean, hasReftable: boolean): string => `[core]
	repositoryFormatVersion = ${isSha256 || hasReftable ? 1 : 0}
	bare = false
	fsmonitor = false
	hooksPath = /dev/null
	attributesFile = /dev/null
	untrackedCache = false
	trustctime = true
	checkStat = default
	fileMode = false
	symlinks = ${process.platform !== 'win32'}
	precomposeUnicode = ${process.platform === 'darwin'}
	ignoreCase = ${ignoresCase}
	alternateRefsCommand = false
	sshCommand = false
	askPass = false
	editor = false
	pager = cat
[protocol]
	allow = never
[credential]
	helper =
[submodule]
	recurse = false
[status]
	submoduleSummary = false
[gc]
	auto = 0
[maintenance]
	auto = false
${isSha256 || hasReftable ? '[extensions]\n' : ''}${isSha256 ? '\tobjectFormat = sha256\n' : ''}${hasReftable ? '\trefStorage = reftable\n' : ''}`

/** One folder for this process, removed when it ends. */
function openBase(): string {
  if (base !== undefined && isThere(base)) return base
  const tmp = path.resolve(os.tmpdir())
  base = mkdtempSync(path.join(tmp, `${PREFIX}${process.pid}-`))
  if (!isCleaning) process.once('exit', () => base !== undefined && rmSync(base, { recursive: true, force: true }))
  isCleaning = true
  return base
}

const PREFIX = 'cairn-git-'
let isCleaning = false

/** Removes the folders of processes that were killed more than a day ago. */
export function removeOldFolders(now_ms: number): void {
  const tmp = path.resolve(os.tmpdir())
  for (const name of namesIn(tmp)) {
    const pid = Number(/^cairn-git-(\d+)-/.exec(name)?.[1])
    if (!pid || isRunning(pid)) continue
    const folder = path.join(tmp, name)
    const seen = statSync(folder, { throwIfNoEntry: false })
    if (seen && seen.uid === process.getuid?.() && now_ms - seen.mtimeMs > DAY_MS)
      rmSync(folder, { recursive: true, force: true })
  }
}

const DAY_MS = 24 * 60 * 60_000

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined
