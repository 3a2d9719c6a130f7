/** The progress reports of long work. */

export type ProgressPhase = 'list' | 'parse' | 'link' | 'summarise' | 'embed' | 'enrich' | 'write' | 'check'

export type Progress = {
  phase: ProgressPhase
  /** Which repo, when several are worked on. */
  repo_id?: string
  done: number
  /** null while it is not known yet. */
  total: number | null
  /** The file just finished. */
  file?: string
}
export type OnProgress = (event: Progress) => void
