/** `.llmc/rag/index_status.json`: the result of the last index of a repo. Reading it tolerates missing and unknown keys. */
import path from 'node:path'
import { readInside } from '../base/repo-files/read-inside.ts'
import { kindAt, mayWrite, realPath } from '../base/repo-files/see.ts'
import { replaceInside } from '../base/repo-files/write-inside.ts'
import type { IndexStatus } from '../contract/freshness.ts'
import { type Artifacts, homeArtifacts, openArtifacts, openHomeArtifacts, repoArtifacts } from './artifacts.ts'
import { wouldKeepOutOfGit } from './keep-out-of-git.ts'

/** Increased when the meaning of a key changes; callers that write a status do not set it. */
const SCHEMA_VERSION = '1'
export type StatusToWrite = Omit<IndexStatus, 'schema_version'>

/** The status files of all repos; for repos that are not writable they are in Cairn's home. */
export interface StatusFile {
  load(root: string): Promise<IndexStatus | null>
  /** Returns the path of the written file. */
  write(root: string, status: StatusToWrite): Promise<string>
  /** The files outside Cairn's home that `write` would create or change. */
  wouldWrite(root: string): Promise<string[]>
}

/** `inRepo` says whether a repo may be written to (`write_artifacts`). */
export const createStatusFile = (home: string, inRepo: (root: string) => boolean = () => true): StatusFile => ({
  load: (root) => loadStatus(root, { home }),
  write: (root, status) => writeStatus(root, status, { home, inRepo: inRepo(root) }),
  wouldWrite: async (root) => (inRepo(root) ? wouldWrite(root) : []),
})

/** Null when missing or corrupt; a missing `index_state` reads as `error`; never throws. With `home`, the file in Cairn's home is read too. */
export async function loadStatus(repoRoot: string, options: { home?: string } = {}): Promise<IndexStatus | null> {
  const found = await Promise.all(statusFilesOf(repoRoot, options.home).map(readStatus))
  // A repo can become read-only, or writable, between two builds, so the later file counts.
  const [latest] = found.filter((each) => each !== null).sort((a, b) => b.written_ms - a.written_ms)
  return latest?.status ?? null
}

export async function writeStatus(
  repoRoot: string,
  status: StatusToWrite,
  options: { home: string; inRepo?: boolean },
): Promise<string> {
  const artifacts = await openArtifacts(repoRoot, options.home, { inRepo: options.inRepo ?? true })
  const text = `${JSON.stringify({ ...status, schema_version: SCHEMA_VERSION }, null, 2)}\n`
  try {
    return await replaceStatus(artifacts, text)
  } catch (cause) {
    const fallback = await openHomeArtifacts(repoRoot, options.home)
    if (artifacts.folder === fallback.folder) throw cause
    return replaceStatus(fallback, text)
  }
}

async function replaceStatus({ folder, below, relative }: Artifacts, text: string): Promise<string> {
  await replaceInside(below, statusFileIn(relative), text)
  return statusFileIn(folder)
}

async function wouldWrite(root: string): Promise<string[]> {
  const folder = repoArtifacts(root)
  const existing = await kindAt(folder)
  const writable = existing ? existing === 'folder' && (await mayWrite(folder)) : await mayWrite(root)
  return writable ? [statusFileIn(folder), ...(await wouldKeepOutOfGit(root, path.basename(folder)))] : []
}

const statusFileIn = (folder: string): string => path.join(folder, 'rag', 'index_status.json')

/** Each with the folder that it must really be in. */
const statusFilesOf = (root: string, home: string | undefined): { folder: string; file: string }[] => [
  { folder: root, file: statusFileIn(repoArtifacts(root)) },
  ...(home === undefined ? [] : [{ folder: home, file: statusFileIn(homeArtifacts(home, root)) }]),
]

/** A repo may contain a link here, which would show parts of a file outside the repo; it is not followed. */
async function readStatus({ folder, file }: { folder: string; file: string }): Promise<FoundStatus | null> {
  const root = await realPath(folder)
  const read = root === undefined ? undefined : await readInside(root, path.relative(folder, file), { max_bytes: 1_000_000 })
  if (read?.state !== 'read') return null
  try {
    const value: unknown = JSON.parse(read.bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return { status: asStatus(value as Record<string, unknown>), written_ms: read.mtime_ms }
  } catch {
    return null
  }
}

type FoundStatus = { status: IndexStatus; written_ms: number }

function asStatus(value: Record<string, unknown>): IndexStatus {
  const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '')
  return {
    repo: text('repo'),
    index_state: stateOf(value.index_state),
    last_indexed_at: text('last_indexed_at'),
    last_indexed_commit: text('last_indexed_commit') || null,
    schema_version: typeof value.schema_version === 'number' ? String(value.schema_version) : text('schema_version'),
    ...(typeof value.last_error === 'string' ? { last_error: value.last_error } : {}),
  }
}

/** Any letter case is accepted. An unknown or missing word means that the index cannot be relied on. */
function stateOf(value: unknown): IndexStatus['index_state'] {
  const state = typeof value === 'string' ? value.toLowerCase() : ''
  return state === 'fresh' || state === 'stale' || state === 'rebuilding' ? state : 'error'
}
