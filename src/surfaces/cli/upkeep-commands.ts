/** `status`, `doctor`, `gc`, `remove`, `config`: the commands about the installation. */

import { writeNumber } from '../../base/write-number.ts'
import { problems } from '../../contract/problems.ts'
import type {
  DoctorReport,
  GcReport,
  RemoveReport,
  RepoStatus,
  SettingReport,
  StatusReport,
  VectorCoverage,
} from '../../contract/reports.ts'
import { named, visible } from '../../contract/visible.ts'
import { worstState } from '../../envelope/cover.ts'
import { okResult } from '../../envelope/result.ts'
import type { Style } from '../../envelope/style.ts'
import type { Call, Outcome } from './command.ts'

export async function runStatus({ app, args, io, style }: Call): Promise<Outcome> {
  const repo = args.all === true ? null : ((args.repo as string | null) ?? '.')
  const report = await app.status(repo, { signal: io.signal })
  const only = report.repos.length === 1 ? report.repos[0] : undefined
  const cover = { freshnessState: worstState(report.repos), indexStatus: only?.index_status ?? null }
  return { result: okResult([report], cover), text: statusText(report, style) }
}

export async function runDoctor({ app, io, style }: Call): Promise<Outcome> {
  const report = await app.doctor({ signal: io.signal })
  const broken = report.checks.some((check) => check.state === 'problem')
  return {
    result: okResult([report], { source: 'LOCAL_FALLBACK' }),
    text: doctorText(report, style),
    exit: broken ? problems.RAG_UNAVAILABLE.exit : 0,
  }
}

export async function runGc({ app, args, io, style }: Call): Promise<Outcome> {
  const report = await app.gc({ signal: io.signal, now: args.now === true })
  return { result: okResult([report]), text: gcText(report, style) }
}

export async function runRemove({ app, args, io, style }: Call): Promise<Outcome> {
  const report = await app.remove(String(args.repo), { signal: io.signal, dryRun: args.dry_run === true })
  return { result: okResult([report]), text: removeText(report, style) }
}

export async function runConfig({ app, style }: Call): Promise<Outcome> {
  const { settings, warnings } = await app.config()
  const message = warnings.length > 0 ? warnings.join(' ') : null
  return { result: okResult(settings, { source: 'LOCAL_FALLBACK', message }), text: configText(settings, style) }
}

function statusText(report: StatusReport, style: Style): string {
  const repos = report.repos.map((repo) => repoText(repo, style))
  const quota = report.quota_bytes === null ? '' : ` of ${bytes(report.quota_bytes)} allowed`
  const { total, facts, vectors } = report.size
  const shared = `${bytes(facts)} of it parsed data${vectors > 0 ? ` and ${bytes(vectors)} vectors` : ''} shared by all repos`
  const home = `home ${style.place(named(report.home))}  ${bytes(total)}${quota}, ${shared}`
  return [...(repos.length > 0 ? repos : ['No repo is registered. `cairn index DIR` registers one.']), home].join('\n\n')
}

function repoText(repo: RepoStatus, style: Style): string {
  const paint = repo.freshness_state === 'FRESH' ? style.good : style.warn
  const size = repo.files === 1 ? '1 file' : `${writeNumber(repo.files)} files`
  return [
    `${style.name(named(repo.repo_id))}  ${style.place(named(repo.root))}`,
    `  ${paint(visible(repo.words))}`,
    ...repo.notes.map((note) => `  ${visible(note)}`),
    ...repo.vectors.map((coverage) => vectorText(coverage, style)),
    ...(repo.files === 0 ? [] : [style.faint(`  ${size}, ${bytes(repo.bytes)}, ${whenIndexed(repo.last_indexed_at)}`)]),
  ].join('\n')
}

function vectorText({ model, files, of }: VectorCoverage, style: Style): string {
  const line = `  vectors of ${writeNumber(files)} of ${writeNumber(of)} files (${visible(model)})`
  return files < of ? style.warn(`${line}; \`cairn index\` makes the rest`) : style.faint(line)
}

/** In the local time zone, and how long ago that is. */
function whenIndexed(time: string | null): string {
  const then = time === null ? Number.NaN : Date.parse(time)
  if (Number.isNaN(then)) return 'never fully indexed'
  const seconds = (Date.now() - then) / 1000
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = new Date(then)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `indexed ${ago(seconds)} (${day} ${two(date.getHours())}:${two(date.getMinutes())})`
}

