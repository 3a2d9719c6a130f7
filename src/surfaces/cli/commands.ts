/** The table of commands. The code of a command is loaded only when it runs, so that others do not slow the start. */
import type { ArgumentSpec, ArgumentSpecs } from '../../contract/tool.ts'
import type { Call, Command, Outcome } from './command.ts'
import { enrichCommand } from './enrich-table.ts'
import { installCommands } from './install-table.ts'

const repoOption = {
  type: 'string',
  describe: 'Repo id, its last part, or a path; default: the repo of the working directory.',
} as const satisfies ArgumentSpec

const contextOption = {
  type: 'boolean',
  default: false,
  describe: 'In text output, show two lines before and after each hit.',
} as const satisfies ArgumentSpec

const dryRun = {
  type: 'boolean',
  default: false,
  describe: 'List what would be written, and write nothing.',
} as const satisfies ArgumentSpec

/** A command that passes its options to one tool. */
const viaTool =
  (tool: string) =>
  async (call: Call): Promise<Outcome> =>
    (await import('./tool-command.ts')).runToolCommand(tool, call)

const upkeep = () => import('./upkeep-commands.ts')

const ask: readonly Command[] = [
  {
    name: 'search',
    group: 'Ask',
    asksAll: true,
    summary: 'Find text, or rank symbols, files, folders, repos or docs by words, names and meaning',
    about:
      'Without --level, a query that is one word, contains quotes or contains code punctuation finds lines of text. Any other query ranks files. The answer says which was done. In a ranked query path:, lang:, kind: and repo: are filters, for example path:src; kind: ranks symbols.',
    positional: { option: 'query', label: 'QUERY', take: 'joined' },
    tools: ['rag_search', 'search_code'],
    toolNames: { repo: 'repo_filter' },
    options: {
      limit: {
        type: 'integer',
        default: 20,
        min: 1,
        max: 1000,
        describe: 'Items per page, from 1; ranked levels show at most 50.',
      },
      level: {
        type: 'string',
        values: ['text', 'symbol', 'file', 'module', 'repo', 'doc'],
        ignoreCase: true,
        describe: 'What to find; text finds every line that contains the query.',
      },
      context: contextOption,
      repo: {
        type: 'string',
        describe: 'Repo id, its last part, or a path; "*" for all. Default: the repo of the working directory, else all.',
      },
    } as const satisfies ArgumentSpecs,
    short: { r: 'repo', a: 'all', q: 'query', l: 'limit' },
    examples: [
      ['cairn search "where do we retry a failed upload"', 'files, ranked by words, names and meaning'],
      ['cairn search retryUpload', 'every line with this text'],
      ['cairn search --level doc "how to release"', 'sections of documents'],
      ["cairn search --regex 'retry\\w+\\(' --path src", 'a regular expression, below src'],
    ],
    run: async (call) => (await import('./search.ts')).runSearch(call),
  },
  {
    name: 'where-used',
    group: 'Ask',
    asksAll: true,
    summary: 'List every use of a symbol, certain ones first',
    positional: { option: 'symbol', label: 'SYMBOL', take: 'one' },
    tools: ['where_used'],
    options: { context: contextOption },
    short: { r: 'repo', a: 'all', s: 'symbol', l: 'limit' },
    examples: [
      ['cairn where-used Auth.login', 'by qualified name'],
      ['cairn where-used src/auth.py:12:8', 'the symbol at that line and column'],
      ['cairn where-used Store --use implements', 'implementations'],
    ],
    run: viaTool('where_used'),
  },
  {
    name: 'lineage',
    group: 'Ask',
    asksAll: true,
    summary: 'List direct and indirect callers or callees of a symbol',
    positional: { option: 'symbol', label: 'SYMBOL', take: 'one' },
    tools: ['lineage'],
    options: { context: contextOption },
    short: { r: 'repo', a: 'all', s: 'symbol', d: 'direction', m: 'max_results' },
    examples: [['cairn lineage refund -d downstream --depth 2', 'what refund calls, two hops deep']],
    run: viaTool('lineage'),
  },
  {
    name: 'definition',
    group: 'Ask',
    asksAll: true,
    summary: 'Show where a symbol is defined: signature, doc comment, lines',
    positional: { option: 'symbol', label: 'SYMBOL', take: 'one' },
    tools: ['definition'],
    short: { r: 'repo', a: 'all', s: 'symbol', l: 'limit' },
    run: viaTool('definition'),
  },
  {
    name: 'ask',
    group: 'Ask',
    asksAll: true,
    summary: 'Answer a question from the best hits, with the lines quoted',
    about:
      'If a language model is configured (the setting llm), it reads the hits, calls the other tools and writes the answer. Every citation is compared with the files before the answer is printed. Without a model, or if it does not answer, the best hits are quoted.',
    positional: { option: 'query', label: 'QUESTION', take: 'joined' },
    tools: ['ask_codebase'],
    toolNames: { repo: 'repo_filter' },
    options: {
      verbose: {
        type: 'boolean',
        default: false,
        describe: 'Show on stderr what the language model does: each tool and what it found.',
      },
    },
    short: { r: 'repo', a: 'all', q: 'query', l: 'limit', v: 'verbose' },
    examples: [
      ['cairn ask how are sessions refreshed', 'files that match, with the lines'],
      ['cairn ask --dry-run how are sessions refreshed', 'what a language model would be sent'],
    ],
    run: async (call) => (await import('./ask.ts')).runAsk(call),
  },
  {
    name: 'code',
    group: 'Ask',
    asksAll: true,
    summary: 'Ranked search at one level: file, symbol, doc, module or repo',
    positional: { option: 'query', label: 'QUERY', take: 'joined' },
    tools: ['search_code'],
    toolNames: { repo: 'repo_filter' },
    short: { r: 'repo', a: 'all', q: 'query', l: 'limit' },
    run: viaTool('search_code'),
  },
  {
    name: 'explore',
    group: 'Ask',
    summary: 'List a folder, or the outline of a file',
    positional: { option: 'path', label: 'PATH', take: 'one', optional: true },
    tools: ['explore_structure'],
    toolNames: { repo: 'repo_id' },
    short: { r: 'repo', l: 'limit' },
    examples: [
      ['cairn explore src', 'one folder'],
      ['cairn explore src/auth.py', 'the symbols of a file'],
    ],
    run: viaTool('explore_structure'),
  },
  {
    name: 'file',
    group: 'Ask',
    summary: 'Print lines of a file from disk',
    positional: { option: 'file_path', label: 'PATH', take: 'one' },
    tools: ['get_file'],
    toolNames: { repo: 'repo_id' },
    short: { r: 'repo' },
    examples: [['cairn file src/auth.py --start-line 10 --end-line 40', 'part of a file']],
    run: viaTool('get_file'),
  },
  {
    name: 'document',
    group: 'Ask',
    summary: 'Show one search result by its id, with its parent and children',
    positional: { option: 'document_id', label: 'ID', take: 'one' },
    tools: ['get_document'],
    run: viaTool('get_document'),
  },
  { name: 'repos', group: 'Ask', summary: 'List the registered repos', tools: ['list_repos'], run: viaTool('list_repos') },
]

