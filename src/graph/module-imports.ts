/** Imports in indexed files that name a module by its path, whatever they import from it. */
import { longestIdentifier } from '../base/words.ts'
import type { UseFact } from '../contract/facts.ts'
import type { RepoId } from '../contract/ids.ts'
import { sameFamily } from '../contract/language-family.ts'
import { importOf, type ModuleImportTier, namesOfModule } from '../contract/module-named.ts'
import type { IndexView } from '../store/index-view.ts'

export type ModuleImport = { path: string; use: UseFact; tier: ModuleImportTier }

export async function moduleImports(repo: RepoId, module: string, view: IndexView): Promise<ModuleImport[]> {
  const names = namesOfModule(module)
  const words = names.map((path) => longestIdentifier(path.slice(path.lastIndexOf('.') + 1)))
  const found = await view.filesWith(
    repo,
    words.filter((word) => word !== ''),
  )
  const rows = await view.rows(repo)
  const language = rows.at(module)?.language ?? ''
  const paths = new Set([...found.values()].flat().map(({ path }) => path))
  const inFamily = [...paths].filter((path) => path !== module && sameFamily(rows.at(path)?.language ?? '', language))
  const facts = await view.facts(repo, inFamily)
  const imports: ModuleImport[] = []
  for (const [path, known] of facts) {
    const tiers = known.outline().imports.map((fact) => importOf(fact, path, names))
    if (!tiers.some((tier) => tier !== undefined)) continue
    for (const use of known.uses()) {
      const tier = tiers[use.import]
      if (tier) imports.push({ path, use, tier })
    }
  }
  return imports
}
