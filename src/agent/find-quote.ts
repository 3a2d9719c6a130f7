/**
 * Finds quoted lines in a file, whatever their indentation and blank lines. A model may leave lines out (`...`) and may copy the line
 * numbers of a listing.
 */

export type FoundQuote = {
  start: number
  end: number /** As they are in the file; left-out lines stay marked. */
  lines: string[]
}

/** `near`: of several places the nearest is meant. Undefined when some part is nowhere, or the quote says nothing. */
export function findQuote(file: readonly string[], quote: readonly string[], near = 1): FoundQuote | undefined {
  return findAsWritten(file, quote, near) ?? findAsWritten(file, withoutNumbers(quote), near)
}

function findAsWritten(file: readonly string[], quote: readonly string[], near: number): FoundQuote | undefined {
  const parts = partsOf(quote)
  const [first, ...rest] = parts
  if (!first) return undefined
  const known = tokens(file)
  const starts = placesOf(known, first.lines).sort((one, other) => Math.abs(one.start - near) - Math.abs(other.start - near))
  for (const begin of starts) {
    const found = [begin]
    for (const part of rest) {
      const last = found.at(-1)
      const next = placesOf(known, part.lines).find(({ start }) => last !== undefined && start > last.end)
      if (!next) break
      found.push(next)
    }
    const last = found.at(-1)
    if (found.length === parts.length && last)
      return {
        start: begin.start,
        end: last.end,
        lines: found.flatMap((each, at) => [...gap(parts[at]?.gap), ...file.slice(each.start - 1, each.end)]),
      }
  }
  return undefined
}

type Part = { /** The mark of left-out lines before it. */ gap: string; lines: string[] }

function partsOf(quote: readonly string[]): Part[] {
  const parts: Part[] = []
  let open: Part = { gap: '', lines: [] }
  for (const line of quote) {
    const text = squeezed(line)
    if (/^(?:#|\/\/|--|\/\*|<!--|;)?\s?(?:\.{3}|…)\s?(?:\*\/|-->|.*(?:\.{3}|…|\*\/))?$/.test(text)) {
      if (open.lines.length > 0) parts.push(open)
      open = { gap: line, lines: [] }
    } else if (text !== '') open.lines.push(text)
  }
  if (open.lines.length > 0) parts.push(open)
  return parts
}

const gap = (mark: string | undefined): string[] => (mark ? [mark] : [])

type Token = { text: string; line: number }
const tokens = (file: readonly string[]): Token[] =>
  file.map((line, at) => ({ text: squeezed(line), line: at + 1 })).filter(({ text }) => text !== '')

/** Lines that say nothing, like a bracket, are in every file. */
const saysSomething = (lines: readonly string[]): boolean => lines.some((line) => /[\p{L}\p{N}]{2}/u.test(line))

function placesOf(known: readonly Token[], wanted: readonly string[]): { start: number; end: number }[] {
  if (!saysSomething(wanted)) return []
  const places: { start: number; end: number }[] = []
  for (let at = 0; at + wanted.length <= known.length; at++)
    if (wanted.every((text, offset) => known[at + offset]?.text === text))
      places.push({ start: known[at]?.line ?? 0, end: known[at + wanted.length - 1]?.line ?? 0 })
  return places
}

const squeezed = (line: string): string => line.replaceAll(/\s+/g, ' ').trim()

const withoutNumbers = (quote: readonly string[]): string[] => {
  const filled = quote.filter((line) => line.trim() !== '')
  return filled.every((line) => /^\s*\d+(?:[:|│]|\s)/.test(line) || /^\s*\d+$/.test(line))
    ? quote.map((line) => line.replace(/^\s*\d+[:|│]?/, ''))
    : []
}
