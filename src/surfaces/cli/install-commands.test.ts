/** Promises IN6, IN8 and IN11 of docs/spec/clients.md, as the command line shows them, with a fake app. */
import { describe, expect, it } from 'vitest'
import { error, run } from '../../../test/kit/run-command.ts'
import type { App } from '../../app/port.ts'
import type { ClientReport } from '../../contract/reports.ts'

const report: ClientReport = {
  client: 'codex',
  title: 'Codex',
  scope: 'user',
  name: 'cairn',
  files: [
    {
      file: '/home/me/.codex/config.toml',
      what: 'server',
      change: 'added',
      why: '',
      text: '[mcp_servers.cairn]\ncommand = "x"\n',
    },
    { file: '/home/me/.agents/skills/cairn/SKILL.md', what: 'skill', change: 'none', why: 'already there', text: 'skill\n' },
  ],
  notes: ['Codex reads the file when it starts.'],
  dry_run: false,
}

describe('cairn install', () => {
  const asked: unknown[] = []
  const app = (...reports: ClientReport[]): Partial<App> => ({
    installClients: async (...args) => {
      asked.push(args)
      return reports
    },
    uninstallClients: async (...args) => {
      asked.push(args)
      return reports
    },
  })
  it('[IN6] passes its options on, and says what was done', async () => {
    const { stdout, exit } = await run(['install', 'codex', 'cursor', '--text'], { app: app(report) })
    expect(exit).toBe(0)
    expect(stdout).toBe(
      'Codex (user)\n  added the server "cairn"  /home/me/.codex/config.toml\n  skill: already there  /home/me/.agents/skills/cairn/SKILL.md\n  Codex reads the file when it starts.\n',
    )
    expect(asked.splice(0)).toEqual([
      [
        ['codex', 'cursor'],
        { name: 'cairn', launch: ['npx', '-y', 'codecairn'], force: false, skill: true, instructions: false, mode: 'write' },
      ],
    ])
    const argv = 'install codex --scope project --name nav --remote https://x --token-env T --force --no-skill --instructions'
    await run(argv.split(' '), { app: app(report) })
    expect(asked.splice(0)).toEqual([
      [
        ['codex'],
        {
          scope: 'project',
          name: 'nav',
          remote: 'https://x',
          tokenEnv: 'T',
          launch: ['npx', '-y', 'codecairn'],
          force: true,
          skill: false,
          instructions: true,
          mode: 'write',
        },
      ],
    ])
  })
  it('[IN8] --print and --dry-run show the text', async () => {
    const would = { ...report, dry_run: true }
    const { stdout } = await run(['install', 'codex', '--dry-run', '--text'], { app: app(would) })
    expect(stdout).toContain(
      '  would add the server "cairn"  /home/me/.codex/config.toml\n    [mcp_servers.cairn]\n    command = "x"\n',
    )
    expect(asked.splice(0)).toMatchObject([[['codex'], { mode: 'dry-run' }]])
    const shown = { ...would, files: would.files.map((file) => ({ ...file, change: 'shown' as const, why: '' })) }
    const printed = await run(['install', 'codex', '--print', '--text'], { app: app(shown) })
    expect(printed.stdout).toContain('  server "cairn": put this into /home/me/.codex/config.toml\n    [mcp_servers.cairn]\n')
    expect(asked.splice(0)).toMatchObject([[['codex'], { mode: 'print' }]])
  })
  it('[IN8] names in the text of a file are not translated, those in sentences are', async () => {
    const [server] = report.files
    const skill = { ...server!, what: 'skill' as const, change: 'shown' as const, text: 'Ask `where_used`.\n' }
    const kept = { ...server!, change: 'none' as const, why: 'kept; replace it with `force=true`' }
    const { stdout } = await run(['install', 'codex', '--print', '--text'], { app: app({ ...report, files: [skill, kept] }) })
    expect(stdout).toContain('    Ask `where_used`.\n')
    expect(stdout).toContain('kept; replace it with --force')
    asked.splice(0)
  })
  it('[IN6] JSON has the reports as items', async () => {
    const { stdout } = await run(['uninstall', 'codex', '--scope', 'user', '--dry-run'], { app: app(report) })
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ client: 'codex', files: [{ change: 'added' }, {}] }] })
    expect(asked.splice(0)).toEqual([[['codex'], { scope: 'user', name: 'cairn', dryRun: true }]])
  })
  it('[IN6] uninstall needs a client, and scopes are checked', async () => {
    expect(await error(['uninstall'])).toMatchObject({ exit: 2, said: expect.stringContaining('needs --clients: claude-code') })
    expect(await error(['install', 'codex', '--scope', 'all'])).toMatchObject({
      exit: 2,
      said: expect.stringContaining('project, user'),
    })
  })
  it('[IN11] without a client it lists them', async () => {
    const clients: App['clients'] = async () => [
      {
        client: 'codex',
        title: 'Codex',
        found: true,
        default_scope: 'user',
        scopes: [{ scope: 'user', file: '/home/me/.codex/config.toml', servers: ['cairn'], problem: null }],
      },
      { client: 'zed', title: 'Zed', found: false, default_scope: 'user', scopes: [] },
    ]
    const { stdout } = await run(['install', '--text'], { app: { clients } })
    expect(stdout).toBe(
      'On this machine\n  codex  Codex\n      has Cairn (user) /home/me/.codex/config.toml\n\nNot found here\n  zed    Zed\n\nConnect one with `cairn install CLIENT`; `cairn install CLIENT --print` only shows what to write.\n',
    )
  })
})
