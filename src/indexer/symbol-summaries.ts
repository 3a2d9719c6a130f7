/** What a person or model wrote about the symbols of files as they are indexed, and about the files themselves. */
import type { Outline } from '../contract/facts-codec.ts'
import { symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import { WHOLE_FILE } from '../enrich/embed-texts.ts'
import type { StoreSnapshot, SymbolNow } from '../store/port.ts'

/** By the ordinal of the symbol. */
export type Summaries = ReadonlyMap<number, string>
type Asked = SymbolNow & { ordinal: number }

/** In the order of the paths; [] where nothing was ever written. A text about an earlier version of a symbol is left out. */
export async function summariesOf(
  snapshot: StoreSnapshot,
  repo: RepoId,
  paths: readonly string[],
  outlines: readonly (Outline | undefined)[],
): Promise<Summaries[]> {
  if (!(await snapshot.hasEnrichment())) return []
  const asked = paths.map((path, at) => symbolsNow(path, outlines[at]))
  const found = await snapshot.enrichments(repo, asked.flat())
  let next = 0
  return asked.map((symbols) => {
    const summaries = new Map<number, string>()
    for (const { ordinal, span_hash } of symbols) {
      const record = found[next++]
      if (record && record.span_hash === span_hash && record.summary !== '') summaries.set(ordinal, record.summary)
    }
    return summaries
  })
}

function symbolsNow(path: string, outline: Outline | undefined): Asked[] {
  if (!outline) return []
  const file: Asked = {
    path,
    ordinal: WHOLE_FILE,
    key: '',
    qualified_name: '',
    kind: 'module',
    span_hash: outline.span_hash ?? '',
  }
  const symbols = outline.symbols.map(({ qualified_name, tag, kind, span_hash }, ordinal): Asked => {
    return { path, ordinal, key: symbolKey(qualified_name, tag), qualified_name, kind, span_hash }
  })
  return [file, ...symbols]
}
