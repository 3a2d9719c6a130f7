/** The report of a finished run: counts, and the files that were left out or failed, each with its reason. */
import type { Repo } from '../contract/repo.ts'
import type { FileNote, IndexReport } from '../contract/reports.ts'

const MOST_NOTES = 100

export class Tally {
  parsed = 0
  reused = 0
  unchanged = 0
  removed = 0
  readonly skipped: FileNote[] = []
  readonly failed: FileNote[] = []

  report(repo: Repo, known: Pick<IndexReport, 'commit' | 'files' | 'counts' | 'seconds' | 'dry_run' | 'written'>): IndexReport {
    return {
      repo_id: repo.repo_id,
      root: repo.root,
      ...known,
      parsed: this.parsed,
      reused: this.reused,
      unchanged: this.unchanged,
      removed: this.removed,
      skipped: this.skipped.slice(0, MOST_NOTES),
      skipped_total: this.skipped.length,
      failed: this.failed.slice(0, MOST_NOTES),
      failed_total: this.failed.length,
      warnings: [],
    }
  }
}
