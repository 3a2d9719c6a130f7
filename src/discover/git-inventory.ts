/**
 * What git knows about a checkout, from its index (paths with blob ids) and two commands run at once: which files differ in stat
 * from the index, and which are untracked and not ignored. The stat walk is git's own. `git status` would tell less: it reads
 * files whose stat differs and, through line ends and filters, may treat other bytes as equal.
 */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileNote } from '../contract/reports.ts'
import { type GitAnswer, type GitOptions, runGit, whyGitFailed } from '../workspace/git.ts'
import { findGitFolders, type GitFolders } from '../workspace/git-folders.ts'
import { type IndexEntry, readGitIndex } from '../workspace/git-index.ts'
import { type FoundPath, type FoundPaths, installedFolder, NESTED_REPO, ODD_NAME, SUBMODULE } from './found-paths.ts'
import type { ListOptions } from './port.ts'

export type GitInventory = ({ state: 'ok' } & FoundPaths) | { state: 'failed'; reason: string }

export async function gitInventory(root: string, options: ListOptions): Promise<GitInventory> {
  const folders = await findGitFolders(root)
  if (!folders) return { state: 'failed', reason: 'the .git here is damaged' }
  for (let round = 1; round <= ROUNDS; round++) {
    const before = await indexStamp(folders)
    const [index, differing, untracked] = await askAll(root, folders, options)
    for (const answer of [index, differing, untracked])
      if (answer.state !== 'ok') return { state: 'failed', reason: whyGitFailed(answer) }
    // If git's index was written between the two answers, they do not belong together.
    if (index.state === 'ok' && differing.state === 'ok' && untracked.state === 'ok' && (await indexStamp(folders)) === before)
      return { state: 'ok', ...join(index.found, differing.bytes, untracked.bytes) }
  }
  return { state: 'failed', reason: 'its index is written again and again' }
}

const ROUNDS = 5

type IndexAnswer = { state: 'ok'; found: FoundPaths } | Exclude<GitAnswer, { state: 'ok' }>

/** The index is read first, while git still walks the folders. */
async function askAll(
  root: string,
  folders: GitFolders,
  { signal, under }: ListOptions,
): Promise<[IndexAnswer, GitAnswer, GitAnswer]> {
  const options = { timeout_ms: 120_000, ...(signal ? { signal } : {}) }
  const only = under ? ['--', under] : []
  const names = await caseOf(folders)
  return Promise.all([
    indexPaths(root, folders, under, options),
    runGit(root, ['diff-files', '--raw', '-z', '--no-renames', '--ignore-submodules=all', ...only], options),
    runGit(root, [...names, 'ls-files', '-z', '--others', '--exclude-standard', ...only], options),
  ])
}

/** A clone from a case-insensitive machine has that in its settings: on a case-sensitive disk git would then miss files. */
async function caseOf(folders: GitFolders): Promise<string[]> {
  const isBlind = await stat(path.join(folders.common, 'CoNfIg')).catch(() => undefined)
  return isBlind ? [] : ['-c', 'core.ignoreCase=false']
}

async function indexPaths(
  root: string,
  folders: GitFolders,
  under: string | undefined,
  options: GitOptions,
): Promise<IndexAnswer> {
  const entries = await readGitIndex(folders)
  if (entries) return { state: 'ok', found: fromEntries(entries, under) }
  const answer = await runGit(root, ['ls-files', '-z', '--stage', '-v', ...(under ? ['--', under] : [])], options)
  return answer.state === 'ok' ? { state: 'ok', found: fromRecords(answer.bytes) } : answer
}

function fromEntries(entries: readonly IndexEntry[], under: string | undefined): FoundPaths {
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
  return { paths, skipped }
}

async function indexStamp(folders: GitFolders): Promise<string> {
  const seen = await stat(path.join(folders.git, 'index')).catch(() => undefined)
  return seen ? `${seen.ino}:${seen.size}:${seen.mtimeMs}` : 'none'
}

/** For an index only git can read: `H 100644 <blob> <stage>\t<path>` each. */
function fromRecords(bytes: Buffer): FoundPaths {
  const found: FoundPaths = { paths: [], skipped: [] }
  let last = ''
  for (const { text: record, isOdd } of records(bytes)) {
    const tab = record.indexOf('\t')
    const file = record.slice(tab + 1)
    if (file === last) continue
    last = file
    if (isOdd) noteOddName(file, found.skipped)
    else if (record.startsWith('160000', 2)) found.skipped.push({ path: `${file}/`, reason: SUBMODULE })
    else found.paths.push(tracked(record, file, tab))
  }
  return found
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

function join(index: FoundPaths, differing: Buffer, others: Buffer): FoundPaths {
  const { dirty, gone } = readDifferences(differing)
  const isQuiet = dirty.size === 0 && gone.size === 0
  const paths = isQuiet ? index.paths : index.paths.flatMap((found) => (gone.has(found.path) ? [] : changed(found, dirty)))
  const untracked: FoundPath[] = []
  for (const { text, isOdd } of records(others)) {
    if (isOdd) noteOddName(text, index.skipped)
    else addUntracked(text, untracked, index.skipped)
  }
  return { paths: untracked.length === 0 ? paths : [...paths, ...untracked], skipped: index.skipped }
}

const changed = (found: FoundPath, dirty: ReadonlySet<string>): FoundPath =>
  dirty.has(found.path) ? { path: found.path, blob_id: null, dirty: true, unseen: found.unseen } : found

/** Records in pairs: `:100644 100644 <blob> <blob> M`, then the path. A name that is not UTF-8 was noted with the index. */
function readDifferences(bytes: Buffer): { dirty: Set<string>; gone: Set<string> } {
  const dirty = new Set<string>()
  const gone = new Set<string>()
  const all = records(bytes)
  for (let at = 0; at + 1 < all.length; at += 2) {
    const file = all[at + 1]
    if (file?.isOdd === false) (all[at]?.text.endsWith('D') ? gone : dirty).add(file.text)
  }
  return { dirty, gone }
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
