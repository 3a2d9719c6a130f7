/**
 * The clients that Cairn can configure. Claude Code, Codex, opencode, Gemini CLI, Copilot CLI and Qwen Code were run against these
 * entries; the others follow their documentation (docs/spec/clients.md says which).
 */
import type { Client, Files, InstallScope, JsonObject } from './client.ts'

const agentSkills: Record<InstallScope, string> = { project: '.agents/skills', user: '~/.agents/skills' }
const plain = (command: string, args: readonly string[]): JsonObject => ({ command, args })
const withType =
  (type: string) =>
  (command: string, args: readonly string[]): JsonObject => ({ type, command, args })

/** An entry with an address under `key`. `reference` is how the client writes the value of a variable; absent: it has no way. */
const address =
  (key: string, options: { first?: JsonObject; reference?: (name: string) => string } = {}) =>
  (url: string, token: string | undefined): JsonObject | undefined => {
    const entry = { ...options.first, [key]: url }
    if (token === undefined) return entry
    return options.reference && { ...entry, headers: { Authorization: `Bearer ${options.reference(token)}` } }
  }
const braces = (name: string): string => `\${${name}}`
const envBraces = (name: string): string => `\${env:${name}}`
const dollar = (name: string): string => `$${name}`

const config = '{XDG_CONFIG_HOME:-~/.config}'
const roaming = '{APPDATA:-~/AppData/Roaming}'
const agentsFile: Files = ['AGENTS.md']

