/**
 * Switches off filters in a clone's own settings (`filter.NAME.clean`): git would run these programs whenever it compares a file.
 * A folder from a stranger can contain such settings in its `.git`. Filters in the user's own settings are the user's choice.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { GitFolders } from './git-folders.ts'

/** Git options that switch the filters off; undefined when one cannot be switched off. */
export async function filtersOff(folders: GitFolders, ask: AskForFilters): Promise<string[] | undefined> {
  const files = [path.join(folders.common, 'config'), path.join(folders.git, 'config.worktree')]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const text = texts.join('\n')
  const named = /^[ \t]*\[include/im.test(text) ? await ask() : filterNames(text)
  // For `-c` everything before the first `=` is the name.
  if (!named || named.some((name) => /[=\n\uFFFD]/.test(name))) return undefined
  return [...new Set(named)].flatMap((name) =>
    ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.${name}.${setting}`]),
  )
}

/** Asks git for the names of all filters, because only git reads included files. */
export type AskForFilters = () => Promise<string[] | undefined>

export const LIST_FILTERS = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.']

/** The names in `filter.NAME.clean` records; a name may contain dots. */
export const namesInRecords = (records: string): string[] =>
  records.split('\0').flatMap((record) => /^filter\.(.+)\.[^.]+$/is.exec(record)?.[1] ?? [])

/** `[filter "NAME"]`, or in old files `[filter.name]`. One in a comment is switched off too, which does no harm. */
function filterNames(config: string): string[] {
  return [...config.matchAll(/\[filter(?:\s+"((?:\\.|[^"\\\n])*)"|\.([^[\]\s]+))\s*\]/gi)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain?.toLowerCase() ?? '',
  )
}
