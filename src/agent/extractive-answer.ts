/**
 * An answer without a language model, in this order: the uses if they were asked for, the best hit with its lines and who uses it, the
 * section of a document about it, the other hits, a few lines of other places. Only what is quoted is cited.
 */
import type { Answer, SearchLevel } from '../contract/items.ts'
import type { ShorterForm } from '../envelope/cover.ts'
import { degrees } from '../envelope/shorten-item.ts'
import { usesBeside, usesFirst } from './answer-uses.ts'
import { type Block, plainWords } from './block.ts'
import type { Evidence, Gathered } from './gather-evidence.ts'
import { hitBlock, oneLine, placeBlock, type SummaryForm } from './hit-block.ts'

export type Draft = Pick<Gathered, 'isOverview' | 'by' | 'uses' | 'evidence' | 'total'> & {
  level: SearchLevel
  isWhole: boolean
  /** With several repos, each hit names its repo. */
  asked: readonly string[]
  gaps: string[]
  /** Hits asked for: an answer with more hits may be longer. */
  limit: number
}

export type DraftChoice = Pick<Draft, 'level' | 'asked' | 'gaps' | 'limit'>

/** `total`: documents that contain a word of the question; at least that many if not everything was searched. */
export function draftOf(gathered: Gathered, choice: DraftChoice): Draft {
  const { isOverview, by, uses, evidence, total, unchecked, undescribed } = gathered
  return { isOverview, by, uses, evidence, total, isWhole: unchecked === 0 && undescribed.length === 0, ...choice }
}

/** How much is written. `hits`, `parts`, `uses`, `further`: how many at most. `lineLength`: characters of the only line. */
type Form = {
  summary: SummaryForm
  lines: 'all' | 'one'
  lineLength?: number
  hits: number
  /** Of a file. */
  parts: number
  uses: number
  doc: boolean
  further: number
}

const whole: Form = {
  summary: 'whole',
  lines: 'all',
  hits: Number.POSITIVE_INFINITY,
  parts: 3,
  uses: Number.POSITIVE_INFINITY,
  doc: true,
  further: 0,
}

/** The fullest form that fits the room. With room left, further places are added. */
export function extractiveAnswer(draft: Draft): Answer {
  const room = BYTES_PER_HIT * draft.limit
  const fitting = [...formsOf(draft)].map((form) => written(draft, form)).find((answer) => sizeOf(answer) <= room)
  return fitting ?? written(draft, bare)
}

/** Five hits, the default, are at most 8,000 bytes as they are printed. */
const BYTES_PER_HIT = 1_600
/** The cover line, the freshness of the index, the next calls. */
const COVER_BYTES = 350
/** `[10] `, a space, a colon, `  id=` and the end of the line. */
const MARKS = 13

function sizeOf({ answer, citations, gaps }: Answer): number {
  const cited = new Set(citations.map(({ document_id, path }) => `${document_id}\0${path}`))
  const names = citations.filter(({ document_id, path }) => cited.delete(`${document_id}\0${path}`))
  const listed = names.reduce(
    (sum, { repo_id, path, document_id }) => sum + Buffer.byteLength(repo_id + path + document_id) + MARKS,
    0,
  )
  const numbers = citations.reduce((sum, { start_line, end_line }) => sum + `${start_line}-${end_line},`.length, 0)
  return (
    COVER_BYTES + Buffer.byteLength(answer) + listed + numbers + gaps.reduce((sum, gap) => sum + Buffer.byteLength(gap) + 3, 0)
  )
}

const bare: Form = { ...whole, summary: 'none', parts: 1, uses: 2, doc: false }

/** From the fullest to the barest. */
function* formsOf({ evidence }: Draft): Generator<Form> {
  for (let further = evidence.filter(({ role }) => role === 'further').length; further > 0; further--) yield { ...whole, further }
  yield whole
  yield { ...whole, summary: 'short' }
  yield { ...whole, summary: 'none' }
  yield { ...whole, summary: 'none', uses: 4 }
  yield { ...whole, summary: 'none', uses: 4, doc: false }
  yield { ...bare, parts: 2 }
}

/** Further places go first, then summaries, then the lines around the best line, then the lowest hits. The best line of the first hit stays. */
export function* shorterAnswers(draft: Draft): Generator<ShorterForm<Answer>> {
  const all = new Set(draft.evidence.filter(({ role }) => role === 'hit').map(({ document }) => document.document_id)).size
  const form = (shown: number, left_out: string, how: Partial<Form>): ShorterForm<Answer> => ({
    items: [written(draft, { ...whole, ...how, hits: shown })],
    left_out,
    truncated: shown < all,
  })
  yield form(all, OTHER_PLACES, {})
  yield form(all, `${OTHER_PLACES}, ${degrees[0]}`, { summary: 'short' })
  yield form(all, `${OTHER_PLACES}, ${degrees[1]}`, { summary: 'none', uses: 4 })
  yield form(all, `${OTHER_PLACES}, ${degrees[1]}`, bare)
  yield form(all, `${OTHER_PLACES}, ${degrees[2]}`, { ...bare, lines: 'one', uses: 1 })
  const fewer = (shown: number): string =>
    `${OTHER_PLACES}, ${degrees[2]}, and ${all - shown} of ${all} hits are left out; a larger \`max_chars=\` shows them`
  const least: Partial<Form> = { ...bare, lines: 'one', uses: 0 }
  for (let shown = all - 1; shown > 0; shown--) yield form(shown, fewer(shown), least)
  for (const lineLength of [300, 100]) yield form(Math.min(1, all), fewer(1), { ...least, lineLength })
}
const OTHER_PLACES = 'other places are left out'

