/** A use of the index as it is now: as recorded if the bytes are unchanged, else found again in the file, or gone. */
import type { SymbolFact } from '../contract/facts.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { KnownUse } from '../locator/rebind-file.ts'
import type { Ground } from './ground.ts'
import type { CurrentFile } from './reading.ts'

export type UseNow = {
  path: string
  line: number
  column: number
  current: CurrentFile
  /** The current enclosing symbol; null for the module itself. */
  around: SymbolFact | null
  binding: 'indexed' | 'rebound'
}

/** `key` of the use is that of the enclosing symbol. Call `loadFiles` for many uses first, to save reads. */
export async function useNow(repo: RepoView, path: string, use: KnownUse, ground: Ground): Promise<UseNow | undefined> {
  const { reading, rebinding, view } = ground
  const indexed = await reading.indexed(repo, path)
  if (indexed) {
    const ordinal = (await view?.ordinal(repo.repo_id, path, use.key)) ?? -1
    const around = indexed.facts.outline().symbols[ordinal] ?? null
    return { path, line: use.line, column: use.column ?? 1, current: indexed, around, binding: 'indexed' }
  }
  const file = await rebinding.file(repo, path)
  const found = file?.useNow(use)
  if (!file || !found) return undefined
  const around = file.current.facts.outline().symbols[found.enclosing] ?? null
  return { path: file.path, line: found.line, column: found.column, current: file.current, around, binding: 'rebound' }
}