const index: readonly Command[] = [
  {
    name: 'index',
    group: 'Index',
    summary: 'Update the index; the first time, register the repo and build the index',
    positional: { option: 'folders', label: 'DIR…', take: 'list', optional: true },
    options: {
      folders: { type: 'strings', describe: 'Folders to index; default: the repo of the working directory.' },
      repo: { type: 'string', describe: 'Same as DIR.' },
      name: { type: 'string', describe: 'Id for the repo, kept until `cairn remove`. Default: owner/name of its git origin.' },
      fresh: { type: 'boolean', default: false, describe: 'Build the whole index again.' },
      dry_run: dryRun,
    },
    short: { r: 'repo' },
    examples: [
      ['cairn index ../shop ../lib', 'two repos at once'],
      ['cairn index ../shop --name acme/shop-next', 'with an id that you choose'],
    ],
    run: async (call) => (await import('./index-commands.ts')).runIndex(call),
  },
  {
    name: 'build-graph',
    group: 'Index',
    summary: 'Update the index and export the graph to .llmc/rag_graph.json',
    options: { repo: repoOption, dry_run: dryRun },
    short: { r: 'repo' },
    run: async (call) => (await import('./index-commands.ts')).runBuildGraph(call),
  },
  {
    name: 'import-graph',
    group: 'Index',
    summary: 'Import summaries and links from a rag_graph.json, if they match the current files',
    positional: { option: 'file', label: 'FILE', take: 'one' },
    options: {
      file: { type: 'string', required: true, describe: 'A rag_graph.json.' },
      repo: repoOption,
      dry_run: dryRun,
    },
    short: { r: 'repo' },
    run: async (call) => (await import('./index-commands.ts')).runImportGraph(call),
  },
  enrichCommand,
  {
    name: 'status',
    group: 'Index',
    summary: 'Show whether the index is up to date, what changed, and its size',
    options: { repo: repoOption, all: { type: 'boolean', default: false, describe: 'Every registered repo.' } },
    short: { r: 'repo', a: 'all' },
    run: async (call) => (await upkeep()).runStatus(call),
  },
  {
    name: 'watch',
    group: 'Index',
    summary: 'Keep indexes up to date in the background, by watching for file changes',
    about:
      'You do not need it: every question checks for changes itself. With a watcher running, most changes are indexed before you ask. It prints one line for each event (JSON Lines in a pipe). It ends when its terminal closes. Only one can run for each home folder.',
    positional: { option: 'repos', label: 'REPO|DIR…', take: 'list', optional: true },
    options: {
      repos: {
        type: 'strings',
        describe: 'Repos or folders to watch. Default: every registered repo, including those registered later.',
      },
    },
    examples: [
      ['cairn watch', 'every registered repo'],
      ['cairn watch . ../lib &', 'two repos, in the background of this shell'],
    ],
    run: async (call) => (await import('./watch.ts')).runWatch(call),
  },
]

