/**
 * For a name without a known definition: code that contains it, but from which no definitions are read, because its language has no
 * grammar here or the file was not parsed (minified, too large). Without this, "not found" would sound as if all code had been read.
 */
import type { PathTest } from '../base/glob.ts'
import { languageNamed } from '../contract/languages.ts'
import type { Ground } from './ground.ts'

const FILES_NAMED = 3

/** '' when there is no such file. Only unchanged files: of the others the index does not know whether they still contain the name. */
export async function textOnlyWords(name: string, fits: PathTest, { repos, view }: Ground): Promise<string> {
  if (name === '' || !view) return ''
  const found: string[] = []
  for (const repo of repos.filter(({ mode }) => mode !== 'live')) {
    const holding = (await view.filesWith(repo.repo_id, [name])).get(name) ?? []
    const rows = await view.rows(repo.repo_id)
    for (const { path } of holding) {
      const { status, language = '', reason = '' } = rows.at(path) ?? {}
      const isCode = status === 'text-only' && languageNamed(language)?.kind === 'code'
      if (isCode && fits(path) && !repo.changed.has(path) && !repo.deleted.has(path))
        found.push(`${path} (${reason || language})`)
    }
  }
  if (found.length === 0) return ''
  const more = found.length > FILES_NAMED ? ` and ${found.length - FILES_NAMED} more` : ''
  const files = found.length === 1 ? 'this file, which contains' : `these ${found.length} files, which contain`
  return `No definitions are read from ${files} "${name}": ${found.slice(0, FILES_NAMED).join(', ')}${more}.`
}
