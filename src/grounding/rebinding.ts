/**
 * Finds the indexed symbols and uses of changed files again in the bytes on disk, for one answer. Each file is read and parsed at
 * most once. After the time limit no file is read; the rest is counted, never guessed.
 */
import type { Binding, SourceTag } from '../contract/envelope.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { symbolKey } from '../contract/identity.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type ReboundFacts, rebindFile } from '../locator/rebind-file.ts'
import type { Relocation } from '../locator/wanted-symbol.ts'
import type { IndexView } from '../store/index-view.ts'
import type { CurrentFile, Reading } from './reading.ts'

/** A changed file of which the index has an earlier version. */
export type ReboundFile = ReboundFacts & {
  /** Its current path: a different one if the file was renamed. */
  path: string
  current: CurrentFile
}

/** A symbol of the index, found in the current bytes. */
export type ReboundSymbol = Relocation & { path: string; current: CurrentFile; fact: SymbolFact | null }

/** The labels of an item. */
export type Marks = { binding: Binding; source: SourceTag }

export interface Rebinding {
  /** undefined when the file is not in the index, is gone, cannot be read, or time is up. */
  file(repo: RepoView, path: string): Promise<ReboundFile | undefined>
  symbol(repo: RepoView, path: string, key: string): Promise<ReboundSymbol | undefined>
  /** The labels of a symbol in a current file, and the symbol's facts in the index. */
  marks(repo: RepoView, current: CurrentFile, ordinal: number): Promise<Marks & { known: SymbolFact | undefined }>
  /** Files left unread because time was up. */
  readonly late: number
}

export function createRebinding(view: IndexView | undefined, reading: Reading, limits: { scan_ms: number }): Rebinding {
  const files = new Map<string, Promise<ReboundFile | undefined>>()
  const late = new Set<string>()
  let end: number | undefined
  const file: Rebinding['file'] = (repo, path) => {
    const id = `${repo.repo_id}\0${path}`
    const known = files.get(id)
    if (known) return known
    end ??= performance.now() + limits.scan_ms
    if (performance.now() > end) {
      late.add(id)
      return Promise.resolve(undefined)
    }
    const found = rebind(repo, path, view, reading)
    files.set(id, found)
    return found
  }
  return {
    file,
    async symbol(repo, path, key) {
      const found = await file(repo, path)
      const relocation = found?.symbolNow(key)
      if (!found || !relocation) return undefined
      const fact = found.current.facts.outline().symbols[relocation.ordinal] ?? null
      return { ...relocation, path: found.path, current: found.current, fact }
    },
    async marks(repo, current, ordinal) {
      if (current.binding === 'indexed')
        return { binding: 'indexed', source: 'RAG_GRAPH', known: current.facts.outline().symbols[ordinal] }
      const found = await file(repo, formerPath(repo, current.file.path))
      const known = ordinal < 0 ? undefined : found?.symbolThen(ordinal)
      const isKnown = ordinal < 0 ? found !== undefined : known !== undefined
      return isKnown ? { binding: 'rebound', source: 'RAG_GRAPH', known } : { binding: 'live', source: 'LOCAL_FALLBACK', known }
    },
    get late() {
      return late.size
    },
  }
}

async function rebind(
  repo: RepoView,
  path: string,
  view: IndexView | undefined,
  reading: Reading,
): Promise<ReboundFile | undefined> {
  const then = repo.mode === 'live' ? undefined : await view?.factsAt(repo.repo_id, path)
  const pathNow = repo.renamed.get(path) ?? (repo.deleted.has(path) ? undefined : path)
  const current = then && pathNow !== undefined ? await reading.current(repo, pathNow) : undefined
  if (!then || !current || pathNow === undefined) return undefined
  return { ...rebindFile(then, current.facts, current.language), path: pathNow, current }
}

/** The path of a renamed file in the index. */
export function formerPath(repo: RepoView, path: string): string {
  for (const [from, to] of repo.renamed) if (to === path) return from
  return path
}

export const keyOf = (fact: Pick<SymbolFact, 'qualified_name' | 'tag'> | null): string =>
  fact ? symbolKey(fact.qualified_name, fact.tag) : ''