const terminalClients: readonly Client[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    aliases: ['claude'],
    format: 'json',
    servers: ['mcpServers'],
    project: ['.mcp.json'],
    user: ['{CLAUDE_CONFIG_DIR:-~}/.claude.json'],
    defaultScope: 'user',
    stdio: withType('stdio'),
    http: address('url', { first: { type: 'http' }, reference: braces }),
    skills: { project: '.claude/skills', user: '{CLAUDE_CONFIG_DIR:-~/.claude}/skills' },
    // Claude Code reads AGENTS.md only if there is no CLAUDE.md. A new CLAUDE.md would hide an AGENTS.md.
    instructions: {
      project: ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md'],
      user: ['{CLAUDE_CONFIG_DIR:-~/.claude}/CLAUDE.md'],
    },
    found: { folders: ['{CLAUDE_CONFIG_DIR:-~/.claude}'], programs: ['claude'] },
    check: 'run "claude mcp list".',
    note: { project: 'Claude Code asks once whether it may use a server of the project.' },
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    servers: ['mcp_servers'],
    project: ['.codex/config.toml'],
    user: ['{CODEX_HOME:-~/.codex}/config.toml'],
    defaultScope: 'user',
    stdio: plain,
    http: (url, token) => ({ url, ...(token === undefined ? {} : { bearer_token_env_var: token }) }),
    skills: agentSkills,
    instructions: { project: agentsFile, user: ['{CODEX_HOME:-~/.codex}/AGENTS.md'] },
    found: { folders: ['{CODEX_HOME:-~/.codex}'], programs: ['codex'] },
    check: 'run "codex mcp list".',
    note: {
      project: 'Codex reads the file only in a project that you marked as trusted.',
      user: '"codex exec" may begin before the server is up; "required = true" in the entry makes it wait, and fail if the server does not start.',
    },
  },
  {
    id: 'opencode',
    title: 'opencode',
    format: 'json',
    servers: ['mcp'],
    project: ['opencode.json', 'opencode.jsonc'],
    user: [`${config}/opencode/opencode.json`, `${config}/opencode/opencode.jsonc`],
    defaultScope: 'user',
    stdio: (command, args) => ({ type: 'local', command: [command, ...args] }),
    http: address('url', { first: { type: 'remote' }, reference: (name) => `{env:${name}}` }),
    skills: agentSkills,
    instructions: { project: agentsFile, user: [`${config}/opencode/AGENTS.md`] },
    found: { folders: [`${config}/opencode`], programs: ['opencode'] },
    check: 'run "opencode mcp list".',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    aliases: ['gemini-cli'],
    format: 'json',
    servers: ['mcpServers'],
    project: ['.gemini/settings.json'],
    user: ['~/.gemini/settings.json'],
    defaultScope: 'user',
    stdio: plain,
    http: address('httpUrl', { reference: dollar }),
    skills: agentSkills,
    instructions: { project: ['GEMINI.md'], user: ['~/.gemini/GEMINI.md'] },
    found: { folders: ['~/.gemini'], programs: ['gemini'] },
    check: 'run "gemini mcp list".',
    note: { project: 'Gemini CLI starts servers only in a folder that you marked as trusted.' },
  },
  {
    id: 'copilot',
    title: 'GitHub Copilot CLI',
    aliases: ['copilot-cli', 'github-copilot'],
    format: 'json',
    servers: ['mcpServers'],
    // Copilot also reads .github/mcp.json, but only if there is no .mcp.json.
    project: ['.mcp.json'],
    user: ['{COPILOT_HOME:-~/.copilot}/mcp-config.json'],
    defaultScope: 'user',
    stdio: withType('stdio'),
    http: address('url', { first: { type: 'http' }, reference: braces }),
    skills: agentSkills,
    instructions: { project: agentsFile, user: ['{COPILOT_HOME:-~/.copilot}/copilot-instructions.md'] },
    found: { folders: ['{COPILOT_HOME:-~/.copilot}'], programs: ['copilot'] },
    check: 'run "copilot mcp list".',
    note: { project: 'Copilot reads the file only in a folder that you marked as trusted.' },
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    aliases: ['qwen'],
    format: 'json',
    servers: ['mcpServers'],
    project: ['.qwen/settings.json'],
    user: ['~/.qwen/settings.json'],
    defaultScope: 'user',
    stdio: plain,
    http: address('httpUrl', { reference: dollar }),
    instructions: { project: ['QWEN.md'], user: ['~/.qwen/QWEN.md'] },
    found: { folders: ['~/.qwen'], programs: ['qwen'] },
    check: 'run "qwen mcp list".',
    note: { project: 'Qwen Code asks once whether it may use a server of the project.' },
  },
  {
    id: 'amp',
    title: 'Amp',
    format: 'json',
    servers: ['amp.mcpServers'],
    project: ['.amp/settings.json'],
    user: ['~/.config/amp/settings.json'],
    defaultScope: 'user',
    stdio: plain,
    http: address('url'),
    instructions: { project: agentsFile, user: ['~/.config/amp/AGENTS.md'] },
    found: { folders: ['~/.config/amp'], programs: ['amp'] },
    check: 'run "amp mcp list".',
    note: { project: 'Amp asks once whether it may use a server of the project.' },
  },
  {
    id: 'antigravity',
    title: 'Google Antigravity',
    aliases: ['agy'],
    format: 'json',
    servers: ['mcpServers'],
    user: ['~/.gemini/config/mcp_config.json'],
    defaultScope: 'user',
    stdio: plain,
    http: () => undefined,
    found: { folders: ['~/.gemini/config', '~/.gemini/antigravity'], programs: ['agy', 'antigravity'] },
    check: 'run "agy mcp list", or open the list of MCP servers.',
  },
  {
    id: 'goose',
    title: 'goose',
    format: 'by-hand',
    servers: ['extensions'],
    user: ['~/.config/goose/config.yaml'],
    userOn: { win32: [`${roaming}/Block/goose/config/config.yaml`] },
    defaultScope: 'user',
    stdio: (cmd, args) => ({ enabled: true, type: 'stdio', cmd, args, timeout: 300 }),
    http: () => undefined,
    found: { folders: ['~/.config/goose'], programs: ['goose'] },
    check: 'run "goose configure", which can add it too.',
  },
]

