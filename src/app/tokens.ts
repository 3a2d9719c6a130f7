/** Tokens, with the repos of this home: a token may name only registered ones. */
import { type Authenticated, authenticate } from '../access/authenticate.ts'
import { createTokenReader } from '../access/token-reader.ts'
import { openTokens, type Tokens } from '../access/tokens.ts'
import { matchRepo } from '../workspace/match-repo.ts'
import type { TokenOptions } from './port.ts'
import type { Rooms } from './rooms.ts'

export type Access = Pick<Tokens, 'list' | 'revoke'> & {
  create(options: TokenOptions): ReturnType<Tokens['create']>
  authenticate(header: string | undefined): Promise<Authenticated>
}

export function openAccess({ config: { home }, options: { cwd, onWarning }, registry }: Rooms): Access {
  const warning = onWarning ? { onWarning } : {}
  const { create, list, revoke } = openTokens(home, warning)
  const reader = createTokenReader(home, warning)
  return {
    async create({ name, repos, expires }) {
      const known = await registry.list()
      const chosen = repos && (await Promise.all(repos.map((repo) => matchRepo(known, repo, { cwd }))))
      return create({ name: name ?? null, repos: chosen?.map(({ repo_id }) => repo_id) ?? null, expires: expires ?? null })
    },
    list,
    revoke,
    authenticate: async (header) => authenticate(header, await reader.read(), new Date()),
  }
}
