/** The symbols whose links count as a definition's own: itself, and the one that stands for its overloads. */
import type { SymbolHandle } from '../contract/identity.ts'
import { isBranchOf, standsForAll } from '../contract/overloads.ts'
import type { StoreSnapshot } from '../store/port.ts'
import { handleOf, type Site } from './definition.ts'
import type { FileFactsReader } from './file-facts.ts'

/** `asked`: when the one that stands for all is asked about too, its links are listed there and not twice. */
export async function linkedAs(
  definition: Site,
  asked: readonly Site[],
  { snapshot, facts }: { snapshot: StoreSnapshot; facts: FileFactsReader },
): Promise<SymbolHandle[]> {
  const { repo_id, path, fact, handle } = definition
  if (!fact) return [handle]
  const declared = await declaredElsewhere(definition, asked, snapshot)
  const symbols = await facts.symbols(repo_id, path)
  const alike = symbols.filter((symbol) => symbol.qualified_name === fact.qualified_name && symbol.parent === fact.parent)
  const isPreprocessed = withHeaders.has((await snapshot.file(repo_id, path))?.language ?? '')
  const twins = isPreprocessed ? alike.filter((symbol) => isBranchOf(symbol, fact)) : alike
  if (twins.length < 2) return [handle, ...declared]
  const language = (await snapshot.file(repo_id, path))?.language ?? ''
  const one = standsForAll(twins, language)
  const other = one && handleOf(path, one)
  if (!other || other.key === handle.key || asked.some((also) => also.handle.path === path && also.handle.key === other.key))
    return [handle, ...declared]
  return [handle, other, ...declared]
}

/** A function declared in a header and defined elsewhere is one: what calls the one calls the other. */
async function declaredElsewhere(
  { repo_id, path, fact, handle }: Site,
  asked: readonly Site[],
  snapshot: StoreSnapshot,
): Promise<SymbolHandle[]> {
  if (!fact || !declarable.has(fact.kind) || !withHeaders.has((await snapshot.file(repo_id, path))?.language ?? '')) return []
  const [to, from] = [await snapshot.linksFrom(repo_id, handle), await snapshot.linksTo(repo_id, handle)]
  const others = [
    ...to.flatMap(({ edge, target }) => (edge === 'implements' ? [target] : [])),
    ...from.flatMap(({ edge, source }) => (edge === 'implements' ? [source] : [])),
  ]
  return others.filter((one) => !asked.some((also) => also.handle.path === one.path && also.handle.key === one.key))
}

const declarable: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'variable', 'constant', 'property'])
const withHeaders: ReadonlySet<string> = new Set(['c', 'cpp', 'objective-c'])
