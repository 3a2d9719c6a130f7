/** How the uses of a symbol are written: how many there are and how certain, then the lines of the first ones, each with its place. */

import { callWord } from '../contract/call-words.ts'
import { documentId } from '../contract/identity.ts'
import { asRepoId } from '../contract/ids.ts'
import type { Citation } from '../contract/items.ts'
import { type Block, clip, inlineCode, plainWords } from './block.ts'
import type { GatheredUses } from './gather-uses.ts'

/** The answer to "who calls X". */
export function usesFirst(uses: GatheredUses, most: number, several: boolean): Block {
  const { name, definitions, definitionCount } = uses
  const shown = definitions.slice(0, DEFINITIONS)
  const rest = definitionCount - shown.length
  const lines = [
    `## ${uses.use === 'calls' ? 'Calls' : uses.use === 'implements' ? 'Implementations' : 'Uses'} of ${inlineCode(name)}`,
    ...shown.map(({ path, line, kind, anchor, count, repo_id }) => {
      const repo = several ? `${plainWords(repo_id)} ` : ''
      const counted = definitionCount > 1 ? `, ${plural(count, 'use')}` : ''
      return `Defined at ${repo}${inlineCode(`${path}:${line}`)}${kind ? ` (${kind})` : ''}: ${inlineCode(anchor)}${counted}`
    }),
    ...(rest > 0 ? [`… and ${rest} more definitions of this name`] : []),
    `${countWords(uses)}${uses.total > 0 ? ':' : '.'}`,
  ]
  return withPlaces(lines, uses, most, several)
}
const DEFINITIONS = 3

/** Beside a hit. Undefined if none is to be shown. */
export function usesBeside(uses: GatheredUses, most: number): Block | undefined {
  if (most === 0 || uses.places.length === 0) return undefined
  return withPlaces([`Who uses ${inlineCode(uses.name)}: ${countWords(uses)}:`], uses, most, false)
}

function withPlaces(lines: readonly string[], uses: GatheredUses, most: number, several: boolean): Block {
  const shown = uses.places.slice(0, most)
  const rest = uses.total - shown.length
  const listed = shown.map(({ item, quote }) => {
    const place = `${several ? `${plainWords(item.repo_id)} ` : ''}${inlineCode(`${item.file}:${item.line}`)}`
    const inside = item.enclosing === undefined ? '' : ` in ${plainWords(nameOf(item.enclosing))}`
    const doubt = item.tier === 'possible' ? ', possible' : ''
    return `- ${place}${inside} (${item.use ?? 'uses'}${doubt}): ${inlineCode(clip(quote.text.trim(), LONGEST_LINE))}`
  })
  const more =
    rest > 0 && shown.length > 0 ? [`- … and ${rest} more: ${inlineCode(`where_used ${callWord(anchorOf(uses))}`)}`] : []
  const citations = shown.map(
    ({ item }): Citation => ({
      repo_id: item.repo_id,
      path: item.file,
      start_line: item.line,
      end_line: item.line,
      document_id: documentId(asRepoId(item.repo_id), 'file', item.file, ''),
    }),
  )
  return { text: [...lines, ...listed, ...more].join('\n'), citations }
}
const LONGEST_LINE = 160

const anchorOf = ({ name, definitions }: GatheredUses): string =>
  definitions.length === 1 ? (definitions[0]?.anchor ?? name) : name

/** `sym:src.pay.refund.refund_all` → `refund_all`; the file is beside it. */
const nameOf = (anchor: string): string => anchor.split(/[./]/).at(-1) ?? anchor

/** `possible` is said in words: it only means that the name fits. */
function countWords({ tiers, total, isWhole, use }: GatheredUses): string {
  const noun = use === 'calls' ? 'call' : use === 'implements' ? 'implementation' : 'use'
  if (total === 0) return `No ${noun} of it was found`
  const certain = (['proven', 'resolved'] as const).filter((tier) => tiers[tier] > 0).map((tier) => `${tiers[tier]} ${tier}`)
  const doubtful = tiers.possible > 0 ? [`${tiers.possible} possible (only the name fits)`] : []
  return `${isWhole ? '' : 'at least '}${plural(total, noun)}, ${[...certain, ...doubtful].join(', ')}`
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
