/** Lists the paths of a repo by walking its folders, where git cannot be used: reads ignore files, does not follow links. */
import type { Dirent } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { readGitText } from '../base/repo-files/git-folder-files.ts'
import { listFolder } from '../base/repo-files/list-folder.ts'
import { readTextInside } from '../base/repo-files/read-inside.ts'
import { seeAt } from '../base/repo-files/see.ts'
import type { FileNote } from '../contract/reports.ts'
import { ownExcludesFile } from '../workspace/git.ts'
import { findGitFolders } from '../workspace/git-folders.ts'
import { type FoundPath, type FoundPaths, installedFolder, NESTED_REPO, NOT_PLAIN, ODD_NAME } from './found-paths.ts'
import { IgnoreRules } from './ignore-rules.ts'
import type { ListOptions } from './port.ts'

/** Breadth first: the rules of a folder are read before its content. */
export async function walkFolders(root: string, { signal, under }: ListOptions): Promise<FoundPaths> {
  const found: Walked = { paths: [], skipped: [] }
  const rules = await rootRules(root, under)
  let level = [under ?? '']
  while (level.length > 0) {
    const next: string[] = []
    for (let at = 0; at < level.length; at += AT_ONCE) {
      signal?.throwIfAborted()
      const folders = level.slice(at, at + AT_ONCE)
      const contents = await Promise.all(folders.map((folder) => readFolder(root, folder)))
      for (const [index, folder] of folders.entries())
        for (const inner of takeFolder(folder, contents[index], rules, found)) next.push(inner)
    }
    level = next
  }
  return { ...found, differing: new Map(), untracked: [] }
}

type Walked = { paths: FoundPath[]; skipped: FileNote[] }

/** Whether the walk would list this file: the same rules, without listing the folders. It has no links in it. */
export async function isWalked(root: string, file: string): Promise<boolean> {
  const parts = file.split('/')
  const rules = await rootRules(root, file)
  for (let count = 1; count < parts.length; count++) {
    const folder = parts.slice(0, count).join('/')
    if (isToolFolder(folder) || rules.isIgnored(folder, 'folder') || (await isRepo(path.join(root, folder)))) return false
  }
  return !rules.isIgnored(file)
}

const isRepo = async (folder: string): Promise<boolean> => (await seeAt(path.join(folder, '.git'))) !== undefined

const AT_ONCE = 32

type FolderContent =
  | { state: 'read'; entries: Dirent[]; ignore: string | undefined; oddNames: ReadonlySet<string> }
  | { state: 'unreadable'; reason: string }

async function readFolder(root: string, folder: string): Promise<FolderContent> {
  try {
    const entries = await listFolder(root, folder)
    const hasIgnore = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
    const ignore = hasIgnore ? await readTextInside(root, path.join(folder, '.gitignore')) : undefined
    return { state: 'read', entries, ignore, oddNames: await findOddNames(path.join(root, folder), entries) }
  } catch (cause) {
    return { state: 'unreadable', reason: `cannot be read (${errorCode(cause) ?? 'unknown'})` }
  }
}

/**
 * The replacement character marks bytes that are not UTF-8, unless the name really contains it: then a file of that name exists.
 */
async function findOddNames(folder: string, entries: readonly Dirent[]): Promise<ReadonlySet<string>> {
  const odd = new Set<string>()
  for (const { name } of entries) {
    if (name.includes('\uFFFD') && !(await seeAt(path.join(folder, name)))) odd.add(name)
  }
  return odd
}

/** Adds what counts to `found` and returns the folders to descend into. */
function takeFolder(folder: string, content: FolderContent | undefined, rules: IgnoreRules, found: Walked): string[] {
  if (!content) return []
  if (content.state === 'unreadable') {
    if (folder !== '' || content.reason) found.skipped.push({ path: `${folder}/`, reason: content.reason })
    return []
  }
  if (folder !== '' && content.entries.some((entry) => entry.name === '.git')) {
    found.skipped.push({ path: `${folder}/`, reason: NESTED_REPO })
    return []
  }
  if (content.ignore !== undefined) rules.add(folder, content.ignore)
  return content.entries.flatMap((entry) => takeEntry(folder, entry, content.oddNames.has(entry.name), rules, found))
}

function takeEntry(folder: string, entry: Dirent, isOdd: boolean, rules: IgnoreRules, found: Walked): string[] {
  const relative = folder === '' ? entry.name : `${folder}/${entry.name}`
  const isFolder = entry.isDirectory()
  if (entry.name === '.git' || rules.isIgnored(relative, isFolder ? 'folder' : 'file')) return []
  if (isOdd) found.skipped.push({ path: relative, reason: ODD_NAME })
  else if (isFolder) return isToolFolder(relative) ? [] : [relative]
  else if (entry.isFile() || entry.isSymbolicLink())
    found.paths.push({ path: relative, blob_id: null, dirty: false, unseen: false })
  else found.skipped.push({ path: relative, reason: NOT_PLAIN })
  return []
}

const isToolFolder = (folder: string): boolean =>
  otherTools.has(folder.slice(folder.lastIndexOf('/') + 1)) || installedFolder.test(`${folder}/`)

/** Folders of other version control systems, and Cairn's own. */
const otherTools = new Set(['.hg', '.svn', '.jj', '.bzr', '_darcs', '.llmc'])

/** The clone's own ignore list, and the ignore files of the folders above `under`. */
async function rootRules(root: string, under: string | undefined): Promise<IgnoreRules> {
  const rules = new IgnoreRules()
  const folders = await findGitFolders(root)
  const exclude = folders && (await readGitText(folders.common, 'info/exclude'))
  // Git gives them less weight than those of `info/exclude`.
  const named = folders && (await ownExcludesFile(root, folders))
  const more = named && (await readGitText(path.dirname(named), path.basename(named)))
  if (more) rules.add('', more)
  if (exclude) rules.add('', exclude)
  const parts = (under ?? '').split('/')
  for (let count = 0; under && count < parts.length; count++) {
    const folder = parts.slice(0, count).join('/')
    const text = await readTextInside(root, path.join(folder, '.gitignore'))
    if (text !== undefined) rules.add(folder, text)
  }
  return rules
}
