/** The first and the last lines of an answer for people: what was found, whether it is up to date, what is missing. */
import { writeNumber } from '../base/write-number.ts'
import type { RagResult } from '../contract/envelope.ts'
import type { NavigationItem } from '../contract/items.ts'
import { named, visible } from '../contract/visible.ts'
import { shapeOf } from './item-shape.ts'
import type { Style } from './style.ts'

export function coverWords(result: RagResult<unknown>, style: Style): string[] {
  const { meta } = result
  const found = `${countWords(result)}${repoWords(result)}`
  const parts = [found === '' ? '' : style.strong(found), stateWords(result, style)]
  if (meta.mode) parts.push(style.faint(visible(meta.mode)))
  const first = parts.filter((part) => part !== '').join(' · ')
  const lines = first === '' ? [] : [first]
  if (meta.message) lines.push(style.warn(visible(meta.message)))
  const certain = certaintyWords(result)
  if (certain !== '') lines.push(style.faint(certain))
  if (meta.index_changed) lines.push(style.warn('The index changed since the last page.'))
  return lines
}

/** What is not shown, and how to get it. */
export function moreWords(
  { items, next_cursor, total, meta }: RagResult<unknown>,
  style: Style,
  options: { continueWith?: (cursor: string) => string; writeCall?: (call: string) => string },
): string[] {
  const lines: string[] = []
  const write = options.writeCall ?? ((call: string): string => call)
  if (next_cursor !== null) {
    const rest = total === null ? 'more' : `${writeNumber(total - items.length)} more`
    lines.push('', style.faint(`… ${rest}: add ${visible(options.continueWith?.(next_cursor) ?? `cursor="${next_cursor}"`)}`))
  }
  if (meta.next && meta.next.length > 0) lines.push('', style.faint(`try: ${meta.next.map(write).map(visible).join('\n     ')}`))
  return lines
}

const nouns: Readonly<Record<string, readonly [string, string]>> = {
  use: ['use', 'uses'],
  definition: ['definition', 'definitions'],
  navigation: ['line', 'lines'],
  lineage: ['symbol', 'symbols'],
  search: ['result', 'results'],
  repo: ['repo', 'repos'],
  other: ['item', 'items'],
}

function countWords(result: RagResult<unknown>): string {
  const [first] = result.items
  if (first === undefined) return 'nothing found'
  const { shape, item } = shapeOf(first)
  if (shape === 'structure' || shape === 'file') return ''
  if (shape === 'answer' && item.mode === 'llm') return `answer with ${plural(item.citations.length, 'citation')}`
  if (shape === 'answer')
    return item.citations.length === 0 ? 'nothing found' : `answer from ${plural(item.citations.length, 'hit')}`
  const kind = shape === 'navigation' ? kindOf(item) : shape
  const [one, many] = nouns[kind] ?? ['item', 'items']
  const shown = result.items.length
  const word = (count: number): string => (count === 1 ? one : many)
  const direction =
    result.direction === 'upstream' ? ' that reach it' : result.direction === 'downstream' ? ' reached from it' : ''
  if (result.total !== null && result.total > shown)
    return `${writeNumber(shown)} of ${writeNumber(result.total)} ${word(result.total)}${direction}`
  const least = result.total_at_least ?? shown
  if (result.total === null && (result.truncated || least > shown))
    return `${writeNumber(shown)} of at least ${writeNumber(least)} ${word(least)}${direction}`
  return `${shown === 0 ? 'no' : writeNumber(shown)} ${word(shown)}${direction}`
}

function kindOf({ depth, use }: NavigationItem): string {
  if (depth !== undefined) return 'lineage'
  return use === undefined ? 'navigation' : 'use'
}

/** Which repos were asked. Files and folders print their repo themselves. */
function repoWords({ items, meta }: RagResult<unknown>): string {
  const { shape } = shapeOf(items[0])
  if (shape === 'structure' || shape === 'file' || shape === 'repo') return ''
  const asked = meta.repos ?? []
  if (asked.length === 0) return ''
  if (asked.length === 1) return ` in ${named(asked[0] ?? '')}`
  const names = asked.slice(0, 4).map(named).join(', ')
  return ` in ${asked.length} repos (${names}${asked.length > 4 ? ', …' : ''})`
}

const plural = (count: number, noun: string): string => `${writeNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** "up to date", "1 file changed, re-read": the state of the index that this answer used, in words. */
function stateWords({ meta, freshness_state, items }: RagResult<unknown>, style: Style): string {
  const { freshness } = meta
  const { shape } = shapeOf(items[0])
  if (shape === 'structure' || shape === 'file') return ''
  if (!freshness) return ''
  const unchecked = freshness.unchecked > 0 ? `, ${plural(freshness.unchecked, 'file')} not checked` : ''
  const older = freshness.old_parser > 0 ? `, ${plural(freshness.old_parser, 'file')} parsed by an older version` : ''
  if (freshness_state === 'FRESH') {
    const changed = freshness.caught_up > 0 ? `${plural(freshness.caught_up, 'file')} changed, re-read` : 'up to date'
    return style.good(`${changed}${unchecked}${older}`)
  }
  if (freshness_state === 'UNKNOWN') return style.warn(`read from disk without the index${unchecked}`)
  const found = [
    freshness.rebound > 0 ? `${plural(freshness.rebound, 'hit')} located in them again` : '',
    freshness.live > 0 ? `${plural(freshness.live, 'hit')} read from disk` : '',
  ].filter((words) => words !== '')
  const dirty = freshness.dirty > 0 ? `${plural(freshness.dirty, 'file')} changed since indexing` : 'not up to date'
  return style.warn(`${[dirty, ...found].join(', ')}${unchecked}${older}`)
}

function certaintyWords({ meta: { completeness } }: RagResult<unknown>): string {
  if (!completeness) return ''
  const { tiers, textual_hits, unresolved_reason } = completeness
  const certain = tiers.proven + tiers.resolved
  const parts: string[] = []
  if (tiers.possible > 0) parts.push(`${writeNumber(certain)} certain, ${writeNumber(tiers.possible)} only share the name`)
  if (textual_hits !== null && textual_hits > certain + tiers.possible)
    parts.push(`${plural(textual_hits, 'line')} with the name as text`)
  if (unresolved_reason) parts.push(visible(unresolved_reason))
  return parts.join(' · ')
}