const editors: readonly Client[] = [
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    servers: ['mcpServers'],
    project: ['.cursor/mcp.json'],
    user: ['~/.cursor/mcp.json'],
    defaultScope: 'project',
    stdio: plain,
    http: address('url', { reference: envBraces }),
    instructions: { project: agentsFile },
    found: { folders: ['~/.cursor'], programs: ['cursor', 'cursor-agent'] },
    check: 'open the list of MCP servers in the settings of Cursor.',
  },
  {
    id: 'vscode',
    title: 'Visual Studio Code',
    aliases: ['vs-code', 'code', 'visual-studio-code'],
    format: 'json',
    servers: ['servers'],
    project: ['.vscode/mcp.json'],
    user: [`${config}/Code/User/mcp.json`],
    userOn: {
      darwin: ['~/Library/Application Support/Code/User/mcp.json'],
      win32: [`${roaming}/Code/User/mcp.json`],
    },
    defaultScope: 'project',
    stdio: withType('stdio'),
    // VS Code does not replace variables in headers (microsoft/vscode#336232), so a token goes through the bridge.
    http: address('url', { first: { type: 'http' } }),
    instructions: { project: agentsFile },
    found: { folders: ['~/.vscode', `${config}/Code`], programs: ['code'] },
    check: 'run the command "MCP: List Servers" in VS Code.',
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'json',
    servers: ['context_servers'],
    project: ['.zed/settings.json'],
    user: [`${config}/zed/settings.json`],
    userOn: { darwin: ['~/.config/zed/settings.json'], win32: [`${roaming}/Zed/settings.json`] },
    defaultScope: 'user',
    // Older versions skip an entry without `source`; newer ones do not need it.
    stdio: (command, args) => ({ source: 'custom', command, args }),
    http: address('url'),
    instructions: { project: agentsFile },
    found: { folders: [`${config}/zed`], programs: ['zed', 'zeditor'] },
    check: 'open Settings, AI, MCP Servers in Zed.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    servers: ['mcpServers'],
    user: ['~/.codeium/windsurf/mcp_config.json'],
    defaultScope: 'user',
    stdio: plain,
    http: address('serverUrl', { reference: envBraces }),
    found: { folders: ['~/.codeium/windsurf'], programs: ['windsurf'] },
    check: 'refresh the list of MCP servers in Cascade.',
    note: { user: 'Since version 3.9 Windsurf is called Devin Desktop and reads another file: use the client "devin".' },
  },
  {
    id: 'devin',
    title: 'Devin Desktop and Devin CLI',
    aliases: ['devin-desktop', 'devin-cli'],
    format: 'json',
    servers: ['mcpServers'],
    project: ['.devin/mcp_config.json'],
    user: ['~/.config/devin/mcp_config.json'],
    userOn: { win32: [`${roaming}/devin/mcp_config.json`] },
    defaultScope: 'user',
    stdio: plain,
    http: address('url', { first: { transport: 'http' } }),
    found: { folders: ['~/.config/devin'], programs: ['devin', 'devin-desktop'] },
    check: 'open the list of MCP servers in the agent panel.',
  },
  {
    id: 'kiro',
    title: 'Kiro',
    format: 'json',
    servers: ['mcpServers'],
    project: ['.kiro/settings/mcp.json'],
    user: ['~/.kiro/settings/mcp.json'],
    defaultScope: 'project',
    stdio: plain,
    http: address('url', { reference: braces }),
    instructions: { project: agentsFile },
    found: { folders: ['~/.kiro'], programs: ['kiro', 'kiro-cli'] },
    check: 'open the MCP servers in the panel of Kiro.',
  },
  {
    id: 'continue',
    title: 'Continue',
    format: 'json',
    servers: ['mcpServers'],
    project: ['.continue/mcpServers/cairn.json'],
    defaultScope: 'project',
    stdio: plain,
    http: () => undefined,
    found: { folders: ['~/.continue'], programs: ['cn'] },
    check: 'open the tools in the settings of Continue.',
  },
]

export const clientTable: readonly Client[] = [...terminalClients, ...editors].sort((a, b) => (a.id < b.id ? -1 : 1))
