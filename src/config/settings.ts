/**
 * The table of all settings. The reader of flags, environment and files, the help, `docs/settings.md` and `cairn config` all use
 * it.
 */
import { stalePolicies } from '../contract/freshness.ts'

type Common = {
  describe: string
  /**
   * A repo's `.cairn.json` may set it, because it affects only the repo's own files. `stricter`: it may add to a list, and turn off what
   * is on, but what the user's own file leaves out or turns off stays so.
   */
  repo?: true | 'stricter'
}
export type Setting =
  | (Common & { type: 'choice'; values: readonly string[]; default: string })
  | (Common & { type: 'integer'; min: number; max: number; default: number | null })
  | (Common & { type: 'boolean'; default: boolean })
  | (Common & { type: 'list'; default: readonly string[] })
  /** Any text. `exact`: spaces at its ends belong to it. */
  | (Common & { type: 'text'; default: string; exact?: true })
  /** A folder; the default depends on the machine. */
  | (Common & { type: 'folder' })
  /** A token: never printed, and not accepted from a flag, because other users of the machine can see command lines. */
  | (Common & { type: 'secret' })

export const settings = {
  home: { type: 'folder', describe: "Folder of Cairn's index and list of repos." },
  stale_policy: {
    type: 'choice',
    values: stalePolicies,
    default: 'catch-up',
    describe: 'What to do when files changed since they were indexed.',
  },
  budget_files: {
    type: 'integer',
    min: 0,
    max: 1_000_000,
    default: 200,
    repo: true,
    describe: 'How many changed files a question may index before it is answered.',
  },
  budget_ms: {
    type: 'integer',
    min: 0,
    max: 600_000,
    default: 1_000,
    repo: true,
    describe: 'How many milliseconds a question may spend on indexing changed files.',
  },
  finish_ms: {
    type: 'integer',
    min: 0,
    max: 3_600_000,
    default: 10_000,
    repo: true,
    describe:
      'How many milliseconds a command may index a larger change before it answers. A server answers at once and continues in the background.',
  },
  scan_ms: {
    type: 'integer',
    min: 1,
    max: 600_000,
    default: 5_000,
    repo: true,
    describe: 'How many milliseconds a search without the index may take. After that the answer has what was found so far.',
  },
  max_file_bytes: {
    type: 'integer',
    min: 1_000,
    // Text of more than 512 MB ends the process, and reading takes several times the size in memory.
    max: 100_000_000,
    default: 20_000_000,
    repo: true,
    describe: 'Files with more bytes are not indexed.',
  },
  auto_index_files: {
    type: 'integer',
    min: 0,
    max: 1_000_000,
    default: 3_000,
    repo: true,
    describe:
      'The first question builds the index of a repo with up to this many files. A larger repo needs `cairn index`; a server builds it in the background.',
  },
  ignore: {
    type: 'list',
    default: [],
    repo: 'stricter',
    describe: 'Paths to exclude, in the syntax of .gitignore, in addition to those that git ignores.',
  },
  write_artifacts: {
    type: 'boolean',
    default: true,
    repo: 'stricter',
    describe:
      "Write `.llmc/` into a repo and a line into git's exclude file. If false, the status file is in Cairn's home folder instead.",
  },
  allow_withheld: {
    type: 'list',
    default: [],
    describe: 'Globs of files that Cairn may index and show although they look like secrets.',
  },
  workers: {
    type: 'integer',
    min: 1,
    max: 64,
    default: null,
    describe: 'Number of parser threads. If not set: the number of cores, at most 4.',
  },
  lock_wait_ms: {
    type: 'integer',
    min: 0,
    max: 3_600_000,
    default: 10_000,
    describe: 'How many milliseconds to wait while another process indexes the same repo.',
  },
  quota_mb: {
    type: 'integer',
    min: 1,
    max: 100_000_000,
    default: null,
    describe: 'Largest size of the index in MB. `cairn gc` deletes unused data until the index is smaller. If not set: no limit.',
  },
  watch: {
    type: 'boolean',
    default: true,
    describe: 'Whether a server keeps the indexes of all registered repos up to date in the background after its first question.',
  },
  watch_poll_s: {
    type: 'integer',
    min: 1,
    max: 86_400,
    default: 60,
    describe: 'How often, in seconds, `cairn watch` checks a repo whose file system reports no changes.',
  },
  watch_heartbeat_s: {
    type: 'integer',
    min: 1,
    max: 86_400,
    default: 30,
    describe:
      'How often, in seconds, `cairn watch` checks for what file events do not report, such as a new repo or a closed terminal.',
  },
  host: {
    type: 'text',
    default: '127.0.0.1',
    describe: 'Address that `cairn serve` listens on. Any address other than loopback needs a token (`cairn token create`).',
  },
  port: { type: 'integer', min: 0, max: 65_535, default: 4_747, describe: 'Port of `cairn serve`; 0 takes any free port.' },
  require_token: {
    type: 'boolean',
    default: false,
    describe: '`cairn serve` asks every caller for a token, on loopback too.',
  },
  allowed_hosts: {
    type: 'list',
    default: [],
    describe: 'Further names by which `cairn serve` may be addressed, besides localhost: `cairn.example.org`.',
  },
  allowed_origins: {
    type: 'list',
    default: [],
    describe: 'Origins of web pages that may call `cairn serve`: `https://tools.example.org`. Its own pages always may.',
  },
  rate_limit: {
    type: 'integer',
    min: 1,
    max: 10_000_000,
    default: 1_200,
    describe: 'How many searches and graph questions a minute `cairn serve` answers for each caller.',
  },
  request_ms: {
    type: 'integer',
    min: 1,
    max: 3_600_000,
    default: 60_000,
    describe: 'After how many milliseconds `cairn serve` gives up a question.',
  },
  embedder: {
    type: 'choice',
    values: ['local', 'remote', 'none'],
    default: 'local',
    describe:
      'What makes the vectors by which meaning is searched. local: the model that Cairn contains. remote: also the server `embed_url`, to which the texts of all indexed files are sent. none: no vectors.',
  },
  embed_url: {
    type: 'text',
    default: '',
    describe:
      'Address of a server with the OpenAI interface for embeddings, without `/embeddings`: `http://localhost:11434/v1`. Used only if `embedder` is `remote`.',
  },
  embed_model: { type: 'text', default: '', describe: 'Name of the model on that server.' },
  embed_key: {
    type: 'secret',
    describe: 'Key that is sent to that server. Never printed, and never read from a flag or a repo.',
  },
  embed_dimensions: {
    type: 'integer',
    min: 1,
    max: 65_536,
    default: null,
    describe: "How many numbers a vector of that server has. If not set: the model's own number.",
  },
  embed_timeout_ms: {
    type: 'integer',
    min: 100,
    max: 3_600_000,
    default: 60_000,
    describe:
      'How many milliseconds an answer of that server may take. If it gives none, an index is completed without its vectors.',
  },
  embed_query_prefix: {
    type: 'text',
    default: '',
    exact: true,
    describe: 'Put before each question that is sent to that server, if its model wants that: `query: `.',
  },
  embed_document_prefix: {
    type: 'text',
    default: '',
    exact: true,
    describe: 'Put before each other text that is sent to that server: `passage: `.',
  },
  llm: {
    type: 'choice',
    values: ['off', 'local', 'remote'],
    default: 'off',
    describe:
      'Whether `ask_codebase` and `cairn enrich` use a language model. local: the server `llm_url`, which must be on this machine. remote: it may be elsewhere; questions and lines of code are sent to it.',
  },
  llm_url: {
    type: 'text',
    default: 'http://127.0.0.1:11434/v1',
    describe:
      'Address of a server with the OpenAI interface for chats, without `/chat/completions` (Ollama, LM Studio, llama.cpp, vLLM, a vendor).',
  },
  llm_model: { type: 'text', default: '', describe: 'Name of the model on that server; `cairn doctor` lists those that it has.' },
  llm_key: {
    type: 'secret',
    describe: 'Key that is sent to that server. Never printed, and never read from a flag or a repo.',
  },
  llm_context_tokens: {
    type: 'integer',
    min: 2_000,
    max: 10_000_000,
    default: null,
    describe: 'How many tokens the model can read. If not set: what the server says, else 8,000.',
  },
  llm_timeout_ms: {
    type: 'integer',
    min: 100,
    max: 3_600_000,
    default: 120_000,
    describe: 'How many milliseconds that server may take to begin its answer, and between two pieces of it.',
  },
  format: {
    type: 'choice',
    values: ['auto', 'text', 'json'],
    default: 'auto',
    describe: 'Output format. auto: text on a terminal, JSON in a pipe. `--text` and `--json` override it.',
  },
  pager: {
    type: 'text',
    default: 'less',
    describe: 'Command that shows text longer than the screen. `cat` or `off`: no pager. If not set, PAGER is used.',
  },
  color: {
    type: 'choice',
    values: ['auto', 'always', 'never'],
    default: 'auto',
    describe: 'Colours in text output. If not set, NO_COLOR and FORCE_COLOR are used.',
  },
  token: {
    type: 'secret',
    describe: 'Token that `cairn mcp --remote` sends to the server. Never printed, and never read from a flag or a repo.',
  },
  debug: { type: 'boolean', default: false, describe: 'Print the stack trace of an internal error.' },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settings
export const settingKeys = Object.keys(settings) as SettingKey[]

type ValueOf<Declared extends Setting> = Declared extends { type: 'choice'; values: readonly (infer Value)[] }
  ? Value
  : Declared extends { type: 'integer'; default: infer Default }
    ? number | (null extends Default ? null : never)
    : Declared extends { type: 'boolean' }
      ? boolean
      : Declared extends { type: 'list' }
        ? readonly string[]
        : string

/** The values of all settings, frozen. */
export type Config = { readonly [Key in Exclude<SettingKey, 'workers'>]: ValueOf<(typeof settings)[Key]> } & {
  readonly workers: number
}

/** `budget_ms` → `CAIRN_BUDGET_MS` */
export const environmentName = (key: SettingKey): string => `CAIRN_${key.toUpperCase()}`

export function allowedWords(setting: Setting): string {
  switch (setting.type) {
    case 'choice':
      return `one of ${setting.values.join(', ')}`
    case 'integer':
      return `a whole number from ${setting.min} to ${setting.max}`
    case 'boolean':
      return 'true or false'
    case 'list':
      return 'a list of texts'
    case 'text':
      return 'text'
    case 'folder':
      return 'the path of a folder'
    case 'secret':
      return 'printable characters without spaces'
    default:
      return setting satisfies never
  }
}
