/** Promise IN11 of docs/spec/clients.md: which clients are here, and which have Cairn. */
import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clientMachine } from '../../test/kit/client-machine.ts'
import { tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { clientTable } from './client-table.ts'
import { listClients } from './list-clients.ts'

describe('the list of clients', () => {
  it('[IN11] a client is found by its folder or its program', async () => {
    const programs = tempFolder()
    writeFiles(programs, { codex: '', 'zed.exe': '' })
    const machine = clientMachine({ variables: { PATH: `/nowhere:${programs}` } })
    mkdirSync(machine.at('~/.cursor'))
    const found = async (surroundings = machine.surroundings): Promise<string[]> =>
      (await listClients(surroundings)).filter((each) => each.found).map(({ client }) => client)
    expect(await found()).toEqual(['codex', 'cursor'])
    expect(await found({ ...machine.surroundings, platform: 'win32', variables: { Path: `C:\\x;${programs}` } })).toEqual([
      'cursor',
      'zed',
    ])
    expect((await listClients(machine.surroundings)).map(({ client }) => client)).toEqual(clientTable.map(({ id }) => id))
  })
  it('[IN11] says where Cairn is installed, under which name, and which file cannot be read', async () => {
    const machine = clientMachine()
    await machine.install('cursor', { name: 'nav', scope: 'user' })
    await machine.install('codex')
    machine.write('.vscode/mcp.json', '{')
    machine.write('.mcp.json', '{"mcpServers": {"other": {"command": "x"}}}')
    const list = await listClients(machine.surroundings)
    const has = list.flatMap(({ client, scopes }) => scopes.map((each) => ({ client, ...each })))
    expect(
      has.filter(({ servers }) => servers.length > 0).map(({ client, scope, file, servers }) => [client, scope, file, servers]),
    ).toEqual([
      ['codex', 'user', machine.at('~/.codex/config.toml'), ['cairn']],
      ['cursor', 'user', machine.at('~/.cursor/mcp.json'), ['nav']],
    ])
    expect(has.filter(({ problem }) => problem !== null).map(({ client, problem }) => [client, problem])).toEqual([
      ['vscode', expect.stringContaining('.vscode/mcp.json')],
    ])
    expect(
      (await listClients({ ...machine.surroundings, root: undefined })).every(({ scopes }) =>
        scopes.every(({ scope }) => scope === 'user'),
      ),
    ).toBe(true)
  })
})
