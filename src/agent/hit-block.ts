/** How one hit is written: its place and name, a line or two about it, and its quoted lines. A file has a fence for each part. */
import type { Citation } from '../contract/items.ts'
import { aboutLines } from '../envelope/about-lines.ts'
import { type Block, clip, fenced, inlineCode, plainWords, quotedProse } from './block.ts'
import type { Evidence } from './gather-evidence.ts'

export type SummaryForm = 'whole' | 'short' | 'none'
/** `several`: several repos were asked, so each hit names its repo. */
export type HitForm = { summary: SummaryForm; several: boolean }

/** `rank` begins with 0. */
export function hitBlock(parts: readonly Evidence[], rank: number, { summary, several }: HitForm): Block {
  const [first, ...rest] = parts
  if (!first) return { text: '', citations: [] }
  const { path, start_line, end_line } = first.quote.location
  const from = isFolder(first) ? [`From ${inlineCode(`${path}:${start_line}-${end_line}`)}:`] : []
  const lines = [
    `### ${rank + 1}. ${headOf(first, several)}`,
    ...summaryLines(first, summary, rank),
    ...from,
    ...fenced(first.quote.text, path),
    ...rest.flatMap((part) => [partHead(part), ...fenced(part.quote.text, path)]),
  ]
  return { text: lines.join('\n'), citations: parts.map(citationOf) }
}

/** A place beside the hits: without a number and a summary. */
export function placeBlock(evidence: Evidence, several: boolean): Block {
  const { quote } = evidence
  return {
    text: [headOf(evidence, several), ...fenced(quote.text, quote.location.path)].join('\n'),
    citations: [citationOf(evidence)],
  }
}

const isFolder = ({ document: { doc_type } }: Evidence): boolean => doc_type === 'module_summary' || doc_type === 'repo_summary'

function headOf(evidence: Evidence, several: boolean): string {
  const { document, quote, inside } = evidence
  const { doc_type, repo_id, file_path = '', symbol_name, kind } = document
  if (doc_type === 'repo_summary') return plainWords(repo_id)
  const { path, start_line, end_line } = quote.location
  const place = doc_type === 'module_summary' ? `${file_path}/` : `${path}:${start_line}-${end_line}`
  return [several ? plainWords(repo_id) : '', inlineCode(place), ...named(symbol_name ?? inside?.name, kind ?? inside?.kind)]
    .filter((part) => part !== '')
    .join(' ')
}

/** Of a further part of the same file only its lines and name. */
function partHead({ quote: { location }, inside }: Evidence): string {
  return [inlineCode(`${location.path}:${location.start_line}-${location.end_line}`), ...named(inside?.name, inside?.kind)].join(
    ' ',
  )
}

const named = (name: string | undefined, kind: string | undefined): string[] => [
  ...(name === undefined ? [] : [plainWords(name)]),
  ...(kind === undefined ? [] : [`(${kind})`]),
]

/** Lines of a summary that is the answer itself, as that of a folder or repo is; the first hit is most likely what was asked for. */
const FOLDER_LINES = { whole: [24, 6], short: [8, 3], none: [1, 1] } as const
/** Of a file or symbol: what it is for. Its lines follow, so the rest is not needed. */
const SUMMARY_LINES = 1
const LONGEST_LINE = 200
const SHORT_LINE = 80

function summaryLines(evidence: Evidence, summary: SummaryForm, rank: number): string[] {
  const { document, quote } = evidence
  if (isFolder(evidence)) {
    const lines = document.content.split('\n')
    const shown = lines.slice(0, FOLDER_LINES[summary][rank === 0 ? 0 : 1]).map((line) => quotedProse(clip(line, LONGEST_LINE)))
    return lines.length > shown.length ? [...shown, `… ${lines.length - shown.length} more lines in the document`] : shown
  }
  if (summary === 'none') return []
  // The signature is usually among the quoted lines.
  const lines = aboutLines(document, SUMMARY_LINES + 1).filter((line) => !quote.text.includes(line))
  return lines.slice(0, SUMMARY_LINES).map((line) => quotedProse(clip(line, summary === 'short' ? SHORT_LINE : LONGEST_LINE)))
}

const citationOf = ({ document, quote: { location } }: Evidence): Citation => ({
  repo_id: document.repo_id,
  path: location.path,
  start_line: location.start_line,
  end_line: location.end_line,
  document_id: document.document_id,
})

export function oneLine(evidence: Evidence, length = Number.POSITIVE_INFINITY): Evidence {
  const { quote, line } = evidence
  const text = clip(quote.text.split('\n')[line - quote.location.start_line] ?? '', length)
  return { ...evidence, quote: { text, location: { ...quote.location, start_line: line, end_line: line } } }
}
