/** What `cairn watch` prints while it runs: one event a line, as JSON or as text. The names are those of the JSON output. */

export type WatchEvent = { at: string } & WatchNews

export type WatchNews =
  /** Sent once, before any repo is compared. */
  | { event: 'started'; pid: number; home: string; repos: string[] }
  /** Every repo has been compared once; from here on only changes are reported. */
  | { event: 'ready'; repos: number; current: number; polled: number }
  /** The repo was registered or unregistered while `cairn watch` runs. */
  | { event: 'added' | 'removed'; repo_id: string; root: string }
  /** A build begins: the first one, or too much changed for a catch-up. */
  | { event: 'indexing'; repo_id: string; changed: number | null }
  | ({ event: 'caught-up'; repo_id: string } & CaughtUp)
  /** Another process is writing this repo's index; we try again later. */
  | { event: 'busy'; repo_id: string }
  /** The repo's folder is missing; or it exists again. */
  | { event: 'gone' | 'back'; repo_id: string; root: string }
  /** There are no file events for this repo, so it is compared at intervals instead. */
  | { event: 'polling'; repo_id: string; every_s: number; reason: string; fix: string }
  /** Events may have been missed, so the named repo (or every repo) is compared as a whole. */
  | { event: 'rescan'; repo_id: string | null; reason: string }
  /** Sent once for as long as the problem lasts. */
  | { event: 'problem'; repo_id: string | null; code: string; message: string; fix: string }
  | { event: 'ended'; reason: WatchEnd }

export type CaughtUp = {
  /** `files`: only the changed files were indexed; `repo`: a full build. */
  how: 'files' | 'repo'
  files: number
  added: number
  edited: number
  deleted: number
  /** The commit that the index has now; null without git or commits. */
  commit: string | null
  seconds: number
}

/** `stopped`: by a signal. `orphaned`: the parent process is gone. */
export type WatchEnd = 'stopped' | 'orphaned'
