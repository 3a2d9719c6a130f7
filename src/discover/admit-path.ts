/** May a path given from outside be shown, by the same rules that the listing follows; and if not, why. */
import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { runGit } from '../workspace/git.ts'
import { isInside, realRoot } from '../workspace/repo-root.ts'
import { languageOf } from './classify.ts'
import { NOT_PLAIN } from './found-paths.ts'
import { readPathRules } from './path-rules.ts'
import type { ListOptions } from './port.ts'
import { walkFolders } from './walk-folders.ts'
import { holdsCredentials } from './withheld.ts'

export type Admission =
  /** `path` is relative to the root, forward slashes, no `.` or `..`. */
  | { state: 'file'; path: string; absolute_path: string; size: number; language: string }
  | { state: 'folder'; path: string }
  | { state: 'outside' | 'missing' }
  | { state: 'withheld'; reason: string }

export async function admitPath(givenRoot: string, given: string, options: ListOptions = {}): Promise<Admission> {
  const root = await realRoot(givenRoot)
  const wanted = path.resolve(root, given)
  if (given.includes('\0')) return { state: 'missing' }
  // An absolute path may be spelled through a link to the root.
  const inRepo = isInside(root, wanted) ? wanted : path.join(root, path.relative(path.resolve(givenRoot), wanted))
  if (!isInside(root, inRepo)) return { state: 'outside' }
  const relative = relativeTo(root, inRepo)
  if (relative === '') return { state: 'folder', path: '' }
  const real = await realpath(inRepo).catch(() => undefined)
  const rules = await readPathRules(root, [], { ...options, under: path.posix.dirname(relative) })
  const names = [relative, ...(real && isInside(root, real) ? [relativeTo(root, real)] : [])]
  for (const name of names) {
    const verdict = rules.judge(name)
    // Secrets are judged by name alone, so that the answer does not reveal whether one exists.
    if (verdict.state === 'withheld') return verdict
    if (verdict.state === 'ignored' && real) return { state: 'withheld', reason: 'ignored by .cairnignore' }
  }
  if (real === undefined) return { state: 'missing' }
  if (!isInside(root, real)) return { state: 'outside' }
  const seen = await stat(real)
  if (seen.isDirectory()) return { state: 'folder', path: relative }
  if (!seen.isFile()) return { state: 'withheld', reason: NOT_PLAIN }
  if (rules.withheld.mustLookInto(relative) && holdsCredentials(await readFile(real, 'latin1').catch(() => 'password')))
    return { state: 'withheld', reason: 'it may hold a secret' }
  if (await isLeftOut(root, relative)) return { state: 'withheld', reason: 'ignored, or part of a nested repo' }
  return { state: 'file', path: relative, absolute_path: real, size: seen.size, language: languageOf(relative) }
}

const relativeTo = (root: string, absolutePath: string): string => path.relative(root, absolutePath).split(path.sep).join('/')

/** Neither tracked nor untracked-and-not-ignored. */
async function isLeftOut(root: string, file: string): Promise<boolean> {
  if (await lstat(path.join(root, '.git')).catch(() => undefined)) {
    const answer = await runGit(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', file])
    if (answer.state === 'ok') return answer.bytes.length === 0
  }
  const folder = path.posix.dirname(file)
  const { paths } = await walkFolders(root, folder === '.' ? {} : { under: folder })
  return !paths.some((found) => found.path === file)
}
