/** How many milliseconds to wait before a server is asked again. Without chance, so that tests and logs can be repeated. */

export type RetryAfter = {
  /** Failed attempts before this one. */
  failures: number
  /** The delay after the first. It doubles with each further one. */
  first_ms: number
  /** The header of the server, which comes first: seconds, or a date. */
  retry_after?: string | null | undefined
  now_ms: number
}

const MOST_BACK_OFF_MS = 8_000
/** A server may ask for an hour; a command does not wait that long. */
const MOST_ASKED_MS = 30_000

export function retryDelay({ failures, first_ms, retry_after, now_ms }: RetryAfter): number {
  const asked = askedFor(retry_after ?? '', now_ms)
  if (asked === undefined) return Math.min(first_ms * 2 ** failures, MOST_BACK_OFF_MS)
  return Math.min(Math.max(asked, 0), MOST_ASKED_MS)
}

function askedFor(header: string, now_ms: number): number | undefined {
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : date - now_ms
}
