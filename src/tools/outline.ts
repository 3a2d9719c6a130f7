/** The symbols of a file, nested as they stand in it. */
import type { OutlineEntry } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Anchors } from './anchors.ts'
import { symbolDocument } from './hierarchy.ts'
import type { CurrentFile } from './reading.ts'

export async function outlineOf(repo: RepoView, current: CurrentFile, anchors: Anchors): Promise<OutlineEntry[]> {
  const { symbols } = current.facts.outline()
  const entries = await Promise.all(
    symbols.map(
      async (symbol): Promise<OutlineEntry> => ({
        name: symbol.name,
        kind: symbol.kind,
        start_line: symbol.start_line,
        end_line: symbol.end_line,
        signature: symbol.signature,
        symbol: await anchors.of(repo, current.file.path, symbol),
        document_id: symbolDocument(repo.repo_id, current.file.path, symbol),
        children: [],
      }),
    ),
  )
  const top: OutlineEntry[] = []
  for (const [ordinal, entry] of entries.entries()) {
    const parent = entries[symbols[ordinal]?.parent ?? -1]
    if (parent) parent.children.push(entry)
    else top.push(entry)
  }
  return top
}
