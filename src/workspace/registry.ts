/**
 * The list of registered repos: one JSON file in Cairn's home, and a copy of it. It is replaced as a whole under a lock, so that processes
 * that register at the same time lose nothing. A damaged file is renamed, never overwritten, and the copy takes its place.
 */
import { lstat, realpath, rename } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { atomicWrite } from '../base/atomic-write.ts'
import { errorCode } from '../base/error-code.ts'
import { LockTimeout, withFileLock } from '../base/file-lock.ts'
import { makeFolder } from '../base/make-folder.ts'
import { readOwnFile } from '../base/own-file.ts'
import { shellWord } from '../contract/call-words.ts'
import { asRepoId, type RepoId } from '../contract/ids.ts'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import { checkRepoName, chooseRepoId, readOrigin } from './repo-id.ts'

export type RegisteredRepo = {
  repo_id: RepoId
  /** Absolute, links resolved. */
  root: string
  /** One spelling for all addresses of the same remote: `github.com/acme/shop`; null without a remote. */
  origin: string | null
  registered_at: string
  /** When its folder was first found missing; absent while it exists. */
  missing_since?: string
  /** Built by a library call, not registered: its id is reserved, and it is not listed. */
  reserved?: true
}

export interface Registry {
  /** First registered first. */
  list(): Promise<readonly RegisteredRepo[]>
  findByRoot(root: string): Promise<RegisteredRepo | undefined>
  /** The entry of this root, created if there is none. A `name` that another repo has is BAD_ARGUMENT. */
  register(root: string, options?: { name?: string }): Promise<RegisteredRepo>
  /** The id that this root has, or would be given. */
  idOf(root: string): Promise<RepoId>
  /** Reserves that id for an unregistered root, so that its rows are not mixed with those of another checkout. */
  reserve(root: string): Promise<RegisteredRepo>
  /** Ids reserved for unregistered roots. */
  reserved(): Promise<readonly RepoId[]>
  /** False when there was no such repo. */
  remove(repo: RepoId): Promise<boolean>
  /** Records since when each repo's folder is gone, or that it is back; returns the updated entries. */
  markMissing(gone: ReadonlySet<RepoId>): Promise<readonly RegisteredRepo[]>
}

export type RegistryOptions = {
  now?: () => Date
  /** Called when a damaged registry was renamed. */
  onWarning?: (words: string) => void
}

export function openRegistry(home: string, options: RegistryOptions = {}): Registry {
  const file = path.join(home, 'registry.json')
  const now = options.now ?? (() => new Date())
  const warn = options.onWarning ?? (() => undefined)
  const change = <Value>(work: (repos: RegisteredRepo[]) => Changed<Value>): Promise<Value> => changeFile(file, warn, work)
  const read = async (): Promise<RegisteredRepo[]> => {
    const found = await readRegistry(file)
    // Mended under the lock, after another check: another process may just have done so.
    const isWrong = found.state === 'damaged' || (found.state === 'none' && (await isThere(copyOf(file))))
    return isWrong ? change((repos) => ({ value: repos })) : found.repos
  }
  const entryOf = async (root: string): Promise<RegisteredRepo> => {
    const real = await resolved(root)
    const repos = await read()
    const known = repos.find((repo) => repo.root === real)
    if (known) return known
    const origin = await readOrigin(real)
    return registerIn(repos, { root: real, origin, name: undefined, registered_at: now().toISOString(), reserve: true }).value
  }
  return {
    list: async () => (await read()).filter((repo) => !repo.reserved),
    findByRoot: async (root) => {
      const real = await resolved(root)
      return (await read()).find((repo) => repo.root === real && !repo.reserved)
    },
    idOf: async (root) => (await entryOf(root)).repo_id,
    reserve: async (root) => {
      const { root: real, origin, registered_at } = await entryOf(root)
      return change((repos) => registerIn(repos, { root: real, origin, name: undefined, registered_at, reserve: true }))
    },
    reserved: async () => (await read()).filter((repo) => repo.reserved).map(({ repo_id }) => repo_id),
    register: async (root, { name } = {}) => {
      const real = await resolved(root)
      const known = (await read()).find((repo) => repo.root === real)
      if (known && (name === undefined || known.repo_id === name) && !known.missing_since && !known.reserved) return known
      const origin = await readOrigin(real)
      return change((repos) => registerIn(repos, { root: real, origin, name, registered_at: now().toISOString() }))
    },
    remove: (id) =>
      change((repos) => {
        const kept = repos.filter((repo) => repo.repo_id !== id)
        return kept.length === repos.length ? { value: false } : { value: true, repos: kept }
      }),
    markMissing: (gone) =>
      change((repos) => {
        const marked = repos.map((repo) => withMissing(repo, gone.has(repo.repo_id) ? now().toISOString() : undefined))
        return { value: marked, repos: marked }
      }),
  }
}

/** `repos` absent: nothing is written. */
type Changed<Value> = { value: Value; repos?: RegisteredRepo[] }
type Wanted = { root: string; origin: string | null; name: string | undefined; registered_at: string; reserve?: true }

