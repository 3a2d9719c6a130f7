/** Which of the found paths count, by name alone: `.cairnignore`, the user's own ignore lines, and withheld files. */

import path from 'node:path'
import { compareText } from '../base/compare-text.ts'
import { readTextFollowing } from '../base/repo-files/read-inside.ts'
import { realPath } from '../base/repo-files/see.ts'
import { writeNumber } from '../base/write-number.ts'
import type { FileNote } from '../contract/reports.ts'
import { findGitFolders } from '../workspace/git-folders.ts'
import type { FoundPath, FoundPaths } from './found-paths.ts'
import { hasTooManyRules, IgnoreRules, MOST_RULES } from './ignore-rules.ts'
import type { ListOptions } from './port.ts'
import { createWithheld, GITS_OWN_FILE, type Withheld } from './withheld.ts'

type PathVerdict = { state: 'counts' } | { state: 'ignored' } | { state: 'withheld'; reason: string }
export type PathRules = {
  judge(path: string): PathVerdict
  withheld: Withheld
  /** Ignore files of which not every rule counts. */
  notes: readonly FileNote[]
  /** Everything that the rules were made from: rules with the same text judge alike. */
  text: string
}

const COUNTS: PathVerdict = { state: 'counts' }
const IGNORED: PathVerdict = { state: 'ignored' }
const ODD: PathVerdict = { state: 'withheld', reason: 'not a path inside the repo' }

const SPENT: PathVerdict = { state: 'withheld', reason: 'the rules of .cairnignore are too many to compare with its path' }
const GITS_OWN: PathVerdict = { state: 'withheld', reason: GITS_OWN_FILE }

/** Git writes no such path into its index, but a stranger may have: `../x`, `a//b`, `/etc/x`. */
const isOddPath = (file: string): boolean =>
  (file.includes('./') || file.includes('//') || file.endsWith('.') || file.startsWith('/') || isWindows) && oddPath.test(file)
const isWindows = process.platform === 'win32'
const oddPath = isWindows ? /(?:^|[\\/])\.{0,2}(?:[\\/]|$)|:/ : /(?:^|\/)\.{0,2}(?:\/|$)/

type Found = Pick<FoundPaths, 'paths' | 'untracked'>

/** Nested `.cairnignore` files are looked up in `found`; the root's is read even when git ignores it. */
export async function readPathRules(root: string, found: Found, options: ListOptions): Promise<PathRules> {
  const files = await readIgnoreFiles(root, ignoreFolders(found, options.under))
  const ignore = new IgnoreRules()
  for (const [folder, lines] of files) ignore.add(folder, lines)
  if (options.ignore) ignore.add('', options.ignore.join('\n'))
  const withheld = createWithheld(options.allow_withheld)
  const gitFolders = await gitFoldersBelow(root)
  const judge = (file: string): PathVerdict => {
    if (isOddPath(file)) return ODD
    if (gitFolders.some((folder) => file === folder || file.startsWith(`${folder}/`))) return GITS_OWN
    if (ignore.isIgnored(file)) return ignore.isSpent ? SPENT : IGNORED
    const reason = withheld.byPath(file)
    return reason === undefined ? COUNTS : { state: 'withheld', reason }
  }
  const notes = files.flatMap(([folder, lines]) => (hasTooManyRules(lines) ? [{ path: nameIn(folder), reason: CUT }] : []))
  return { judge, withheld, notes, text: JSON.stringify([files, options.ignore, options.allow_withheld, gitFolders]) }
}

/** Git's folder may have any name (`git init --separate-git-dir`), and its settings may have passwords. Relative to the root. */
async function gitFoldersBelow(root: string): Promise<string[]> {
  const folders = await findGitFolders(root)
  if (!folders) return []
  const real = await Promise.all([...new Set([folders.git, folders.common])].map(realPath))
  return real.flatMap((folder) => {
    const relative = folder === undefined ? '' : path.relative(root, folder)
    return relative === '' || relative === '.git' || relative.startsWith('..') ? [] : [relative.split(path.sep).join('/')]
  })
}

const NAME = '.cairnignore'
const nameIn = (folder: string): string => (folder === '' ? NAME : `${folder}/${NAME}`)
const CUT = `only its first ${writeNumber(MOST_RULES)} rules count`

/** Folders that have an ignore file, or may: the root, those found, and those above the listed part. */
function ignoreFolders({ paths, untracked }: Found, under: string | undefined): string[] {
  const folders = new Set(['', ...foldersIn(paths), ...foldersIn(untracked)])
  const parts = under ? under.split('/') : []
  for (let count = 1; count <= parts.length; count++) folders.add(parts.slice(0, count).join('/'))
  return [...folders].sort((a, b) => a.length - b.length || compareText(a, b))
}

/** Looked for once in each list: that of git's index is the same one at every question. */
const named = new WeakMap<readonly FoundPath[], readonly string[]>()

function foldersIn(found: readonly FoundPath[]): readonly string[] {
  const known = named.get(found)
  if (known) return known
  const folders = found.flatMap(({ path: file }) => (file.endsWith(`/${NAME}`) ? file.slice(0, -NAME.length - 1) : []))
  named.set(found, folders)
  return folders
}

function readIgnoreFiles(root: string, folders: readonly string[]): Promise<[folder: string, text: string][]> {
  return Promise.all(
    folders.map(async (folder) => [folder, (await readTextFollowing(root, nameIn(folder))) ?? ''] as [string, string]),
  )
}
