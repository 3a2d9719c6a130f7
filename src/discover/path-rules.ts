/** Which of the found paths count, by name alone: `.cairnignore`, the user's own ignore lines, and withheld files. */
import path from 'node:path'
import { readPlainText } from '../base/read-plain-text.ts'
import type { FoundPath } from './found-paths.ts'
import { IgnoreRules } from './ignore-rules.ts'
import type { ListOptions } from './port.ts'
import { createWithheld, type Withheld } from './withheld.ts'

type PathVerdict = { state: 'counts' } | { state: 'ignored' } | { state: 'withheld'; reason: string }
export type PathRules = { judge(path: string): PathVerdict; withheld: Withheld }

const COUNTS: PathVerdict = { state: 'counts' }
const IGNORED: PathVerdict = { state: 'ignored' }

/** Nested `.cairnignore` files are looked up in `found`; the root's is read even when git ignores it. */
export async function readPathRules(root: string, found: readonly FoundPath[], options: ListOptions): Promise<PathRules> {
  const ignore = await readIgnoreFiles(root, ignoreFolders(found, options.under))
  if (options.ignore) ignore.add('', options.ignore.join('\n'))
  const withheld = createWithheld(options.allow_withheld)
  const judge = (file: string): PathVerdict => {
    if (ignore.isIgnored(file)) return IGNORED
    const reason = withheld.byPath(file)
    return reason === undefined ? COUNTS : { state: 'withheld', reason }
  }
  return { judge, withheld }
}

const NAME = '.cairnignore'

/** Folders that have an ignore file, or may: the root, those found, and those above the listed part. */
function ignoreFolders(found: readonly FoundPath[], under: string | undefined): string[] {
  const folders = new Set([''])
  const parts = under ? under.split('/') : []
  for (let count = 1; count <= parts.length; count++) folders.add(parts.slice(0, count).join('/'))
  for (const { path: file } of found) if (file.endsWith(`/${NAME}`)) folders.add(file.slice(0, -NAME.length - 1))
  return [...folders].sort((a, b) => a.length - b.length)
}

async function readIgnoreFiles(root: string, folders: readonly string[]): Promise<IgnoreRules> {
  const rules = new IgnoreRules()
  const texts = await Promise.all(folders.map((folder) => readPlainText(path.join(root, folder, NAME))))
  for (const [at, folder] of folders.entries()) rules.add(folder, texts[at] ?? '')
  return rules
}
