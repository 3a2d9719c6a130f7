/**
 * What enrichment says besides its summary. The lines of `evidence` are counted from the first line of the described span, so that
 * they stay right when the span moves: `3-5`, or `3`. An answer counts them from the first line of the file.
 */
export type EnrichmentDetails = {
  inputs: string[]
  outputs: string[]
  side_effects: string[]
  pitfalls: string[]
  usage_snippet: string
  tags: string[]
  evidence: Evidence[]
}
export type Evidence = { field: string; lines: string }

export const detailLists = ['inputs', 'outputs', 'side_effects', 'pitfalls', 'tags'] as const

/** Undefined if it is no such record, or says nothing. Unknown keys are dropped; a list that is missing is empty. */
export function readDetails(value: unknown): EnrichmentDetails | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const given = value as Record<string, unknown>
  const details: EnrichmentDetails = {
    inputs: texts(given.inputs),
    outputs: texts(given.outputs),
    side_effects: texts(given.side_effects),
    pitfalls: texts(given.pitfalls),
    usage_snippet: typeof given.usage_snippet === 'string' ? given.usage_snippet : '',
    tags: texts(given.tags),
    evidence: Array.isArray(given.evidence)
      ? given.evidence.filter(isEvidence).map(({ field, lines }) => ({ field, lines }))
      : [],
  }
  return isEmpty(details) ? undefined : details
}

/** First and last line of `3-5` or `3`; undefined if it is neither. */
export function readLines(lines: string): { first: number; last: number } | undefined {
  const found = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(lines)
  if (!found) return undefined
  const first = Number(found[1])
  const last = Number(found[2] ?? found[1])
  return first >= 1 && last >= first ? { first, last } : undefined
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string' && each !== '') : []

function isEvidence(value: unknown): value is Evidence {
  if (typeof value !== 'object' || value === null) return false
  const { field, lines } = value as Record<string, unknown>
  return typeof field === 'string' && typeof lines === 'string' && readLines(lines) !== undefined
}

const isEmpty = (details: EnrichmentDetails): boolean =>
  details.usage_snippet === '' && details.evidence.length === 0 && detailLists.every((list) => details[list].length === 0)
