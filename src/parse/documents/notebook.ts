/**
 * Sections of a Jupyter notebook: headings of its Markdown cells; code cells belong to the section that contains them. Lines are
 * those of the `.ipynb` file on disk, so that quotes can be found there; outputs are not text of the document.
 */
import { splitLines } from '../../base/text.ts'
import type { SectionFact } from '../../contract/facts.ts'
import type { DocumentReading } from '../language.ts'
import { firstParagraph } from './first-paragraph.ts'
import { type Heading, shortTitle } from './heading.ts'
import { eachJsonString } from './json-strings.ts'
import { markdownHeadings } from './markdown.ts'
import { plainMarkdown } from './markdown-title.ts'
import { nestSections } from './nest-sections.ts'

/** The sources of all cells, one below the other, as lines; `disk_lines[i]` is the line of line i in the file. */
type Reading = { lines: string[]; disk_lines: number[]; headings: Heading[] }

export function readNotebook(text: string, { cells } = notebookCells(text)): DocumentReading {
  const { headings, lines, disk_lines } = readCells(cells)
  const sections = nestSections(headings, lines, { body_line: 1, plain: plainMarkdown })
  return {
    sections: toDisk(sections, disk_lines, splitLines(text).length),
    doc: firstParagraph(sections, lines, plainMarkdown),
    bodies: sections.map((section) => lines.slice(section.start_line - 1, section.end_line).join('\n')),
  }
}

function toDisk(sections: readonly SectionFact[], diskLines: readonly number[], lineCount: number): SectionFact[] {
  const starts = sections.map((section) => diskLines[section.start_line - 1] ?? 1)
  return sections.map((section, at) => {
    const start = starts[at] ?? 1
    // In a notebook without line breaks all sections share one line.
    return { ...section, start_line: start, end_line: Math.max(start, (starts[at + 1] ?? lineCount + 1) - 1) }
  })
}

/** `sources`: the ranges of its strings in the file, without their quotes. */
export type Cell = { type: string; lines: string[]; disk_lines: number[]; sources: { from: number; to: number }[] }

/** `language`: that of the kernel, as the notebook names it; '' when it does not. */
export type Notebook = { cells: Cell[]; language: string }

function readCells(cells: readonly Cell[]): Reading {
  const reading: Reading = { lines: [], disk_lines: [], headings: [] }
  for (const cell of cells) {
    const offset = reading.lines.length
    if (cell.type === 'markdown') {
      const { headings } = markdownHeadings(cell.lines, { mdx: false })
      for (const found of headings) reading.headings.push({ ...found, start_line: found.start_line + offset })
    } else if (cell.type === 'heading' && cell.lines[0]) {
      reading.headings.push({ title: shortTitle(plainMarkdown(cell.lines[0])), level: 1, start_line: offset + 1 })
    }
    for (const line of cell.lines) reading.lines.push(line)
    for (const line of cell.disk_lines) reading.disk_lines.push(line)
  }
  return reading
}

/**
 * `cells[i]`, or `worksheets[k].cells[i]` in notebooks before version 4 (with code in `input`, and headings in separate cells).
 */
export function notebookCells(text: string): Notebook {
  const cells: Cell[] = []
  let lastCell = ''
  let language = ''
  eachJsonString(text, isWanted, ({ path, line, value, from, to }) => {
    if (path[0] === 'metadata') {
      // `language_info`, written by the running kernel, is certain and comes after the requested language.
      language = path[1] === 'language_info' ? value : language || value
      return
    }
    const base = path[0] === 'worksheets' ? 4 : 2
    const key = path[base]
    const here = path.slice(0, base).join('/')
    if (here !== lastCell) cells.push({ type: 'code', lines: [], disk_lines: [], sources: [] })
    lastCell = here
    const cell = cells.at(-1)
    if (!cell) return
    if (key === 'cell_type') cell.type = value
    else {
      addSource(cell, value, line)
      cell.sources.push({ from, to })
    }
  })
  return { cells, language }
}

function isWanted(path: readonly (string | number)[]): boolean {
  if (path[0] !== 'metadata') return isCellString(path)
  return (
    path.length === 3 && (path[1] === 'language_info' ? path[2] === 'name' : path[1] === 'kernelspec' && path[2] === 'language')
  )
}

function isCellString(path: readonly (string | number)[]): boolean {
  const base = path[0] === 'worksheets' ? 4 : 2
  if (path[base - 2] !== 'cells' || path.length > base + 2) return false
  return path[base] === 'source' || path[base] === 'input' || (path[base] === 'cell_type' && path.length === base + 1)
}

/** Each entry of `source` is usually one line with its line end; an entry without one continues in the next. */
function addSource(cell: Cell, value: string, line: number): void {
  const pieces = value.split('\n')
  const last = cell.lines.length - 1
  if (last >= 0) {
    // A line opened by an entry's line end is where the next entry is.
    if (cell.lines[last] === '') cell.disk_lines[last] = line
    cell.lines[last] += pieces.shift() ?? ''
  }
  for (const piece of pieces) {
    cell.lines.push(piece)
    cell.disk_lines.push(line)
  }
}
