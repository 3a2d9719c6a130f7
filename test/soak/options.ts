/** What the soak is told: `--seed`, `--edits`, `--repos`, `--from`, and how to replay a failure. */
import { parseArgs } from 'node:util'

export type SoakOptions = {
  seed: string
  /** Over all repos. */
  edits: number
  /** Names of those to use; all when empty. */
  repos: readonly string[]
  /** A folder of checkouts to copy from; null: real sources of the registries. */
  from: string | null
  /** Where copies, homes and failures are kept; a temporary folder when null. */
  out: string | null
  /** A clean rebuild is compared after this many edits of a repo. */
  every: number
  /** Up to this edit of each repo nothing is asked: for shrinking a failure. */
  quietUntil: number
  maxFailures: number
  shrink: boolean
  verbose: boolean
}

export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      edits: { type: 'string', default: '5000' },
      repos: { type: 'string', default: '' },
      from: { type: 'string' },
      out: { type: 'string' },
      every: { type: 'string', default: '50' },
      'quiet-until': { type: 'string', default: '0' },
      'max-failures': { type: 'string', default: '10' },
      shrink: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  })
  return {
    seed: values.seed ?? String(Date.now() % 1_000_000),
    edits: count('edits', values.edits),
    repos: values.repos.split(',').filter((name) => name !== ''),
    from: values.from ?? null,
    out: values.out ?? null,
    every: Math.max(1, count('every', values.every)),
    quietUntil: count('quiet-until', values['quiet-until']),
    maxFailures: count('max-failures', values['max-failures']),
    shrink: values.shrink,
    verbose: values.verbose,
  }
}

function count(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} is a whole number; it is ${JSON.stringify(text)}`)
  return number
}
