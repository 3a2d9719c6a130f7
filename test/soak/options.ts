/** The options of the soak: `--seed`, `--edits`, `--repos`, `--from`, how to run it in parts, and how to replay a failure. */
import { parseArgs } from 'node:util'
import { editsOfPart, nextPart, seedOfPart } from './result-file.ts'

export type SoakOptions = {
  /** The seed of this run; each part has its own. */
  seed: string
  /** Edits of this run, over all repos. */
  edits: number
  /** The whole soak that this run is a part of; one part by default. */
  whole: { seed: string; edits: number; parts: number; part: number }
  /** The result is added to this file; null: it is only printed. */
  result: string | null
  /** Names of the repos to use; all when empty. */
  repos: readonly string[]
  /** A folder of checkouts to copy from; null: real sources from the registries. */
  from: string | null
  /** Where copies, homes and failures are kept; a temporary folder when null. */
  out: string | null
  /** A clean rebuild is compared after this many edits of a repo. */
  every: number
  /** Nothing is asked before this edit of each repo; used to shrink a failure. */
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
      parts: { type: 'string', default: '1' },
      part: { type: 'string' },
      result: { type: 'string' },
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
  const seed = values.seed ?? String(Date.now() % 1_000_000)
  const edits = count('edits', values.edits)
  const parts = Math.max(1, count('parts', values.parts))
  const part = partNumber(values.part, parts, values.result)
  return {
    seed: seedOfPart(seed, part, parts),
    edits: editsOfPart(edits, part, parts),
    whole: { seed, edits, parts, part },
    result: values.result ?? null,
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

/** Without `--part`: the first one that the result file lacks. */
function partNumber(text: string | undefined, parts: number, file: string | undefined): number {
  const part = text === undefined ? (file === undefined ? 1 : nextPart(file, parts)) : count('part', text)
  if (part === undefined) throw new Error(`${file} has all ${parts} parts`)
  if (part < 1 || part > parts) throw new Error(`--part is a number from 1 to ${parts}; it is ${part}`)
  return part
}

function count(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} is a whole number; it is ${JSON.stringify(text)}`)
  return number
}
