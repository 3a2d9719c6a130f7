/**
 * A symbol keeps its enrichment when its file is replaced: under the new path of a renamed file, or the new key of a symbol with
 * another name, scope or signature. Where the store has no enrichment, this costs one read.
 */
import type { SymbolFact } from '../contract/facts.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import type { FileChange } from '../contract/freshness.ts'
import { symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import { relocate } from '../locator/relocate.ts'
import type { EnrichmentKey, EnrichmentPointer, FileRow, StoreReader, StoreSnapshot, SymbolNow } from '../store/port.ts'
import { factsByKey } from '../store/read-one.ts'
import { type FindFormer, type FormerFile, indexFormerFiles } from './former-files.ts'
import { keyOfRow } from './index-rooms.ts'

/** The pointers to write before the file's new version becomes visible, or together with it. */
export interface EnrichmentCarrier {
  replaced(row: FileRow, view: FactsView | null): Promise<EnrichmentPointer[]>
  removed(path: string): Promise<EnrichmentPointer[]>
}

/** `rows` as they were; `changes` tell which file was renamed. */
type Before = { rows: ReadonlyMap<string, FileRow>; changes: readonly FileChange[] }

export async function createCarrier(repo: RepoId, before: Before, reader: StoreReader): Promise<EnrichmentCarrier> {
  const look = async <Value>(question: (snapshot: StoreSnapshot) => Promise<Value>): Promise<Value> => {
    const snapshot = await reader.snapshot()
    try {
      return await question(snapshot)
    } finally {
      // A view kept open during a whole build would keep the log from being cleared.
      await snapshot.close()
    }
  }
  if (!(await look((snapshot) => snapshot.hasEnrichment()))) return { replaced: async () => [], removed: async () => [] }
  const origins = new Map(
    before.changes.flatMap((change) =>
      change.state === 'added' && change.from !== undefined ? [[change.path, change.from]] : [],
    ),
  )
  let former: Promise<FindFormer> | undefined
  const originOf = async (row: FileRow, view: FactsView | null): Promise<FileRow | undefined> => {
    const known = before.rows.get(row.path) ?? before.rows.get(origins.get(row.path) ?? '')
    if (known || !view) return known
    former ??= look(async (snapshot) => indexFormerFiles(await enrichedAndGone(repo, before, snapshot)))
    return (await former)(view.outline().symbols, row.language)
  }
  return {
    replaced: async (row, view) => {
      const old = await originOf(row, view)
      return look((snapshot) => carry(repo, old, { row, view }, snapshot))
    },
    removed: (path) => look((snapshot) => carry(repo, before.rows.get(path), null, snapshot)),
  }
}

async function enrichedAndGone(repo: RepoId, { rows, changes }: Before, snapshot: StoreSnapshot): Promise<FormerFile[]> {
  const gone: FormerFile[] = []
  const deleted = changes.flatMap(({ state, path }) => (state === 'deleted' ? (rows.get(path) ?? []) : []))
  const pointers = await snapshot.enrichedIn(
    repo,
    deleted.map(({ path }) => path),
  )
  const enriched = new Set(pointers.map(({ path }) => path))
  const candidates = deleted.filter(({ path }) => enriched.has(path))
  const facts = await snapshot.facts(candidates.map(keyOfRow))
  for (const [at, row] of candidates.entries()) {
    const symbols = facts[at]?.outline().symbols
    if (symbols) gone.push({ row, symbols })
  }
  return gone
}

type FileAfter = { row: FileRow; view: FactsView | null }

async function carry(
  repo: RepoId,
  before: FileRow | undefined,
  after: FileAfter | null,
  snapshot: StoreSnapshot,
): Promise<EnrichmentPointer[]> {
  const path = before?.path ?? after?.row.path ?? ''
  if (before && after?.row.path === path && sameFacts(before, after.row)) return []
  const outline = before && (await factsByKey(snapshot, keyOfRow(before)))?.outline()
  const enriched = await enrichedBefore(repo, path, outline, snapshot)
  // The old span may now be nowhere in this repo: without a pointer the text could not be found again.
  const kept = enriched.filter(({ shared }) => shared).map(({ key, record }) => ({ path, key, record }))
  if (!after || enriched.length === 0) return kept
  const { row, view } = after
  const renamed = row.path === path ? [] : enriched.map(({ key, record }) => ({ path: row.path, key, record }))
  const found = foundAgain(enriched, outline?.symbols ?? [], view?.outline().symbols ?? [], row.language)
  return [...kept, ...renamed, ...found.map((pointer) => ({ path: row.path, ...pointer }))]
}

const sameFacts = (one: FileRow, other: FileRow): boolean =>
  one.content_hash === other.content_hash && one.language === other.language && one.parser_version === other.parser_version

/** A symbol with its text; `shared` when the text is not its own, but fits its span. */
type Enriched = { key: string; record: EnrichmentKey; shared: boolean }

async function enrichedBefore(
  repo: RepoId,
  path: string,
  outline: Outline | undefined,
  snapshot: StoreSnapshot,
): Promise<Enriched[]> {
  const own = await snapshot.enrichedIn(repo, [path])
  const enriched: Enriched[] = own.map(({ key, record }) => ({ key, record, shared: false }))
  const keys = new Set(own.map(({ key }) => key))
  const others = outline ? [...symbolsThen(path, outline)].filter(({ key }) => !keys.has(key)) : []
  for (const [at, record] of (await snapshot.enrichments(repo, others)).entries()) {
    const symbol = others[at]
    if (symbol && record) enriched.push({ key: symbol.key, record, shared: true })
  }
  return enriched
}

function* symbolsThen(path: string, { span_hash = '', symbols }: Outline): Generator<SymbolNow> {
  yield { path, key: '', qualified_name: '', kind: 'module', span_hash }
  for (const fact of symbols) yield { ...fact, path, key: keyOf(fact) }
}

/** Searches symbols whose key is gone among the new ones; the most certain first, because a new symbol takes the first match. */
function foundAgain(
  enriched: readonly Enriched[],
  old: readonly SymbolFact[],
  symbols: readonly SymbolFact[],
  language: string,
): Omit<EnrichmentPointer, 'path'>[] {
  const present = new Set(symbols.map(keyOf))
  const lost = enriched.filter(({ key }) => key !== '' && !present.has(key))
  if (lost.length === 0) return []
  const facts = new Map(old.map((fact) => [keyOf(fact), fact]))
  const known = new Set([...facts.keys(), ...enriched.map(({ key }) => key)])
  const taken = (fact: SymbolFact): boolean => known.has(keyOf(fact))
  const found = lost.flatMap(({ key, record }) => {
    const fact = facts.get(key)
    const wanted = fact ?? { qualified_name: record.qualified_name, span_hash: record.span_hash }
    const relocation = relocate(wanted, symbols, { language, taken })
    const symbol = relocation && symbols[relocation.ordinal]
    // Of a symbol that was gone before, only the name is known, and the same name in an outer scope is too little evidence.
    if (!symbol || (!fact && relocation.how !== 'exact')) return []
    return [{ confidence: relocation.confidence, pointer: { key: keyOf(symbol), record } }]
  })
  return found.sort((one, other) => other.confidence - one.confidence).map(({ pointer }) => pointer)
}

const keyOf = ({ qualified_name, tag }: SymbolFact): string => symbolKey(qualified_name, tag)
