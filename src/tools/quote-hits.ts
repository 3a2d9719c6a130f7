/**
 * The lines that an answer quotes of each hit, read from disk: those that `search_code` shows. Of a file two or three parts, of a
 * symbol its best lines, of a section the passage that matches, of a folder or repo lines of a file in it.
 */
import type { Snippet } from '../contract/items.ts'
import type { Ground } from '../grounding/ground.ts'
import { type QuotedFile, quoteLines } from '../grounding/quote.ts'
import type { FilePart } from '../search/file-parts.ts'
import { LineFinder, type Lines } from '../search/passage.ts'
import { readQuery } from '../search/read-query.ts'
import { bestOf, describePart, partsOfFiles } from './best-of.ts'
import { linesOfPassage, linesOfSection } from './compact-content.ts'
import type { DescribedDocument } from './describe-documents.ts'
import { bestLinesOf, withoutBlankEnds } from './part-lines.ts'
import { passageAbout } from './passage-about.ts'
import { longPassageOf } from './passage-of.ts'
import type { Ranked, RankedDocument } from './ranked-documents.ts'
import { bytesAt, CONTENT_BYTES, FEWEST_LINES, MOST_LINES, SYMBOL_BYTES } from './show-hits.ts'

export type HitQuote = {
  snippet: Snippet
  /** The line that matches the question best. */
  line: number
  /** Of a file: the symbol or the headings of the section that the lines are in. */
  inside?: { name: string; kind?: string }
  /** Of a file: the symbol that is quoted. */
  ordinal?: number
}
/** A further part of a file; `hit` is the file's index in the ranking. */
export type FurtherQuote = HitQuote & { hit: number }

/** `eachFirst`: the best part of each file comes first, with more lines, because the files are not among the hits. */
export type FurtherChoice = { most: number; eachFirst: boolean }

export type QuoteHits = {
  of(hit: RankedDocument, described: DescribedDocument, rank: number): Promise<HitQuote[]>
  /** The next best parts of the files of the ranking, a few lines of each; without those that overlap lines quoted already. */
  further(quoted: readonly Snippet[], choice: FurtherChoice): Promise<FurtherQuote[]>
}

export async function createQuoting(
  found: Pick<Ranked, 'documents' | 'meaning'>,
  text: string,
  ground: Ground,
): Promise<QuoteHits> {
  const finder = new LineFinder(readQuery(text).words)
  const partsOf = await partsOfFiles(found, text, ground)
  return {
    async of(hit, described, rank) {
      switch (hit.level) {
        case 'file':
          return quoteFile(hit, described, partsOf(hit), { rank, text, finder }, ground)
        case 'symbol':
          return quoteSymbol(hit, described, bytesAt(SYMBOL_BYTES, rank), finder, ground)
        case 'doc':
          return quoteSection(hit, bytesAt(CONTENT_BYTES, rank), finder, ground)
        default: {
          const passage = await passageAbout(hit.repo, hit.path, text, ground)
          return passage ? [passage] : []
        }
      }
    },
    further: (quoted, choice) => furtherParts(found.documents, partsOf, { quoted, finder, ...choice }, ground),
  }
}

type FileQuestion = { rank: number; text: string; finder: LineFinder }

/** In a file that changed since it was indexed, the best passage by words. */
async function quoteFile(
  hit: RankedDocument,
  described: DescribedDocument,
  parts: readonly FilePart[],
  { rank, text, finder }: FileQuestion,
  ground: Ground,
): Promise<HitQuote[]> {
  const best = await bestOf(hit, parts, rank, finder, ground)
  const file = await ground.reading.quotes.file(hit.repo.root, hit.path)
  if (best.length === 0 || !file) {
    const passage = await longPassageOf(hit, described, text, ground)
    return passage ? [passage] : []
  }
  return best.map(({ symbol_name, kind, snippet, start_line, end_line }) => {
    const part = parts.find((each) => each.start_line === start_line && each.end_line === end_line)
    return {
      snippet,
      line: bestLine(file, snippet.location, finder),
      ...(symbol_name === undefined ? {} : { inside: { name: symbol_name, ...(kind ? { kind } : {}) } }),
      ...(part?.unit === 'symbol' ? { ordinal: part.ordinal } : {}),
    }
  })
}

