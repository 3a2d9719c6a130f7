/**
 * Prints an envelope as text for programs and models: the cover line first, then the items with ids, paths and line numbers, so
 * that the text is enough for the next call. Command line and MCP both use it (EN2).
 */
import type { DefinitionGroup, RagResult } from '../contract/envelope.ts'
import { named, visible } from '../contract/visible.ts'
import { shapeOf } from './item-shape.ts'
import { onlyRepoOf, renderItems } from './render-items.ts'
import { plainStyle, type Style } from './style.ts'

export type RenderOptions = {
  style?: Style
  /** How this surface asks for the next page. */
  continueWith?: (cursor: string) => string
  /** How this surface writes a call of `meta.next` (`get_file acme/shop src/a.ts`). */
  writeCall?: (call: string) => string
  /** How this surface asks for lines of a file from here on. */
  startAt?: (line: number) => string
  /** In a list, longer texts show this many lines and count the rest; all lines when absent. */
  contentLines?: number
}

export function renderText(result: RagResult<unknown>, options: RenderOptions = {}): string {
  const style = options.style ?? plainStyle
  const head = [coverLine(result, style, options.continueWith ?? askWithCursor), ...noteLines(result, style, options.writeCall)]
  const [only, second] = result.meta.definitions ?? []
  const told = only && !second ? only.symbol : undefined
  return [...head, ...renderItems(result.items, style, { ...options, told, asked: result.meta.repos?.length ?? 0 })]
    .map((line) => line.trimEnd())
    .join('\n')
}

const askWithCursor = (cursor: string): string => `cursor="${cursor}"`

/** `OK · RAG_GRAPH · FRESH · 20 of 48 shown · continue with cursor="…"` */
function coverLine(result: RagResult<unknown>, style: Style, continueWith: (cursor: string) => string): string {
  const { meta } = result
  const parts = [paintStatus(result, style), meta.source, paintFreshness(result, style)]
  if (meta.error_code) parts.push(style.bad(visible(meta.error_code)))
  else parts.push(`${countWords(result)}${repoWords(result)}`)
  if (meta.mode) parts.push(visible(meta.mode))
  if (result.next_cursor) parts.push(`continue with ${visible(continueWith(result.next_cursor))}`)
  return parts.join(' · ')
}

function paintStatus({ meta }: RagResult<unknown>, style: Style): string {
  return { OK: style.good, FALLBACK: style.warn, ERROR: style.bad }[meta.status](meta.status)
}

function paintFreshness({ freshness_state: state }: RagResult<unknown>, style: Style): string {
  return { FRESH: style.good, STALE: style.warn, UNKNOWN: style.warn }[state](state)
}

function countWords(result: RagResult<unknown>): string {
  const shown = result.items.length
  const first = shapeOf(result.items[0])
  if (first.shape === 'answer') return plural(first.item.citations.length, 'citation')
  if (result.total !== null) return result.total > shown ? `${shown} of ${result.total} shown` : plural(shown, 'item')
  const least = result.total_at_least ?? shown
  return result.truncated || least > shown ? `${shown} of at least ${least} shown` : plural(shown, 'item')
}

/** Which repos were asked: the only one, or how many and the first few. With several repos, each item names its own. */
function repoWords({ items, meta }: RagResult<unknown>): string {
  const asked = meta.repos ?? []
  if (asked.length > 1) {
    const rest = asked.length > REPOS_NAMED ? ' …' : ''
    return ` · asked ${asked.length} repos: ${asked.slice(0, REPOS_NAMED).map(named).join(', ')}${rest}`
  }
  const isAsked = items.length === 0 || shapeOf(items[0]).shape === 'answer'
  const repo = isAsked ? asked[0] : onlyRepoOf(items)
  return repo === undefined ? '' : ` in ${named(repo)}`
}

const REPOS_NAMED = 5

function noteLines(result: RagResult<unknown>, style: Style, writeCall = (call: string): string => call): string[] {
  const { meta } = result
  const lines: string[] = []
  const note = `note: ${visible(meta.message ?? '')}`
  if (meta.message) lines.push(meta.status === 'ERROR' ? note : style.warn(note))
  const details = [...freshnessWords(result), ...completenessWords(result)]
  if (meta.index_changed) details.push('the index changed since the last page')
  if (details.length > 0) lines.push(style.faint(details.join(' · ')))
  for (const group of (meta.definitions ?? []).slice(0, DEFINITIONS_LISTED)) lines.push(definitionLine(group, style))
  const unlisted = (meta.definitions?.length ?? 0) - DEFINITIONS_LISTED
  if (unlisted > 0) lines.push(style.faint(`… and ${unlisted} more definitions; name one of them, or give a path`))
  if (meta.next && meta.next.length > 0) lines.push(style.faint(`next: ${meta.next.map(writeCall).map(visible).join(' | ')}`))
  return lines
}

/** A name with hundreds of definitions (`get`) must not fill the page before the first use. */
const DEFINITIONS_LISTED = 20

function definitionLine({ symbol, repo_id, path, line, count }: DefinitionGroup, style: Style): string {
  const repo = repo_id === undefined ? '' : `${named(repo_id)}  `
  return `definition ${style.name(named(symbol))}  ${repo}${style.place(`${named(path)}:${line}`)}  ${plural(count, 'use')}`
}

/** Only counts that are not zero are printed. */
function freshnessWords({ meta: { freshness } }: RagResult<unknown>): string[] {
  if (!freshness) return []
  const counts: [number, string][] = [
    [freshness.caught_up, `${files(freshness.caught_up)} caught up`],
    [freshness.dirty, `${files(freshness.dirty)} changed since indexing`],
    [freshness.rebound, `${plural(freshness.rebound, 'item')} located again in edited files`],
    [freshness.live, `${plural(freshness.live, 'item')} read live`],
    [freshness.unchecked, `${files(freshness.unchecked)} not checked`],
    [freshness.old_parser, `${files(freshness.old_parser)} parsed by an older version`],
  ]
  return counts.filter(([count]) => count > 0).map(([, words]) => words)
}

function completenessWords({ meta: { completeness } }: RagResult<unknown>): string[] {
  if (!completeness) return []
  const { tiers, textual_hits, unresolved_reason } = completeness
  const known = (['proven', 'resolved', 'possible'] as const)
    .filter((tier) => tiers[tier] > 0)
    .map((tier) => `${tiers[tier]} ${tier}`)
  const words = known.length > 0 ? [known.join(', ')] : []
  if (textual_hits !== null) words.push(`${plural(textual_hits, 'line')} with the name in text`)
  if (unresolved_reason) words.push(visible(unresolved_reason))
  return words
}

const files = (count: number): string => plural(count, 'file')
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
