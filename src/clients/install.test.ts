/** Promises IN1–IN8 and IN10 of docs/spec/clients.md, with real files on a machine of its own. */
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { changes, clientMachine, npx, problemOf } from '../../test/kit/client-machine.ts'
import { type Client, installScopes } from './client.ts'
import { clientTable } from './client-table.ts'
import { configFiles } from './places.ts'

const fileHere = path.resolve(import.meta.dirname, 'install.ts')
const written = clientTable.filter(({ format }) => format !== 'by-hand')
const everyScope = written.flatMap((client) =>
  installScopes.filter((scope) => client[scope]).map((scope) => ({ client, scope, id: client.id })),
)
/** The text of a file with another server, and with comments where the format of the client has them. */
function withOther({ format, servers: [key = ''], stdio }: Client): string {
  if (format === 'toml') return `# mine\nmodel = "x"\n\n[${key}.other]\ncommand = "o" # other\n`
  const other = JSON.stringify(stdio('o', []))
  return `// mine\n{\n    "first": 1, // one\n    "${key}": {\n        "other": ${other}, // other\n    },\n}\n`
}

describe('every client and scope', () => {
  it('[IN1] what a new file holds', async () => {
    const golden: Record<string, string> = {}
    for (const { client, scope, id } of everyScope) {
      const machine = clientMachine()
      const [report] = await machine.install(id, { scope })
      const { file, change } = report!.files[0]!
      expect(change).toBe('added')
      const shown = file.replace(machine.surroundings.home, '~').replace(`${machine.surroundings.root}/`, '')
      golden[`${id} ${scope}: ${shown}`] = readFileSync(file, 'utf8')
      expect(client.servers.length).toBeGreaterThan(0)
    }
    expect(golden).toMatchSnapshot()
  })

  it.each(everyScope)(
    '[IN1, IN2, IN5] $id ($scope): keeps other servers and comments; twice is once; uninstall restores',
    async ({ client, scope, id }) => {
      const machine = clientMachine()
      const [file = ''] = configFiles(client, scope, machine.surroundings)
      const before = withOther(client)
      mkdirSync(path.dirname(file), { recursive: true })
      machine.write(path.relative(machine.surroundings.root!, file), before)
      expect(changes(await machine.install(id, { scope }))).toEqual(['server added'])
      const after = readFileSync(file, 'utf8')
      for (const line of before.split('\n')) expect(after).toContain(line.replace(/,$/, ''))
      expect(changes(await machine.install(id, { scope }))).toEqual(['server none: already installed'])
      expect(readFileSync(file, 'utf8')).toBe(after)
      expect(changes(await machine.uninstall(id))).toEqual(['server removed'])
      expect(readFileSync(file, 'utf8')).toBe(before)
      expect(changes(await machine.uninstall(id, { scope }))).toEqual(['server none: not installed'])
    },
  )

  it.each(everyScope)(
    '[IN5] $id ($scope): uninstall removes the files and folders that install created',
    async ({ scope, id }) => {
      const machine = clientMachine()
      await machine.install(id, { scope, skill: true, instructions: true })
      expect(machine.tree().length).toBeGreaterThan(0)
      await machine.uninstall(id)
      expect(machine.tree()).toEqual([])
    },
  )
})

