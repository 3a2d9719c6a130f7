/** The symbols of a file, nested as they stand in it. */
import { documentId, symbolKey } from '../contract/identity.ts'
import type { OutlineEntry } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { CurrentFile } from './reading.ts'

/** `anchorOf` prints a symbol of this file by its ordinal. */
export function outlineOf(repo: RepoView, current: CurrentFile, anchorOf: (ordinal: number) => string): OutlineEntry[] {
  const { symbols } = current.facts.outline()
  const entries = symbols.map(
    (symbol, ordinal): OutlineEntry => ({
      name: symbol.name,
      kind: symbol.kind,
      start_line: symbol.start_line,
      end_line: symbol.end_line,
      signature: symbol.signature,
      symbol: anchorOf(ordinal),
      document_id: documentId(repo.repo_id, 'symbol', current.file.path, symbolKey(symbol.qualified_name, symbol.tag)),
      children: [],
    }),
  )
  const top: OutlineEntry[] = []
  for (const [ordinal, entry] of entries.entries()) {
    const parent = entries[symbols[ordinal]?.parent ?? -1]
    if (parent) parent.children.push(entry)
    else top.push(entry)
  }
  return top
}
