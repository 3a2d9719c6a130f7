/** What grounding needs from other rooms: the files of a repo and a parser. `app` provides both. */
import type { ParsedFile } from '../contract/facts.ts'

export type GroundRooms = {
  files: RepoFiles
  /** In this process or a child process; `app` chooses and closes it. */
  parser: LiveParser
  /** Stored facts for the same bytes are used without a parse, if they have this parser version. */
  parser_version: string
  /** Milliseconds one answer may spend on reading files without the index. */
  scan_ms: number
  signal: AbortSignal
}

export type ListedFile = { path: string; size: number; language: string }

/** Whether a path may be shown, and if not, why. The returned `path` has forward slashes, no `.` or `..`, and no links in it. */
export type Admission =
  | { state: 'file'; path: string; size: number; language: string }
  | { state: 'folder'; path: string }
  | { state: 'outside' | 'missing' }
  /** Ignored files are withheld too; `reason` names the rule in a few words. */
  | { state: 'withheld'; reason: string }

/** The files of a repo on disk now, selected by the same rules as for the index. */
export interface RepoFiles {
  /** Every file of the repo, by path, without ignored and withheld ones. */
  list(root: string, options: { signal: AbortSignal }): Promise<readonly ListedFile[]>
  /** Checks one path given by a caller; follows symlinks and refuses those that point outside the repo. */
  admit(root: string, path: string): Promise<Admission>
}

/** The part of the parser (`parse/port.ts`) that answers need: the facts of a text that is not in the index. */
export interface LiveParser {
  parse(
    text: string,
    language: string,
    options?: { budget_ms?: number },
  ): Promise<
    | { state: 'indexed' | 'partial' | 'text-only'; reason: string; parsed: ParsedFile }
    | { state: 'failed' | 'timed-out'; reason: string }
  >
  close(): void
}