describe('files', () => {
  it('[IN1] the place depends on the system and on variables', () => {
    const where = (id: string, platform: NodeJS.Platform, variables: Record<string, string> = {}): string =>
      configFiles(written.find((client) => client.id === id)!, 'user', {
        root: '/src/shop',
        home: '/home/me',
        platform,
        variables,
        cairnHome: '/none',
      })[0] ?? ''
    expect(where('vscode', 'linux')).toBe('/home/me/.config/Code/User/mcp.json')
    expect(where('vscode', 'darwin')).toBe('/home/me/Library/Application Support/Code/User/mcp.json')
    expect(where('vscode', 'win32')).toBe('/home/me/AppData/Roaming/Code/User/mcp.json')
    expect(where('vscode', 'win32', { APPDATA: '/data/me' })).toBe('/data/me/Code/User/mcp.json')
    expect(where('zed', 'darwin', { XDG_CONFIG_HOME: '/xdg' })).toBe('/home/me/.config/zed/settings.json')
    expect(where('zed', 'linux', { XDG_CONFIG_HOME: '/xdg' })).toBe('/xdg/zed/settings.json')
    expect(where('zed', 'win32')).toBe('/home/me/AppData/Roaming/Zed/settings.json')
    expect(where('codex', 'linux', { CODEX_HOME: '/codex' })).toBe('/codex/config.toml')
    expect(where('codex', 'linux', { CODEX_HOME: 'relative' })).toBe('/home/me/.codex/config.toml')
    expect(where('claude-code', 'linux')).toBe('/home/me/.claude.json')
    expect(where('claude-code', 'linux', { CLAUDE_CONFIG_DIR: '/claude' })).toBe('/claude/.claude.json')
  })
  it('[IN1] of several files, the one that exists is used', async () => {
    const machine = clientMachine()
    machine.write('opencode.jsonc', '{ /* mine */ }')
    await machine.install('opencode', { scope: 'project' })
    expect(machine.tree()).toEqual(['opencode.jsonc'])
    machine.write('opencode.json', '{}')
    expect(changes(await machine.install('opencode', { scope: 'project' }))).toEqual(['server none: already installed'])
  })
  it('[IN4] a file that cannot be parsed, is a folder or is not text is refused and left alone', async () => {
    for (const [file, id, text, why] of [
      ['.cursor/mcp.json', 'cursor', '{ "mcpServers": ', 'in line 1'],
      ['.cursor/mcp.json', 'cursor', '{ "mcpServers": [] }', '"mcpServers" does not hold an object'],
      ['.cursor/mcp.json', 'cursor', '[]', 'it does not hold an object'],
      ['.cursor/mcp.json', 'cursor', Buffer.from([0x7b, 0xff, 0x7d]), 'it is not in UTF-8'],
      ['.codex/config.toml', 'codex', 'model = \n', 'Invalid TOML'],
      ['.codex/config.toml', 'codex', 'mcp_servers = 1\n', '"mcp_servers" does not hold an object'],
      ['.codex/config.toml', 'codex', 'mcp_servers = { a = { command = "a" } }\n', 'cannot'],
    ] as const) {
      const machine = clientMachine()
      machine.write(file, text)
      const refused = await problemOf(machine.install(id, { scope: 'project' }))
      expect(refused).toMatchObject({ code: 'BAD_FILE', message: expect.stringContaining(machine.at(file)) })
      expect(refused.message).toContain(why)
      expect(readFileSync(machine.at(file))).toEqual(Buffer.from(text))
    }
    const machine = clientMachine()
    mkdirSync(machine.at('.cursor/mcp.json'), { recursive: true })
    expect((await problemOf(machine.install('cursor'))).message).toContain('it is a folder')
  })
  it('[IN4] nothing is written for any client if one of them cannot be changed', async () => {
    const machine = clientMachine()
    machine.write('.vscode/mcp.json', '{')
    expect((await problemOf(machine.install(['cursor', 'vscode']))).code).toBe('BAD_FILE')
    expect(machine.tree()).toEqual(['.vscode/', '.vscode/mcp.json'])
  })
  it('[IN4] a read-only file, and a file where a folder should be, are problems that say so', async () => {
    const machine = clientMachine()
    machine.write('.cursor/mcp.json', '{}')
    chmodSync(machine.at('.cursor/mcp.json'), 0o444)
    const refused = await problemOf(machine.install('cursor'))
    expect(refused).toMatchObject({ code: 'BAD_ARGUMENT', message: expect.stringContaining('it is read-only') })
    expect(machine.read('.cursor/mcp.json')).toBe('{}')
    machine.write('.kiro', 'a file')
    expect((await problemOf(machine.install('kiro'))).message).toContain('.kiro is not a folder')
  })
  it('[IN7] a file keeps its permissions, and a link stays a link', async () => {
    const machine = clientMachine()
    machine.write('dotfiles/mcp.json', '{}\n')
    chmodSync(machine.at('dotfiles/mcp.json'), 0o664)
    machine.write('.cursor/other', '')
    symlinkSync('../dotfiles/mcp.json', machine.at('.cursor/mcp.json'))
    await machine.install('cursor')
    expect(lstatSync(machine.at('.cursor/mcp.json')).isSymbolicLink()).toBe(true)
    expect(machine.read('dotfiles/mcp.json')).toContain('"cairn"')
    expect(statSync(machine.at('dotfiles/mcp.json')).mode & 0o777).toBe(0o664)
    await machine.uninstall('cursor')
    expect(machine.read('dotfiles/mcp.json')).toBe('{}\n')
  })
  it('[IN7] a link whose target is missing: the target is created', async () => {
    const machine = clientMachine()
    machine.write('.cursor/other', '')
    symlinkSync('../dotfiles/mcp.json', machine.at('.cursor/mcp.json'))
    await machine.install('cursor')
    expect(machine.read('dotfiles/mcp.json')).toContain('"cairn"')
    await machine.uninstall('cursor')
    expect(machine.tree()).not.toContain('dotfiles/mcp.json')
  })
  it("[IN7] a link in the repo that leads out of it, into git's folder or to a file of another kind is refused", async () => {
    for (const [link, target] of [
      ['.cursor/mcp.json', '../../home/secret.json'],
      ['.cursor/mcp.json', '../../home/missing/new.json'],
      ['.cursor', '../home'],
      ['.cursor/mcp.json', '../.git/mcp.json'],
      ['.cursor/mcp.json', '../.env'],
    ] as const) {
      const machine = clientMachine()
      machine.write('~/secret.json', '{}')
      mkdirSync(path.dirname(machine.at(link)), { recursive: true })
      symlinkSync(target, machine.at(link))
      expect((await problemOf(machine.install('cursor'))).code).toBe('PATH_OUTSIDE_REPO')
      expect((await problemOf(machine.uninstall('cursor', { scope: 'project' }))).code).toBe('PATH_OUTSIDE_REPO')
      expect(machine.tree().filter((file) => file.startsWith('~/'))).toEqual(['~/secret.json'])
      expect(machine.read('~/secret.json')).toBe('{}')
    }
  })
  it('[IN7] the dotfiles of the user may be links to anywhere, and a repo may be reached by a link', async () => {
    const machine = clientMachine()
    machine.write('dotfiles/codex/config.toml', 'model = "x"\n')
    symlinkSync(machine.at('dotfiles/codex'), machine.at('~/.codex'))
    await machine.install('codex')
    expect(machine.read('dotfiles/codex/config.toml')).toContain('[mcp_servers.cairn]')
    symlinkSync(machine.surroundings.root!, machine.at('~/shop'))
    const linked = clientMachine({ root: machine.at('~/shop') })
    expect(changes(await linked.install('cursor'))).toEqual(['server added'])
  })
  it('[IN5] a home folder that cannot hold the record is said, and the entry can still be removed', async () => {
    const machine = clientMachine({ cairnHome: path.join(fileHere, 'home') })
    const [report] = await machine.install('cursor')
    expect(report?.notes.join(' ')).toContain('is not recorded')
    expect(changes(await machine.uninstall('cursor'))).toEqual(['server removed'])
    expect(machine.read('.cursor/mcp.json')).toBe('{\n  "mcpServers": {}\n}\n')
  })
})

