/**
 * What git knows of a checkout, in two questions asked at once: its index (paths with blob ids) and its status (what differs on
 * disk, what is untracked and not ignored). The stat walk is git's own.
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
  for (let round = 1; ; round++) {
    const before = await indexStamp(folders)
    const [index, status] = await askBoth(root, folders, options)
    if (index.state !== 'ok') return { state: 'failed', reason: whyGitFailed(index) }
    if (status.state !== 'ok') return { state: 'failed', reason: whyGitFailed(status) }
    // Had the index been written between the two answers, they would speak of different things.
    if ((await indexStamp(folders)) === before || round === 5) return { state: 'ok', ...join(index.found, status.bytes) }
  }
}

type IndexAnswer = { state: 'ok'; found: FoundPaths } | Exclude<GitAnswer, { state: 'ok' }>

/** The index is there long before the status, and is read while git still walks the folders. */
function askBoth(root: string, folders: GitFolders, { signal, under }: ListOptions): Promise<[IndexAnswer, GitAnswer]> {
  const options = { timeout_ms: 120_000, ...(signal ? { signal } : {}) }
  const only = under ? ['--', under] : []
  return Promise.all([
    indexPaths(root, folders, under, options),
    runGit(root, ['status', '--porcelain=v1', '-z', '-uall', '--no-renames', '--ignore-submodules=all', ...only], options),
  ])
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
  const found: FoundPaths = { paths: [], skipped: [] }
  let last: string | undefined
  for (const entry of entries) {
    const file = entry.lossy
    // A conflict has up to three stages of one path.
    if (file === last || (under && file !== under && !file.startsWith(`${under}/`))) continue
    last = file
    if (entry.path === undefined) found.skipped.push({ path: file, reason: ODD_NAME })
    else if (entry.kind === 'submodule') found.skipped.push({ path: `${file}/`, reason: SUBMODULE })
    else found.paths.push(fromEntry(entry, file))
  }
  return found
}

function fromEntry(entry: IndexEntry, file: string): FoundPath {
  const { kind, stage, unseen } = entry
  if (kind !== 'file' || stage !== 0 || unseen) return { path: file, blob_id: null, dirty: stage !== 0, unseen }
  return { path: file, blob_id: entry.blob_id, dirty: false, unseen, remembered: entry }
}

async function indexStamp(folders: GitFolders): Promise<string> {
  const seen = await stat(path.join(folders.git, 'index')).catch(() => undefined)
  return seen ? `${seen.ino}:${seen.size}:${seen.mtimeMs}` : 'none'
}

/** For an index only git can read: `H 100644 <blob> <stage>\t<path>` each. */
function fromRecords(bytes: Buffer): FoundPaths {
  const found: FoundPaths = { paths: [], skipped: [] }
  let last = ''
  for (const record of records(bytes, found.skipped)) {
    const tab = record.indexOf('\t')
    const file = record.slice(tab + 1)
    if (file === last) continue
    last = file
    if (record.startsWith('160000', 2)) found.skipped.push({ path: `${file}/`, reason: SUBMODULE })
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

function join(index: FoundPaths, status: Buffer): FoundPaths {
  const untracked: FoundPath[] = []
  const { dirty, gone } = readStatus(status, untracked, index.skipped)
  const isQuiet = dirty.size === 0 && gone.size === 0
  const paths = isQuiet
    ? index.paths
    : index.paths
        .filter((found) => !gone.has(found.path))
        .map((found) => (dirty.has(found.path) ? { path: found.path, blob_id: null, dirty: true, unseen: found.unseen } : found))
  return { paths: untracked.length === 0 ? paths : [...paths, ...untracked], skipped: index.skipped }
}

/** `XY path`: X is what is staged and no matter here, Y what differs on disk. */
function readStatus(status: Buffer, paths: FoundPath[], skipped: FileNote[]): { dirty: Set<string>; gone: Set<string> } {
  const dirty = new Set<string>()
  const gone = new Set<string>()
  for (const record of records(status, skipped)) {
    const file = record.slice(3)
    if (record.startsWith('??')) addUntracked(file, paths, skipped)
    else if (record.charAt(1) === 'D' && record.charAt(0) !== 'U' && record.charAt(0) !== 'D') gone.add(file)
    else if (record.charAt(1) !== ' ') dirty.add(file)
  }
  return { dirty, gone }
}

function addUntracked(file: string, paths: FoundPath[], skipped: FileNote[]): void {
  if (file.endsWith('/')) skipped.push({ path: file, reason: NESTED_REPO })
  else if (!installedFolder.test(file)) paths.push({ path: file, blob_id: null, dirty: true, unseen: false })
}

/** Git's records end in NUL. One whose bytes are no UTF-8 has no name that we could say again: it is left out, and said so. */
function records(bytes: Buffer, skipped: FileNote[]): string[] {
  const text = bytes.toString('utf8')
  if (!text.includes('\uFFFD')) return text.split('\0').slice(0, -1)
  const names: string[] = []
  for (let from = 0, to = bytes.indexOf(0); to >= 0; from = to + 1, to = bytes.indexOf(0, from)) {
    const record = bytes.subarray(from, to)
    const name = record.toString('utf8')
    if (Buffer.from(name, 'utf8').equals(record)) names.push(name)
    else noteOddName(name, skipped)
  }
  return names
}

function noteOddName(record: string, skipped: FileNote[]): void {
  const name = record.includes('\t') ? record.slice(record.indexOf('\t') + 1) : record.slice(3)
  if (!skipped.some((note) => note.path === name)) skipped.push({ path: name, reason: ODD_NAME })
}
