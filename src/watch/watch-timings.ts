/** The waiting times of `cairn watch`. */
export type WatchTimings = {
  /** A repo is compared after this time without a further event, and at most `most_ms` after the first one. */
  quiet_ms: number
  most_ms: number
  /** How long to wait for a running git command. */
  git_wait_ms: number
  /** Time to the next try when another process is writing the repo's index; it doubles. */
  retry_ms: number
  /** The only timer that runs while nothing happens. */
  beat_ms: number
  /** How often a repo without file events is compared. */
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
