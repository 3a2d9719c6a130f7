/** The arguments that mean the same in every tool, declared once. Kept terse: a model pays for each word in every session. */
import { stalePolicies } from '../contract/freshness.ts'
import type { ArgumentSpec } from '../contract/tool.ts'

export const pageArguments = {
  cursor: { type: 'string', describe: 'next_cursor of the last answer: continues there.' },
  max_chars: { type: 'integer', min: 100, max: 10_000_000, describe: 'Longest answer in bytes; the rest is paged.' },
  stale_policy: {
    type: 'string',
    values: stalePolicies,
    describe: 'When files changed since indexing: catch-up (usual), rebind or strict (write nothing).',
  },
} as const satisfies Record<string, ArgumentSpec>

/** `repo` of the tools that look for a symbol or a text. */
export const repoArgument = {
  type: 'string',
  describe: 'Repo id, its last part, or a path. Default: the repo started in, else all.',
} as const satisfies ArgumentSpec

export const symbolArgument = {
  type: 'string',
  required: true,
  describe: 'Name, qualified name, anchor (sym:…) or path:line[:column].',
} as const satisfies ArgumentSpec

export const pathArgument = {
  type: 'string',
  describe: 'Only files that fit: a folder or a glob (src/**/*.py).',
} as const satisfies ArgumentSpec

export const languageArgument = {
  type: 'strings',
  describe: 'Only these languages: python, typescript, go …',
} as const satisfies ArgumentSpec

/** A place that is an offset. A cursor comes from outside, so what it holds may be anything. */
export function offsetOf(place: string | null): number {
  return place !== null && /^\d{1,9}$/.test(place) ? Number(place) : 0
}
