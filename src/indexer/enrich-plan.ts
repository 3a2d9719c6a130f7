/**
 * What a model has to be asked about a repo: the chosen symbols, files, folders and the repo that have no text for their present
 * source. Symbols and files with the same source are one job: it is asked, and paid for, once.
 */
import { pathFilters } from '../base/glob.ts'
import type { Outline } from '../contract/facts-codec.ts'
import { type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { ContentHash, RepoId } from '../contract/ids.ts'
import { chooseSymbols } from '../enrich/choose-symbols.ts'
import { type EnrichLevel, prompts } from '../enrich/enrich-request.ts'
import { FolderTexts } from '../enrich/folder-texts.ts'
import type { EnrichedKind, EnrichmentRecord, FileRow, StoreSnapshot, SymbolNow } from '../store/port.ts'

/** Where a text will be shown. */
export type JobTarget = SymbolHandle & { qualified_name: string }

/** A text to be asked for, or to be taken from the store. Lines are those of the first target's file. */
export type SpanJob = {
  level: 'symbol' | 'file'
  kind: EnrichedKind
  span_hash: string
  path: string
  content_hash: ContentHash
  language: string
  ordinal: number
  line_count: number
  targets: JobTarget[]
}

export type EnrichChoice = {
  levels: readonly EnrichLevel[]
  /** As `pathFilters` reads them; all files when empty. */
  paths: readonly string[]
  /** Test files too. */
  tests: boolean
}

export type EnrichPlan = {
  symbols: SpanJob[]
  files: SpanJob[]
  /** Folders to look at after the files, deepest first; '' is the repo. Whether one is asked about depends on the texts by then. */
  folders: string[]
  /** How many of `folders` will be asked about, as far as it is known. */
  folders_due: number
  /** Texts of the same source that the store has under another name: written without asking. */
  shared: { target: JobTarget; record: EnrichmentRecord; span: Pick<SymbolNow, 'span_hash' | 'kind'> }[]
  /** Have a text for their present source. */
  known: number
  /** The model's text was refused before. */
  refused: number
}

const FILES_AT_ONCE = 64
/** A file of fewer lines gets a text only if one of its symbols does. */
const LEAST_LINES = 8

export async function planEnrichment(
  repo: RepoId,
  snapshot: StoreSnapshot,
  model: string,
  choice: EnrichChoice,
): Promise<EnrichPlan> {
  const rows = await snapshot.recordedFiles(repo)
  const fits = pathFilters(choice.paths)
  const chosen = rows.filter((row) => row.role === 'source' && row.parser_version !== '' && fits(row.path))
  const files = choice.tests ? chosen : chosen.filter(({ test }) => !test)
  const plan = new Planning(repo, snapshot, model, choice)
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) await plan.add(files.slice(at, at + FILES_AT_ONCE))
  return plan.finish(rows, files)
}

class Planning {
  private readonly repo: RepoId
  private readonly snapshot: StoreSnapshot
  private readonly model: string
  private readonly choice: EnrichChoice
  private readonly jobs = new Map<string, SpanJob>()
  private readonly plan: EnrichPlan = {
    ...{ symbols: [], files: [], folders: [], folders_due: 0, shared: [] },
    ...{ known: 0, refused: 0 },
  }

  constructor(repo: RepoId, snapshot: StoreSnapshot, model: string, choice: EnrichChoice) {
    this.repo = repo
    this.snapshot = snapshot
    this.model = model
    this.choice = choice
  }

  async add(rows: readonly FileRow[]): Promise<void> {
    const views = await this.snapshot.factsOfMany(
      this.repo,
      rows.map(({ path }) => path),
    )
    const spans = rows.flatMap((row) => {
      const outline = views.get(row.path)?.outline()
      return outline ? spansOf(row, outline, this.choice) : []
    })
    const texts = await this.snapshot.enrichments(this.repo, spans.map(nowOf))
    const missing = spans.filter(({ span_hash }, at) => texts[at]?.span_hash !== span_hash || texts[at]?.summary === '')
    this.plan.known += spans.length - missing.length
    const answers = await this.snapshot.answersAbout(
      missing.map(({ span_hash, kind, level }) => ({
        ...{ span_hash, kind },
        ...{ model: this.model, prompt_version: prompts[level].version },
      })),
    )
    for (const [at, span] of missing.entries()) this.place(span, answers[at])
  }