const connect: readonly Command[] = [
  {
    name: 'mcp',
    group: 'Connect',
    summary: 'Serve the tools to an agent: MCP over stdin and stdout',
    about:
      'Nothing is opened before the first question. After it, the indexes of all registered repos are kept up to date in the background (setting `watch`). With --remote, questions go to a `cairn serve` on another machine, and nothing is indexed here.',
    options: {
      repo: {
        type: 'string',
        describe:
          'Answer questions about this repo; for clients that start servers in another folder. Default: the working directory.',
      },
      remote: { type: 'string', describe: 'Address of a server, such as https://cairn.example.com/mcp.' },
      token_env: { type: 'string', describe: 'Variable with the token for --remote. Default: CAIRN_TOKEN.' },
      token_file: { type: 'string', describe: 'File with the token for --remote.' },
    },
    short: { r: 'repo' },
    examples: [
      ['claude mcp add cairn -- cairn mcp', 'adds the server to Claude Code'],
      ['cairn mcp -r ~/src/shop', 'for a client that starts servers anywhere'],
      ['cairn mcp --remote https://cairn.example.com --token-file ~/.cairn-token', 'asks a server'],
    ],
    run: async (call) => (await import('./mcp.ts')).runMcp(call),
  },
  ...installCommands,
  {
    name: 'serve',
    group: 'Connect',
    summary: 'Serve REST and MCP over HTTP, on this machine unless told otherwise',
    about:
      'It also keeps the index of every registered repo up to date. Without a token it listens on loopback only; `cairn token create` makes one.',
    options: {
      host: { type: 'string', describe: 'Address to listen on; the setting host, 127.0.0.1, when absent.' },
      port: { type: 'integer', min: 0, max: 65_535, describe: 'Port; the setting port, 4747, when absent. 0: any free port.' },
      require_token: { type: 'boolean', default: false, describe: 'Ask every caller for a token, on loopback too.' },
      quiet: { type: 'boolean', default: false, describe: 'Print no line for each request.' },
    },
    examples: [
      ['cairn serve', 'REST at /api/rag/…, MCP at /mcp, reference at /docs'],
      ['cairn serve --host 0.0.0.0', 'for a team; every caller needs a token'],
    ],
    run: async (call) => (await import('./serve.ts')).runServe(call),
  },
  {
    name: 'batch',
    group: 'Connect',
    summary: 'Answer many questions in one process: JSON Lines in, JSON Lines out',
    about:
      'Each line in: {"id", "tool", "arguments"}. Each line out, in the same order: {"id", "result"}. A bad line gives an ERROR result and does not stop the others.',
    examples: [[`echo '{"id": 1, "tool": "list_repos"}' | cairn batch`, 'one question']],
    run: async (call) => (await import('./batch.ts')).runBatch(call),
  },
]