function registerIn(repos: readonly RegisteredRepo[], wanted: Wanted): Changed<RegisteredRepo> {
  const { root, origin, name, registered_at } = wanted
  const others = repos.filter((repo) => repo.root !== root)
  const isTaken = (id: string): boolean => others.some((repo) => repo.repo_id.toLowerCase() === id.toLowerCase())
  const known = repos.find((repo) => repo.root === root)
  const clash = name === undefined ? undefined : others.find((repo) => repo.repo_id.toLowerCase() === name.toLowerCase())
  if (clash) throw badArgument(`Another repo is already called "${name}": ${clash.root}. Choose another name.`)
  if (known?.reserved && !wanted.reserve) {
    const repo_id = name === undefined ? known.repo_id : checkRepoName(name)
    const added: RegisteredRepo = { repo_id, root, origin, registered_at }
    return { value: added, repos: [...others, added] }
  }
  if (known) {
    // An id does not change until the repo is removed, because rows, documents and links contain it.
    if (name !== undefined && name !== known.repo_id)
      throw badArgument(
        `This repo is already called "${known.repo_id}", and an id is kept until the repo is removed. To change it: \`cairn remove ${shellWord(known.repo_id)}\`, then index it again.`,
      )
    const back = withMissing(known, undefined)
    return { value: back, repos: repos.map((repo) => (repo === known ? back : repo)) }
  }
  const repo_id = name === undefined ? chooseRepoId(root, origin, isTaken) : checkRepoName(name)
  const added: RegisteredRepo = { repo_id, root, origin, registered_at, ...(wanted.reserve ? { reserved: true } : {}) }
  return { value: added, repos: [...repos, added] }
}

function withMissing(repo: RegisteredRepo, since: string | undefined): RegisteredRepo {
  const { missing_since, ...rest } = repo
  return since === undefined ? rest : { ...rest, missing_since: missing_since ?? since }
}

async function changeFile<Value>(
  file: string,
  warn: (words: string) => void,
  work: (repos: RegisteredRepo[]) => Changed<Value>,
): Promise<Value> {
  try {
    makeFolder(path.dirname(file), 0o700)
    return await withFileLock(`${file}.lock`, async () => {
      const found = await readRegistry(file)
      const saved = found.state === 'whole' ? undefined : await readRegistry(copyOf(file))
      const before = saved?.state === 'whole' ? saved.repos : found.repos
      if (found.state === 'damaged') warn(await setAside(file, before))
      const { value, repos = saved && before } = work(before)
      if (repos) await writeRegistry(file, repos)
      return value
    })
  } catch (cause) {
    throw asProblem(cause, path.dirname(file))
  }
}

const copyOf = (file: string): string => `${file}.copy`

/** The copy last: whichever of the two is whole, the list is one that was written. */
async function writeRegistry(file: string, repos: readonly RegisteredRepo[]): Promise<void> {
  const text = `${JSON.stringify({ version: 1, repos, sum: sumOf(repos) }, null, 2)}\n`
  await atomicWrite(file, text, { durable: true })
  // A file is replaced, and so are a pipe and a link; a folder cannot be.
  if ((await lstat(copyOf(file)).catch(() => undefined))?.isDirectory()) await renameDamaged(copyOf(file))
  await atomicWrite(copyOf(file), text)
}

async function renameDamaged(file: string): Promise<string> {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`
  await rename(file, aside)
  return aside
}

async function setAside(file: string, saved: readonly RegisteredRepo[]): Promise<string> {
  const aside = await renameDamaged(file)
  const next = saved.length > 0 ? 'its copy is used now.' : 'register repos again with `cairn index DIR`.'
  return `The list of repos was damaged. It was renamed to ${aside}; ${next}`
}

/** `none`: there is no file. */
type Found = { state: 'whole' | 'damaged' | 'none'; repos: RegisteredRepo[] }

async function readRegistry(file: string): Promise<Found> {
  let text: string
  try {
    const found = readOwnFile(file)
    if (found.state === 'none') return { state: (await isThere(file)) ? 'damaged' : 'none', repos: [] }
    if (found.state === 'odd') return { state: 'damaged', repos: [] }
    text = found.text
  } catch (cause) {
    if (errorCode(cause) === 'ENOTDIR') return { state: 'none', repos: [] }
    throw asProblem(cause, path.dirname(file))
  }
  try {
    const value: unknown = JSON.parse(text)
    const isSame = hasRepos(value) && (value.sum === undefined || value.sum === sumOf(value.repos))
    if (isSame && value.repos.every(isRepo)) return { state: 'whole', repos: value.repos.map(asRepo) }
  } catch {
    // Not JSON: damaged, like JSON without a list of repos.
  }
  return { state: 'damaged', repos: [] }
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  )

/** A list that an earlier version wrote has no checksum. */
const sumOf = (repos: readonly unknown[]): number => crc32(JSON.stringify(repos))

const hasRepos = (value: unknown): value is { repos: unknown[]; sum?: unknown } =>
  typeof value === 'object' && value !== null && 'repos' in value && Array.isArray(value.repos)

function isRepo(value: unknown): value is RegisteredRepo {
  if (typeof value !== 'object' || value === null) return false
  const { repo_id, root, origin, registered_at } = value as Record<string, unknown>
  return (
    typeof repo_id === 'string' &&
    typeof root === 'string' &&
    (origin === null || typeof origin === 'string') &&
    typeof registered_at === 'string'
  )
}

const asRepo = (repo: RegisteredRepo): RegisteredRepo => ({ ...repo, repo_id: asRepoId(repo.repo_id) })

const resolved = (root: string): Promise<string> => realpath(root).catch(() => path.resolve(root))

const unusable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP', 'EIO'])

function asProblem(cause: unknown, home: string): unknown {
  if (cause instanceof LockTimeout)
    return new CairnProblem('TIMEOUT', { what: 'Waiting for the list of repos', limit: '8 s' }, { cause })
  const code = errorCode(cause)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new CairnProblem('DISK_FULL', { where: home }, { cause })
  if (code !== undefined && unusable.has(code))
    return new CairnProblem('RAG_UNAVAILABLE', { detail: `Cairn's home ${home} cannot be used (${code})` }, { cause })
  return cause
}
