/** What `cairn watch` prints while it runs: one event a line, as JSON or in words. Wire names. */

export type WatchEvent = { at: string } & WatchNews

export type WatchNews =
  /** Said once, before anything is looked at. */
  | { event: 'started'; pid: number; home: string; repos: string[] }
  /** Every repo has been compared once; from here on only changes are reported. */
  | { event: 'ready'; repos: number; current: number; polled: number }
  /** Registered, or unregistered, while it runs. */
  | { event: 'added' | 'removed'; repo_id: string; root: string }
  /** A build begins: the first one, or too much changed for a catch-up. */
  | { event: 'indexing'; repo_id: string; changed: number | null }
  | ({ event: 'caught-up'; repo_id: string } & CaughtUp)
  /** Another process writes this repo; it is tried again. */
  | { event: 'busy'; repo_id: string }
  /** The folder is not there; and later: it is there again. */
  | { event: 'gone' | 'back'; repo_id: string; root: string }
  /** There are no file events for this repo, so it is compared at intervals instead. */
  | { event: 'polling'; repo_id: string; every_s: number; reason: string; fix: string }
  /** Events may have been missed, so the named repo (or every repo) is compared as a whole. */
  | { event: 'rescan'; repo_id: string | null; reason: string }
  /** Said once for as long as it lasts. */
  | { event: 'problem'; repo_id: string | null; code: string; message: string; fix: string }
  | { event: 'ended'; reason: WatchEnd }

export type CaughtUp = {
  /** `files`: just the changed ones; `repo`: a build. */
  how: 'files' | 'repo'
  files: number
  added: number
  edited: number
  deleted: number
  /** The HEAD that the index is for now; null without git or commits. */
  commit: string | null
  seconds: number
}

/** `stopped`: by a signal. `orphaned`: whoever started it is gone. */
export type WatchEnd = 'stopped' | 'orphaned'
