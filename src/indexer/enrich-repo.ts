/**
 * Asks a model for texts about a repo, bottom-up: symbols, files, folders, the repo. Each text is stored as soon as it is checked, so a
 * run that was killed continues where it stopped and pays for nothing twice. Only what was under way when it was killed is asked again.
 */
import { mapBounded } from '../base/bounded.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { EnrichEstimate, EnrichReport } from '../contract/reports.ts'
import { type EnrichModel, sentMessages } from '../enrich/ask-record.ts'
import { enrichRequest, MOST_ANSWER } from '../enrich/enrich-request.ts'
import { AskInTurn, type AskLimits } from './ask-in-turn.ts'
import { embedMissing } from './embed-missing.ts'
import { type EnrichChoice, type EnrichPlan, planEnrichment, type SpanJob } from './enrich-plan.ts'
import { EnrichSources } from './enrich-sources.ts'
import { EnrichWriting } from './enrich-writing.ts'
import type { IndexRooms, WorkOptions } from './index-rooms.ts'
import { reading } from './reading.ts'

export type { EnrichModel }

export type EnrichOptions = WorkOptions &
  EnrichChoice & {
    limits: AskLimits
    /** Requests at a time. */
    concurrency: number
    dryRun?: boolean
  }

const SAMPLES = 2

/** Throws INDEX_LOCKED if another process asks about this repo, LLM_UNAVAILABLE if the server fails again and again. */
export async function enrichRepo(
  repo: Repo,
  rooms: IndexRooms,
  model: EnrichModel,
  options: EnrichOptions,
): Promise<EnrichReport> {
  const started = rooms.now().getTime()
  const wait_ms = rooms.settings.lock_wait_ms
  const lock = options.dryRun ? noLock : await rooms.writer.lockRepo(repo.repo_id, { wait_ms, of: 'enrichment' })
  if (!lock) throw new CairnProblem('INDEX_LOCKED', { repo: repo.repo_id })
  try {
    const plan = await reading(rooms, (snapshot) => planEnrichment(repo.repo_id, snapshot, model.name, options))
    const run = new EnrichRun(repo, rooms, model, plan, options)
    const report = await run.run()
    return { ...report, seconds: (rooms.now().getTime() - started) / 1000 }
  } finally {
    await lock.release()
  }
}

const noLock = { release: async (): Promise<void> => {} }

class EnrichRun {
  private readonly repo: Repo
  private readonly rooms: IndexRooms
  private readonly model: EnrichModel
  private readonly plan: EnrichPlan
  private readonly options: EnrichOptions
  private readonly asking: AskInTurn
  private readonly sources: EnrichSources
  private readonly writing: EnrichWriting
  private left = 0
  private foldersKnown = 0
  private done = 0

  constructor(repo: Repo, rooms: IndexRooms, model: EnrichModel, plan: EnrichPlan, options: EnrichOptions) {
    this.repo = repo
    this.rooms = rooms
    this.model = model
    this.plan = plan
    this.options = options
    this.sources = new EnrichSources(repo, rooms)
    this.writing = new EnrichWriting(repo, rooms, model.name)
    const { signal } = options
    const known = (names: readonly string[]) => this.sources.knownNames(names)
    this.asking = new AskInTurn(model, options.limits, { known, ...(signal ? { signal } : {}) })
  }

  async run(): Promise<EnrichReport> {
    const estimate = await this.estimate()
    if (this.options.dryRun) return this.report(estimate, { samples: await this.samples(), left: estimate.requests })
    for (const { target, record, span } of this.plan.shared) await this.writing.share([target], span, record)
    await this.spans(this.plan.symbols, estimate.requests)
    await this.spans(this.plan.files, estimate.requests)
    await this.folders(estimate.requests)
    const { problem } = this.asking
    // The texts are part of what is embedded. A server is asked by the next index, or in the background.
    const embedded = await embedMissing(this.repo, this.rooms, { ...this.options, wait_ms: 0, localOnly: true })
    if (problem) throw this.serverDown(problem)
    const { stopped } = this.asking
    const end = stopped === 'limit' || stopped === 'max_tokens' ? stopped : null
    return this.report(estimate, { stopped: end, left: this.left, warnings: embedded.warnings })
  }

  private async spans(jobs: readonly SpanJob[], total: number): Promise<void> {
    await mapBounded(jobs, this.options.concurrency, async (job) => {
      await this.span(job)
      this.progress(total, job.path)
    })
  }

  private async span(job: SpanJob): Promise<void> {
    if (this.asking.stopped) {
      this.left++
      return
    }
    // Another run, of a worktree of this repo, may have asked it meanwhile.
    const answer = await this.writing.answerAbout(job)
    if (answer) {
      if ('reason' in answer) this.writing.refused(job.path, job.targets[0]?.qualified_name ?? '', answer.reason)
      else await this.writing.share(job.targets, job, answer)
      return
    }
    const source = await this.sources.ofSpan(job)
    // It changed since it was indexed: the next run has the new source.
    if (!source) this.left++
    else if (!(await this.ask(source, job))) this.left++
  }

