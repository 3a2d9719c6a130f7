/** How long `cairn watch` waits for what. */
export type WatchTimings = {
  /** Without a further event, before a repo is looked at; and at most this long after the first one. */
  quiet_ms: number
  most_ms: number
  /** How long a running git command is waited for. */
  git_wait_ms: number
  /** Until the next try where another process writes the repo; it doubles. */
  retry_ms: number
  /** The only timer that runs while nothing happens. */
  beat_ms: number
  /** How often a repo is looked at that has no file events. */
  poll_ms: number
}

export const watchTimings: WatchTimings = {
  quiet_ms: 200,
  most_ms: 2_000,
  git_wait_ms: 10_000,
  retry_ms: 500,
  beat_ms: 30_000,
  poll_ms: 60_000,
}
