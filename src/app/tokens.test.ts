/** Tokens of a real home with real repos, and what a caller with one may read. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'

let desk: ToolDesk
let roots: string[]

beforeAll(async () => {
  roots = ['open', 'secret'].map((name) => gitRepo({ [`${name}.py`]: `def ${name}_function():\n    return 1\n` }, name))
  desk = await openDesk(roots[0] ?? '')
  await desk.app.index(roots.slice(0, 1), { name: 'acme/open' })
  await desk.app.index(roots.slice(1))
})

describe('tokens', () => {
  it('[AC2] a repo is named by id, last part or path, and stored as its full id', async () => {
    const { tokens } = desk.app
    for (const repo of ['acme/open', 'open', roots[0] ?? ''])
      expect((await tokens.create({ repos: [repo] })).repos, repo).toEqual(['acme/open'])
    expect((await tokens.create({ repos: ['open', 'secret', '.'] })).repos).toEqual(['acme/open', 'secret'])
    expect((await tokens.create()).repos).toBeNull()
  })

  it('[AC2] a repo that is not registered is REPO_UNKNOWN, and no token is made', async () => {
    const before = await desk.app.tokens.list()
    for (const repo of ['nothing', path.join(roots[0] ?? '', '..')])
      await expect(desk.app.tokens.create({ repos: ['open', repo] })).rejects.toMatchObject({ code: 'REPO_UNKNOWN' })
    expect(await desk.app.tokens.list()).toEqual(before)
  })

  it('[AC9] a caller reads the repos of the token, until it is revoked', async () => {
    const { token, id } = await desk.app.tokens.create({ name: 'one', repos: ['open'], expires: '1d' })
    const caller = await desk.app.authenticate(`Bearer ${token}`)
    if (!caller.ok) throw caller.problem
    expect(caller).toEqual({ ok: true, token_id: id, scope: { repos: ['acme/open'] } })
    const answer = await desk.ask('list_repos', {}, caller.scope ? { scope: caller.scope } : {})
    expect(answer.items.map(({ repo_id }) => repo_id)).toEqual(['acme/open'])
    await desk.app.tokens.revoke('one')
    expect(await desk.app.authenticate(`Bearer ${token}`)).toMatchObject({ ok: false, problem: { code: 'UNAUTHORIZED' } })
  })

  it('[AC5] with a damaged file nobody is let in', async () => {
    const { token } = await desk.app.tokens.create()
    expect((await desk.app.authenticate(`Bearer ${token}`)).ok).toBe(true)
    writeFileSync(path.join(process.env.CAIRN_HOME ?? '', 'tokens.json'), '{')
    expect((await desk.app.authenticate(`Bearer ${token}`)).ok).toBe(false)
    await expect(desk.app.tokens.list()).rejects.toMatchObject({ code: 'BAD_FILE' })
  })
})
