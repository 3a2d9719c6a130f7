/** Finds the places of files that a line of an answer names: `path:12-20`, `path:12`, `path#L12-L20`, `path` (lines 12-20). */
import { languageOfPath } from '../contract/languages.ts'

export type LineRange = { start: number; end: number }

export type WrittenCitation = {
  /** Where in the line it is written. */
  at: number
  length: number
  /** The path as written, perhaps with a repo in front. */
  where: string
  /** The word before it, which may be the repo. */
  before: string
  ranges: LineRange[]
  /** `node:20` looks like a place too. It is one only if there is such a file. */
  isUnsure: boolean
}

const range = String.raw`L?\d{1,7}(?:[-–—]L?\d{1,7}|:\d{1,5})?`
const ranges = String.raw`${range}(?:,\s?${range})*`
const wholeSpan = new RegExp(String.raw`^\[?(.+?)(?::\s?|#)(${ranges})\]?$`, 'u')
const bare = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/.:@#$+~-])((?:[\p{L}\p{N}_@.+~$-]+/)*[\p{L}\p{N}_@.+~$-]+)(?::|#)(${ranges})(?![\p{L}\p{N}_])`,
  'gu',
)
/** After a path without lines. */
const linesAfter = /^\s*(?:[,(]\s*)?(?:(?:on|at|in|from)\s+)?(?:lines?\s+|L)(\d{1,7})(?:\s*(?:-|–|—|to|and)\s*L?(\d{1,7}))?\)?/i

export function citationsIn(line: string): WrittenCitation[] {
  const found: WrittenCitation[] = []
  let end = 0
  for (const span of line.matchAll(/(?<!`)`+([^`]+)`+/g)) {
    found.push(...inText(line, end, span.index))
    end = span.index + span[0].length
    const citation = ofSpan(line, span.index, span[0].length, (span[1] ?? '').trim())
    if (citation) found.push(citation)
    if (citation) end = Math.max(end, citation.at + citation.length)
  }
  return [...found, ...inText(line, end, line.length)]
}

function ofSpan(line: string, at: number, length: number, text: string): WrittenCitation | undefined {
  const before = wordBefore(line, at)
  const [, where, written] = wholeSpan.exec(text) ?? []
  if (where !== undefined && written !== undefined && !where.includes('://'))
    return { at, length, where, before, ranges: rangesOf(written), isUnsure: !isPath(where) }
  const after = isPath(text) ? linesAfter.exec(line.slice(at + length)) : null
  if (!after) return undefined
  const [start, end] = [Number(after[1]), Number(after[2] ?? after[1])]
  return { at, length: length + after[0].length, where: text, before, ranges: [ordered(start, end)], isUnsure: false }
}

function inText(line: string, from: number, to: number): WrittenCitation[] {
  return [...line.slice(from, to).matchAll(bare)].map(({ 0: written, 1: where = '', 2: lines = '', index }) => ({
    at: from + index,
    length: written.length,
    where,
    before: wordBefore(line, from + index),
    ranges: rangesOf(lines),
    isUnsure: !isPath(where),
  }))
}

const rangesOf = (written: string): LineRange[] =>
  written.split(/,\s?/).map((one) => {
    const [start = '', end] = one.replace(/:\d+$/, '').split(/[-–—]/)
    const first = Number(start.replace('L', ''))
    return ordered(first, end === undefined ? first : Number(end.replace('L', '')))
  })

const ordered = (one: number, other: number): LineRange => ({ start: Math.min(one, other), end: Math.max(one, other) })

const wordBefore = (line: string, at: number): string =>
  /([^\s`()[\]*]+)[\s(`*]*$/.exec(line.slice(Math.max(0, at - 300), at))?.[1] ?? ''

/** Has a folder, begins with a dot, or ends like a file of a known language. */
function isPath(text: string): boolean {
  const last = text.split(/\s/).at(-1) ?? ''
  if (/^[\d.]+$/.test(last) || last.includes('://')) return false
  return last.includes('/') || /^\.[a-z]/i.test(last) || languageOfPath(last) !== undefined
}
