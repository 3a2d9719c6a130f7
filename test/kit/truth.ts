/** The expected change set, computed the slow way: from git's list of files and all their bytes. */
import { spawnSync } from 'node:child_process'
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { hashBytes } from '../../src/base/hash.ts'
import type { RecordedFile } from '../../src/contract/freshness.ts'

/** Path → content hash of every plain file that is tracked, or untracked and not ignored; undefined when git itself fails. */
export function truthOf(root: string): Map<string, string> | undefined {
  const { stdout, status } = spawnSync(
    'git',
    ['-c', 'core.ignoreCase=false', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '0' },
    },
  )
  if (status !== 0) return undefined
  const listed = [...new Set(stdout.split('\0').filter((file) => file !== '' && !file.endsWith('/')))]
  return new Map(listed.filter((file) => isPlain(root, file)).map((file) => [file, hashOf(path.join(root, file))]))
}

export const hashOf = (file: string): string => hashBytes(readFileSync(file))

/** `edited a.py` and so on, by path. */
export function changesTo(truth: ReadonlyMap<string, string>, rows: readonly RecordedFile[]): string[] {
  const recorded = new Map(rows.map((row) => [row.path, row.content_hash as string]))
  const paths = [...new Set([...truth.keys(), ...recorded.keys()])].sort()
  return paths.flatMap((file) => {
    const [now, then] = [truth.get(file), recorded.get(file)]
    if (now === then) return []
    return now === undefined ? [`deleted ${file}`] : [`${then === undefined ? 'added' : 'edited'} ${file}`]
  })
}

function isPlain(root: string, file: string): boolean {
  const absolutePath = path.join(root, file)
  try {
    // A folder that became a link: its target does not belong to the repo.
    return (
      lstatSync(absolutePath).isFile() &&
      realpathSync(path.dirname(absolutePath)) === path.dirname(path.join(realpathSync(root), file))
    )
  } catch {
    return false
  }
}
