/**
 * Every setting, declared once: the reader of flags, environment and files, the help, `docs/settings.md` and `cairn config` all
 * come from this table.
 */
import { stalePolicies } from '../contract/freshness.ts'

type Common = {
  describe: string
  /** A repo's `.cairn.json` may set it: it concerns the repo's own files and nothing else. */
  repo?: true
}
export type Setting =
  | (Common & { type: 'choice'; values: readonly string[]; default: string })
  | (Common & { type: 'integer'; min: number; max: number; default: number | null })
  | (Common & { type: 'boolean'; default: boolean })
  | (Common & { type: 'list'; default: readonly string[] })
  /** Any text. */
  | (Common & { type: 'text'; default: string })
  /** A folder; the default depends on the machine. */
  | (Common & { type: 'folder' })

export const settings = {
  home: { type: 'folder', describe: "Folder of Cairn's store and registry." },
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
    describe: 'Changed files that a question may bring up to date before it is answered.',
  },
  budget_ms: {
    type: 'integer',
    min: 0,
    max: 600_000,
    default: 1_000,
    repo: true,
    describe: 'Milliseconds a question may spend on that.',
  },
  finish_ms: {
    type: 'integer',
    min: 0,
    max: 3_600_000,
    default: 10_000,
    repo: true,
    describe:
      'Milliseconds a command goes on with a larger change before it answers. A server answers at once and goes on in the background.',
  },
  scan_ms: {
    type: 'integer',
    min: 1,
    max: 600_000,
    default: 5_000,
    repo: true,
    describe: 'Milliseconds a live scan may take before it answers with what it has.',
  },
  max_file_bytes: {
    type: 'integer',
    min: 1_000,
    max: 2_000_000_000,
    default: 20_000_000,
    repo: true,
    describe: 'Larger files are left out of the index.',
  },
  auto_index_files: {
    type: 'integer',
    min: 0,
    max: 1_000_000,
    default: 3_000,
    repo: true,
    describe:
      'A repo up to this many files is indexed on the first question; a larger one by `cairn index`, or by a server in the background.',
  },
  ignore: {
    type: 'list',
    default: [],
    repo: true,
    describe: 'Paths to leave out, in the syntax of .gitignore, besides those git ignores.',
  },
  write_artifacts: {
    type: 'boolean',
    default: true,
    repo: true,
    describe: "Write `.llmc/` into a repo and a line into git's exclude file. If false, the status file lives in Cairn's home.",
  },
  allow_withheld: {
    type: 'list',
    default: [],
    describe: 'Globs of files that would be withheld as secrets and may be shown all the same.',
  },
  workers: {
    type: 'integer',
    min: 1,
    max: 64,
    default: null,
    describe: 'Threads that parse; as many as the machine has cores, at most 4, when not set.',
  },
  lock_wait_ms: {
    type: 'integer',
    min: 0,
    max: 3_600_000,
    default: 10_000,
    describe: 'Milliseconds to wait for another process that indexes the same repo.',
  },
  quota_mb: {
    type: 'integer',
    min: 1,
    max: 100_000_000,
    default: null,
    describe: 'Size `cairn gc` brings the store under by dropping unreferenced content; no limit when not set.',
  },
  watch_poll_s: {
    type: 'integer',
    min: 1,
    max: 86_400,
    default: 60,
    describe: 'Seconds between two looks of `cairn watch` at a repo that has no file events.',
  },
  watch_heartbeat_s: {
    type: 'integer',
    min: 1,
    max: 86_400,
    default: 30,
    describe: 'Seconds between two heartbeats of `cairn watch`, which find what no file event tells.',
  },
  format: {
    type: 'choice',
    values: ['auto', 'text', 'json'],
    default: 'auto',
    describe:
      'How commands print: text on a terminal and JSON in a pipe (auto), or always the same. `--text` and `--json` count over it.',
  },
  pager: {
    type: 'text',
    default: 'less',
    describe:
      'Program that shows text longer than the screen, as a shell would start it. `cat` or `off` for none. PAGER counts too.',
  },
  color: {
    type: 'choice',
    values: ['auto', 'always', 'never'],
    default: 'auto',
    describe: 'Colours in readable output. NO_COLOR and FORCE_COLOR count too.',
  },
  debug: { type: 'boolean', default: false, describe: 'Print the stack of an internal error.' },
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

/** The settings as they stand. Frozen; passed on as values. */
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
    default:
      return setting satisfies never
  }
}