function ago(seconds: number): string {
  if (seconds < -60) return 'in the future, by this clock'
  if (seconds < 60) return 'just now'
  const [length, unit] = (
    [
      [86_400, 'day'],
      [3_600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([each]) => seconds >= each) ?? [60, 'minute']
  const count = Math.floor(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

function doctorText(report: DoctorReport, style: Style): string {
  const look = { ok: style.good('ok     '), warning: style.warn('warning'), problem: style.bad('problem') }
  const checks = report.checks.flatMap((check) => [
    `${look[check.state]}  ${style.strong(visible(check.name))}: ${visible(check.words)}`,
    ...(check.fix ? [`         ${visible(check.fix)}`] : []),
  ])
  const repos = report.repos.flatMap(({ repo_id, languages }) => [
    '',
    style.name(named(repo_id)),
    ...languages.map((each) => `  ${languageText(each)}`),
  ])
  return [`cairn ${visible(report.version)}`, ...checks, ...repos].join('\n')
}

const extractionWords = {
  full: 'symbols, imports, uses',
  definitions: 'definitions and names',
  sections: 'sections of documents',
  words: 'text and words only',
} as const

function languageText(coverage: DoctorReport['repos'][number]['languages'][number]): string {
  const { language, extraction, files, partial, text_only, failed, reasons } = coverage
  const parts = [files === 1 ? '1 file' : `${files} files`, extractionWords[extraction]]
  if (partial > 0) parts.push(`${partial} read in part`)
  if (text_only > 0 && extraction !== 'words') parts.push(`${text_only} as text only`)
  if (failed > 0) parts.push(`${failed} not read`)
  const why = reasons.map(({ reason, files: count }) => `${visible(reason)} (${count})`)
  return `${visible(language)}: ${parts.join(', ')}${why.length > 0 ? `; ${why.join(', ')}` : ''}`
}

function gcText(report: GcReport, style: Style): string {
  const quota = report.quota_bytes === null ? '' : ` of ${bytes(report.quota_bytes)} allowed`
  return [
    `dropped ${report.dropped} entries, freed ${style.strong(bytes(report.freed_bytes))}; the store has ${bytes(report.size_bytes)}${quota}`,
    ...report.unregistered.map((repo) => `forgot ${style.name(named(repo))}: its folder is gone`),
    ...report.missing.map(
      ({ repo_id, since }) => `${style.name(named(repo_id))}: its folder is gone since ${visible(since)}; kept for now`,
    ),
    ...report.models_dropped.map((model) => `deleted the vectors of ${style.name(visible(model))}, which is not used any more`),
    ...report.models_waiting.map(
      (model) => `kept the vectors of ${style.name(visible(model))} until those of the model in use are complete`,
    ),
  ].join('\n')
}

function removeText(report: RemoveReport, style: Style): string {
  const did = report.dry_run ? 'would forget' : 'forgot'
  const files = report.removed_files.map((file) => `  ${report.dry_run ? 'would delete' : 'deleted'} ${style.place(named(file))}`)
  return [`${did} ${style.name(named(report.repo_id))} (${named(report.root)}), ${bytes(report.freed_bytes)}`, ...files].join(
    '\n',
  )
}

function configText(settings: readonly SettingReport[], style: Style): string {
  const width = Math.max(...settings.map((setting) => setting.key.length))
  return settings
    .map(({ key, value, source, origin, describe }) => {
      const shown = value === null ? 'not set' : Array.isArray(value) ? JSON.stringify(value) : String(value)
      const from = source === 'default' ? 'default' : `${source} ${origin}`
      return `${style.name(key.padEnd(width))}  ${style.strong(visible(shown))}  ${style.faint(`(${visible(from)})`)}\n${' '.repeat(width + 2)}${describe}`
    })
    .join('\n')
}

function bytes(count: number): string {
  if (count < 10_000) return `${count} B`
  if (count < 10_000_000) return `${Math.round(count / 1000)} kB`
  return `${(count / 1_000_000).toFixed(count < 100_000_000 ? 1 : 0)} MB`
}
