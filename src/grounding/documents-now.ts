/** Searchable documents of the index as they are now: unchanged, found again in the bytes on disk, or gone. */
import type { SectionFact } from '../contract/facts.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import { inSteps } from './by-repo.ts'
import { sectionKey } from './document-ids.ts'
import type { Ground } from './ground.ts'
import { loadFiles } from './load-files.ts'
import { keyOf, type ReboundFile } from './rebinding.ts'

/** `ordinal`: index in the file's symbols or sections, 0 otherwise. `path` is the folder of a module, '' for a repo. */
export type FoundDocument = { repo: RepoView; level: SearchLevel; path: string; ordinal: number }

/** In the order given, each with its current path and ordinal; undefined for a document that is gone. */
export async function documentsNow<Document extends FoundDocument>(
  documents: readonly Document[],
  ground: Ground,
): Promise<(Document | undefined)[]> {
  return inSteps(documents, async (step) => {
    await loadFiles(step.filter(isInFile), ground)
    const found: (Document | undefined)[] = []
    for (const document of step) found.push(await documentNow(document, ground))
    return found
  })
}

/** False for folders and repos, whose documents are stored notes. */
export const isInFile = ({ level }: FoundDocument): boolean => level !== 'module' && level !== 'repo'

async function documentNow<Document extends FoundDocument>(
  document: Document,
  { view, reading, rebinding }: Ground,
): Promise<Document | undefined> {
  const { repo, level, path, ordinal } = document
  if (!isInFile(document) || (await reading.indexed(repo, path))) return document
  const file = await rebinding.file(repo, path)
  if (!file) return undefined
  if (level === 'file') return { ...document, path: file.path }
  const then = (await view?.factsAt(repo.repo_id, path))?.outline()
  if (!then) return undefined
  const symbol = then.symbols[ordinal]
  const now = level === 'symbol' ? symbol && file.symbolNow(keyOf(symbol))?.ordinal : sectionNow(then.sections, ordinal, file)
  return now === undefined || now < 0 ? undefined : { ...document, path: file.path, ordinal: now }
}

function sectionNow(sections: readonly SectionFact[], ordinal: number, { current }: ReboundFile): number {
  const key = sectionKey(sections, ordinal)
  const now = current.facts.outline().sections
  return now.findIndex((_, at) => sectionKey(now, at) === key)
}
