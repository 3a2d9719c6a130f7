/**
 * Reads the record that a model wrote: JSON, bare or in a code fence, with the small mistakes that models make. What cannot be read
 * without guessing is refused with a reason.
 */
import { detailLists, type EnrichmentDetails, type Evidence, readLines } from '../contract/enrichment-details.ts'

export type WrittenRecord = { summary: string; usage_guide: string; details: EnrichmentDetails }
export type ReadRecord = { state: 'read'; record: WrittenRecord } | { state: 'unreadable'; reason: string }

const MOST_SUMMARY = 1_500
const MOST_ITEM = 500
const MOST_SNIPPET = 1_000
const MOST_ITEMS = 12
/** Of the whole answer: with all texts at their limits it is shorter. */
const MOST_RECORD = 40_000
const THOUGHT_END = '</think>'

export function readRecord(text: string): ReadRecord {
  const value = readJson(text)
  if (value === undefined) return unreadable('the answer is no JSON object')
  const { summary, usage_guide = '', usage_snippet = '' } = value
  if (typeof summary !== 'string' || summary.trim() === '') return unreadable('the record has no summary')
  if (typeof usage_guide !== 'string' || typeof usage_snippet !== 'string') return unreadable('a text of the record is no text')
  if (summary.length > MOST_SUMMARY || usage_guide.length > MOST_SUMMARY) return unreadable('a text of the record is too long')
  const lists: Record<string, string[]> = {}
  for (const list of detailLists) {
    const items = readList(value[list])
    if (!items) return unreadable(`"${list}" is no list of texts`)
    lists[list] = items
  }
  const evidence = readEvidence(value.evidence)
  if (!evidence) return unreadable('"evidence" is no list of fields with lines')
  const { inputs = [], outputs = [], side_effects = [], pitfalls = [], tags = [] } = lists
  const snippet = usage_snippet.length > MOST_SNIPPET ? '' : unfenced(usage_snippet)
  const details = { inputs, outputs, side_effects, pitfalls, usage_snippet: snippet, tags, evidence }
  return { state: 'read', record: { summary: summary.trim(), usage_guide: usage_guide.trim(), details } }
}

const unreadable = (reason: string): ReadRecord => ({ state: 'unreadable', reason })

/** The first object of the text: after words, after a model's thoughts, inside a code fence. */
function readJson(text: string): Record<string, unknown> | undefined {
  const said = text.slice(text.lastIndexOf(THOUGHT_END) + 1)
  if (said.length > MOST_RECORD) return undefined
  const start = said.indexOf('{')
  const end = said.lastIndexOf('}')
  if (start < 0 || end < start) return undefined
  const json = said.slice(start, end + 1)
  for (const attempt of [json, withoutTrailingCommas(json)]) {
    try {
      const value: unknown = JSON.parse(attempt)
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
    } catch {
      // The next attempt.
    }
  }
  return undefined
}

/** Outside of strings. */
const withoutTrailingCommas = (json: string): string =>
  json.replace(
    /("(?:[^"\\]|\\.)*(?:"|$))|,(\s*[}\]])/gs,
    (_, text: string | undefined, end: string | undefined) => text ?? end ?? '',
  )

/** Models write one text instead of a list of one, null for nothing, and objects instead of `name: meaning`. */
function readList(value: unknown): string[] | undefined {
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'string') return value.length > MOST_ITEM ? undefined : [value.trim()]
  if (!Array.isArray(value)) return undefined
  const items = value.map(readItem)
  if (!items.every((item) => item !== undefined && item.length <= MOST_ITEM)) return undefined
  return items.filter((item): item is string => item !== undefined && item !== '').slice(0, MOST_ITEMS)
}

function readItem(item: unknown): string | undefined {
  if (typeof item === 'string') return item.trim()
  if (typeof item !== 'object' || item === null) return undefined
  const texts = Object.values(item)
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join(': ').trim() : undefined
}

function readEvidence(value: unknown): Evidence[] | undefined {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return undefined
  const evidence = value.map((item): Evidence | undefined => {
    if (typeof item !== 'object' || item === null) return undefined
    const { field, lines } = item as Record<string, unknown>
    const read = linesOf(lines)
    return typeof field === 'string' && read !== undefined ? { field: field.slice(0, 40), lines: read } : undefined
  })
  return evidence.every((item) => item !== undefined) ? evidence.slice(0, MOST_ITEMS) : undefined
}

/** `"3-5"`, `"3"`, `3`, `[3, 5]`, `[3, 4, 5]`. */
function linesOf(value: unknown): string | undefined {
  const numbers = Array.isArray(value) ? value : [value]
  if (numbers.length > 0 && numbers.every((each) => Number.isInteger(each))) {
    const [first, last] = [Math.min(...(numbers as number[])), Math.max(...(numbers as number[]))]
    return linesOf(first === last ? String(first) : `${first}-${last}`)
  }
  const text =
    typeof value === 'string' ? value.replace(/\s+/g, '').replace(/[–—]/, '-').replace(/^L/i, '').replace(/-L/i, '-') : ''
  return readLines(text) ? text : undefined
}

const unfenced = (code: string): string => code.trim().replace(/^```\w*\n([\s\S]*?)\n?```$/, '$1')
