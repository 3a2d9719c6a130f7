/**
 * What git knows of a checkout, in two questions asked at once: its index (paths with blob ids) and its status (what differs on
 * disk, what is untracked and not ignored). The stat walk is git's own.
 */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileNote } from '../contract/reports.ts'
import { type GitAnswer, runGit, whyGitFailed } from '../workspace/git.ts'
import { findGitFolders } from '../workspace/git-folders.ts'
import { type FoundPath, type FoundPaths, installedFolder, NESTED_REPO, ODD_NAME } from './found-paths.ts'
import type { ListOptions } from './port.ts'

export type GitInventory = ({ state: 'ok' } & FoundPaths) | { state: 'failed'; reason: string }

export async function gitInventory(root: string, options: ListOptions): Promise<GitInventory> {
  for (let round = 1; ; round++) {
    const before = await indexStamp(root)
    const [index, status] = await askBoth(root, options)
    if (index.state !== 'ok') return { state: 'failed', reason: whyGitFailed(index) }
    if (status.state !== 'ok') return { state: 'failed', reason: whyGitFailed(status) }
    // Had the index been written between the two answers, they would speak of different things.
    if ((await indexStamp(root)) === before || round === 5) return { state: 'ok', ...join(index.bytes, status.bytes) }
  }
}

function askBoth(root: string, { signal, under }: ListOptions): Promise<[GitAnswer, GitAnswer]> {
  const options = { timeout_ms: 120_000, ...(signal ? { signal } : {}) }
  const only = under ? ['--', under] : []
  return Promise.all([
    runGit(root, ['ls-files', '-z', '--stage', '-v', ...only], options),
    runGit(root, ['status', '--porcelain=v1', '-z', '-uall', '--no-renames', '--ignore-submodules=all', ...only], options),
  ])
}

async function indexStamp(root: string): Promise<string> {
  const folders = await findGitFolders(root)
  const seen = folders && (await stat(path.join(folders.git, 'index')).catch(() => undefined))
  return seen ? `${seen.ino}:${seen.size}:${seen.mtimeMs}` : 'none'
}

function join(index: Buffer, status: Buffer): FoundPaths {
  const paths: FoundPath[] = []
  const skipped: FileNote[] = []
  const { dirty, gone } = readStatus(status, paths, skipped)
  let last = ''
  for (const record of records(index, skipped)) {
    // `H 100644 <blob> <stage>\t<path>`
    const tab = record.indexOf('\t')
    const file = record.slice(tab + 1)
    // A conflict has up to three stages of one path.
    if (file === last || gone.has(file)) continue
    last = file
    if (record.startsWith('160000', 2)) skipped.push({ path: `${file}/`, reason: 'submodule: a repo of its own' })
    else paths.push(tracked(record, file, tab, dirty.has(file)))
  }
  return { paths, skipped }
}

/** A capital H is the plain case; S is skip-worktree, M unmerged; a small letter is assume-unchanged. */
function tracked(record: string, file: string, tab: number, dirty: boolean): FoundPath {
  const tag = record.charCodeAt(0)
  const plain = tag === 0x48
  const unseen = tag === 0x53 || tag > 0x60
  const isLink = record.startsWith('120000', 2)
  const blob_id = plain && !dirty && !isLink ? record.slice(9, tab - 2) : null
  return { path: file, blob_id, dirty: dirty || tag === 0x4d, unseen }
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
