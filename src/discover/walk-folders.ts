/** Lists the paths of a repo by walking its folders, where git cannot be used: reads ignore files, does not follow links. */
import type { Dirent } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { readGitFile } from '../base/repo-files/git-folder-files.ts'
import { listFolder } from '../base/repo-files/list-folder.ts'
import { type FileRead, readInside } from '../base/repo-files/read-inside.ts'
import { seeAt, seeSync } from '../base/repo-files/see.ts'
import type { FileNote } from '../contract/reports.ts'
import { ownExcludesFile, userExcludesFile } from '../workspace/git.ts'
import { findGitFolders } from '../workspace/git-folders.ts'
import { type FoundPath, type FoundPaths, installedFolder, NESTED_REPO, NOT_PLAIN, ODD_NAME } from './found-paths.ts'
import { IgnoreRules, isCut } from './ignore-rules.ts'
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
  | { state: 'read'; entries: Dirent[]; ignore: RulesText; oddNames: ReadonlySet<string> }
  | { state: 'unreadable'; reason: string }

async function readFolder(root: string, folder: string): Promise<FolderContent> {
  try {
    const entries = await listFolder(root, folder)
    const hasIgnore = entries.some((entry) => entry.name === '.gitignore')
    const ignore = hasIgnore ? await rulesBelow(root, folder) : undefined
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
  follow(rules, folder, content.ignore)
  if (content.ignore === NOT_WHOLE) {
    found.skipped.push({ path: path.posix.join(folder, '.gitignore'), reason: HIDES })
    return []
  }
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

/** The text of an ignore file; undefined when there is none. */
type RulesText = string | undefined | typeof NOT_WHOLE

/** There are more rules than can be read or followed. What git would ignore is not known, so all that they are about is left out. */
const NOT_WHOLE = Symbol('not whole')
const HIDES = 'it has more rules than can be followed without git: only tracked files of its folder are listed'

function follow(rules: IgnoreRules, folder: string, text: RulesText): void {
  if (text === NOT_WHOLE) rules.hide(folder)
  else if (text !== undefined) rules.add(folder, text)
}

/** Git, too, follows no link in place of this file. */
async function rulesBelow(root: string, folder: string): Promise<RulesText> {
  const file = path.join(folder, '.gitignore')
  if (!seeSync(path.join(root, file), { follow: false })?.isFile()) return undefined
  return rulesOf(await readInside(root, file, { max_bytes: MOST_BYTES }))
}

/** A list of the user or of the clone, wherever it is. What is no plain file, such as `/dev/null`, has no rules. */
async function rulesAt(file: string): Promise<RulesText> {
  if (!seeSync(file, { follow: true })?.isFile()) return undefined
  return rulesOf(await readGitFile(path.dirname(file), path.basename(file)))
}

/** As much as is read of a file in git's folder. */
const MOST_BYTES = 1_000_000

function rulesOf(read: FileRead): RulesText {
  if (read.state !== 'read') return read.state === 'gone' ? undefined : NOT_WHOLE
  const text = read.bytes.toString('utf8')
  return isCut(text) ? NOT_WHOLE : text
}

/** The ignore lists of the user and of the clone, and the ignore files of the folders above `under`. */
async function rootRules(root: string, under: string | undefined): Promise<IgnoreRules> {
  const rules = new IgnoreRules()
  for (const file of await listsOutside(root)) follow(rules, '', await rulesAt(file))
  const parts = (under ?? '').split('/')
  for (let count = 0; under && count < parts.length; count++) {
    const folder = parts.slice(0, count).join('/')
    follow(rules, folder, await rulesBelow(root, folder))
  }
  return rules
}

/** In the order of their weight. The user's list counts as long as there is a `.git`, damaged or not. */
async function listsOutside(root: string): Promise<string[]> {
  if (!(await isRepo(root))) return []
  const folders = await findGitFolders(root)
  const named = (folders && (await ownExcludesFile(root, folders))) ?? (await userExcludesFile(root, folders))
  return [...(named === undefined ? [] : [named]), ...(folders ? [path.join(folders.common, 'info/exclude')] : [])]
}