function written(draft: Draft, form: Form): Answer {
  const blocks = blocksOf(draft, form)
  return {
    answer: blocks.map(({ text }) => text).join('\n\n'),
    citations: [...blocks.flatMap(({ citations }) => citations), ...blocks.flatMap(({ last = [] }) => last)],
    level: draft.level,
    mode: 'extractive',
    gaps: draft.gaps,
  }
}

function blocksOf(draft: Draft, form: Form): Block[] {
  const { uses, asked } = draft
  const several = asked.length > 1
  const quoted = form.lines === 'all' ? draft.evidence : draft.evidence.map((each) => oneLine(each, form.lineLength))
  const of = (role: Evidence['role']): Evidence[] => quoted.filter((each) => each.role === role)
  const hits = byDocument(of('hit')).slice(0, form.hits)
  const numbered = hits.map((parts, at): Block => {
    const block = hitBlock(parts.slice(0, form.parts), at, { summary: form.summary, several })
    const beside = at === 0 && uses && !uses.isAsked ? usesBeside(uses, form.uses) : undefined
    return beside ? { text: `${block.text}\n${beside.text}`, citations: block.citations, last: beside.citations } : block
  })
  const [first, ...rest] = numbered
  const docs = (role: 'first-doc' | 'doc'): Block[] => (form.doc ? of(role).map((each) => placeBlock(each, several)) : [])
  const early = docs('first-doc')
  const places = of('further')
    .slice(0, form.further)
    .map((each) => placeBlock(each, several))
  const before = draft.level === 'symbol' ? SYMBOLS_BEFORE - 1 : rest.length
  const inFiles = rest.length > before ? Math.min(BEST_FILES, places.length) : 0
  return [
    ...(uses?.isAsked && !uses.isMissing && form.uses > 0 ? [usesFirst(uses, form.uses, several)] : []),
    ...(first
      ? [{ ...first, text: `${introduction(draft, form)}\n\n${first.text}` }]
      : [{ text: introduction(draft, form), citations: [] }]),
    ...titled('## In the documents', early),
    ...titled(early.length > 0 ? '## Further hits' : '', rest.slice(0, before)),
    ...titled('## In the best files', places.slice(0, inFiles)),
    ...titled(inFiles > 0 ? '## Further hits' : '', rest.slice(before)),
    ...titled('## In the documents', docs('doc')),
    ...titled('## Other places', places.slice(inFiles)),
  ]
}

/**
 * On level symbol the best parts of the three best files come before the third symbol: on 80 questions with known places, symbols 4 and 5
 * were right in 4 answers, the best files in 11 that symbols did not answer.
 */
const SYMBOLS_BEFORE = 2
const BEST_FILES = 3

const titled = (title: string, [first, ...rest]: readonly Block[]): Block[] =>
  first === undefined ? [] : [title === '' ? first : { ...first, text: `${title}\n\n${first.text}` }, ...rest]

/** The parts of one file are neighbours. */
function byDocument(evidence: readonly Evidence[]): Evidence[][] {
  const groups: Evidence[][] = []
  for (const each of evidence) {
    const last = groups.at(-1)
    if (last?.[0]?.document.document_id === each.document.document_id) last.push(each)
    else groups.push([each])
  }
  return groups
}

const nouns = {
  symbol: ['symbol', 'symbols'],
  file: ['file', 'files'],
  module: ['folder', 'folders'],
  repo: ['repo', 'repos'],
  doc: ['section of documents', 'sections of documents'],
} as const satisfies Record<SearchLevel, readonly [string, string]>

function introduction({ level, evidence, total, isWhole, isOverview, by, asked }: Draft, form: Form): string {
  const [one, many] = nouns[level]
  const shown = Math.min(byDocument(evidence.filter(({ role }) => role === 'hit')).length, form.hits)
  if (shown === 0) return `No ${one} was found for this question${asked.length === 1 ? ` in ${plainWords(asked[0] ?? '')}` : ''}.`
  const all = Math.max(total, shown)
  const counted = `${isWhole ? '' : 'At least '}${all} ${all === 1 ? one : many}`
  const contain =
    by === 'meaning' ? `${all === 1 ? 'is' : 'are'} similar in meaning to` : `${all === 1 ? 'contains' : 'contain'} words of`
  const match = isOverview ? '' : ` ${contain} the question`
  return all === shown
    ? `${counted}${match}:`
    : `${counted}${match}. The ${isOverview ? 'first' : 'best'} ${shown === 1 ? 'one' : shown}:`
}
