/**
 * Whether the lines that a model cites say what it was shown, or what it quotes. Line numbers that are wrong are corrected where the
 * lines can be found; nothing is guessed.
 */
import type { DefinitionItem } from '../contract/items.ts'
import type { FileNow } from './files-now.ts'
import type { LineRange } from './find-citations.ts'
import { findQuote } from './find-quote.ts'
import type { ModelAccess, ModelCallOptions } from './model-access.ts'

export type Claim = {
  range: LineRange
  /** Fenced lines that stand beside the citation. */
  quote?: readonly string[]
  /** Code spans of the same sentence. */
  names: readonly string[]
  /** What the model was shown of this file. */
  shown: ReadonlyMap<number, string>
}

export type VerifiedLines = LineRange & {
  /** The quoted lines as they are in the file. */
  quoted?: string[]
}

/** Undefined when it cannot be verified. */
export async function verifyLines(
  file: FileNow,
  claim: Claim,
  access: Pick<ModelAccess, 'callTool'>,
  options: ModelCallOptions,
): Promise<VerifiedLines | undefined> {
  const { range, quote, names, shown } = claim
  if (quote) {
    const found = findQuote(file.lines, quote, range.start)
    return found && { start: found.start, end: found.end, quoted: found.lines }
  }
  const seen = seenIn(shown, range)
  if (seen.length > 0) {
    const now = whereNow(file, range, seen)
    if (!now || names.length === 0 || isNamedIn(file, now, names)) return now
    const defined = await definitionOf(file, names, access, options)
    return defined && isNear(defined, now) ? defined : now
  }
  const inFile = clamped(file, range)
  if (inFile && isNamedIn(file, inFile, names)) return inFile
  return (await definitionOf(file, names, access, options)) ?? onlyLine(file, names)
}

/** Lines by which a model may miss what it means. Further away it rather means the lines that it was shown. */
const NEAR = 30

const isNear = (defined: LineRange, { start, end }: LineRange): boolean => {
  const away = Math.max(defined.start - end, start - defined.end)
  return away > 0 && away <= NEAR
}

type Seen = { line: number; text: string }

const seenIn = (shown: ReadonlyMap<number, string>, { start, end }: LineRange): Seen[] =>
  [...shown]
    .filter(([line, text]) => line >= start && line <= end && text.trim() !== '')
    .map(([line, text]) => ({ line, text }))
    .sort((one, other) => one.line - other.line)

/** The range itself if the lines that were shown are still there; else where these lines are now. */
function whereNow(file: FileNow, range: LineRange, seen: readonly Seen[]): LineRange | undefined {
  if (seen.every(({ line, text }) => isSame(file.lines[line - 1], text))) return clamped(file, range)
  const [first] = seen
  const found = findQuote(
    file.lines,
    seen.map(({ text }) => text),
    first?.line,
  )
  if (!found || !first) return undefined
  const moved = found.start - first.line
  return clamped(file, { start: range.start + moved, end: range.end + moved })
}

/** A very long line is shown in part. */
const isSame = (line: string | undefined, shown: string): boolean =>
  line !== undefined && (line.trim() === shown.trim() || (shown.includes('…') && line.includes(shown.replaceAll('…', '').trim())))

const clamped = ({ lines }: FileNow, { start, end }: LineRange): LineRange | undefined => {
  const first = Math.max(1, start)
  const last = Math.min(end, lines.length)
  return first > last ? undefined : { start: first, end: last }
}

function isNamedIn({ lines }: FileNow, { start, end }: LineRange, names: readonly string[]): boolean {
  const text = squeezed(lines.slice(start - 1, end).join(' '))
  return names.some((name) => contains(text, name))
}

/** A name is compared as a whole word: `post` is not in `postpone`. */
function contains(text: string, name: string): boolean {
  const wanted = squeezed(bareName(name))
  if (wanted.length < 2) return false
  if (!/^[\p{L}\p{N}_$.]+$/u.test(wanted)) return text.includes(wanted)
  const word = wanted.split('.').at(-1) ?? wanted
  return new RegExp(`(?<![\\p{L}\\p{N}_])${word.replaceAll(/[$\\]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'u').test(text)
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const bareName = (name: string): string => name.replace(/\(\)$/, '')

/** More names than this are not looked up for one citation. */
const NAMES_TRIED = 3

async function definitionOf(
  { repo_id, path }: FileNow,
  names: readonly string[],
  { callTool }: Pick<ModelAccess, 'callTool'>,
  options: ModelCallOptions,
): Promise<LineRange | undefined> {
  for (const name of names
    .map(bareName)
    .filter((each) => /^[\p{L}_$][\p{L}\p{N}_$.]+$/u.test(each))
    .slice(0, NAMES_TRIED)) {
    const { items } = await callTool('definition', { symbol: name, repo: repo_id, path: [path], limit: 5 }, options)
    const here = (items as DefinitionItem[]).filter((item) => item.file === path)
    if (here.length === 1 && here[0]) return { start: here[0].start_line, end: here[0].end_line }
  }
  return undefined
}

/** The only line of the file that contains one of the code spans. */
function onlyLine({ lines }: FileNow, names: readonly string[]): LineRange | undefined {
  for (const name of names) {
    const found = lines.flatMap((line, at) => (contains(squeezed(line), name) ? [at + 1] : []))
    if (found.length === 1 && found[0] !== undefined) return { start: found[0], end: found[0] }
  }
  return undefined
}
