/** A token, the record of it that is stored, and the hash that connects the two. */
import { createHash, randomBytes } from 'node:crypto'
import type { RepoId } from '../contract/ids.ts'

export type TokenRecord = {
  /** Short and printable, to name a token without showing it. Made independently of the token, so it tells nothing about it. */
  id: string
  /** A label for people; several tokens may have the same one. */
  name: string | null
  /** SHA-256 of the token, in hex. */
  hash: string
  created_at: string
  /** From this moment on the token is refused; null: never. */
  expires_at: string | null
  /** Full ids of the repos it may read; null: all repos, those registered later too. */
  repos: readonly RepoId[] | null
}

const PREFIX = 'cairn_'
const RANDOM_BYTES = 32

export const makeToken = (): string => PREFIX + randomBytes(RANDOM_BYTES).toString('base64url')

export const makeTokenId = (): string => randomBytes(4).toString('hex')

/** What every token looks like: the prefix and 32 bytes in base64url. */
export const tokenPattern = /^cairn_[A-Za-z0-9_-]{43}$/

/**
 * A plain SHA-256, without salt or a slow function. Those protect passwords, which people choose and others can guess. A token is
 * 256 random bits: nobody can guess it, whatever a guess costs, and a slow function would slow every request.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const isExpired = ({ expires_at }: Pick<TokenRecord, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime()
