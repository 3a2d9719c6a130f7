/** Creates, lists and revokes tokens. A token itself is returned once, when it is created, and stored nowhere. */
import type { RepoId } from '../contract/ids.ts'
import { badArgument } from '../contract/problems.ts'
import type { CreatedToken, TokenReport } from '../contract/reports.ts'
import { readExpiry } from './read-expiry.ts'
import { hashToken, isExpired, makeToken, makeTokenId, type TokenRecord } from './token.ts'
import { changeTokens, openWords, readTokens, tokensFile } from './token-file.ts'

export interface Tokens {
  create(wanted: WantedToken): Promise<CreatedToken>
  /** First created first. */
  list(): Promise<TokenReport[]>
  /** By id, or by a name that only one token has; BAD_ARGUMENT otherwise. */
  revoke(idOrName: string): Promise<TokenReport>
}

/** `repos`: full ids, null for all. `expires`: as a person writes it (`30d`, `2027-01-31`), null for never. */
export type WantedToken = { name: string | null; repos: readonly RepoId[] | null; expires: string | null }

export type TokensOptions = { now?: () => Date; onWarning?: (words: string) => void }

export function openTokens(home: string, { now = () => new Date(), onWarning }: TokensOptions = {}): Tokens {
  const file = tokensFile(home)
  return {
    async create(wanted) {
      const token = makeToken()
      const record = recordOf(token, wanted, now())
      const value = await changeTokens(file, (tokens) => {
        const added = { id: freeId(tokens), ...record }
        return { tokens: [...tokens, added], value: added }
      })
      return { ...reportOf(value, now()), token }
    },
    async list() {
      const { tokens, open } = await readTokens(file)
      if (open) onWarning?.(openWords(file))
      return tokens.map((record) => reportOf(record, now()))
    },
    async revoke(idOrName) {
      const revoked = await changeTokens(file, (tokens) => {
        const found = tokenCalled(idOrName, tokens)
        return { tokens: tokens.filter((record) => record !== found), value: found }
      })
      return reportOf(revoked, now())
    },
  }
}

function recordOf(token: string, { name, repos, expires }: WantedToken, created: Date): Omit<TokenRecord, 'id'> {
  return {
    name: name === null ? null : checkName(name),
    hash: hashToken(token).toString('hex'),
    created_at: created.toISOString(),
    expires_at: expires === null ? null : readExpiry(expires, created),
    repos: repos && [...new Set(repos)],
  }
}

function freeId(tokens: readonly TokenRecord[]): string {
  for (;;) {
    const id = makeTokenId()
    if (!tokens.some((record) => record.id === id)) return id
  }
}

const LONGEST_NAME = 100

function checkName(name: string): string {
  const plain = name.trim()
  if (plain === '' || plain.length > LONGEST_NAME || /\p{C}/u.test(plain))
    throw badArgument(`The name of a token has 1 to ${LONGEST_NAME} printable characters.`)
  return plain
}

function tokenCalled(idOrName: string, tokens: readonly TokenRecord[]): TokenRecord {
  const wanted = idOrName.trim()
  const byId = tokens.find((record) => record.id === wanted)
  if (byId) return byId
  const named = tokens.filter((record) => record.name === wanted)
  if (named.length > 1)
    throw badArgument(`Several tokens are called "${wanted}": ${named.map(({ id }) => id).join(', ')}. Give the id of one.`)
  if (!named[0]) throw badArgument(`There is no token with the id or name "${shown(wanted)}"; \`cairn token list\` lists them.`)
  return named[0]
}

/** Someone may give the token itself: it must not be printed. */
const shown = (wanted: string): string => (wanted.startsWith('cairn_') ? 'cairn_…' : wanted)

/** Everything but the hash. */
const reportOf = ({ hash: _, ...record }: TokenRecord, now: Date): TokenReport => ({
  id: record.id,
  name: record.name,
  repos: record.repos,
  created_at: record.created_at,
  expires_at: record.expires_at,
  expired: isExpired(record, now),
})
