/**
 * The files a dotted module path may stand for: `src.auth` is src/auth.py, src/auth.ts … Folders and files may have dots in
 * their own names, so every cut is tried, as far as there are folders.
 */
import { compareText } from '../base/compare-text.ts'
import type { RepoId } from '../contract/ids.ts'
import { languageNamed } from '../contract/languages.ts'
import type { StoreSnapshot } from '../store/port.ts'

/** Files whose module path is exactly this, sorted. */
export async function moduleFiles(snapshot: StoreSnapshot, repo: RepoId, module: string): Promise<string[]> {
  const found: string[] = []
  const look = async (folder: string, rest: string): Promise<void> => {
    for (const { path, language } of await snapshot.filesNamed(repo, folder + rest))
      if (languageNamed(language)?.kind === 'code' || language === 'notebook') found.push(path)
    for (let dot = rest.indexOf('.'); dot > 0; dot = rest.indexOf('.', dot + 1)) {
      const inner = folder + rest.slice(0, dot)
      if (await snapshot.hasFolder(repo, inner)) await look(`${inner}/`, rest.slice(dot + 1))
    }
  }
  if (module !== '') await look('', module)
  return found.sort(compareText)
}
