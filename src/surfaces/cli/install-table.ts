/** The entries of `cairn install` and `cairn uninstall` in the table of commands. */
import type { ArgumentSpecs } from '../../contract/tool.ts'
import type { Command } from './command.ts'

const clients = { type: 'strings', describe: 'claude-code, codex, cursor … `cairn install` lists all clients.' } as const
const name = { type: 'string', default: 'cairn', describe: 'Name of the server in the client.' } as const

const installAbout =
  'Everything else in the file stays as it is, comments included. A server of the same name that is different is not replaced without --force. Clients that read skills also get a skill, a short text that says which tool answers which question. `cairn uninstall` removes what was written.'

const installOptions = {
  clients,
  scope: {
    type: 'string',
    values: ['project', 'user'],
    describe: 'project: a file of this repo; user: your own settings, for all repos. Each client has its own default.',
  },
  print: { type: 'boolean', default: false, describe: 'Show the text and the file, and write nothing.' },
  dry_run: { type: 'boolean', default: false, describe: 'Say what would change, and write nothing.' },
  name,
  remote: { type: 'string', describe: 'Connect to a running `cairn serve` at this address instead of starting Cairn.' },
  token_env: { type: 'string', describe: 'Variable with the token for --remote. The token itself is never written.' },
  force: { type: 'boolean', default: false, describe: 'Replace a server of the same name, and a skill that was changed.' },
  skill: {
    type: 'boolean',
    default: true,
    describe: 'Write the skill where the client reads skills.',
    negated: 'Do not write the skill.',
  },
  instructions: {
    type: 'boolean',
    default: false,
    describe: 'Also write a marked section into AGENTS.md, CLAUDE.md or GEMINI.md, whichever the client reads.',
  },
} as const satisfies ArgumentSpecs

const uninstallOptions = {
  clients: { ...clients, required: true },
  scope: { type: 'string', values: ['project', 'user'], describe: 'Only this one. Default: project and user.' },
  name,
  dry_run: { type: 'boolean', default: false, describe: 'Say what would be removed, and remove nothing.' },
} as const satisfies ArgumentSpecs

export const installCommands: readonly Command[] = [
  {
    name: 'install',
    group: 'Connect',
    summary: 'Connect an MCP client: write Cairn into its settings; without a name, list the clients',
    about: installAbout,
    positional: { option: 'clients', label: 'CLIENT…', take: 'list', optional: true },
    options: installOptions,
    examples: [
      ['cairn install claude-code codex', 'two clients, for all repos'],
      ['cairn install cursor --print', 'shows what to write'],
      ['cairn install codex --remote https://cairn.example.com --token-env CAIRN_TOKEN', 'a server on another machine'],
    ],
    run: async (call) => (await import('./install-commands.ts')).runInstall(call),
  },
  {
    name: 'uninstall',
    group: 'Connect',
    summary: 'Remove from a client what `cairn install` wrote, and nothing else',
    positional: { option: 'clients', label: 'CLIENT…', take: 'list' },
    options: uninstallOptions,
    run: async (call) => (await import('./install-commands.ts')).runUninstall(call),
  },
]
