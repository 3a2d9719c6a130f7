/**
 * What git knows about a checkout, from its index (paths with blob ids) and two commands run at once: which files differ in stat
 * from the index, and which are untracked and not ignored. The stat walk is git's own. `git status` would tell less: it reads
 * files whose stat differs and, through line ends and filters, may treat other bytes as equal.
 */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileNote } from '../contract/reports.ts'
import { type GitAnswer, openGit, whyGitFailed } from '../workspace/git.ts'
import type { GitFolders } from '../workspace/git-folders.ts'
import { type IndexEntry, readGitIndex } from '../workspace/git-index.ts'
import { findByPath, inOrder } from './by-path.ts'
import { type FoundPath, type FoundPaths, installedFolder, NESTED_REPO, ODD_NAME, SUBMODULE } from './found-paths.ts'
import type { ListOptions } from './port.ts'

export type GitInventory = ({ state: 'ok' } & FoundPaths) | { state: 'failed'; reason: string }

export async function gitInventory(root: string, folders: GitFolders | undefined, options: ListOptions): Promise<GitInventory> {
  if (!folders) return { state: 'failed', reason: 'the .git here is damaged' }
  for (let round = 1; round <= ROUNDS; round++) {
    const { before, answers, keep } = await askAll(root, folders, options)
    const [index, differing, untracked] = answers
    // If git's index was written meanwhile, the answers do not belong together; the second half of a split one may be gone.
    if ((await indexStamp(folders)) !== before) continue
    for (const answer of answers) if (answer.state !== 'ok') return { state: 'failed', reason: whyGitFailed(answer) }
    if (index.state === 'ok' && differing.state === 'ok' && untracked.state === 'ok') {
      keep(untracked.bytes)
      return { state: 'ok', ...join(index.found, differing.bytes, untracked.bytes) }
    }
  }
  return { state: 'failed', reason: 'its index is written again and again' }
}

const ROUNDS = 5

type IndexPaths = Pick<FoundPaths, 'paths' | 'skipped'>
type IndexAnswer = { state: 'ok'; found: IndexPaths } | Exclude<GitAnswer, { state: 'ok' }>
/** `keep` is for the list of untracked files, once it is certain that all answers belong together. */
type Asked = { before: string; answers: [IndexAnswer, GitAnswer, GitAnswer]; keep: (untracked: Buffer) => void }

/** The index is read while git compares the files. `before` is its stamp before git was started. */
async function askAll(root: string, folders: GitFolders, asked: ListOptions): Promise<Asked> {
  const { signal, under, onStarted } = asked
  const options = { timeout_ms: 120_000, ...(signal ? { signal } : {}) }
  const only = under ? ['--', under] : []
  const [before, git] = await Promise.all([indexStamp(folders), openGit(root, folders)])
  const differing = git(['diff-files', '--raw', '-z', '--no-renames', '--ignore-submodules=all', ...only], options)
  const index = indexPaths(root, folders, under, () => git(['ls-files', '-z', '--stage', '-v', ...only], options))
  let keep: Asked['keep'] = () => undefined
  const untracked = async (): Promise<GitAnswer> => {
    const memory = under ? undefined : asked.untracked
    const found = memory && (await index)
    if (memory && found?.state === 'ok') {
      const recalled = await memory.recall(found.found, { root, folders, git, now: asked.now ?? Date.now })
      if ('bytes' in recalled) return { state: 'ok', bytes: recalled.bytes }
      keep = recalled.keep
    }
    return git(['ls-files', '-z', '--others', '--exclude-standard', ...only], options)
  }
  const all = Promise.all([index, differing, untracked()])
  onStarted?.()
  return { before, answers: await all, keep: (bytes) => keep(bytes) }
}

async function indexPaths(
  root: string,
  folders: GitFolders,
  under: string | undefined,
  ask: () => Promise<GitAnswer>,
): Promise<IndexAnswer> {
  const entries = await readGitIndex(root, folders)
  if (entries) return { state: 'ok', found: fromEntries(entries, under) }
  const answer = await ask()
  return answer.state === 'ok' ? { state: 'ok', found: fromRecords(answer.bytes) } : answer
}

/** Kept as long as the entries are: they are the same array while git's index has the same bytes. */
const whole = new WeakMap<readonly IndexEntry[], IndexPaths>()

function fromEntries(entries: readonly IndexEntry[], under: string | undefined): IndexPaths {
  if (under) return selectEntries(entries, under)
  const known = whole.get(entries) ?? selectEntries(entries, under)
  whole.set(entries, known)
  return known
}

