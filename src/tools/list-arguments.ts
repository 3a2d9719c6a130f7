/** Arguments that have the same meaning in every tool. Their descriptions are short, because every session reads them. */
import { stalePolicies } from '../contract/freshness.ts'
import { languageIds, languageSynonyms } from '../contract/languages.ts'
import type { ArgumentSpec } from '../contract/tool.ts'

export const pageArguments = {
  cursor: { type: 'string', describe: 'next_cursor of the last answer.' },
  max_chars: { type: 'integer', min: 100, max: 10_000_000, describe: 'Maximum size of the answer, in bytes.' },
  stale_policy: {
    type: 'string',
    values: stalePolicies,
    describe: 'What to do with files changed since indexing.',
  },
  budget_files: {
    type: 'integer',
    min: 0,
    max: 1_000_000,
    describe: 'Maximum number of changed files to index before the answer.',
    untold: true,
  },
  budget_ms: { type: 'integer', min: 0, max: 600_000, describe: 'Maximum milliseconds for that.', untold: true },
} as const satisfies Record<string, ArgumentSpec>

/** As long as a path can be on Linux. A symbol may begin with one. */
export const LONGEST_PATH = 4_096

/** `repo` of the tools that search for a symbol or a text. */
export const repoArgument = {
  type: 'string',
  aliases: ['repo_id', 'repo_filter'],
  describe: 'Repo id or path; "*": all. Default: current repo.',
  longest: LONGEST_PATH,
} as const satisfies ArgumentSpec

/** `repo_id` of the tools that work on one repo. */
export const oneRepoArgument = {
  type: 'string',
  aliases: ['repo', 'repo_filter'],
  describe: 'Repo id or path. Default: current repo.',
  longest: LONGEST_PATH,
} as const satisfies ArgumentSpec

/** `repo_filter` of the tools that have levels. */
export const repoFilterArgument = {
  type: 'strings',
  aliases: ['repo', 'repo_id'],
  describe: 'Repo id or path; "*": all. Default: current repo; level repo: all.',
} as const satisfies ArgumentSpec

export const symbolArgument = {
  type: 'string',
  required: true,
  describe: 'Name, Class.name, sym:… or path:line[:column].',
  longest: LONGEST_PATH,
} as const satisfies ArgumentSpec

export const pathArgument = {
  type: 'strings',
  describe: 'Folder or glob; ! in front excludes.',
} as const satisfies ArgumentSpec

export const languageArgument = {
  type: 'strings',
  values: languageIds,
  synonyms: languageSynonyms,
  manyValues: true,
  describe: 'python, typescript, go …',
} as const satisfies ArgumentSpec

export const testsArgument = {
  type: 'string',
  default: 'include',
  values: ['include', 'exclude', 'only'],
  describe: 'Test files.',
} as const satisfies ArgumentSpec

/** The value of `tests` for filters; undefined when nothing is excluded. */
export function testsFilter(tests: string): 'exclude' | 'only' | undefined {
  return tests === 'exclude' || tests === 'only' ? tests : undefined
}

/** The offset in `after`. A cursor comes from outside, so it may contain anything. */
export function offsetOf(after: string | null): number {
  return after !== null && /^\d{1,9}$/.test(after) ? Number(after) : 0
}
