/**
 * Programs that a clone's own settings would have git start whenever it compares a file (`filter.NAME.clean`): switched off. A folder
 * from elsewhere can bring such settings along in its `.git`. Filters in the user's own settings are the user's choice.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { GitFolders } from './git-folders.ts'

/** Git's options that switch them off; undefined when there is one that cannot be switched off. */
export async function filtersOff(folders: GitFolders, ask: AskForFilters): Promise<string[] | undefined> {
  const files = [path.join(folders.common, 'config'), path.join(folders.git, 'config.worktree')]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const text = texts.join('\n')
  const named = /^\s*\[include/im.test(text) ? await ask() : filterNames(text)
  // `-c` takes everything up to the first `=` for the name.
  if (!named || named.some((name) => /[=\n\uFFFD]/.test(name))) return undefined
  return [...new Set(named)].flatMap((name) =>
    ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.${name}.${setting}`]),
  )
}

/** Asks git for the names of all filters: what an included file says, only git can tell. */
export type AskForFilters = () => Promise<string[] | undefined>

export const LIST_FILTERS = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.']

/** Of `filter.NAME.clean` records: a name may hold dots. */
export const namesInRecords = (records: string): string[] =>
  records.split('\0').flatMap((record) => /^filter\.(.+)\.[^.]+$/is.exec(record)?.[1] ?? [])

/** `[filter "NAME"]`, or in old files `[filter.name]`. One in a comment is switched off too, which costs nothing. */
function filterNames(config: string): string[] {
  return [...config.matchAll(/\[filter(?:\s+"((?:\\.|[^"\\\n])*)"|\.([^\]\s]+))\s*\]/gi)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain?.toLowerCase() ?? '',
  )
}