const bestLine = ({ lines }: QuotedFile, within: Lines, finder: LineFinder): number =>
  finder.bestLine(lines, within) ?? within.start_line

async function quoteSymbol(
  { repo, path }: RankedDocument,
  { start_line = 1, end_line = 1 }: DescribedDocument,
  bytes: number,
  finder: LineFinder,
  { reading }: Ground,
): Promise<HitQuote[]> {
  const file = await reading.quotes.file(repo.root, path)
  if (!file) return []
  const whole = { start_line, end_line: Math.min(end_line, file.lines.length) }
  return quoteWindow(file, bestLinesOf(file.lines, whole, { bytes, least: FEWEST_LINES, most: MOST_LINES }, finder), finder)
}

async function quoteSection(
  { repo, path, ordinal }: RankedDocument,
  bytes: number,
  finder: LineFinder,
  { reading }: Ground,
): Promise<HitQuote[]> {
  const current = await reading.current(repo, path)
  const section = current && linesOfSection(current.file.lines, current.facts.outline().sections, ordinal)
  if (!section) return []
  const { lines } = current.file
  return quoteWindow(current.file, withoutBlankEnds(lines, linesOfPassage(lines, section, bytes, finder)), finder)
}

function quoteWindow(file: QuotedFile, window: Lines, finder: LineFinder): HitQuote[] {
  const snippet = quoteLines(file, window.start_line, window.end_line)
  return snippet ? [{ snippet, line: bestLine(file, window, finder) }] : []
}

type Further = FurtherChoice & { quoted: readonly Snippet[]; finder: LineFinder }
/** Of a further part only its best lines, so that many fit. */
const FURTHER_ROOM = { bytes: 300, least: FEWEST_LINES, most: FEWEST_LINES }
/** A part far behind the best says nothing. */
const LEAST_OF_BEST = 0.15
const FIRST_ROOM = { bytes: 450, least: FEWEST_LINES, most: MOST_LINES }

/** A part of a good file is worth more than an equal part of a poor one. */
async function furtherParts(
  documents: readonly RankedDocument[],
  partsOf: (hit: RankedDocument) => readonly FilePart[],
  { quoted, most, eachFirst, finder }: Further,
  { reading }: Ground,
): Promise<FurtherQuote[]> {
  const first = documents[0]?.score ?? 0
  const candidates = documents.flatMap((hit, at) =>
    partsOf(hit).map((part, rank) => {
      const isFirst = eachFirst && rank === 0
      return { hit, at, part, isFirst, worth: part.score * (first > 0 ? hit.score / first : 1) }
    }),
  )
  candidates.sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || (a.isFirst ? a.at - b.at : b.worth - a.worth))
  const taken = quoted.map(({ location: { path, start_line, end_line } }) => ({ path, start_line, end_line }))
  const further: FurtherQuote[] = []
  const least = LEAST_OF_BEST * candidates.reduce((best, { worth }) => Math.max(best, worth), 0)
  for (const { hit, at, part, isFirst, worth } of candidates) {
    if (further.length >= most) break
    if (worth < least) continue
    if (taken.some((other) => other.path === hit.path && overlap(other, part))) continue
    const current = await reading.indexed(hit.repo, hit.path)
    if (!current) continue
    const [quote] = quoteWindow(
      current.file,
      bestLinesOf(current.file.lines, part, isFirst ? FIRST_ROOM : FURTHER_ROOM, finder),
      finder,
    )
    if (!quote) continue
    taken.push({ path: hit.path, start_line: part.start_line, end_line: part.end_line })
    const { symbol_name, kind } = describePart(part, current)
    further.push({ ...quote, hit: at, ...(symbol_name ? { inside: { name: symbol_name, ...(kind ? { kind } : {}) } } : {}) })
  }
  return further
}

const overlap = (a: Lines, b: Lines): boolean => a.start_line <= b.end_line && b.start_line <= a.end_line
