/**
 * The files a dotted module path may stand for: `src.auth` is src/auth.py, src/auth.ts … Folders and files may have dots in
 * their own names, so a path is found by the folders there are, never by cutting at dots alone.
 */
import type { RepoId } from '../contract/ids.ts'
import { languageNamed } from '../contract/languages.ts'
import type { StoreSnapshot } from '../store/port.ts'

export class ModuleFiles {
  private readonly snapshot: StoreSnapshot
  private readonly known = new Map<RepoId, Promise<RepoShape>>()

  constructor(snapshot: StoreSnapshot) {
    this.snapshot = snapshot
  }

  /** Files whose module path is exactly this, sorted. */
  async find(repo: RepoId, module: string): Promise<string[]> {
    let shape = this.known.get(repo)
    if (!shape) {
      shape = shapeOf(this.snapshot, repo)
      this.known.set(repo, shape)
    }
    const { folders, extensions } = await shape
    const found: string[] = []
    for (let dot = module.length; dot >= 0; dot = module.lastIndexOf('.', dot - 1)) {
      const dotted = dot < 0 ? '' : module.slice(0, dot)
      for (const folder of dotted === module ? [] : (folders.get(dotted) ?? [])) {
        const stem = `${folder}${folder === '' ? '' : '/'}${module.slice(dotted === '' ? 0 : dotted.length + 1)}`
        for (const extension of extensions) if (await this.snapshot.file(repo, stem + extension)) found.push(stem + extension)
      }
      if (dot <= 0) break
    }
    return found.sort()
  }
}

/** Folders by their dotted name, and the extensions of the languages that are there. */
type RepoShape = { folders: Map<string, string[]>; extensions: readonly string[] }

async function shapeOf(snapshot: StoreSnapshot, repo: RepoId): Promise<RepoShape> {
  const folders = new Map<string, string[]>([['', ['']]])
  for (const folder of await snapshot.modulePaths(repo)) {
    const dotted = folder.replaceAll('/', '.')
    folders.set(dotted, [...(folders.get(dotted) ?? []), folder])
  }
  const present = (await snapshot.repo(repo))?.languages ?? []
  const extensions = new Set(
    present.flatMap(({ language }) => {
      const known = languageNamed(language)
      return known?.kind === 'code' ? known.extensions : []
    }),
  )
  return { folders, extensions: [...extensions] }
}
