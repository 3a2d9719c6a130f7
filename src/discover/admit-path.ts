/** May a path given from outside be shown, by the same rules that the listing follows; and if not, why. */
import path from 'node:path'
import { readTextInside } from '../base/repo-files/read-inside.ts'
import { seeAt } from '../base/repo-files/see.ts'
import { runGit } from '../workspace/git.ts'
import { findGitFolders } from '../workspace/git-folders.ts'
import { readGitIndex } from '../workspace/git-index.ts'
import { isInside, realRoot } from '../workspace/repo-root.ts'
import { languageOf } from './classify.ts'
import { installedFolder, NOT_PLAIN } from './found-paths.ts'
import { readPathRules } from './path-rules.ts'
import type { ListOptions } from './port.ts'
import { realPathInside } from './real-path.ts'
import { isWalked } from './walk-folders.ts'
import { createWithheld, holdsCredentials, type Withheld } from './withheld.ts'

export type Admission =
  /** `path` is relative to the root, forward slashes, no `.` or `..`, and has no links in it: those given were followed. */
  | { state: 'file'; path: string; size: number; language: string }
  | { state: 'folder'; path: string }
  | { state: 'outside' | 'missing' }
  | { state: 'withheld'; reason: string }

export async function admitPath(givenRoot: string, given: string, options: ListOptions = {}): Promise<Admission> {
  const root = await realRoot(givenRoot)
  const wanted = insideAsWritten(root, givenRoot, given)
  if (wanted === undefined) return { state: 'outside' }
  // Secrets are judged by name alone, before anything is looked at, so that the answer does not reveal whether one exists.
  const reason = createWithheld(options.allow_withheld).byPath(relativeTo(root, wanted))
  if (reason !== undefined) return { state: 'withheld', reason }
  const found = await realPathInside(root, wanted)
  if (found.state === 'outside') return found
  const file = relativeTo(root, found.at)
  if (file === '') return { state: 'folder', path: '' }
  const rules = await readPathRules(root, { paths: [], untracked: [] }, { ...options, under: path.posix.dirname(file) })
  const verdict = rules.judge(file)
  if (verdict.state === 'withheld') return verdict
  if (found.state === 'missing') return { state: 'missing' }
  if (verdict.state === 'ignored') return { state: 'withheld', reason: 'ignored by .cairnignore' }
  return look(root, file, rules.withheld)
}

/** The absolute path; undefined for one that leaves the repo, or that no file can have. */
function insideAsWritten(root: string, givenRoot: string, given: string): string | undefined {
  if (given.includes('\0')) return undefined
  const wanted = path.resolve(root, given)
  // An absolute path may be spelled through a link to the root.
  const inRepo = isInside(root, wanted) ? wanted : path.join(root, path.relative(path.resolve(givenRoot), wanted))
  return isInside(root, inRepo) ? inRepo : undefined
}

/** `file` has no links in it. */
async function look(root: string, file: string, withheld: Withheld): Promise<Admission> {
  const seen = await seeAt(path.join(root, file))
  if (!seen) return { state: 'missing' }
  if (seen.isDirectory()) return { state: 'folder', path: file }
  if (!seen.isFile()) return { state: 'withheld', reason: NOT_PLAIN }
  if (withheld.mustLookInto(file) && (await mayHoldSecret(root, file)))
    return { state: 'withheld', reason: 'it may hold a secret' }
  if (await isLeftOut(root, file)) return { state: 'withheld', reason: 'ignored, or part of a nested repo' }
  return { state: 'file', path: file, size: seen.size, language: languageOf(file) }
}

/** In doubt it may. */
async function mayHoldSecret(root: string, file: string): Promise<boolean> {
  const text = await readTextInside(root, file)
  return text === undefined || holdsCredentials(text)
}

const relativeTo = (root: string, absolutePath: string): string => path.relative(root, absolutePath).split(path.sep).join('/')

/** Neither tracked nor untracked-and-not-ignored. */
async function isLeftOut(root: string, file: string): Promise<boolean> {
  if (await seeAt(path.join(root, '.git'))) {
    const answer = await runGit(root, ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard', '--', file])
    if (answer.state === 'ok')
      return !answer.bytes
        .toString('utf8')
        .split('\0')
        .some((record) => isListed(record, file))
  }
  return !(await isWalked(root, file)) && !(await isInIndex(root, file))
}

/** Where git does not answer, what its index names is listed too. */
async function isInIndex(root: string, file: string): Promise<boolean> {
  const folders = await findGitFolders(root)
  const entries = folders && (await readGitIndex(root, folders))
  return entries?.some((entry) => entry.path === file && !entry.isOdd && entry.kind !== 'submodule') ?? false
}

/** `H path` is tracked, `? path` is not. A nested repo is reported as a folder, with a slash at the end. */
const isListed = (record: string, file: string): boolean =>
  record !== '' && !record.endsWith('/') && !(record.startsWith('? ') && installedFolder.test(file))