describe('servers of the same name', () => {
  it('[IN2] another server, or Cairn started in another way, is replaced only by force', async () => {
    const machine = clientMachine()
    const before = '{\n  "mcpServers": { "cairn": { "command": "something", "args": [] } } // mine\n}\n'
    machine.write('.cursor/mcp.json', before)
    const refused = await problemOf(machine.install('cursor'))
    expect(refused).toMatchObject({ code: 'BAD_ARGUMENT', message: expect.stringContaining('which is something else') })
    expect(refused.message).toContain('`force=true`')
    expect(machine.read('.cursor/mcp.json')).toBe(before)
    expect(changes(await machine.install('cursor', { force: true }))).toEqual(['server replaced'])
    expect(machine.read('.cursor/mcp.json')).toContain('// mine')
    const other = machine.install('cursor', { connection: { launch: ['cairn'] } })
    expect((await problemOf(other)).message).toContain('starts Cairn in another way')
  })
  it('[IN2] settings that the user added to the entry do not matter', async () => {
    const machine = clientMachine()
    await machine.install('codex')
    machine.write('~/.codex/config.toml', `${machine.read('~/.codex/config.toml')}startup_timeout_sec = 60\n`)
    expect(changes(await machine.install('codex'))).toEqual(['server none: already installed'])
    await machine.uninstall('codex')
    expect(machine.tree()).toEqual([])
  })
  it('[IN5] a server of that name that is not Cairn is not removed', async () => {
    const machine = clientMachine()
    for (const entry of ['{"command": "other", "args": ["mcp"]}', '{"url": "https://x.example/api"}', '1']) {
      machine.write('.cursor/mcp.json', `{"mcpServers": {"cairn": ${entry}}}`)
      expect(changes(await machine.uninstall('cursor'))).toEqual(['server none: kept, because it is not Cairn'])
    }
    for (const entry of [
      '{"command": "cairn", "args": ["mcp"]}',
      '{"command": "cmd", "args": ["/c", "npx", "-y", "codecairn@1.2.3", "mcp"]}',
      '{"command": "node", "args": ["C:\\\\cairn\\\\dist\\\\surfaces\\\\cli\\\\main.js", "mcp"]}',
      '{"url": "https://cairn.example.com/mcp"}',
    ]) {
      machine.write('.cursor/mcp.json', `{"mcpServers": {"cairn": ${entry}}}`)
      expect(changes(await machine.uninstall('cursor')), entry).toEqual(['server removed'])
    }
  })
  it('[IN6] a name can be chosen; bad names are refused', async () => {
    const machine = clientMachine()
    await machine.install(['cursor', 'codex'], { name: 'code_nav-2' })
    expect(machine.read('.cursor/mcp.json')).toContain('"code_nav-2"')
    expect(machine.read('~/.codex/config.toml')).toContain('[mcp_servers.code_nav-2]')
    await machine.uninstall(['cursor', 'codex'], { name: 'code_nav-2' })
    expect(machine.tree()).toEqual([])
    for (const name of ['', 'a b', 'a.b', '__proto__', '-x', 'é'])
      expect((await problemOf(machine.install('cursor', { name }))).code).toBe('BAD_ARGUMENT')
  })
  it('[IN5] two names in one file: the last one takes the created objects with it', async () => {
    const machine = clientMachine()
    machine.write('.cursor/mcp.json', '{ "a": 1 }\n')
    await machine.install('cursor')
    await machine.install('cursor', { name: 'second' })
    await machine.uninstall('cursor')
    expect(machine.read('.cursor/mcp.json')).toContain('"second"')
    await machine.uninstall('cursor', { name: 'second' })
    expect(machine.read('.cursor/mcp.json')).toBe('{ "a": 1 }\n')
  })
  it('[IN5] two clients of one file: the entry stays until the second is uninstalled', async () => {
    const machine = clientMachine()
    expect(changes(await machine.install(['claude-code', 'copilot'], { scope: 'project' }))).toEqual([
      'server added',
      'server none: already installed',
    ])
    expect(changes(await machine.uninstall('claude-code'))).toEqual(['server none: kept for copilot'])
    expect(changes(await machine.uninstall('copilot'))).toEqual(['server removed'])
    expect(machine.tree()).toEqual([])
  })
})

