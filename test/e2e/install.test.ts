/** `cairn install` and `cairn uninstall` as a user runs them, and the written command as a client starts it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import type { ClientOverview, ClientReport } from '../../src/contract/reports.ts'
import { ask, environment, program, type RunOptions, runCairn } from '../kit/run-cairn.ts'
import { git, gitRepo, tempFolder } from '../kit/temp-repo.ts'

function start(): RunOptions & { user: string } {
  const home = tempFolder()
  mkdirSync(path.join(home, 'user'))
  const cwd = gitRepo({ 'src/a.py': 'def refund():\n    return 1\n', 'AGENTS.md': '# Rules\n' })
  return { cwd, home, user: path.join(home, 'user') }
}

describe('cairn install', () => {
  it('[IN1, IN3, IN5] the written command serves the tools; after uninstall the repo is as before', async () => {
    const options = start()
    mkdirSync(path.join(options.cwd, 'src/deep'))
    const below = { ...options, cwd: path.join(options.cwd, 'src/deep') }
    const { items } = ask<ClientReport>(['install', 'claude-code', 'codex', '--scope', 'project', '--instructions'], below)
    expect(
      items.flatMap(({ files }) => files.map(({ file, change }) => `${change} ${path.relative(options.cwd, file)}`)),
    ).toEqual([
      'added .mcp.json',
      'added .claude/skills/cairn/SKILL.md',
      'added AGENTS.md',
      'added .codex/config.toml',
      'added .agents/skills/cairn/SKILL.md',
      'none AGENTS.md',
    ])
    const { mcpServers } = JSON.parse(readFileSync(path.join(options.cwd, '.mcp.json'), 'utf8'))
    expect(mcpServers.cairn).toEqual({ type: 'stdio', command: 'node', args: [program, 'mcp'] })
    const client = new Client({ name: 'test', version: '1' })
    const { command, args } = mcpServers.cairn
    const env = environment(options) as Record<string, string>
    await client.connect(new StdioClientTransport({ command, args, cwd: options.cwd, env }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('where_used')
    await client.close()
    const left = ask<ClientReport>(['uninstall', 'claude-code', 'codex'], below)
    expect(left.items.flatMap(({ files }) => files.map(({ change }) => change))).toEqual([
      'removed',
      'removed',
      'none',
      'removed',
      'removed',
      'removed',
    ])
    expect(git(options.cwd, 'status', '--porcelain')).toBe('')
  })

  it('[IN11] without a client, the list says what is installed where', () => {
    const options = start()
    mkdirSync(path.join(options.user, '.gemini'))
    runCairn(['install', 'gemini'], options)
    const list = ask<ClientOverview>(['install'], options).items
    expect(list.find(({ client }) => client === 'gemini')).toMatchObject({
      found: true,
      scopes: [
        { scope: 'project', servers: [] },
        { scope: 'user', servers: ['cairn'] },
      ],
    })
    expect(runCairn(['install', '--text'], options).stdout).toContain('has Cairn (user)')
  })

  it('[IN4, IN8] problems end with exit 2 and leave everything alone; --dry-run and --print write nothing', () => {
    const options = start()
    const file = path.join(options.cwd, '.cursor/mcp.json')
    mkdirSync(path.dirname(file))
    writeFileSync(file, '{ "mcpServers": ')
    const broken = runCairn(['install', 'cursor', '--text'], options)
    expect(broken).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/\.cursor\/mcp\.json.*BAD_FILE/s) })
    expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": ')
    writeFileSync(file, '{"mcpServers": {"cairn": {"command": "x"}}}')
    expect(runCairn(['install', 'cursor'], options).stderr).toMatch(
      /Replace it with --force, or choose another name with --name\./,
    )
    expect(runCairn(['install', 'curser'], options)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Did you mean cursor?'),
    })
    expect(runCairn(['install', 'codex', '--token-env', 'T'], options).stderr).toContain(
      '--token-env is for a server behind an address: give --remote too.',
    )
    expect(runCairn(['install', 'codex', '--dry-run'], options).status).toBe(0)
    expect(runCairn(['install', 'codex', '--print', '--text'], options).stdout).toContain('[mcp_servers.cairn]')
    expect(existsSync(path.join(options.user, '.codex'))).toBe(false)
    expect(existsSync(path.join(options.home, 'cairn/clients.json'))).toBe(false)
  })

  it('[IN6] in the home folder there is no project', () => {
    const options = start()
    const there = { ...options, cwd: options.user }
    expect(runCairn(['install', 'cursor'], there)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no project here'),
    })
    expect(runCairn(['install', 'cursor', '--scope', 'user'], there).status).toBe(0)
    expect(existsSync(path.join(options.user, '.cursor/mcp.json'))).toBe(true)
  })
})
