/**
 * Quotes lines as they are on disk now (FR2). Each file is read once per answer, so all quotes of one answer come from the same
 * bytes; the hash shows whether these bytes were indexed.
 */
import { breather } from '../base/breathe.ts'
import { hashBytes } from '../base/hash.ts'
import { readAtOnce } from '../base/repo-files/read-at-once.ts'
import { readInside } from '../base/repo-files/read-inside.ts'
import { realPath } from '../base/repo-files/see.ts'
import { decodeText, looksBinary, splitLines } from '../base/text.ts'
import { asContentHash, type ContentHash } from '../contract/ids.ts'
import type { Snippet } from '../contract/items.ts'

export type QuotedFile = { path: string; content_hash: ContentHash; text: string; lines: readonly string[] }

export interface Quotes {
  /**
   * undefined when the file is gone, unreadable, binary, beyond 64 MB, or reached through a link: then nothing of it is quoted. The
   * caller has made sure that it belongs to the repo and may be shown.
   */
  file(root: string, path: string): Promise<QuotedFile | undefined>
}

/** Beyond this a file is not read whole: decoding would take several times its size in memory. */
export const MAX_QUOTED_BYTES = 64 * 1024 * 1024
/** Characters of text cached for one answer; beyond this, files are read again. */
const KEPT_CHARACTERS = 64 * 1024 * 1024
/** Larger files are read while other questions run. */
const READ_AT_ONCE = 512 * 1024
const LINES_AROUND = 2
/** Of a longer line, such as a minified one, only the part around the hit is quoted. */
const LONGEST_LINE = 1000

export function createQuotes(): Quotes {
  const kept = new Map<string, Promise<QuotedFile | undefined>>()
  const roots = new Map<string, Promise<string | undefined>>()
  // Many small files that are read one after the other must not keep other questions waiting.
  const breathe = breather()
  let characters = 0
  return {
    file(root, relative) {
      const id = `${root}\0${relative}`
      const known = kept.get(id)
      if (known) return known
      if (characters > KEPT_CHARACTERS) {
        kept.clear()
        characters = 0
      }
      const real = roots.get(root) ?? realPath(root)
      roots.set(root, real)
      const reading = readQuoted(real, relative, breathe).then((file) => {
        characters += file?.text.length ?? 0
        return file
      })
      kept.set(id, reading)
      return reading
    },
  }
}

/** The line and two lines before and after it; undefined when there is no such line. `column`: the hit in a very long line. */
export function snippetAt(file: QuotedFile, line: number, column = 1): Snippet | undefined {
  if (line < 1 || line > file.lines.length) return undefined
  const start = Math.max(1, line - LINES_AROUND)
  const end = Math.min(file.lines.length, line + LINES_AROUND)
  return quoteLines(file, start, end, { line, column })
}

/** The lines from `start` to `end`; undefined when the file does not have all of them. `hit`: where in a very long line. */
export function quoteLines(
  { path: file, lines }: QuotedFile,
  start: number,
  end: number,
  hit?: { line: number; column: number },
): Snippet | undefined {
  if (start < 1 || end < start || end > lines.length) return undefined
  const quoted = lines.slice(start - 1, end).map((text, at) => shorten(text, start + at === hit?.line ? hit.column : 1))
  return { text: quoted.join('\n'), location: { path: file, start_line: start, end_line: end } }
}

/** Of a longer definition only the first lines are quoted. */
const BODY_LINES = 60

export type Body = { start_line: number; end_line: number; source: string; source_left_out?: number }

/** The lines of a definition, or of the whole file for a module. */
export function bodyOf({ lines }: Pick<QuotedFile, 'lines'>, fact: { start_line: number; end_line: number } | null): Body {
  const start_line = fact?.start_line ?? 1
  const end_line = Math.min(fact?.end_line ?? lines.length, Math.max(lines.length, start_line))
  const shown = lines.slice(start_line - 1, Math.min(end_line, start_line + BODY_LINES - 1))
  const left = end_line - start_line + 1 - shown.length
  return {
    start_line,
    end_line,
    source: shown.map((text) => shorten(text, 1)).join('\n'),
    ...(left > 0 && shown.length > 0 ? { source_left_out: left } : {}),
  }
}

async function readQuoted(
  root: Promise<string | undefined>,
  relative: string,
  breathe: () => Promise<void>,
): Promise<QuotedFile | undefined> {
  const real = await root
  await breathe()
  const bytes = real === undefined ? undefined : await readBytes(real, relative)
  if (bytes === undefined || looksBinary(bytes)) return undefined
  const { text } = decodeText(bytes)
  return { path: relative, content_hash: asContentHash(hashBytes(bytes)), text, lines: splitLines(text) }
}

async function readBytes(root: string, relative: string): Promise<Buffer | undefined> {
  const read = readAtOnce(root, relative, READ_AT_ONCE) ?? (await readInside(root, relative, { max_bytes: MAX_QUOTED_BYTES }))
  return read.state === 'read' ? read.bytes : undefined
}

function shorten(line: string, column: number): string {
  if (line.length <= LONGEST_LINE) return line
  const start = Math.max(0, Math.min(column - 1 - LONGEST_LINE / 2, line.length - LONGEST_LINE))
  const end = start + LONGEST_LINE
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`
}
