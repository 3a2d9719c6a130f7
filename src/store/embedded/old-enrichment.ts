/**
 * Enrichment as version 1 of the store kept it: by repo, path and symbol, one row a span. The first
 * write moves it. All code here uses that version's tables and never changes.
 */
import { symbolKey } from '../../contract/identity.ts'
import type { SymbolKind } from '../../contract/symbol.ts'
import type { EnrichmentRecord } from '../port.ts'
import { keyToNumber, numberToKey } from './bytes.ts'
import type { Connection } from './connection.ts'
import { storedFacts } from './facts-rows.ts'

type OldRow = {
  repo_id: string
  path: string
  symbol_key: number
  span_hash: string
  summary: string
  usage_guide: string
  content_type: string
  content_language: string
  author: string
  made_at: string
}
type Named = Pick<EnrichmentRecord, 'qualified_name' | 'kind'>

const texts = 'summary, usage_guide, content_type, content_language, author, made_at'

/** From version 1 to 2. Names come from the indexed files; where a symbol no longer exists, its key is used as its name. */
export function moveOldEnrichment(connection: Connection): void {
  const rows = connection.all<OldRow>(
    `SELECT repo_id, path, symbol_key, span_hash, ${texts} FROM enrichment ORDER BY repo_id, path, id`,
  )
  let names: ReadonlyMap<number, Named> = new Map()
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    if (before?.repo_id !== row.repo_id || before.path !== row.path) names = namesIn(connection, row)
    const name = names.get(row.symbol_key) ?? { qualified_name: `key:${numberToKey(row.symbol_key)}`, kind: '' }
    moveRow(connection, row, row.symbol_key === 0 ? { qualified_name: '', kind: 'module' } : name)
  }
  connection.exec('DROP TABLE enrichment')
}

function moveRow(connection: Connection, row: OldRow, { qualified_name, kind }: Named): void {
  const made = connection.get<{ id: number }>(
    `INSERT INTO enrichment_record(span_hash, qualified_name, kind, model, prompt_version, ${texts})
     VALUES(?, ?, ?, '', '', ?, ?, ?, ?, ?, ?)
     ON CONFLICT(span_hash, qualified_name, kind, model, prompt_version) DO UPDATE SET summary = excluded.summary,
       usage_guide = excluded.usage_guide, content_type = excluded.content_type, content_language = excluded.content_language,
       author = excluded.author, made_at = excluded.made_at RETURNING id`,
    row.span_hash,
    qualified_name,
    kind,
    row.summary,
    row.usage_guide,
    row.content_type,
    row.content_language,
    row.author,
    row.made_at,
  )
  connection.run(
    'INSERT OR REPLACE INTO enrichment_pointer(repo_id, path, symbol_key, record) VALUES(?, ?, ?, ?)',
    row.repo_id,
    row.path,
    row.symbol_key,
    made?.id ?? 0,
  )
}

function namesIn(connection: Connection, { repo_id, path }: OldRow): ReadonlyMap<number, Named> {
  const found = connection.get<{ content_hash: string; bytes: Uint8Array }>(
    `SELECT facts.content_hash, bytes FROM repo JOIN file ON file.repo = repo.id AND file.present = 1
     JOIN facts ON facts.content_hash = file.content_hash AND facts.language = file.language
     WHERE repo.repo_id = ? AND file.path = ? ORDER BY facts.parser_version = file.parser_version DESC, facts.id DESC LIMIT 1`,
    repo_id,
    path,
  )
  const symbols: readonly { qualified_name: string; tag: string; kind: SymbolKind }[] = found
    ? storedFacts(found.content_hash, found.bytes).outline().symbols
    : []
  return new Map(
    symbols.map(({ qualified_name, tag, kind }) => [keyToNumber(symbolKey(qualified_name, tag)), { qualified_name, kind }]),
  )
}
