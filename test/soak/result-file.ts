/**
 * The recorded result of a soak: one file for a seed and a commit, to be committed under bench/soak. A long soak may be run in
 * parts, each with its own seed made from the common one; the file adds up the parts, in any order, on any day.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { SoakReport } from './run-soak.ts'

/** What all parts of one soak have in common; a part with another head belongs to another file. */
export type SoakHead = {
  seed: string
  /** Of the project under test; with `+` after it when files were not committed. */
  commit: string
  /** Over all parts. */
  edits: number
  every: number
  parts: number
  repos: string[]
}
export type SoakPart = {
  part: number
  seed: string
  edits: number
  answers: number
  rebuilds_compared: number
  failures: number
  seconds: number
  memory_mb: SoakReport['memory_mb']
  machine: string
  date: string
}
export type SoakResult = SoakHead & {
  complete: boolean
  totals: { edits: number; answers: number; rebuilds_compared: number; failures: number; seconds: number }
  runs: SoakPart[]
}

/** The seed of one part: two parts never make the same edits. */
export const seedOfPart = (seed: string, part: number, parts: number): string =>
  parts === 1 ? seed : `${seed}.${part}of${parts}`

/** The number of edits of a part; all parts together have all edits. */
export const editsOfPart = (edits: number, part: number, parts: number): number =>
  Math.floor((edits * part) / parts) - Math.floor((edits * (part - 1)) / parts)

/** The first part that the file does not contain; undefined when it contains all. */
export function nextPart(file: string, parts: number): number | undefined {
  const done = new Set(readResult(file)?.runs.map(({ part }) => part))
  return Array.from({ length: parts }, (_, at) => at + 1).find((part) => !done.has(part))
}

export function partOf(report: SoakReport, part: number, seed: string): SoakPart {
  const { edits, answers, comparisons, failures, seconds, memory_mb } = report
  return {
    ...{ part, seed, edits, answers, rebuilds_compared: comparisons, failures: failures.length, seconds, memory_mb },
    machine: machineWords(),
    date: new Date().toISOString().slice(0, 10),
  }
}

/** Adds or replaces a part. Throws when the file belongs to another soak. */
export function addPart(file: string, head: SoakHead, run: SoakPart): SoakResult {
  const before = readResult(file)
  const differs = before && differing(before, head)
  if (differs) throw new Error(`${file} is about another soak: ${differs}`)
  const runs = [...(before?.runs ?? []).filter(({ part }) => part !== run.part), run].sort((a, b) => a.part - b.part)
  const sum = (key: keyof SoakResult['totals']): number => runs.reduce((total, each) => total + each[key], 0)
  const result: SoakResult = {
    ...head,
    complete: runs.length === head.parts && sum('edits') === head.edits,
    totals: {
      edits: sum('edits'),
      answers: sum('answers'),
      rebuilds_compared: sum('rebuilds_compared'),
      failures: sum('failures'),
      seconds: sum('seconds'),
    },
    runs,
  }
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  writeFileSync(`${file}.tmp`, `${JSON.stringify(result, null, 2)}\n`)
  renameSync(`${file}.tmp`, file)
  return result
}

/** Called before the run, because after hours of work it would be too late to learn that the result cannot be added. */
export function checkHead(file: string, head: SoakHead): void {
  const before = readResult(file)
  const differs = before && differing(before, head)
  if (differs) throw new Error(`${file} is about another soak: ${differs}`)
}

function differing(before: SoakResult, head: SoakHead): string | undefined {
  const keys = ['seed', 'commit', 'edits', 'every', 'parts', 'repos'] as const
  const key = keys.find((each) => JSON.stringify(before[each]) !== JSON.stringify(head[each]))
  return key && `its ${key} is ${JSON.stringify(before[key])}, not ${JSON.stringify(head[key])}`
}

function readResult(file: string): SoakResult | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** The project's HEAD, with `+` if its code has uncommitted changes; results and notes do not count. */
export function commitUnderTest(root: string): string {
  const git = (...args: string[]): string => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' }).stdout.trim()
  const dirty = git('status', '--porcelain', '--', 'src', 'test', 'scripts', 'package.json', 'package-lock.json') !== ''
  return `${git('rev-parse', 'HEAD')}${dirty ? '+' : ''}`
}

function machineWords(): string {
  const cpus = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  return `${cpus.length} × ${cpus[0]?.model.trim() || os.arch()}, ${memory} GiB, ${os.type()} ${os.release()}, Node ${process.version.slice(1)}`
}
