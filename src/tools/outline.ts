/** The symbols of a file, nested as in the file. */
import type { OutlineEntry } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import { anchorsNow } from '../grounding/anchors.ts'
import { symbolDocument } from '../grounding/document-ids.ts'
import type { Ground } from '../grounding/ground.ts'
import type { CurrentFile } from '../grounding/reading.ts'

export async function outlineOf(repo: RepoView, current: CurrentFile, ground: Ground): Promise<OutlineEntry[]> {
  const { symbols } = current.facts.outline()
  const { path } = current.file
  const anchors = await anchorsNow(
    repo,
    symbols.map((fact) => ({ path, fact })),
    ground,
  )
  const entries = symbols.map(
    (symbol, at): OutlineEntry => ({
      name: symbol.name,
      kind: symbol.kind,
      start_line: symbol.start_line,
      end_line: symbol.end_line,
      signature: symbol.signature,
      symbol: anchors[at] ?? '',
      document_id: symbolDocument(repo.repo_id, path, symbol),
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
