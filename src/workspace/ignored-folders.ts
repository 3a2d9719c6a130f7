/** Folders that git's ignore rules name, relative to the root. Undefined when git does not answer. */
import type { GitOptions, RunGit } from './git.ts'

/**
 * `git ls-files --ignored --directory` would also list folders that no rule names but that contain only ignored files at the
 * moment; a file created there later is not ignored.
 */
const question = [
  'status',
  '--porcelain',
  '-z',
  '--ignored=matching',
  '--untracked-files=all',
  '--ignore-submodules=all',
  '--no-renames',
]

export async function ignoredFolders(git: RunGit, options: GitOptions = {}): Promise<string[] | undefined> {
  const answer = await git(question, options)
  if (answer.state !== 'ok') return undefined
  const records = answer.bytes.toString('utf8').split('\0')
  return records.flatMap((record) =>
    record.startsWith('!! ') && record.endsWith('/') && !record.includes('\uFFFD') ? record.slice(3, -1) : [],
  )
}
