/** `index`, `build-graph`, `import-graph`: they write, and report what they wrote. */
import { writeNumber } from '../../base/write-number.ts'
import type { FileNote, GraphReport, ImportReport, IndexReport } from '../../contract/reports.ts'
import { named, visible } from '../../contract/visible.ts'
import { okResult } from '../../envelope/result.ts'
import type { Style } from '../../envelope/style.ts'
import type { Call, Outcome } from './command.ts'

export async function runIndex({ app, args, io, onProgress, style }: Call): Promise<Outcome> {
  const folders = [...((args.folders as readonly string[] | null) ?? []), ...(typeof args.repo === 'string' ? [args.repo] : [])]
  const name = typeof args.name === 'string' ? { name: args.name } : {}
  const work = { signal: io.signal, onProgress, fresh: args.fresh === true, dryRun: args.dry_run === true, ...name }
  const reports = await app.index(folders, work)
  return { result: okResult(reports), text: reports.map((report) => indexWords(report, style)).join('\n\n') }
}

export async function runBuildGraph({ app, args, io, onProgress, style }: Call): Promise<Outcome> {
  const work = { signal: io.signal, onProgress, dryRun: args.dry_run === true }
  const report = await app.buildGraph(args.repo as string | null, work)
  return { result: okResult([report], { indexStatus: report.status }), text: graphWords(report, style) }
}

export async function runImportGraph({ app, args, io, onProgress }: Call): Promise<Outcome> {
  const work = { signal: io.signal, onProgress, repo: args.repo as string | null, dryRun: args.dry_run === true }
  const report = await app.importGraph(String(args.file), work)
  return { result: okResult([report]), text: importWords(report) }
}

function indexWords(report: IndexReport, style: Style): string {
  const { files, parsed, reused, unchanged, removed, seconds } = report
  const verb = report.dry_run ? 'would be indexed' : 'indexed'
  const counts = [
    [parsed, 'read'],
    [reused, 'already parsed'],
    [unchanged, 'unchanged'],
    [removed, 'removed'],
  ] as const
  const details = counts.filter(([count]) => count > 0).map(([count, what]) => `${writeNumber(count)} ${what}`)
  return [
    `${style.name(named(report.repo_id))}  ${style.strong(`${plural(files, 'file')} ${verb}`)} in ${seconds.toFixed(1)} s  ${style.place(named(report.root))}`,
    `  ${details.join(', ') || 'nothing to do'} · ${plural(report.counts.symbol, 'symbol')}, ${plural(report.counts.doc, 'document section')}`,
    ...noteWords('left out or read in part', report.skipped, report.skipped_total, style),
    ...noteWords('failed', report.failed, report.failed_total, style),
    ...report.warnings.map((words) => `  ${style.warn(visible(words))}`),
    ...writtenWords(report, style),
  ].join('\n')
}

function graphWords(report: GraphReport, style: Style): string {
  const graph = `  ${writeNumber(report.entities)} entities, ${writeNumber(report.relations)} relations`
  return `${indexWords(report, style)}\n${graph} in ${style.place(named(report.graph_file))}`
}

function importWords(report: ImportReport): string {
  const would = report.dry_run ? 'would take' : 'took'
  const counted = (what: 'new' | 'known' | 'refused'): string =>
    `${plural(report[`enrichment_${what}`], 'description')} and ${plural(report[`links_${what}`], 'link')}`
  return [
    `${named(report.repo_id)}: ${would} ${counted('new')} from ${named(report.file)}`,
    `  already known: ${counted('known')}`,
    `  rejected, because they do not match the current files: ${counted('refused')}`,
  ].join('\n')
}

/** Each reason with its count and one example, because a list of a thousand files helps nobody. */
function noteWords(title: string, notes: readonly FileNote[], total: number, style: Style): string[] {
  if (total === 0) return []
  const byReason = new Map<string, string[]>()
  for (const { reason, path } of notes) byReason.set(reason, [...(byReason.get(reason) ?? []), path])
  const rows = [...byReason].map(([reason, [first = '', ...others]]) => {
    const more = others.length > 0 ? ` and ${writeNumber(others.length)} more` : ''
    return style.faint(`    ${visible(reason)}: ${named(first)}${more}`)
  })
  const unlisted = total > notes.length ? [style.faint(`    and ${writeNumber(total - notes.length)} not listed`)] : []
  return [`  ${style.warn(`${writeNumber(total)} ${title}`)}`, ...rows, ...unlisted]
}

function writtenWords({ dry_run, written }: IndexReport, style: Style): string[] {
  if (!dry_run) return []
  return ['  would write, outside of home:', ...written.map((file) => `    ${style.place(named(file))}`)]
}

const plural = (count: number, noun: string): string => `${writeNumber(count)} ${noun}${count === 1 ? '' : 's'}`