describe('names and scopes', () => {
  it('[IN6] an unknown client gets the nearest name and the list', async () => {
    const machine = clientMachine()
    const { code, message } = await problemOf(machine.install('curser'))
    expect(code).toBe('BAD_ARGUMENT')
    expect(message).toContain('There is no client "curser". Did you mean cursor? There are amp, antigravity, claude-code,')
    expect(changes(await machine.install('Claude', { mode: 'dry-run' }))).toEqual(['server added'])
  })
  it('[IN6] a scope that the client or the folder does not have is refused', async () => {
    const refused = await problemOf(clientMachine().install('windsurf', { scope: 'project' }))
    expect(refused.message).toContain('Windsurf has no settings for the scope "project", only for "user".')
    const homeless = clientMachine({ root: undefined })
    expect((await problemOf(homeless.install('cursor'))).message).toContain('There is no project here')
    expect(changes(await homeless.install('cursor', { scope: 'user' }))).toEqual(['server added'])
    expect(changes(await homeless.uninstall('cursor'))).toEqual(['server removed'])
  })
  it('[IN8] a dry run and a print write nothing', async () => {
    const machine = clientMachine()
    machine.write('.cursor/mcp.json', '{ "mcpServers": { "cairn": 1 } }')
    expect((await problemOf(machine.install('cursor', { mode: 'dry-run' }))).code).toBe('BAD_ARGUMENT')
    const [shown] = await machine.install('cursor', { mode: 'print', instructions: true })
    expect(shown?.files.map(({ file, what, change }) => [file, what, change])).toEqual([
      [machine.at('.cursor/mcp.json'), 'server', 'shown'],
      [machine.at('AGENTS.md'), 'instructions', 'shown'],
    ])
    expect(JSON.parse(shown?.files[0]?.text ?? '')).toEqual({
      mcpServers: { cairn: { command: 'npx', args: ['-y', 'codecairn', 'mcp'] } },
    })
    await machine.install(['codex', 'goose'], { mode: 'dry-run', skill: true, instructions: true })
    expect(machine.tree()).toEqual(['.cursor/', '.cursor/mcp.json'])
    await machine.install('kiro')
    await machine.uninstall('kiro', { dryRun: true })
    expect(machine.tree()).toContain('.kiro/settings/mcp.json')
  })
  it('[IN8] a client whose file Cairn cannot change is shown what to write', async () => {
    const machine = clientMachine()
    const [report] = await machine.install('goose')
    expect(report?.files[0]).toMatchObject({ file: machine.at('~/.config/goose/config.yaml'), change: 'shown' })
    expect(report?.files[0]?.text).toBe(
      'extensions:\n  cairn:\n    name: "cairn"\n    enabled: true\n    type: "stdio"\n    cmd: "npx"\n    args: ["-y","codecairn","mcp"]\n    timeout: 300\n',
    )
    expect(report?.notes[0]).toContain('add the text yourself')
    expect((await machine.uninstall('goose'))[0]?.notes[0]).toContain('remove the entry yourself')
    expect(machine.tree()).toEqual([])
  })
})

