/** Who wrote a summary and when, for text output; nothing for a summary that rules made. */
import type { SummaryAuthor } from '../contract/items.ts'
import { visible } from '../contract/visible.ts'

export function authorWords(by: SummaryAuthor | undefined): string[] {
  if (!by) return []
  const day = by.made_at.slice(0, 10)
  const who = [by.author === '' ? '' : `by ${by.author}`, day].filter((word) => word !== '').join(', ')
  const stale = by.state === 'STALE' ? 'written before the last change' : ''
  const words = [who, stale].filter((word) => word !== '').join('; ')
  return words === '' ? [] : [visible(`(${words})`)]
}
