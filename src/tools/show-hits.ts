/**
 * What a search shows of each hit, with lines read from disk: of a file its best parts, of a symbol its best lines, of a section the
 * passage that matches, of a folder or repo a short form of its note. The first hits get most room; five fit 6,000 bytes of text.
 */
import type { SearchResult } from '../contract/items.ts'
import type { Ground } from '../grounding/ground.ts'
import { quoteLines } from '../grounding/quote.ts'
import { LineFinder } from '../search/passage.ts'
import { readQuery } from '../search/read-query.ts'
import { bestOf, partsOfFiles } from './best-of.ts'
import { clipPreview } from './clip-preview.ts'
import { compactNote, linesOfSection, passageOfSection } from './compact-content.ts'
import type { DescribedDocument } from './describe-documents.ts'
import { bestLinesOf } from './part-lines.ts'
import { passageOf } from './passage-of.ts'
import type { Ranked, RankedDocument } from './ranked-documents.ts'

/** Bytes of content for the first hits: sections, and notes of folders and repos. */
export const CONTENT_BYTES = [1_300, 1_000, 850, 750, 700] as const
/** Bytes of quoted lines for the first symbols; a summary is shown beside them. */
export const SYMBOL_BYTES = [800, 650, 550, 500, 450] as const
/** Later hits get this part of what the fifth gets. */
const BELOW = 0.6
export const FEWEST_LINES = 3
export const MOST_LINES = 10

export type Shown = Pick<SearchResult, 'content'> & Partial<Pick<SearchResult, 'line' | 'snippet' | 'best'>>
export type ShowHit = (ranked: RankedDocument, described: DescribedDocument, rank: number) => Promise<Shown>

/** A preview has about 200 characters of content, and of a file one line. */
export async function createShowing(
  found: Pick<Ranked, 'documents' | 'meaning'>,
  text: string,
  preview: boolean,
  ground: Ground,
): Promise<ShowHit> {
  const query = readQuery(text)
  const finder = new LineFinder(query.words)
  const telling = new LineFinder(new Map([...query.words].filter(([word]) => !query.filler.has(word))))
  const partsOf = await partsOfFiles(preview ? { ...found, documents: [] } : found, text, ground)
  const show: ShowHit = async (ranked, described, rank) => {
    const { content } = described
    switch (ranked.level) {
      case 'file': {
        const best = await bestOf(ranked, partsOf(ranked), rank, finder, ground)
        const [first] = best
        if (first) return { content, line: first.snippet.location.start_line, best }
        return { content, ...(await passageOf(ranked, described, text, ground)) }
      }
      case 'symbol':
        return showSymbol(ranked, described, bytesAt(SYMBOL_BYTES, rank), finder, ground)
      case 'doc': {
        const passage = await passageOf(ranked, described, text, ground)
        return { content: await sectionContent(ranked, described, bytesAt(CONTENT_BYTES, rank), finder, ground), ...passage }
      }
      case 'repo': {
        const file = ranked.best_file === undefined ? '' : `\nBest file for the query: ${ranked.best_file}`
        return { content: `${compactNote(content, bytesAt(CONTENT_BYTES, rank), telling)}${file}` }
      }
      default:
        return { content: compactNote(content, bytesAt(CONTENT_BYTES, rank), telling) }
    }
  }
  if (!preview) return show
  return async (ranked, described, rank) => {
    const shown = await show(ranked, described, rank)
    return { ...shown, content: clipPreview(shown.content) }
  }
}

/** What the hit of this rank gets. */
export const bytesAt = (bytes: readonly number[], rank: number): number => bytes[rank] ?? (bytes.at(-1) ?? 0) * BELOW

/** The best lines of a symbol, and its summary without the signature if that is among them. */
async function showSymbol(
  { repo, path }: RankedDocument,
  { content, start_line, end_line }: DescribedDocument,
  bytes: number,
  finder: LineFinder,
  { reading }: Ground,
): Promise<Shown> {
  const file = await reading.quotes.file(repo.root, path)
  if (!file || start_line === undefined || end_line === undefined) return { content }
  const room = { bytes, least: FEWEST_LINES, most: MOST_LINES }
  const window = bestLinesOf(file.lines, { start_line, end_line: Math.min(end_line, file.lines.length) }, room, finder)
  const snippet = quoteLines(file, window.start_line, window.end_line)
  if (!snippet) return { content }
  const line = finder.bestLine(file.lines, window) ?? Math.max(window.start_line, start_line)
  const quoted = squeezed(snippet.text)
  const [first = '', ...rest] = content.split('\n')
  const isQuoted = rest.length > 0 && first.length > 3 && quoted.includes(squeezed(first))
  return { content: isQuoted ? rest.join('\n') : content, line, snippet }
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '')

async function sectionContent(
  { repo, path, ordinal }: RankedDocument,
  { content }: DescribedDocument,
  bytes: number,
  finder: LineFinder,
  { reading }: Ground,
): Promise<string> {
  const current = await reading.current(repo, path)
  const lines = current && linesOfSection(current.file.lines, current.facts.outline().sections, ordinal)
  return lines ? passageOfSection(current.file.lines, lines, bytes, finder) : content
}
