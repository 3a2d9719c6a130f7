/** Definitions of the index as they are now: as recorded if the bytes are unchanged, else found again in the file, or gone. */
import type { Binding } from '../contract/envelope.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { asAnchor } from '../contract/ids.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type Definition, handleOf } from '../graph/definition.ts'
import type { Relocation } from '../locator/wanted-symbol.ts'
import { anchorNow } from './anchors.ts'
import { inSteps } from './by-repo.ts'
import { type Ground, repoOf } from './ground.ts'
import { loadFiles } from './load-files.ts'
import type { CurrentFile } from './reading.ts'

export type DefinitionNow = {
  repo: RepoView
  /** As it is now. */
  definition: Definition
  /** As the index has it, which is the form graph questions use; null when it is only on disk. */
  known: Definition | null
  current: CurrentFile
  binding: Binding
  /** How it was matched to the indexed definition, and how certainly. */
  how: How
}

export type How = { how: Relocation['how'] | 'moved-file'; confidence: number }

export const surely: How = { how: 'exact', confidence: 1 }

/** In the order given; undefined for a definition that is gone, or whose repo is not part of this answer. */
export async function definitionsNow(definitions: readonly Definition[], ground: Ground): Promise<(DefinitionNow | undefined)[]> {
  const asked = definitions.map((definition) => ({ definition, repo: repoOf(ground, definition.repo_id), path: definition.path }))
  const found = new Map<Definition, DefinitionNow>()
  const inScope = asked.flatMap(({ definition, repo, path }) => (repo ? [{ definition, repo, path }] : []))
  await inSteps(inScope, async (step) => {
    await loadFiles(step, ground)
    await Promise.all(step.map(({ repo, path }) => ground.reading.indexed(repo, path)))
    // Changed files are parsed one after the other, so that after the time limit no further parse begins; the rest is counted.
    for (const { definition, repo } of step) {
      const now = await definitionNow(repo, definition, ground)
      if (now) found.set(definition, now)
    }
    return []
  })
  return definitions.map((definition) => found.get(definition))
}

async function definitionNow(repo: RepoView, known: Definition, ground: Ground): Promise<DefinitionNow | undefined> {
  const { path, handle } = known
  const indexed = await ground.reading.indexed(repo, path)
  if (indexed) return { repo, definition: known, known, current: indexed, binding: 'indexed', how: surely }
  const found = await ground.rebinding.symbol(repo, path, handle.key)
  if (!found) return undefined
  const how: How = { how: found.path === path ? found.how : 'moved-file', confidence: found.confidence }
  return { repo, definition: await definitionAt(repo, found, ground), known, current: found.current, binding: 'rebound', how }
}

export async function definitionAt(
  repo: RepoView,
  { path, ordinal, fact }: { path: string; ordinal: number; fact: SymbolFact | null },
  ground: Ground,
): Promise<Definition> {
  const anchor = asAnchor(await anchorNow(repo, path, fact, ground))
  return { repo_id: repo.repo_id, path, ordinal, fact, handle: handleOf(path, fact), anchor }
}

/**
 * Finds a scanned symbol in the version of the file that is quoted: the file may have been written since the scan. undefined when
 * the symbol is gone; that is noted as a change.
 */
export async function scannedNow(
  repo: RepoView,
  path: string,
  symbol: Pick<SymbolFact, 'qualified_name' | 'tag'>,
  { reading }: Ground,
): Promise<{ current: CurrentFile; ordinal: number; fact: SymbolFact } | undefined> {
  const current = await reading.current(repo, path)
  const symbols = current?.facts.outline().symbols ?? []
  const ordinal = symbols.findIndex((each) => each.tag === symbol.tag && each.qualified_name === symbol.qualified_name)
  const fact = symbols[ordinal]
  if (current && fact) return { current, ordinal, fact }
  reading.sawChange(repo, path)
  return undefined
}
