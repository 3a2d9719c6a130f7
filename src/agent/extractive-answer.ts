/**
 * An answer without a language model: for each of the best hits its place, its name, a sentence or two about it and the lines
 * that match. Only what is quoted is cited.
 */
import type { Answer, Citation, SearchLevel } from '../contract/items.ts'
import { languageOfPath } from '../contract/languages.ts'
import { aboutLines } from '../envelope/about-lines.ts'
import type { ShorterForm } from '../envelope/cover.ts'
import { degrees } from '../envelope/shorten-item.ts'
import type { Evidence, Gathered } from './gather-evidence.ts'

export type Draft = Pick<Gathered, 'isOverview' | 'by'> & {
  level: SearchLevel
  evidence: readonly Evidence[]
  /** Documents that contain a word of the question; at least that many if not everything was searched. */
  total: number
  isWhole: boolean
  /** With several repos, each hit names its repo. */
  asked: readonly string[]
  gaps: string[]
}

/** How much of each hit is written. `lineLength`: characters of the only line. */
type Form = { summary: 'whole' | 'short' | 'none'; lines: 'all' | 'one'; lineLength?: number }

export function extractiveAnswer(draft: Draft, form: Form = { summary: 'whole', lines: 'all' }): Answer {
  const { level, evidence, gaps } = draft
  const quoted = form.lines === 'all' ? [...evidence] : evidence.map((each) => oneLine(each, form.lineLength))
  const hits = quoted.map((each, at) => hitLines(each, at + 1, draft, form).join('\n'))
  return {
    answer: [introduction(draft), ...hits].join('\n\n'),
    citations: quoted.map(citationOf),
    level,
    mode: 'extractive',
    gaps,
  }
}

/** Summaries go first, then the lines around the best line, then the lowest hits. The best line of the first hit stays. */
export function* shorterAnswers(draft: Draft): Generator<ShorterForm<Answer>> {
  const all = draft.evidence.length
  const form = (shown: number, left_out: string, how: Form): ShorterForm<Answer> => ({
    items: [extractiveAnswer({ ...draft, evidence: draft.evidence.slice(0, shown) }, how)],
    left_out,
    truncated: shown < all,
  })
  yield form(all, degrees[0], { summary: 'short', lines: 'all' })
  yield form(all, degrees[1], { summary: 'none', lines: 'all' })
  yield form(all, degrees[2], { summary: 'none', lines: 'one' })
  const fewer = (shown: number): string =>
    `${degrees[2]}, and ${all - shown} of ${all} hits are left out; a larger \`max_chars=\` shows them`
  for (let shown = all - 1; shown > 0; shown--) yield form(shown, fewer(shown), { summary: 'none', lines: 'one' })
  for (const lineLength of [300, 100]) yield form(Math.min(1, all), fewer(1), { summary: 'none', lines: 'one', lineLength })
}

const nouns = {
  symbol: ['symbol', 'symbols'],
  file: ['file', 'files'],
  module: ['folder', 'folders'],
  repo: ['repo', 'repos'],
  doc: ['section of documents', 'sections of documents'],
} as const satisfies Record<SearchLevel, readonly [string, string]>

function introduction({ level, evidence, total, isWhole, isOverview, by, asked }: Draft): string {
  const [one, many] = nouns[level]
  const shown = evidence.length
  if (shown === 0) return `No ${one} was found for this question${asked.length === 1 ? ` in ${asked[0]}` : ''}.`
  const all = Math.max(total, shown)
  const counted = `${isWhole ? '' : 'At least '}${all} ${all === 1 ? one : many}`
  const contain =
    by === 'meaning' ? `${all === 1 ? 'is' : 'are'} similar in meaning to` : `${all === 1 ? 'contains' : 'contain'} words of`
  const match = isOverview ? '' : ` ${contain} the question`
  return all === shown
    ? `${counted}${match}:`
    : `${counted}${match}. The ${isOverview ? 'first' : 'best'} ${shown === 1 ? 'one' : shown}:`
}

function hitLines(evidence: Evidence, number: number, draft: Draft, form: Form): string[] {
  const { quote } = evidence
  const about = summaryLines(evidence, form)
  const { path, start_line, end_line } = quote.location
  const from = isFolder(evidence) ? [`From \`${path}:${start_line}-${end_line}\`:`] : []
  return [`### ${number}. ${headOf(evidence, draft)}`, ...about, ...from, ...fenced(quote.text, path)]
}

const isFolder = ({ document: { doc_type } }: Evidence): boolean => doc_type === 'module_summary' || doc_type === 'repo_summary'

function headOf(evidence: Evidence, { asked }: Draft): string {
  const { document, quote, inside } = evidence
  const { doc_type, repo_id, file_path = '', symbol_name, kind } = document
  if (doc_type === 'repo_summary') return repo_id
  const { path, start_line, end_line } = quote.location
  const place = doc_type === 'module_summary' ? `${file_path}/` : `${path}:${start_line}-${end_line}`
  const name = symbol_name ?? inside?.name
  const what = kind ?? inside?.kind
  const parts = [asked.length > 1 ? repo_id : '', `\`${place}\``, name ?? '', what === undefined ? '' : `(${what})`]
  return parts.filter((part) => part !== '').join(' ')
}

/** Lines of a summary that is the answer itself, as that of a folder or repo is. */
const FOLDER_LINES = { whole: 12, short: 4, none: 1 } as const
const SUMMARY_LINES = 2
const LONGEST_LINE = 300

function summaryLines(evidence: Evidence, { summary }: Form): string[] {
  const { document, quote } = evidence
  if (isFolder(evidence)) {
    const lines = document.content.split('\n')
    const shown = lines.slice(0, FOLDER_LINES[summary]).map((line) => clip(line, LONGEST_LINE))
    return lines.length > shown.length ? [...shown, `… ${lines.length - shown.length} more lines in the document`] : shown
  }
  if (summary === 'none') return []
  const most = summary === 'short' ? 1 : SUMMARY_LINES
  // The signature is usually among the quoted lines.
  const lines = aboutLines(document, SUMMARY_LINES + 1).filter((line) => !quote.text.includes(line))
  return lines.slice(0, most).map((line) => clip(line, LONGEST_LINE))
}

function fenced(text: string, path: string): string[] {
  const runs = text.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  return [`${fence}${languageOfPath(path)?.id ?? ''}`, ...lines, fence]
}

const citationOf = ({ document, quote: { location } }: Evidence): Citation => ({
  repo_id: document.repo_id,
  path: location.path,
  start_line: location.start_line,
  end_line: location.end_line,
  document_id: document.document_id,
})

function oneLine(evidence: Evidence, length = Number.POSITIVE_INFINITY): Evidence {
  const { quote, line } = evidence
  const text = clip(quote.text.split('\n')[line - quote.location.start_line] ?? '', length)
  return { ...evidence, quote: { text, location: { ...quote.location, start_line: line, end_line: line } } }
}

const clip = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
