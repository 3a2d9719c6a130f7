/** What a late book costs. */
import { daysBetween } from '../clock.ts'
import { type FinePolicy, finePolicy } from './fine-policy.ts'

/** Cents owed for a book that was due and came back later; never above its price. */
export function computeFine(due: Date, back: Date, priceCents: number, member: { child: boolean }, policy: FinePolicy = finePolicy): number {
  const late = daysBetween(due, back) - policy.graceDays
  if (late <= 0) return 0
  const full = Math.min(late * policy.centsPerDay, priceCents)
  return member.child ? Math.round(full * policy.childShare) : full
}
