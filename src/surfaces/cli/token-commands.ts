/** `token create`, `token list`, `token revoke`. */
import type { CreatedToken, TokenReport } from '../../contract/reports.ts'
import { named, visible } from '../../contract/visible.ts'
import { okResult } from '../../envelope/result.ts'
import type { Style } from '../../envelope/style.ts'
import type { Call, Outcome } from './command.ts'

export async function runTokenCreate({ app, args, style }: Call): Promise<Outcome> {
  const created = await app.tokens.create({
    ...(typeof args.name === 'string' ? { name: args.name } : {}),
    ...(Array.isArray(args.repo) ? { repos: args.repo as string[] } : {}),
    ...(typeof args.expires === 'string' ? { expires: args.expires } : {}),
  })
  return { result: okResult([created], fromDisk), text: createdText(created, style) }
}

export async function runTokenList({ app, style }: Call): Promise<Outcome> {
  const tokens = await app.tokens.list()
  return { result: okResult(tokens, fromDisk), text: listText(tokens, style) }
}

export async function runTokenRevoke({ app, args, style }: Call): Promise<Outcome> {
  const revoked = await app.tokens.revoke(String(args.token))
  return { result: okResult([revoked], fromDisk), text: `revoked ${tokenText(revoked, style)}` }
}

const fromDisk = { source: 'LOCAL_FALLBACK' } as const

const createdText = ({ token, ...created }: CreatedToken, style: Style): string =>
  [`created ${tokenText(created, style)}`, '', `  ${style.strong(token)}`, '', 'It is not shown again.'].join('\n')

const listText = (tokens: readonly TokenReport[], style: Style): string =>
  tokens.length === 0
    ? 'There are no tokens. `cairn token create` makes one.'
    : tokens.map((token) => tokenText(token, style)).join('\n')

function tokenText({ id, name, repos, created_at, expires_at, expired }: TokenReport, style: Style): string {
  const reads = repos === null ? 'all repos' : repos.join(', ') || 'no repo'
  const end = expires_at === null ? 'never expires' : `${expired ? 'expired' : 'expires'} ${moment(expires_at)}`
  const words = [
    style.name(visible(id)),
    ...(name === null ? [] : [style.strong(named(name))]),
    `reads ${visible(reads)}`,
    `created ${moment(created_at)}`,
    expired ? style.warn(end) : end,
  ]
  return words.join('  ')
}

/** To the minute, in UTC: an expiry is a time in UTC too. */
const moment = (time: string): string => `${visible(time.slice(0, 16).replace('T', ' '))} UTC`