  /** False if it was not asked. */
  private async ask(
    source: Awaited<ReturnType<EnrichSources['ofSpan']>> & object,
    job: Parameters<EnrichWriting['write']>[0],
  ): Promise<boolean> {
    const answer = await this.asking.ask(source.asked, source.described)
    if (answer.state === 'written') await this.writing.write(job, answer.record)
    if (answer.state === 'refused') await this.writing.refuse(job, answer.reason)
    return answer.state !== 'unasked'
  }

  /** One depth after the other: a folder's text rests on those of the folders in it. */
  private async folders(total: number): Promise<void> {
    const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length)
    const depths = new Map<number, string[]>()
    for (const path of this.plan.folders) depths.set(depthOf(path), [...(depths.get(depthOf(path)) ?? []), path])
    for (const [, paths] of [...depths].sort(([one], [other]) => other - one)) {
      if (this.asking.stopped) this.left += paths.length
      else await this.foldersOfDepth(paths, total)
    }
  }

  private async foldersOfDepth(paths: readonly string[], total: number): Promise<void> {
    const folders = await this.sources.ofFolders(paths)
    await mapBounded(folders, this.options.concurrency, async ({ path, text, isOwn, asked, described }) => {
      const job = { level: asked.level, kind: text.now.kind, span_hash: text.now.span_hash, path, targets: [text.now] }
      const answer = text.isFresh ? text.text : await this.writing.answerAbout(job)
      if (text.isFresh) this.foldersKnown++
      if (answer && 'reason' in answer) this.writing.refused(path, path, answer.reason)
      else if (answer) {
        if (!text.isFresh || !isOwn) await this.writing.share(job.targets, text.now, answer)
      } else if (this.asking.stopped || !(await this.ask({ asked, described }, job))) this.left++
      this.progress(total, path)
    })
  }

  private progress(total: number, file: string): void {
    this.done++
    this.options.onProgress?.({
      phase: 'enrich',
      repo_id: this.repo.repo_id,
      done: this.done,
      total: Math.max(total, this.done),
      file,
    })
  }

  private async estimate(): Promise<EnrichEstimate> {
    const { symbols, files, folders, folders_due } = this.plan
    const repos = folders.includes('') && folders_due > 0 ? 1 : 0
    const requests = symbols.length + files.length + folders_due
    const answers = symbols.length * MOST_ANSWER.symbol + (requests - symbols.length) * MOST_ANSWER.file
    const jobs = [...symbols, ...files]
    const lines = jobs.reduce((sum, { line_count }) => sum + Math.min(line_count, MOST_LINES), 0)
    return {
      ...{ symbols: symbols.length, files: files.length, modules: folders_due - repos, repos, requests },
      input_tokens: requests * TOKENS_OF_PROMPT + lines * TOKENS_OF_LINE + folders_due * TOKENS_OF_FOLDER,
      output_tokens: Math.round(answers * USUAL_SHARE),
    }
  }

  private async samples(): Promise<EnrichReport['samples']> {
    const samples: EnrichReport['samples'] = []
    for (const job of [...this.plan.symbols, ...this.plan.files].slice(0, SAMPLES)) {
      const source = await this.sources.ofSpan(job)
      if (!source) continue
      const messages = sentMessages(enrichRequest(source.asked, this.model.context_tokens), this.model)
      samples.push({ path: job.path, name: job.targets[0]?.qualified_name ?? '', messages })
    }
    return samples
  }

  private serverDown(problem: CairnProblem): CairnProblem {
    const { written } = this.writing.counts
    const cause = problem.message.replace(/^The language model does not answer: /, '').replace(/\.$/, '')
    const detail = `${cause}. After repeated failures nothing more was asked: ${written} new texts are stored, ${this.left} are left`
    const fix = 'When the server answers again, run `cairn enrich` again: it continues there.'
    return new CairnProblem('LLM_UNAVAILABLE', { detail }, { cause: problem, fix })
  }

  private report(
    estimate: EnrichEstimate,
    given: Partial<Pick<EnrichReport, 'samples' | 'left' | 'stopped' | 'warnings'>>,
  ): EnrichReport {
    const { refusals, counts } = this.writing
    return {
      ...{ repo_id: this.repo.repo_id, root: this.repo.root, model: this.model.name, server: this.model.server, estimate },
      ...{ known: this.plan.known + this.foldersKnown, written: counts.written, shared: counts.shared },
      ...{ refused: refusals.slice(0, MOST_REFUSED), refused_total: refusals.length + this.plan.refused },
      ...this.asking.used,
      ...{ stopped: null, left: 0, samples: [], warnings: [], ...given },
      ...{ seconds: 0, dry_run: this.options.dryRun === true },
    }
  }
}

const MOST_REFUSED = 20
/** Measured on code of several languages: a line has about ten tokens. */
const TOKENS_OF_LINE = 11
const TOKENS_OF_PROMPT = 330
const TOKENS_OF_FOLDER = 400
const MOST_LINES = 300
/** Records are far shorter than what a model may write. */
const USUAL_SHARE = 0.25