const tokenCommands = () => import('./token-commands.ts')

const tokens: readonly Command[] = [
  {
    name: 'token create',
    group: 'Connect',
    summary: 'Create a token for a server; it is shown once',
    about:
      'A client sends it as "Authorization: Bearer TOKEN". Only a hash of it is stored, so a lost token cannot be shown again: revoke it and create another.',
    options: {
      name: { type: 'string', describe: 'A label, to tell tokens apart.' },
      repo: { type: 'strings', describe: 'Repos that it may read, by id, last part of it or path. Default: all.' },
      expires: {
        type: 'string',
        describe: 'When it ends: 12h, 30d, 8w, or the last valid day (2027-01-31, UTC). Default: never.',
      },
    },
    short: { n: 'name', r: 'repo' },
    examples: [['cairn token create --name ci --repo acme/shop --expires 30d', 'may read one repo, for 30 days']],
    run: async (call) => (await tokenCommands()).runTokenCreate(call),
  },
  {
    name: 'token list',
    group: 'Connect',
    summary: 'List the tokens: id, name, repos, when created, when they expire',
    run: async (call) => (await tokenCommands()).runTokenList(call),
  },
  {
    name: 'token revoke',
    group: 'Connect',
    summary: 'Delete a token; running servers refuse it at once',
    positional: { option: 'token', label: 'ID|NAME', take: 'one' },
    options: { token: { type: 'string', required: true, describe: 'The id of a token, or its name if no other has it.' } },
    run: async (call) => (await tokenCommands()).runTokenRevoke(call),
  },
]

const maintain: readonly Command[] = [
  {
    name: 'doctor',
    group: 'Maintain',
    summary: 'Check the installation, the store and every repo',
    run: async (call) => (await upkeep()).runDoctor(call),
  },
  {
    name: 'config',
    group: 'Maintain',
    summary: 'Show every setting, its value and where the value comes from',
    run: async (call) => (await upkeep()).runConfig(call),
  },
  {
    name: 'gc',
    group: 'Maintain',
    summary: 'Delete index data unused for 14 days, and repos whose folder was missing that long',
    options: { now: { type: 'boolean', default: false, describe: 'Delete it now, without waiting 14 days.' } },
    run: async (call) => (await upkeep()).runGc(call),
  },
  {
    name: 'remove',
    group: 'Maintain',
    summary: 'Unregister a repo; delete its index and the files Cairn wrote into it',
    positional: { option: 'repo', label: 'REPO', take: 'one' },
    options: {
      repo: { type: 'string', required: true, describe: 'Repo id, its last part, or a path.' },
      dry_run: dryRun,
    },
    short: { r: 'repo' },
    run: async (call) => (await upkeep()).runRemove(call),
  },
  {
    name: 'completion',
    group: 'Maintain',
    summary: 'Print a completion script for your shell',
    positional: { option: 'shell', label: 'SHELL', take: 'one' },
    options: {
      shell: {
        type: 'string',
        required: true,
        values: ['bash', 'zsh', 'fish', 'repos'],
        describe: 'bash, zsh or fish. (The scripts use `repos`, which prints the ids of the registered repos.)',
      },
    },
    examples: [
      ['source <(cairn completion bash)', 'in ~/.bashrc'],
      ['cairn completion fish > ~/.config/fish/completions/cairn.fish', ''],
    ],
    run: async (call) => (await import('./completion.ts')).runCompletion(call),
  },
]

export const commands: readonly Command[] = [...ask, ...index, ...connect, ...tokens, ...maintain]