describe('the command and the address', () => {
  it('[IN3] on Windows scripts are started through cmd', async () => {
    const machine = clientMachine({ platform: 'win32' })
    await machine.install('cursor')
    expect(JSON.parse(machine.read('.cursor/mcp.json')).mcpServers.cairn).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'codecairn', 'mcp'],
    })
    await machine.install('cursor', { connection: { launch: ['node', 'C:\\cairn\\main.js'] }, force: true })
    expect(JSON.parse(machine.read('.cursor/mcp.json')).mcpServers.cairn).toEqual({
      command: 'node',
      args: ['C:\\cairn\\main.js', 'mcp'],
    })
  })
  it('[IN10] an address with a token: by the name of its variable, in the syntax of each client, or through the bridge', async () => {
    const connection = { ...npx, remote: 'https://cairn.example.com/', tokenEnv: 'CAIRN_TOKEN' }
    const shown: Record<string, string> = {}
    for (const { id } of clientTable) {
      const [report] = await clientMachine().install(id, { connection, mode: 'print' })
      shown[id] = report?.files[0]?.text ?? ''
      expect(report?.notes.join(' ')).toContain('The token is read from the variable CAIRN_TOKEN.')
    }
    expect(shown).toMatchSnapshot()
    for (const text of Object.values(shown)) {
      expect(text).toContain('https://cairn.example.com/mcp')
      expect(text).toContain('CAIRN_TOKEN')
    }
  })
  it('[IN10] an address without a token', async () => {
    const url = async (remote: string): Promise<string> => {
      const [report] = await clientMachine().install('cursor', { connection: { ...npx, remote }, mode: 'print' })
      return JSON.parse(report?.files[0]?.text ?? '').mcpServers.cairn.url
    }
    expect(await url('http://127.0.0.1:4545')).toBe('http://127.0.0.1:4545/mcp')
    expect(await url('https://x.example/cairn/')).toBe('https://x.example/cairn/mcp')
    expect(await url('https://x.example/mcp')).toBe('https://x.example/mcp')
    const machine = clientMachine()
    for (const connection of [
      { ...npx, remote: 'x.example' },
      { ...npx, remote: 'ftp://x.example' },
      { ...npx, remote: 'https://me:secret@x.example' },
      { ...npx, remote: 'https://x.example', tokenEnv: 'not a name' },
      { ...npx, tokenEnv: 'CAIRN_TOKEN' },
    ])
      expect((await problemOf(machine.install('cursor', { connection }))).code).toBe('BAD_ARGUMENT')
  })
  it('[IN5, IN10] an address is recognised by the record under any name', async () => {
    const machine = clientMachine()
    await machine.install('cursor', { name: 'team', connection: { ...npx, remote: 'https://x.example' } })
    expect(changes(await machine.uninstall('cursor', { name: 'team' }))).toEqual(['server removed'])
    expect(machine.tree()).toEqual([])
  })
})
