/** What grounding needs of the world: the files of a repo and a parser. `app` hands both over. */
import type { ParsedFile } from '../contract/facts.ts'

export type GroundRooms = {
  files: RepoFiles
  /** In this process or a child, as `app` sees fit; closed by `app`. */
  parser: LiveParser
  /** Facts of bytes the store has met before need no parse; those of another version do not count. */
  parser_version: string
  /** Milliseconds one answer may spend on reading files without the index. */
  scan_ms: number
  signal: AbortSignal
}

export type ListedFile = { path: string; size: number; language: string }

/** May a path be shown, and if not, why. `path` comes back normalised: forward slashes, no `.` or `..`. */
export type Admission =
  | { state: 'file'; path: string; absolute_path: string; size: number; language: string }
  | { state: 'folder'; path: string }
  | { state: 'outside' | 'missing' }
  /** Ignored files are withheld too; `reason` says which rule, in a few words. */
  | { state: 'withheld'; reason: string }

/** The files of a repo as they are on disk now, by the same rules that the index follows. */
export interface RepoFiles {
  /** Every file that counts as one of the repo's, by path; ignored and withheld ones are not among them. */
  list(root: string, options: { signal: AbortSignal }): Promise<readonly ListedFile[]>
  /** Decides for one path given from outside; follows symlinks and refuses those that lead out. */
  admit(root: string, path: string): Promise<Admission>
}

/** The part of a parser that answering needs (`parse/port.ts` fits): the facts of a text that is not in the index. */
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
