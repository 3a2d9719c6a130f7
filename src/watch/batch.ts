/**
 * The events since the last comparison of a repo: enough to decide whether to compare again and whether to restart the watcher.
 */
import { seeAt } from '../base/repo-files/see.ts'
import { runGit } from '../workspace/git.ts'

/** With more paths, the batch counts as incomplete: a queue that overflows (it is larger than this) loses events silently. */
const MOST_PATHS = 200

export class Batch {
  readonly paths = new Set<string>()
  /** Compare the repo whatever the paths are: on request, after a git operation, or when events may have been missed. */
  whole = false
  git = false
  /** Start watching the folder again. */
  anew = false

  add(path: string): void {
    if (this.paths.size <= MOST_PATHS) this.paths.add(path)
  }

  join(later: Batch): void {
    for (const path of later.paths) this.add(path)
    this.whole ||= later.whole
    this.git ||= later.git
    this.anew ||= later.anew
  }

  get isEmpty(): boolean {
    return !this.whole && !this.git && !this.anew && this.paths.size === 0
  }

  get isLarge(): boolean {
    return this.paths.size > MOST_PATHS
  }
}

/**
 * A folder that was created, moved or replaced may contain folders from before it was watched; edits in those would not be
 * reported. Watching the repo again includes them.
 */
export async function needsFollowing(batch: Batch): Promise<boolean> {
  if (batch.anew || batch.isLarge) return true
  const seen = await Promise.all([...batch.paths].map((path) => seeAt(path)))
  return seen.some((each) => each?.isDirectory())
}

/** True when no event can affect the index: only files that git ignores (logs, swap files), and output files of this process. */
export async function isNoise(root: string, batch: Batch, ownFiles: ReadonlySet<string>): Promise<boolean> {
  if (batch.whole || batch.git || batch.isLarge) return false
  const paths: string[] = []
  for (const path of batch.paths) if (!(await isOwn(path, ownFiles))) paths.push(path)
  return paths.length === 0 || areIgnored(root, paths)
}

async function isOwn(path: string, ownFiles: ReadonlySet<string>): Promise<boolean> {
  if (ownFiles.size === 0) return false
  const seen = await seeAt(path)
  return seen !== undefined && ownFiles.has(`${seen.dev}:${seen.ino}`)
}

/** Asking git about a few paths is fifty times faster than a change set of a large repo, and a log may be written all day. */
async function areIgnored(root: string, paths: readonly string[]): Promise<boolean> {
  const input = `${paths.join('\0')}\0`
  const answer = await runGit(root, ['check-ignore', '-z', '--stdin'], { input, plain_paths: true, timeout_ms: 10_000 })
  return answer.state === 'ok' && answer.bytes.toString('utf8').split('\0').length - 1 === paths.length
}
