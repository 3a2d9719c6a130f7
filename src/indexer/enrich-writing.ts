/** Stores what a model answered, each answer at once, and counts. */
import type { Repo } from '../contract/repo.ts'
import type { EnrichReport } from '../contract/reports.ts'
import { type EnrichLevel, prompts } from '../enrich/enrich-request.ts'
import type { WrittenRecord } from '../enrich/read-record.ts'
import type { AskedSpan, EnrichedKind, EnrichmentRecord, EnrichmentRefusal } from '../store/port.ts'
import type { JobTarget } from './enrich-plan.ts'
import type { IndexRooms } from './index-rooms.ts'
import { reading } from './reading.ts'

/** What was asked, and where the text will be shown. */
export type WrittenJob = {
  level: EnrichLevel
  kind: EnrichedKind
  span_hash: string
  path: string
  targets: readonly JobTarget[]
}

export class EnrichWriting {
  readonly counts = { written: 0, shared: 0 }
  readonly refusals: EnrichReport['refused'] = []
  private readonly repo: Repo
  private readonly rooms: Pick<IndexRooms, 'reader' | 'writer' | 'now'>
  private readonly model: string

  constructor(repo: Repo, rooms: Pick<IndexRooms, 'reader' | 'writer' | 'now'>, model: string) {
    this.repo = repo
    this.rooms = rooms
    this.model = model
  }

  async answerAbout(job: WrittenJob): Promise<EnrichmentRecord | EnrichmentRefusal | undefined> {
    const [answer] = await reading(this.rooms, (snapshot) => snapshot.answersAbout([this.askedOf(job)]))
    return answer
  }

  async write(job: WrittenJob, { summary, usage_guide, details }: WrittenRecord): Promise<void> {
    const record = {
      ...this.askedOf(job),
      ...{ summary, usage_guide, details },
      ...{ content_type: job.level === 'symbol' || job.level === 'file' ? 'code' : 'structure', content_language: 'en' },
      ...{ author: this.model, made_at: this.rooms.now().toISOString() },
    }
    await this.put(job.targets, record)
    this.counts.written++
    this.counts.shared += Math.max(0, job.targets.length - 1)
  }

  /** A text about the same source, for a symbol or file that has none. */
  async share(
    targets: readonly JobTarget[],
    { span_hash, kind }: Pick<WrittenJob, 'span_hash' | 'kind'>,
    text: EnrichmentRecord,
  ): Promise<void> {
    await this.put(targets, { ...text, span_hash, kind })
    this.counts.shared += targets.length
  }

  async refuse(job: WrittenJob, reason: string): Promise<void> {
    await this.rooms.writer.putRefusals(this.repo.repo_id, [
      { ...this.askedOf(job), reason, made_at: this.rooms.now().toISOString() },
    ])
    this.refused(job.path, job.targets[0]?.qualified_name ?? '', reason)
  }

  refused(path: string, name: string, reason: string): void {
    this.refusals.push({ path, name, reason })
  }

  private async put(targets: readonly JobTarget[], record: Omit<EnrichmentRecord, 'qualified_name'>): Promise<void> {
    const entries = targets.map(({ path, key, qualified_name }) => ({ ...record, path, key, qualified_name }))
    await this.rooms.writer.putEnrichment(this.repo.repo_id, entries)
  }

  private askedOf({ level, kind, span_hash }: WrittenJob): AskedSpan {
    return { span_hash, kind, model: this.model, prompt_version: prompts[level].version }
  }
}
