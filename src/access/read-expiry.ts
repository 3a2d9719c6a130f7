/** When a token expires, as a person writes it: `30d`, `12h`, `8w`, or the last day on which it is valid. */
import { badArgument } from '../contract/problems.ts'

const HOURS = { h: 1, d: 24, w: 168 } as const
const HOUR_MS = 3_600_000

/** As an ISO time in UTC. BAD_ARGUMENT for anything else, and for a time that has passed. */
export function readExpiry(text: string, now: Date): string {
  const written = text.trim()
  const at = afterSpan(written, now) ?? endOfDay(written)
  if (at === undefined || Number.isNaN(at))
    throw badArgument(
      `"${text}" is not a time at which a token can expire: write a span (12h, 30d, 8w) or the last valid day (2027-01-31).`,
    )
  if (at <= now.getTime()) throw badArgument(`A token that expires at "${text}" would be invalid from the start.`)
  return new Date(at).toISOString()
}

/** NaN beyond the year 9999. */
function afterSpan(text: string, now: Date): number | undefined {
  const [, count, unit] = /^(\d{1,9})([hdw])$/i.exec(text) ?? []
  if (count === undefined || unit === undefined) return undefined
  const at = now.getTime() + Number(count) * HOURS[unit.toLowerCase() as keyof typeof HOURS] * HOUR_MS
  return at <= Date.UTC(9999, 11, 31) ? at : Number.NaN
}

/** The end of a day in UTC; NaN for a day that does not exist (`2027-02-30`), which `Date` alone would move into March. */
function endOfDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const start = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text) ? start.getTime() + 24 * HOUR_MS : Number.NaN
}
