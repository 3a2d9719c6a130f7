/**
 * The state of a checkout according to git: its branch, how far HEAD is from another commit, how many files are not committed.
 */
import { type GitOptions, runGit } from './git.ts'
import { readHead } from './head.ts'

export type Standing = {
  /** Null when HEAD is detached, or there is no git. */
  branch: string | null
  head: string | null
  /** Commits of HEAD that `from` lacks, and the reverse. `gone`: this clone no longer has the commit. Null: unknown. */
  distance: { ahead: number; behind: number } | 'gone' | null
  /** As in `git status`, with each untracked file; null when git does not answer. */
  uncommitted: number | null
}

/** `from`: the commit to compare HEAD with, if any. */
export async function readStanding(root: string, from: string | null, options: { signal?: AbortSignal } = {}): Promise<Standing> {
  const head = await readHead(root, options)
  if (head.state === 'none') return { branch: null, head: null, distance: null, uncommitted: null }
  const branch = 'branch' in head ? head.branch : null
  const [distance, uncommitted] = await Promise.all([
    head.commit === null || from === null ? null : distanceOf(root, from, head.commit, options),
    countUncommitted(root, head.commit, options),
  ])
  return { branch, head: head.commit, distance, uncommitted }
}

/** The longest wait for one number of `cairn status`. */
const WAIT_MS = 3_000

async function distanceOf(root: string, from: string, to: string, options: GitOptions): Promise<Standing['distance']> {
  if (from === to) return { ahead: 0, behind: 0 }
  // The value comes from a file, and git must not read it as an option.
  if (!/^[0-9a-f]{40,64}$/.test(from)) return null
  const limits = { ...options, timeout_ms: WAIT_MS }
  const answer = await runGit(root, ['rev-list', '--count', '--left-right', `${from}...${to}`], limits)
  if (answer.state === 'ok') {
    const [behind = 0, ahead = 0] = answer.bytes.toString('latin1').trim().split('\t').map(Number)
    return { ahead, behind }
  }
  const there = await runGit(root, ['cat-file', '-e', `${from}^{commit}`], limits)
  return there.state === 'failed' ? 'gone' : null
}

async function countUncommitted(root: string, head: string | null, options: GitOptions): Promise<number | null> {
  const limits = { ...options, head, timeout_ms: WAIT_MS * 3 }
  const answer = await runGit(root, ['status', '--porcelain=v1', '-z', '-uall', '--ignore-submodules=all'], limits)
  if (answer.state !== 'ok') return null
  const records = answer.bytes.toString('latin1').split('\0').slice(0, -1)
  let count = 0
  for (let at = 0; at < records.length; at++) {
    count++
    // A renamed or copied file is followed by its old name.
    if (/^[RC]|^.[RC]/.test(records[at] ?? '')) at++
  }
  return count
}
