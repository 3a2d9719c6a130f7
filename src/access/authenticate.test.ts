/** Promises AC7–AC10 of docs/spec/access.md. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/kit/temp-repo.ts'
import { asRepoId } from '../contract/ids.ts'
import { authenticate } from './authenticate.ts'
import { hashToken, makeToken, type TokenRecord } from './token.ts'
import { createTokenReader } from './token-reader.ts'
import { openTokens } from './tokens.ts'

const now = new Date('2026-11-16T10:00:00Z')
const record = (token: string, more: Partial<TokenRecord> = {}): TokenRecord => ({
  id: '00000001',
  name: null,
  hash: hashToken(token).toString('hex'),
  created_at: now.toISOString(),
  expires_at: null,
  repos: null,
  ...more,
})
const token = makeToken()

describe('authenticate', () => {
  it('[AC9] gives the id and the scope of the token', () => {
    const others = [record(makeToken(), { id: 'other' })]
    expect(authenticate(`Bearer ${token}`, [...others, record(token)], now)).toEqual({ ok: true, token_id: '00000001' })
    expect(authenticate(`bearer  ${token}`, [record(token), ...others], now)).toEqual({ ok: true, token_id: '00000001' })
    const repos = [asRepoId('acme/shop')]
    expect(authenticate(`Bearer ${token}`, [record(token, { repos })], now)).toMatchObject({ ok: true, scope: { repos } })
    expect(authenticate(`Bearer ${token}`, [record(token, { repos: [] })], now)).toMatchObject({ ok: true, scope: { repos: [] } })
  })

  it('[AC8] every other request is refused with the same words', () => {
    const expired = [record(token, { expires_at: now.toISOString() })]
    const refused = [
      authenticate(undefined, [record(token)], now),
      authenticate('', [record(token)], now),
      authenticate(token, [record(token)], now),
      authenticate(`Basic ${token}`, [record(token)], now),
      authenticate(`Bearer ${token} x`, [record(token)], now),
      authenticate(`Bearer ${token}\n`, [], now),
      authenticate(`Bearer ${token.toUpperCase()}`, [record(token)], now),
      authenticate(`Bearer ${makeToken()}`, [record(token)], now),
      authenticate(`Bearer ${token}`, [], now),
      authenticate(`Bearer ${token}`, expired, now),
    ]
    const said = refused.map((answer) => (answer.ok ? answer : [answer.problem.code, answer.problem.message, answer.problem.fix]))
    expect(new Set(said.map((words) => JSON.stringify(words))).size).toBe(1)
    expect(said[0]).toEqual(['UNAUTHORIZED', 'A valid token is needed.', expect.any(String)])
    expect(authenticate(`Bearer ${token}`, expired, new Date(now.getTime() - 1)).ok).toBe(true)
  })

  it('[AC8] no other text is taken for the token, whatever it is', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string().map((text) => `Bearer ${text}`),
      fc.tuple(fc.integer({ min: 0, max: token.length }), fc.string()).map(([at, text]) => {
        const edited = `${token.slice(0, at)}${text}${token.slice(at + text.length)}`
        return `Bearer ${edited}`
      }),
    )
    fc.assert(
      fc.property(texts, (header) => {
        expect(authenticate(header, [record(token)], now).ok).toBe(header.trim() === `Bearer ${token}`)
      }),
    )
  })
})

describe('the tokens of a running server', () => {
  function server() {
    const home = path.join(tempFolder(), 'home')
    const file = path.join(home, 'tokens.json')
    const warnings: string[] = []
    const reader = createTokenReader(home, { onWarning: (words) => warnings.push(words) })
    const isKnown = async (given: string): Promise<boolean> => authenticate(`Bearer ${given}`, await reader.read(), new Date()).ok
    return { home, file, warnings, isKnown, tokens: openTokens(home) }
  }
  const any = { name: null, repos: null, expires: null }

  it('[AC10] a token works from the next request on, and is refused from the next request after it was revoked', async () => {
    const { isKnown, tokens } = server()
    expect(await isKnown(token)).toBe(false)
    for (let round = 0; round < 20; round++) {
      const made = await tokens.create(any)
      expect(await isKnown(made.token)).toBe(true)
      await tokens.revoke(made.id)
      expect(await isKnown(made.token)).toBe(false)
    }
  })

  it('[AC10] a file that is no longer young is not read again until it changes', async () => {
    const { home, tokens } = server()
    const made = await tokens.create(any)
    const later = createTokenReader(home, { now: () => Date.now() + 10_000 })
    const first = await later.read()
    expect(first).toHaveLength(1)
    expect(await later.read()).toBe(first)
    await tokens.revoke(made.id)
    expect(await later.read()).toEqual([])
    // Written a moment ago, it may be written again without a new time.
    const young = createTokenReader(home)
    expect(await young.read()).not.toBe(await young.read())
  })

  it('[AC5, AC10] a damaged or missing file refuses every token, and is reported once', async () => {
    const { file, isKnown, tokens, warnings } = server()
    const made = await tokens.create(any)
    expect(await isKnown(made.token)).toBe(true)
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, -10))
    for (let round = 0; round < 3; round++) expect(await isKnown(made.token)).toBe(false)
    expect(warnings).toEqual([expect.stringContaining('cannot be read as the list of tokens')])
    writeFileSync(file, whole)
    expect(await isKnown(made.token)).toBe(true)
    rmSync(file)
    expect(await isKnown(made.token)).toBe(false)
    expect(warnings).toHaveLength(1)
  })

  it.skipIf(process.platform === 'win32')(
    '[AC6, AC7] it warns about a file that others may read, and writes nothing',
    async () => {
      const { file, isKnown, tokens, warnings } = server()
      const made = await tokens.create(any)
      chmodSync(file, 0o640)
      const before = statSync(file)
      for (let round = 0; round < 3; round++) expect(await isKnown(made.token)).toBe(true)
      expect(warnings).toEqual([expect.stringContaining('Other users')])
      const after = statSync(file)
      expect([after.ino, after.mtimeMs, after.mode]).toEqual([before.ino, before.mtimeMs, before.mode])
    },
  )
})
