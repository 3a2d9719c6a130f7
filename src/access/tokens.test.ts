/** Promises AC1, AC3–AC7 of docs/spec/access.md. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/kit/temp-repo.ts'
import { asRepoId } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import { readExpiry } from './read-expiry.ts'
import { openTokens } from './tokens.ts'

const any = { name: null, repos: null, expires: null }
const now = new Date('2026-11-16T10:00:00Z')

function house() {
  const home = path.join(tempFolder(), 'home')
  const warnings: string[] = []
  const file = path.join(home, 'tokens.json')
  return { home, file, warnings, tokens: openTokens(home, { now: () => now, onWarning: (words) => warnings.push(words) }) }
}

const problemOf = async (work: () => unknown): Promise<CairnProblem> => {
  try {
    await work()
  } catch (thrown) {
    if (thrown instanceof CairnProblem) return thrown
    throw thrown
  }
  throw new Error('no problem')
}

describe('creating and listing', () => {
  it('[AC1] a token is shown once, and only its hash is stored', async () => {
    const { tokens, file } = house()
    const created = await tokens.create({ ...any, name: 'ci', repos: [asRepoId('acme/shop'), asRepoId('acme/shop')] })
    expect(created.token).toMatch(/^cairn_[A-Za-z0-9_-]{43}$/)
    const stored = readFileSync(file, 'utf8')
    expect(stored).not.toContain(created.token.slice(6))
    const { token: _, ...shown } = created
    expect(await tokens.list()).toEqual([shown])
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      name: 'ci',
      repos: ['acme/shop'],
      created_at: '2026-11-16T10:00:00.000Z',
      expires_at: null,
      expired: false,
    })
    const hash = /"hash": "([0-9a-f]{64})"/.exec(stored)?.[1] ?? ''
    expect(hash).not.toBe('')
    expect(JSON.stringify(await tokens.list())).not.toContain(hash)
  })

  it('[AC1] no two tokens are alike, and a name is a printable label', async () => {
    const { tokens } = house()
    const made = [await tokens.create({ ...any, name: 'a' }), await tokens.create({ ...any, name: 'a' })]
    expect(new Set(made.flatMap(({ id, token }) => [id, token])).size).toBe(4)
    for (const name of ['', '  ', 'a\nb', 'x'.repeat(101)])
      expect((await problemOf(() => tokens.create({ ...any, name }))).code, JSON.stringify(name)).toBe('BAD_ARGUMENT')
    expect(await tokens.list()).toHaveLength(2)
  })

  it('[AC3] a token expires after a span or at the end of a day', async () => {
    expect(readExpiry('12h', now)).toBe('2026-11-16T22:00:00.000Z')
    expect(readExpiry(' 30d ', now)).toBe('2026-12-16T10:00:00.000Z')
    expect(readExpiry('2W', now)).toBe('2026-11-30T10:00:00.000Z')
    expect(readExpiry('2027-01-31', now)).toBe('2027-02-01T00:00:00.000Z')
    expect(readExpiry('2026-11-16', now)).toBe('2026-11-17T00:00:00.000Z')
    const bad = [
      '',
      'soon',
      '30',
      '-3d',
      '3.5d',
      '0d',
      '2026-11-15',
      '2027-02-30',
      '2027-13-01',
      '999999999w',
      '2027-1-1',
      '1e3d',
    ]
    for (const text of bad) expect((await problemOf(() => readExpiry(text, now))).code, text).toBe('BAD_ARGUMENT')
  })

  it('[AC3] an expired token stays in the list and is marked', async () => {
    const { home, tokens } = house()
    await tokens.create({ ...any, expires: '1h' })
    const later = openTokens(home, { now: () => new Date(now.getTime() + 3_600_000) })
    expect((await tokens.list()).map(({ expired }) => expired)).toEqual([false])
    expect((await later.list()).map(({ expired }) => expired)).toEqual([true])
  })
})

describe('revoking', () => {
  it('[AC4] by id or by a name that only one token has', async () => {
    const { tokens } = house()
    const [a, b] = [await tokens.create({ ...any, name: 'a' }), await tokens.create({ ...any, name: 'b' })]
    expect(await tokens.revoke('a')).toMatchObject({ id: a.id, name: 'a' })
    expect((await tokens.revoke(b.id)).name).toBe('b')
    expect(await tokens.list()).toEqual([])
  })

  it('[AC4] an unknown or ambiguous name revokes nothing and is BAD_ARGUMENT', async () => {
    const { tokens } = house()
    const made = [await tokens.create({ ...any, name: 'ci' }), await tokens.create({ ...any, name: 'ci' })]
    const several = await problemOf(() => tokens.revoke('ci'))
    expect(several).toMatchObject({ code: 'BAD_ARGUMENT' })
    for (const { id } of made) expect(several.message).toContain(id)
    expect(await problemOf(() => tokens.revoke('nothing'))).toMatchObject({
      code: 'BAD_ARGUMENT',
      message: 'There is no token with the id or name "nothing"; `cairn token list` lists them.',
    })
    const itself = await problemOf(() => tokens.revoke(made[0]?.token ?? ''))
    expect(itself.code).toBe('BAD_ARGUMENT')
    expect(itself.message).not.toContain(made[0]?.token.slice(6))
    expect(await tokens.list()).toHaveLength(2)
  })
})

describe('the file', () => {
  const entry = {
    id: '00000001',
    name: null,
    hash: 'a'.repeat(64),
    created_at: now.toISOString(),
    expires_at: null,
    repos: null,
  }
  const damaged: [why: string, text: string][] = [
    ['cut off', '{"version": 1, "tokens": ['],
    ['empty', ''],
    ['not an object', '[]'],
    ['without a list', '{"version": 1}'],
    ['of a newer version', JSON.stringify({ version: 2, tokens: [] })],
    ['a hash of the wrong length', JSON.stringify({ version: 1, tokens: [{ ...entry, hash: 'ab' }] })],
    ['repos missing', JSON.stringify({ version: 1, tokens: [{ ...entry, repos: undefined }] })],
    ['expiry not a time', JSON.stringify({ version: 1, tokens: [{ ...entry, expires_at: 'soon' }] })],
  ]
  it.each(damaged)('[AC5] damaged (%s) is BAD_FILE for every command, and is not overwritten', async (_, text) => {
    const { home, file, tokens } = house()
    mkdirSync(home)
    writeFileSync(file, text, { mode: 0o600 })
    for (const work of [() => tokens.create(any), () => tokens.list(), () => tokens.revoke('00000001')])
      expect((await problemOf(work)).code).toBe('BAD_FILE')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('[AC5] a folder or a pipe in its place is BAD_FILE, and nothing waits', async () => {
    for (const make of [(file: string) => void mkdirSync(file), (file: string) => void spawnSync('mkfifo', [file])]) {
      const { home, file, tokens } = house()
      mkdirSync(home)
      make(file)
      expect((await problemOf(() => tokens.list())).code).toBe('BAD_FILE')
      expect((await problemOf(() => tokens.create(any))).code).toBe('BAD_FILE')
    }
  })

  it.skipIf(process.platform === 'win32')(
    '[AC6] only its owner may read it; otherwise a warning, until the next write',
    async () => {
      const { file, home, tokens, warnings } = house()
      const made = await tokens.create(any)
      const mode = (): number => statSync(file).mode & 0o777
      expect([mode(), statSync(home).mode & 0o777]).toEqual([0o600, 0o700])
      await tokens.list()
      expect(warnings).toEqual([])
      chmodSync(file, 0o644)
      await tokens.list()
      expect(warnings).toEqual([expect.stringContaining(`Other users of this machine may read ${file}.`)])
      expect(mode()).toBe(0o644)
      await tokens.revoke(made.id)
      expect(mode()).toBe(0o600)
    },
  )

  it('[AC7] writers at the same time lose nothing', async () => {
    const { home } = house()
    const names = Array.from({ length: 12 }, (_, at) => `t${at}`)
    await Promise.all(names.map((name) => openTokens(home).create({ ...any, name })))
    await Promise.all(names.slice(0, 6).map((name) => openTokens(home).revoke(name)))
    expect((await openTokens(home).list()).map(({ name }) => name).sort()).toEqual(names.slice(6).sort())
  })
})
