/**
 * The parts of a file hit that answer the question, quoted from disk: two or three definitions, sections or passages, within a number
 * of bytes that depends on the rank of the hit.
 */
import type { Outline } from '../contract/facts-codec.ts'
import type { BestPart } from '../contract/items.ts'
import type { FoundDocument } from '../grounding/documents-now.ts'
import type { Ground } from '../grounding/ground.ts'
import { type QuotedFile, quoteLines } from '../grounding/quote.ts'
import type { CurrentFile } from '../grounding/reading.ts'
import { fileKey } from '../search/candidates.ts'
import { type FilePart, findParts } from '../search/file-parts.ts'
import type { LineFinder, Lines } from '../search/passage.ts'
import { readQuery } from '../search/read-query.ts'
import { bestLinesOf } from './part-lines.ts'
import type { Ranked } from './ranked-documents.ts'

/** Bytes of quoted lines for each of the first five hits, which together fit 6,000 bytes of text. */
const BYTES = [1_500, 1_050, 850, 700, 600] as const
const BYTES_BELOW = 450
/** The share of these bytes that the first, second and third part of a hit gets. */
const SHARES = [0.5, 0.3, 0.2] as const
const FEWEST_LINES = 3
const MOST_LINES = 16
/** A part far behind the first says little. */
const LEAST_OF_BEST = 0.35

export type PartsOf = (document: FoundDocument) => readonly FilePart[]

/** The parts of all file hits, read together. */
export async function partsOfFiles(
  { documents, meaning }: Pick<Ranked, 'documents' | 'meaning'>,
  text: string,
  { view }: Ground,
): Promise<PartsOf> {
  const files = documents.filter(({ level }) => level === 'file').map(({ repo: { repo_id }, path }) => ({ repo_id, path }))
  const question = { repos: [], level: 'file' as const, query: readQuery(text), filter: {}, meaning }
  const found = view && files.length > 0 ? await findParts(view, question, files) : new Map<string, FilePart[]>()
  return ({ repo, path }) => found.get(fileKey(repo.repo_id, path)) ?? []
}

/** Empty when the file cannot be read, or changed since it was indexed: then a single passage is found by words. */
export async function bestOf(
  document: FoundDocument,
  parts: readonly FilePart[],
  rank: number,
  finder: LineFinder,
  { reading }: Ground,
): Promise<BestPart[]> {
  const current = await reading.indexed(document.repo, document.path)
  if (!current) return []
  const chosen = choose(parts)
  const bytes = BYTES[rank] ?? BYTES_BELOW
  const last = chosen.length - 1
  const quoted = new Quoted(current.file)
  return chosen.flatMap((part, at): BestPart[] => {
    // If there are fewer than three parts, the last one gets the rest.
    const share = at === last ? SHARES.slice(at).reduce<number>((sum, each) => sum + each, 0) : (SHARES[at] ?? 0)
    const snippet = quoted.of(part, bytes * share, finder)
    return snippet ? [{ ...describePart(part, current), start_line: part.start_line, end_line: part.end_line, snippet }] : []
  })
}

/** The best parts that do not overlap: a definition inside a better one, or around it, would repeat its lines. */
function choose(parts: readonly FilePart[]): FilePart[] {
  const chosen: FilePart[] = []
  const least = (parts[0]?.score ?? 0) * LEAST_OF_BEST
  for (const part of parts) {
    if (chosen.length === SHARES.length || part.score < least) break
    if (chosen.every((other) => part.end_line < other.start_line || part.start_line > other.end_line)) chosen.push(part)
  }
  return chosen
}

/** Quotes lines of one file, none of them twice. */
class Quoted {
  private readonly file: QuotedFile
  private readonly shown = new Set<number>()
  constructor(file: QuotedFile) {
    this.file = file
  }

  of(part: FilePart, bytes: number, finder: LineFinder): BestPart['snippet'] | undefined {
    const window = this.unseen(bestLinesOf(this.file.lines, part, { bytes, least: FEWEST_LINES, most: MOST_LINES }, finder))
    // A part of a line or two may be quoted already, as lines around another one.
    if (!window || window.end_line < part.start_line || window.start_line > part.end_line) return undefined
    const snippet = quoteLines(this.file, window.start_line, window.end_line)
    if (!snippet) return undefined
    for (let line = window.start_line; line <= window.end_line; line++) this.shown.add(line)
    return snippet
  }

  private unseen({ start_line, end_line }: Lines): Lines | undefined {
    let start = start_line
    let end = end_line
    while (start <= end && this.shown.has(start)) start++
    while (end >= start && this.shown.has(end)) end--
    return start <= end ? { start_line: start, end_line: end } : undefined
  }
}

export function describePart({ unit, ordinal, start_line, end_line }: FilePart, { facts }: CurrentFile): Partial<BestPart> {
  const outline = facts.outline()
  if (unit === 'section') {
    const title = outline.sections[ordinal]?.header_path ?? ''
    return title === '' ? {} : { symbol_name: title }
  }
  const symbol = unit === 'symbol' ? outline.symbols[ordinal] : around(outline, { start_line, end_line })
  if (!symbol) return {}
  return {
    symbol_name: symbol.qualified_name,
    kind: symbol.kind,
    ...(symbol.signature === '' ? {} : { signature: symbol.signature.slice(0, LONGEST_SIGNATURE) }),
  }
}
const LONGEST_SIGNATURE = 200

/** The innermost definition that contains a passage. */
function around({ symbols }: Outline, { start_line, end_line }: Lines): Outline['symbols'][number] | undefined {
  let inner: Outline['symbols'][number] | undefined
  for (const symbol of symbols) {
    if (symbol.hidden || symbol.start_line > start_line || symbol.end_line < end_line) continue
    if (!inner || symbol.end_line - symbol.start_line <= inner.end_line - inner.start_line) inner = symbol
  }
  return inner
}
