/**
 * Keeps imported proven links when files are linked again: otherwise an edit anywhere in the repo would undo the import. A proven
 * link lasts while its file has the same bytes and the target exists. After an edit of the file, or a parser update, it must be
 * imported again.
 */
import { symbolKey } from '../contract/identity.ts'
import type { FileLinks, LinkOutcome } from '../contract/links.ts'
import type { SymbolSource } from '../resolve/port.ts'

/** `before`: the stored outcomes for the same bytes and parser version; undefined when the file is new or was replaced. */
export async function keepProven(
  links: FileLinks,
  before: readonly LinkOutcome[] | undefined,
  source: SymbolSource,
): Promise<FileLinks> {
  if (before?.length !== links.uses.length || !before.some(isProven)) return links
  const uses: LinkOutcome[] = []
  for (const [at, outcome] of links.uses.entries()) {
    const old = before[at]
    uses.push(old && isProven(old) && (await isThere(old.target, source)) ? old : outcome)
  }
  return { ...links, uses }
}

type Proven = Extract<LinkOutcome, { to: 'symbol' }>
const isProven = (outcome: LinkOutcome): outcome is Proven => outcome.to === 'symbol' && outcome.tier === 'proven'

async function isThere({ path, key }: Proven['target'], source: SymbolSource): Promise<boolean> {
  const facts = await source.facts(path)
  if (key === '' || !facts) return facts !== undefined
  return facts.outline().symbols.some((symbol) => symbolKey(symbol.qualified_name, symbol.tag) === key)
}
