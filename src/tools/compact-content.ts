/**
 * The content of a hit, short enough that several hits can be read at once: of a section the passage that matches the question; of a
 * note about a folder or repo what it is for, and the files that match. It says what is left out; `get_document` has everything.
 */
import type { Outline } from '../contract/facts-codec.ts'
import type { LineFinder, Lines } from '../search/passage.ts'

/** The passage begins with the best lines, this many, and grows from there. */
const SEED_LINES = 5

/** The lines of a section: its own, and if it is only a heading, also those of the sections below it. */
export function linesOfSection(lines: readonly string[], sections: Outline['sections'], ordinal: number): Lines | undefined {
  const section = sections[ordinal]
  if (!section) return undefined
  const { start_line, header_path } = section
  let { end_line } = section
  if (isHeadingOnly(lines.slice(start_line - 1, end_line)))
    for (const below of sections.slice(ordinal + 1)) {
      if (!below.header_path.startsWith(`${header_path} > `)) break
      end_line = below.end_line
    }
  return { start_line, end_line: Math.min(end_line, lines.length) }
}

/** A heading may be underlined. Trimmed first: a pattern with white space at both ends takes quadratic time on a long blank line. */
const isHeadingOnly = ([, ...rest]: readonly string[]): boolean => rest.every((line) => /^[=~^-]*$/.test(line.trim()))

/** The lines of a section that are quoted: all if they fit, else the passage that matches best. */
export function linesOfPassage(lines: readonly string[], section: Lines, bytes: number, finder: LineFinder): Lines {
  const own = lines.slice(section.start_line - 1, section.end_line)
  return Buffer.byteLength(own.join('\n')) <= bytes ? section : grown(lines, section, bytes, finder)
}

/** The whole section if it fits; else its heading, and the passage that matches best. */
export function passageOfSection(lines: readonly string[], section: Lines, bytes: number, finder: LineFinder): string {
  const { start_line, end_line } = section
  const text = (from: number, to: number): string => lines.slice(from - 1, to).join('\n')
  if (Buffer.byteLength(text(start_line, end_line)) <= bytes) return text(start_line, end_line)
  const passage = grown(lines, section, bytes, finder)
  const leftOut = (from: number, to: number): string[] =>
    from > to || text(from, to).trim() === '' ? [] : [from === to ? `[line ${from} left out]` : `[lines ${from}-${to} left out]`]
  const heading = passage.start_line > start_line ? [clip(lines[start_line - 1] ?? '', bytes)] : []
  return [
    ...heading,
    ...leftOut(start_line + 1, passage.start_line - 1),
    clip(text(passage.start_line, passage.end_line), bytes),
    ...leftOut(passage.end_line + 1, end_line),
  ].join('\n')
}

/** The best lines, and more lines after and then before them while they fit. */
function grown(lines: readonly string[], section: Lines, bytes: number, finder: LineFinder): Lines {
  const sizeOf = (line: number): number => Buffer.byteLength(lines[line - 1] ?? '') + 1
  const seed = finder.window(lines, section, SEED_LINES)
  let size = 0
  for (let line = seed.start_line; line <= seed.end_line; line++) size += sizeOf(line)
  let { start_line, end_line } = seed
  if (size > bytes) {
    start_line = finder.bestLine(lines, seed) ?? seed.start_line
    end_line = start_line
    size = sizeOf(start_line)
  }
  for (; end_line < section.end_line && size + sizeOf(end_line + 1) <= bytes; end_line++) size += sizeOf(end_line + 1)
  for (; start_line > section.start_line && size + sizeOf(start_line - 1) <= bytes; start_line--) size += sizeOf(start_line - 1)
  return { start_line, end_line }
}

const LONGEST_LINE = 300

/**
 * A note of a folder or repo: all that describes it, then as many of its files as fit, those that match the question before others,
 * in the order of the note. Names of symbols are left out first.
 */
export function compactNote(content: string, bytes: number, finder: LineFinder): string {
  if (Buffer.byteLength(content) <= bytes) return content
  const lines = content.split('\n').map((line) => clip(line, LONGEST_LINE))
  const isFile = (line: string): boolean => line.startsWith('- ')
  const files = lines.filter(isFile)
  // The note of a long folder leaves out files itself.
  const more = Number(/^and (\d+) more$/.exec(lines.at(-1) ?? '')?.[1] ?? 0)
  const about = lines.filter((line) => !isFile(line) && !/^and \d+ more$/.test(line))
  let room = bytes - about.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
  const shown = new Map<number, string>()
  const rows = files.map((line, at) => ({ at, line, matches: finder.matches(line) }))
  for (const { at, line, matches } of [...rows.filter((row) => row.matches), ...rows.filter((row) => !row.matches)]) {
    const short = matches ? line : line.replace(/ \[[^[\]]*\]$/, '')
    room -= Buffer.byteLength(short) + 1
    if (room < 0 && shown.size >= FEWEST_FILES) break
    shown.set(at, short)
  }
  const left = files.length - shown.size + more
  const list = [...shown].sort(([a], [b]) => a - b).map(([, line]) => line)
  return [...about, ...list, ...(left > 0 ? [`and ${left} more`] : [])].join('\n')
}
const FEWEST_FILES = 3

/** Cuts a text to a number of bytes, never inside a character. */
function clip(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const cut = Buffer.from(text).subarray(0, bytes).toString('utf8')
  return `${cut.replace(/\ufffd$/, '').trimEnd()}…`
}