function selectEntries(entries: readonly IndexEntry[], under: string | undefined): IndexPaths {
  const skipped: FileNote[] = []
  let last: string | undefined
  const paths = entries.filter((entry) => {
    const file = entry.path
    // A conflict has up to three stages of one path.
    if (file === last || (under && file !== under && !file.startsWith(`${under}/`))) return false
    last = file
    const isSubmodule = entry.kind === 'submodule'
    if (entry.isOdd) skipped.push({ path: file, reason: ODD_NAME })
    else if (isSubmodule) skipped.push({ path: `${file}/`, reason: SUBMODULE })
    return !entry.isOdd && !isSubmodule
  })
  return { paths: inOrder(paths), skipped }
}

async function indexStamp(folders: GitFolders): Promise<string> {
  const seen = await stat(path.join(folders.git, 'index')).catch(() => undefined)
  return seen ? `${seen.ino}:${seen.size}:${seen.mtimeMs}` : 'none'
}

/** For an index only git can read: `H 100644 <blob> <stage>\t<path>` each. */
function fromRecords(bytes: Buffer): IndexPaths {
  const paths: FoundPath[] = []
  const skipped: FileNote[] = []
  let last = ''
  for (const { text: record, isOdd } of records(bytes)) {
    const tab = record.indexOf('\t')
    const file = record.slice(tab + 1)
    if (file === last) continue
    last = file
    if (isOdd) noteOddName(file, skipped)
    else if (record.startsWith('160000', 2)) skipped.push({ path: `${file}/`, reason: SUBMODULE })
    else paths.push(tracked(record, file, tab))
  }
  return { paths: inOrder(paths), skipped }
}

/** A capital H is the plain case; S is skip-worktree, M unmerged; a small letter is assume-unchanged. */
function tracked(record: string, file: string, tab: number): FoundPath {
  const tag = record.charCodeAt(0)
  const isPlain = tag === 0x48 && !record.startsWith('120000', 2)
  return {
    path: file,
    blob_id: isPlain ? record.slice(9, tab - 2) : null,
    dirty: tag === 0x4d,
    unseen: tag === 0x53 || tag > 0x60,
  }
}

function join({ paths, skipped: known }: IndexPaths, differing: Buffer, others: Buffer): FoundPaths {
  const untracked: FoundPath[] = []
  const skipped = [...known]
  for (const { text, isOdd } of records(others)) {
    if (isOdd) noteOddName(text, skipped)
    else addUntracked(text, untracked, skipped)
  }
  return { paths, differing: readDifferences(differing, paths), untracked, skipped }
}

/** Records in pairs: `:100644 100644 <blob> <blob> M`, then the path. Submodules and names that are not UTF-8 are not in `paths`. */
function readDifferences(bytes: Buffer, paths: readonly FoundPath[]): FoundPaths['differing'] {
  const dirty = new Map<string, FoundPath | undefined>()
  const gone = new Set<string>()
  const all = records(bytes)
  for (let at = 0; at + 1 < all.length; at += 2) {
    const file = all[at + 1]
    const found = file?.isOdd === false ? findByPath(paths, file.text) : undefined
    if (!found) continue
    if (all[at]?.text.endsWith('D')) gone.add(found.path)
    dirty.set(found.path, { path: found.path, blob_id: null, dirty: true, unseen: found.unseen })
  }
  // A conflict has several records.
  for (const path of gone) dirty.set(path, undefined)
  return dirty
}

function addUntracked(file: string, paths: FoundPath[], skipped: FileNote[]): void {
  if (file.endsWith('/')) skipped.push({ path: file, reason: NESTED_REPO })
  else if (!installedFolder.test(file)) paths.push({ path: file, blob_id: null, dirty: true, unseen: false })
}

type Record = { text: string; isOdd: boolean }

/** Git's records end in NUL. One whose bytes are not UTF-8 has no name that could be written. */
function records(bytes: Buffer): Record[] {
  const text = bytes.toString('utf8')
  const plain = text.split('\0').slice(0, -1)
  if (!text.includes('\uFFFD')) return plain.map((each) => ({ text: each, isOdd: false }))
  let from = 0
  return plain.map((each) => {
    const to = bytes.indexOf(0, from)
    const isOdd = !Buffer.from(each, 'utf8').equals(bytes.subarray(from, to))
    from = to + 1
    return { text: each, isOdd }
  })
}

function noteOddName(path: string, skipped: FileNote[]): void {
  if (!skipped.some((note) => note.path === path)) skipped.push({ path, reason: ODD_NAME })
}
