/** `cairn token …`, with a fake app; and commands of two words in general (CL21). */
import { describe, expect, it } from 'vitest'
import { error, run } from '../../../test/kit/run-command.ts'
import { asRepoId } from '../../contract/ids.ts'
import type { TokenReport } from '../../contract/reports.ts'

const report: TokenReport = {
  id: '0a1b2c3d',
  name: 'ci',
  repos: [asRepoId('acme/shop'), asRepoId('acme/lib')],
  created_at: '2026-11-16T10:00:00.000Z',
  expires_at: '2026-12-16T10:00:00.000Z',
  expired: false,
}
const secret = `cairn_${'x'.repeat(43)}`

function tokens() {
  const asked: unknown[] = []
  const app = {
    tokens: {
      create: async (options?: object) => {
        asked.push(options)
        return { ...report, token: secret }
      },
      list: async () => [report, { ...report, id: '11111111', name: null, repos: null, expired: true }],
      revoke: async (idOrName: string) => {
        asked.push(idOrName)
        return report
      },
    },
  }
  return { app, asked }
}

describe('cairn token', () => {
  it('[AC1] create prints the token once, as text and as JSON', async () => {
    const { app, asked } = tokens()
    const argv = ['token', 'create', '--name', 'ci', '--repo', 'shop', '-r', 'lib', '--expires', '30d']
    const { stdout } = await run([...argv, '--text'], { app })
    expect(stdout).toBe(
      [
        'created 0a1b2c3d  ci  reads acme/shop, acme/lib  created 2026-11-16 10:00 UTC  expires 2026-12-16 10:00 UTC',
        '',
        `  ${secret}`,
        '',
        'It is not shown again.',
        '',
      ].join('\n'),
    )
    expect(JSON.parse((await run(['token', 'create'], { app })).stdout)).toMatchObject({
      items: [{ id: '0a1b2c3d', token: secret }],
    })
    expect(asked).toEqual([{ name: 'ci', repos: ['shop', 'lib'], expires: '30d' }, {}])
  })

  it('[AC1] list shows every token, and says which have expired', async () => {
    const { stdout } = await run(['token', 'list', '--text'], tokens())
    expect(stdout).toBe(
      [
        '0a1b2c3d  ci  reads acme/shop, acme/lib  created 2026-11-16 10:00 UTC  expires 2026-12-16 10:00 UTC',
        '11111111  reads all repos  created 2026-11-16 10:00 UTC  expired 2026-12-16 10:00 UTC',
        '',
      ].join('\n'),
    )
    const none = { app: { tokens: { ...tokens().app.tokens, list: async () => [] } } }
    expect((await run(['token', 'list', '--text'], none)).stdout).toBe('There are no tokens. `cairn token create` makes one.\n')
  })

  it('[AC4] revoke takes one id or name', async () => {
    const { app, asked } = tokens()
    expect((await run(['token', 'revoke', 'ci', '--text'], { app })).stdout).toMatch(/^revoked 0a1b2c3d {2}ci/)
    expect(asked).toEqual(['ci'])
    expect((await error(['token', 'revoke'], { app })).said).toContain('cairn token revoke needs --token')
  })
})

describe('commands of two words', () => {
  it('[CL21] a missing or unknown second word is BAD_ARGUMENT and lists them', async () => {
    for (const argv of [['token'], ['token', '--name', 'x']])
      expect(await error(argv)).toMatchObject({
        exit: 2,
        said: expect.stringContaining('The word after `cairn token` must be one of create, list, revoke.'),
      })
    expect((await error(['token', 'lits'])).said).toContain('it is "lits". Did you mean `cairn token list`?')
    expect((await error(['tokens'])).said).toContain('Did you mean `cairn token`?')
    expect((await error(['token', 'list', '--name', 'x'])).said).toContain('no option "--name" for `cairn token list`')
  })

  it('[CL21] help of the first word lists the commands, help of both words shows one', async () => {
    const group = await run(['token', '--help'])
    for (const row of ['cairn token create ', 'cairn token list ', 'cairn token revoke ID|NAME '])
      expect(group.stdout).toContain(row)
    expect((await run(['help', 'token'])).stdout).toBe(group.stdout)
    const one = await run(['token', 'revoke', '--help'])
    expect(one.stdout).toMatch(/^Usage: cairn token revoke ID\|NAME \[options\]$/m)
    expect((await run(['help', 'token', 'revoke'])).stdout).toBe(one.stdout)
    expect((await run(['--help'])).stdout).toMatch(/^ {2}token create {2}/m)
  })
})
