/** The soak: repo after repo, block after block of edits, and a comparison with a clean build after each block and failure. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { SoakOptions } from './options.ts'
import { type Failure, memoryOfTree, SoakRepo } from './soak-repo.ts'
import { makeWorld } from './world.ts'

export type SoakSource = { name: string; root: string }
export type SoakReport = {
  edits: number
  answers: number
  comparisons: number
  failures: Failure[]
  seconds: number
  edits_per_second: number
  memory_mb: { start: number; end: number; own_start: number; own_end: number }
  counts: Record<string, number>
  out: string
}

export async function runSoak(
  sources: readonly SoakSource[],
  options: SoakOptions,
  say: (text: string) => void,
): Promise<SoakReport> {
  const out = path.resolve(options.out ?? mkdtempSync(path.join(os.tmpdir(), 'cairn-soak-')))
  mkdirSync(out, { recursive: true })
  say(`seed ${options.seed}, ${options.edits} edits over ${sources.map(({ name }) => name).join(', ')}; kept in ${out}`)
  const repos = sources.map(
    ({ name, root }) => new SoakRepo(makeWorld(root, name, path.join(out, 'trees')), path.join(out, 'homes', name), options.seed),
  )
  const run = new Run(options, out, say)
  try {
    for (let done = 0, at = 0; done < options.edits && !run.isOver(); at++) {
      const repo = repos[at % repos.length] as SoakRepo
      const count = Math.min(options.every, options.edits - done)
      await run.block(repo, count)
      done += count
    }
  } finally {
    for (const repo of repos) await repo.close()
  }
  const report = run.report(repos)
  writeFileSync(path.join(out, 'report.json'), JSON.stringify(report, null, 2))
  if (options.out === null && report.failures.length === 0) rmSync(out, { recursive: true, force: true })
  return report
}

class Run {
  private readonly options: SoakOptions
  private readonly out: string
  private readonly say: (text: string) => void
  private readonly failures: Failure[] = []
  private readonly started = performance.now()
  private edits = 0
  private comparisons = 0
  private kept = 0
  private memory: { tree: number; own: number }[] = []

  constructor(options: SoakOptions, out: string, say: (text: string) => void) {
    this.options = options
    this.out = out
    this.say = say
  }

  isOver(): boolean {
    return this.failures.length >= this.options.maxFailures
  }

  async block(repo: SoakRepo, count: number): Promise<void> {
    for (let left = count; left > 0 && !this.isOver(); left--) {
      const quiet = repo.number < this.options.quietUntil
      // By the edit's number, not by the remaining edits: a shorter run must ask the same questions as the long one.
      const settle = (repo.number + 1) % this.options.every === 0
      const failed = await repo.step({ quiet, settle })
      this.edits++
      if (this.options.verbose) this.say(`${repo.world.name} ${repo.log.at(-1)}`)
      if (failed.length > 0) {
        this.note(repo, failed)
        await this.compare(repo)
      }
    }
    if (repo.number > this.options.quietUntil) await this.compare(repo)
    this.sample()
    const rate = this.edits / ((performance.now() - this.started) / 1000)
    this.say(
      `${this.edits}/${this.options.edits} ${repo.world.name} ${repo.number}: ${rate.toFixed(2)} edits/s, ${this.failures.length} failures, ${this.memory.at(-1)?.tree} MB`,
    )
  }

  private async compare(repo: SoakRepo): Promise<void> {
    this.comparisons++
    try {
      const failed = await repo.compare()
      if (failed.length > 0) this.note(repo, failed)
    } catch (error) {
      this.note(repo, [
        {
          repo: repo.world.name,
          number: repo.number,
          edit: repo.log.at(-1) ?? '',
          door: 'app',
          policy: 'catch-up',
          question: 'clean rebuild',
          wrong: [`crashed: ${error instanceof Error ? error.stack : String(error)}`],
        },
      ])
    }
  }

  /** Keeps the tree, the edits and the messages, and prints the command that repeats the failure. */
  private note(repo: SoakRepo, failed: readonly Failure[]): void {
    this.failures.push(...failed)
    const folder = path.join(this.out, `failure-${++this.kept}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'failures.json'), JSON.stringify(failed, null, 2))
    writeFileSync(path.join(folder, 'edits.log'), `${repo.log.join('\n')}\n`)
    if (this.kept <= 10)
      cpSync(repo.world.root, path.join(folder, 'tree'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    for (const each of failed) {
      this.say(
        `FAILED ${each.repo} edit ${each.number} (${each.door}, ${each.policy}): ${each.edit}\n  ${each.question}\n  ${each.wrong.join('\n  ')}`,
      )
      appendFileSync(path.join(this.out, 'failures.jsonl'), `${JSON.stringify(each)}\n`)
    }
    const { seed, every, from } = this.options
    const replay = `npm run soak -- --seed ${seed} --repos ${repo.world.name} --edits ${repo.number} --every ${every}${from ? ` --from ${from}` : ''}`
    this.say(`  kept in ${folder}; again: ${replay}; shorter, if it still fails: --quiet-until ${repo.number - 1}`)
  }

  private sample(): void {
    ;(globalThis as { gc?: () => void }).gc?.()
    this.memory.push({ tree: Math.round(memoryOfTree() / 1024), own: Math.round(process.memoryUsage().rss / 2 ** 20) })
  }

  report(repos: readonly SoakRepo[]): SoakReport {
    const seconds = (performance.now() - this.started) / 1000
    const counts: Record<string, number> = {}
    for (const repo of repos) for (const [what, count] of Object.entries(repo.counts)) counts[what] = (counts[what] ?? 0) + count
    // In the first round over all repos everything is opened; memory growth is measured from there.
    const first = this.memory[Math.min(repos.length - 1, this.memory.length - 1)] ?? { tree: 0, own: 0 }
    const last = this.memory.at(-1) ?? first
    return {
      edits: this.edits,
      answers: Object.entries(counts).reduce((sum, [what, count]) => sum + (what.startsWith('door ') ? count : 0), 0),
      comparisons: this.comparisons,
      failures: this.failures,
      seconds: Math.round(seconds),
      edits_per_second: Math.round((this.edits / seconds) * 100) / 100,
      memory_mb: { start: first.tree, end: last.tree, own_start: first.own, own_end: last.own },
      counts,
      out: this.out,
    }
  }
}
