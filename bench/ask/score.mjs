// Scores one answer: are the lines that matter in it, is the right file among the hits, are the citations those of the disk.
import fs from 'node:fs'
import path from 'node:path'

/** Lines shorter than this (braces, `return`) are in every answer. */
const TELLING = 15
/** Of a longer line only the beginning need be there: answers clip long lines. */
const COMPARED = 80
const ENOUGH = 2

/** Whether the text quotes a gold place: two telling lines of it, or all of them if there are fewer. */
export function isQuoted({ level, gold, also = [] }, text, paths, root) {
  if (level === 'module') return rankOf({ gold, also }, paths) > 0
  return gold.some((place) => {
    const own = new Set(
      linesOf(place, root)
        .map((line) => line.trim())
        .filter((line) => line.length >= TELLING),
    )
    const found = [...own].filter((line) => text.includes(line.slice(0, COMPARED))).length
    return own.size > 0 && found >= Math.min(ENOUGH, own.size)
  })
}

const linesOf = ({ path: file, start = 1, end = Number.MAX_SAFE_INTEGER }, root) =>
  fs
    .readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .slice(start - 1, end)

/** The rank of the first gold or accepted path among the different ones; 0 if there is none. */
export function rankOf({ gold, also = [] }, paths) {
  const wanted = new Set([...gold, ...also].map((place) => place.path))
  return [...new Set(paths)].findIndex((each) => wanted.has(each)) + 1
}

/** How many citations have lines that the answer does not contain, as they are on disk. */
export const unquotedCitations = ({ answer, citations }, root) =>
  citations.filter((citation) => {
    const { path: file, start_line: start, end_line: end } = citation
    const lines = linesOf({ path: file, start, end }, root).map((line) => line.replace(/\r$/, ''))
    return lines.length === 0 || !isIn(lines, answer)
  }).length

/** The lines stand together. One line may stand inside another, as in a list. */
const isIn = (lines, answer) => answer.includes(lines.length === 1 ? lines[0].trim() : lines.join('\n'))

export const share = (rows, holds) => (rows.filter(holds).length / Math.max(1, rows.length)).toFixed(3)

export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
