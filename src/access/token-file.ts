/**
 * `tokens.json` in Cairn's home: read and checked as a whole, replaced as a whole under a lock, mode 0600. A damaged file is
 * BAD_FILE for whoever manages tokens. It is never overwritten, because it may be the only record of tokens that must be revoked.
 */
import path from 'node:path'
import { atomicWrite } from '../base/atomic-write.ts'
import { errorCode } from '../base/error-code.ts'
import { LockTimeout, withFileLock } from '../base/file-lock.ts'
import { makeFolder } from '../base/make-folder.ts'
import { readOwnFile } from '../base/own-file.ts'
import { asRepoId } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { TokenRecord } from './token.ts'

export const tokensFile = (home: string): string => path.join(home, 'tokens.json')

export type FoundTokens = {
  tokens: TokenRecord[]
  /** Other users of this machine may read the file. */
  open: boolean
}

/** No file: no tokens. Throws BAD_FILE, or RAG_UNAVAILABLE when the file may not be read. */
export async function readTokens(file: string): Promise<FoundTokens> {
  try {
    const found = readOwnFile(file)
    if (found.state === 'none') return { tokens: [], open: false }
    if (found.state === 'odd') throw badFile(file, found.why)
    return { tokens: parse(file, found.text), open: isOpen(found.mode) }
  } catch (cause) {
    throw asProblem(cause, file)
  }
}

/** `work` gets the tokens and returns the new list, and a value for the caller. If it throws, the file stays as it is. */
export async function changeTokens<Value>(
  file: string,
  work: (tokens: readonly TokenRecord[]) => { tokens: readonly TokenRecord[]; value: Value },
): Promise<Value> {
  try {
    makeFolder(path.dirname(file), 0o700)
    return await withFileLock(`${file}.lock`, async () => {
      const { tokens, value } = work((await readTokens(file)).tokens)
      await atomicWrite(file, `${JSON.stringify({ version: VERSION, tokens }, null, 2)}\n`, { durable: true, mode: 0o600 })
      return value
    })
  } catch (cause) {
    throw asProblem(cause, file)
  }
}

/** The next write sets the mode. */
export const openWords = (file: string): string =>
  `Other users of this machine may read ${file}. Run chmod 600 on it; creating or revoking a token does so too.`

const VERSION = 1

/** Windows has no such modes: there the folder's permissions decide. */
const isOpen = (mode: number): boolean => process.platform !== 'win32' && (mode & 0o077) !== 0

function parse(file: string, text: string): TokenRecord[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badFile(file, 'it is not JSON')
  }
  const { version, tokens } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  // A newer version may restrict tokens in ways that this one would not apply.
  if (version !== VERSION) throw badFile(file, `its version is not ${VERSION}`)
  if (!Array.isArray(tokens) || !tokens.every(isRecord)) throw badFile(file, 'an entry is incomplete')
  return tokens.map(({ id, name, hash, created_at, expires_at, repos }) => ({
    id,
    name,
    hash,
    created_at,
    expires_at,
    repos: repos?.map(asRepoId) ?? null,
  }))
}

function isRecord(value: unknown): value is TokenRecord {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, hash, created_at, expires_at, repos } = value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    id !== '' &&
    (name === null || typeof name === 'string') &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    isTime(created_at) &&
    (expires_at === null || isTime(expires_at)) &&
    (repos === null || (Array.isArray(repos) && repos.every((repo) => typeof repo === 'string')))
  )
}

const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const badFile = (file: string, detail: string): CairnProblem =>
  new CairnProblem(
    'BAD_FILE',
    { file, expected: 'the list of tokens', detail },
    { fix: 'Every token is refused until you repair the file, or delete it and create new tokens with `cairn token create`.' },
  )

function asProblem(cause: unknown, file: string): unknown {
  if (cause instanceof LockTimeout)
    return new CairnProblem('TIMEOUT', { what: 'Waiting for the list of tokens', limit: '8 s' }, { cause })
  const code = errorCode(cause)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new CairnProblem('DISK_FULL', { where: path.dirname(file) }, { cause })
  if (code === 'EISDIR' || code === 'ELOOP') return badFile(file, 'it is not a plain file')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR')
    return new CairnProblem('RAG_UNAVAILABLE', { detail: `${file} cannot be used (${code})` }, { cause })
  return cause
}
