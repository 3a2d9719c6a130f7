/**
 * Shortens an answer to `max_chars` in steps. It removes summaries first, then the lines around the hits, then the last items
 * (the cursor leads to them), then part of a single item. The lines that answer the question stay. The message says what was left
 * out and how to get it (EN1).
 */
import type { RagResult } from '../contract/envelope.ts'
import { badArgument } from '../contract/problems.ts'
import { visibleJson } from '../contract/visible.ts'
import { callVocabulary, inWordsOf, type Vocabulary } from '../contract/vocabulary.ts'
import { type CoveredRepo, coverAnswer, type Findings, reposOf, type ShorterForm } from './cover.ts'
import { briefItem, cutItem, degreeNumbers, degreeWords } from './shorten-item.ts'

export type BudgetOptions = {
  /** UTF-8 bytes as printed; null = no limit. */
  max_chars: number | null
  /** How the surface will print it; compact JSON when absent. */
  print?: ((result: RagResult<unknown>) => string) | undefined
  /** The cursor of the page after the first `kept` items of this one; null when nothing follows. */
  nextCursor?: ((kept: number) => string | null) | undefined
  /** How the surface names commands and arguments; as tool calls when absent. */
  vocabulary?: Vocabulary | undefined
}

export function fitBudget<Item>(
  found: Findings<Item>,
  repos: readonly CoveredRepo[],
  options: BudgetOptions,
): RagResult<unknown> {
  const page = createPage(found, repos, options)
  const whole = page.make(found.items, '')
  if (page.fits(whole)) return whole
  if (found.shorter) return shorterForm(page, found.shorter())
  let brief: readonly unknown[] = found.items
  for (const degree of degreeNumbers) {
    brief = found.items.map((item) => briefItem(item, degree))
    const everything = page.make(brief, degreeWords(degree, brief))
    if (page.fits(everything)) return everything
  }
  return fewerItems(page, brief) ?? partOfOne(page, brief) ?? tooSmall(page, brief)
}

function shorterForm(page: Page, forms: Iterable<ShorterForm<unknown>>): RagResult<unknown> {
  let last: readonly unknown[] = []
  for (const { items, left_out, truncated } of forms) {
    const result = page.make(items, left_out)
    result.truncated ||= truncated
    if (page.fits(result)) return result
    last = items
  }
  return tooSmall(page, last)
}

/** One page while it is being built, with the functions that measure it. */
type Page = {
  /** How many items there would be without a limit. */
  total: number
  /** Whether items that do not fit on this page are on the next one. */
  pages: boolean
  make(items: readonly unknown[], leftOut: string): RagResult<unknown>
  bytes(result: RagResult<unknown>): number
  fits(result: RagResult<unknown>): boolean
}

function createPage(found: Findings<unknown>, repos: readonly CoveredRepo[], options: BudgetOptions): Page {
  const total = found.items.length
  const print = options.print ?? ((result) => visibleJson(result.toDict()))
  const bytes = (result: RagResult<unknown>): number => Buffer.byteLength(print(result))
  const vocabulary = options.vocabulary ?? callVocabulary()
  return {
    total,
    pages: options.nextCursor !== undefined,
    make(items, leftOut) {
      const result = coverAnswer({ ...found, items }, repos)
      if (leftOut !== '') leanCover(result)
      result.next_cursor = options.nextCursor?.(items.length) ?? null
      result.truncated ||= result.next_cursor !== null || items.length < total
      if (leftOut !== '') {
        const words = `Shortened to fit \`max_chars=${options.max_chars}\`: ${leftOut}.`
        result.meta.message = result.meta.message ? `${result.meta.message} ${words}` : words
      }
      if (result.meta.message) result.meta.message = inWordsOf(vocabulary, result.meta.message)
      return result
    },
    bytes,
    fits: (result) => options.max_chars === null || bytes(result) <= options.max_chars,
  }
}

/** Definitions listed in the cover when the answer must be short. */
const DEFINITIONS_LISTED = 10
/** Characters of the question in a short answer: a pasted text can be longer than the answer. */
const LONGEST_QUERY = 500

/**
 * A cover can be longer than the items: a long question, hundreds of definitions, hundreds of repos. Those of the shown items stay,
 * the rest is only counted.
 */
function leanCover(result: RagResult<unknown>): void {
  const { items, meta, query = '' } = result
  if (query.length > LONGEST_QUERY) result.query = `${query.slice(0, LONGEST_QUERY).replace(/[\ud800-\udbff]$/, '')}…`
  const shown = new Set(items.flatMap(reposOf))
  const left: string[] = []
  if (meta.definitions && meta.definitions.length > DEFINITIONS_LISTED) {
    left.push(`${meta.definitions.length - DEFINITIONS_LISTED} more definitions are not listed; name one of them, or give a path`)
    meta.definitions = meta.definitions.slice(0, DEFINITIONS_LISTED)
  }
  const parts = meta.freshness?.repos
  if (meta.freshness && parts && parts.length > DEFINITIONS_LISTED) {
    meta.freshness = { ...meta.freshness, repos: parts.filter(({ repo_id }) => shown.has(repo_id)) }
    meta.repos = meta.freshness.repos?.map(({ repo_id }) => repo_id) ?? []
    left.push(`${parts.length - meta.repos.length} more repos were asked and are not listed`)
  }
  if (left.length > 0) meta.message = [meta.message, `${left.join('; ')}.`].filter(Boolean).join(' ')
}

function fewerItems(page: Page, brief: readonly unknown[]): RagResult<unknown> | undefined {
  const show = (count: number): RagResult<unknown> => {
    const how = page.pages ? 'are left for the next page' : 'are left out; ask for less at a time'
    return page.make(brief.slice(0, count), `${degreeWords(2, brief)}, and ${page.total - count} of ${page.total} items ${how}`)
  }
  return largest(1, brief.length - 1, show, page)
}

function partOfOne(page: Page, brief: readonly unknown[]): RagResult<unknown> | undefined {
  const [first] = brief
  if (first === undefined) return undefined
  const show = (thousandths: number): RagResult<unknown> | undefined => {
    const cut = cutItem(first, thousandths / 1000)
    if (!cut) return undefined
    const rest = page.total > 1 ? `, and ${page.total - 1} more items` : ''
    const result = page.make([cut.item], `without ${cut.left_out}${rest}`)
    result.truncated = true
    return result
  }
  return largest(1, 999, show, page)
}

/** Binary search for the largest amount whose answer fits; undefined when not even the smallest does. */
function largest(
  least: number,
  most: number,
  show: (amount: number) => RagResult<unknown> | undefined,
  page: Page,
): RagResult<unknown> | undefined {
  let best: RagResult<unknown> | undefined
  let low = least
  let high = most
  while (low <= high) {
    const middle = (low + high) >> 1
    const shown = show(middle)
    if (!shown) return undefined
    if (page.fits(shown)) {
      best = shown
      low = middle + 1
    } else high = middle - 1
  }
  return best
}

function tooSmall(page: Page, brief: readonly unknown[]): never {
  const needed = page.bytes(page.make(brief.slice(0, 1), 'shortened as far as possible'))
  throw badArgument(`\`max_chars=\` is too small for this answer; it needs about ${needed}.`)
}