  private place(span: SpanJob, answer: Awaited<ReturnType<StoreSnapshot['answersAbout']>>[number]): void {
    const [target] = span.targets
    if (!target) return
    if (answer && 'reason' in answer) this.plan.refused++
    else if (answer) this.plan.shared.push({ target, record: answer, span })
    else {
      const key = `${span.level} ${span.kind} ${span.span_hash}`
      const job = this.jobs.get(key)
      if (job) job.targets.push(target)
      else {
        this.jobs.set(key, span)
        this.plan[span.level === 'symbol' ? 'symbols' : 'files'].push(span)
      }
    }
  }

  async finish(rows: readonly FileRow[], files: readonly FileRow[]): Promise<EnrichPlan> {
    const { levels } = this.choice
    if (!levels.includes('module') && !levels.includes('repo')) return this.plan
    const texts = folderTextsOf(this.repo, rows, this.snapshot)
    const above = new Set(files.flatMap(({ path }) => foldersAbove(path)))
    const changing = new Set(this.plan.files.flatMap(({ targets }) => targets.flatMap(({ path }) => foldersAbove(path))))
    for (const path of texts.paths()) {
      if (!above.has(path) || !levels.includes(path === '' ? 'repo' : 'module')) continue
      this.plan.folders.push(path)
      const isDue = changing.has(path) || !(await texts.of(path))?.isFresh
      if (isDue) for (const folder of foldersAbove(`${path}/`)) changing.add(folder)
      if (isDue) this.plan.folders_due++
    }
    return this.plan
  }
}

/** Whether a folder's text is up to date depends on the texts of the files below it. */
export const folderTextsOf = (repo: RepoId, files: readonly FileRow[], snapshot: StoreSnapshot): FolderTexts<EnrichmentRecord> =>
  new FolderTexts({
    files,
    outlines: (paths) => snapshot.factsOfMany(repo, paths),
    texts: (symbols) => snapshot.enrichments(repo, symbols),
  })

function spansOf(row: FileRow, outline: Outline, { levels, tests }: EnrichChoice): SpanJob[] {
  const { path, content_hash, language } = row
  const chosen = chooseSymbols(outline.symbols, { tests })
  const symbols = chosen.flatMap((ordinal): SpanJob[] => {
    const symbol = outline.symbols[ordinal]
    if (!symbol) return []
    const { qualified_name, tag, kind, span_hash, start_line, end_line } = symbol
    const targets = [{ path, key: symbolKey(qualified_name, tag), qualified_name }]
    const line_count = end_line - start_line + 1
    return [{ level: 'symbol', kind, span_hash, path, content_hash, language, ordinal, line_count, targets }]
  })
  const { span_hash = '', line_count } = outline
  const isWhole = span_hash !== '' && (chosen.length > 0 || line_count >= LEAST_LINES)
  const whole = { path, content_hash, language, line_count, span_hash, targets: [{ path, key: '', qualified_name: '' }] }
  return [
    ...(levels.includes('symbol') ? symbols : []),
    ...(levels.includes('file') && isWhole ? [{ level: 'file', kind: 'module', ordinal: -1, ...whole } as const] : []),
  ]
}

function nowOf({ kind, span_hash, targets: [target] }: SpanJob): SymbolNow {
  return { path: '', key: '', qualified_name: '', ...target, kind, span_hash }
}

/** `a/b/c.ts` → a/b, a and ''. */
function foldersAbove(path: string): string[] {
  const above: string[] = []
  let folder = path
  while (folder !== '') {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
    above.push(folder)
  }
  return above
}
