/**
 * Decodes everything that is stored as bytes. SQLite's own check does not look into them: a blob may be damaged in a file that is
 * otherwise intact.
 */
import { breather } from '../../base/breathe.ts'
import { searchLevels } from '../../contract/items.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { storedFacts } from './facts-rows.ts'
import { unpackLinks, unpackUses } from './link-blob.ts'
import { unpackAsked, unpackLinkSources } from './link-source-rows.ts'
import { readBlock } from './posting-blocks.ts'
import { eachPosting, namespaceOf, usualValue } from './posting-list.ts'
import { hasLinkSources, hasVectorTables } from './schema.ts'
import { SegmentCache } from './segment-cache.ts'
import { VectorBlob } from './vector-blob.ts'

/** Throws STORE_CORRUPT at the first damage. */
export async function checkBlobs(connection: Connection): Promise<void> {
  const breathe = breather()
  for (const [table, columns, check] of blobs) {
    if (table.endsWith('vectors') && !hasVectorTables(connection)) continue
    if (table === 'link_asked' && !hasLinkSources(connection)) continue
    for (const key of connection.rows<Key>(`SELECT ${columns.keys} FROM ${table}`)) {
      const sql = `SELECT ${columns.bytes} AS bytes FROM ${table} WHERE (${columns.keys}) = (${key.map(() => '?').join(', ')})`
      const row = connection.get<{ bytes: Uint8Array }>(sql, ...key)
      if (row) check(row.bytes)
      await breathe()
    }
  }
  if (hasLinkSources(connection))
    for (const [content] of connection.rows<[string]>('SELECT content FROM link_source')) unpackLinkSources(content)
  const cache = new SegmentCache()
  for (const { id } of connection.all<{ id: number }>('SELECT id FROM segment WHERE state = 1')) {
    checkSegment(connection, cache, id)
    for (const [block] of connection.rows<[id: number]>('SELECT id FROM block WHERE segment = ?', id)) {
      checkBlock(connection, cache, id, block)
      await breathe()
    }
  }
}

type Key = number[]
type Blobs = readonly [table: string, columns: { keys: string; bytes: string }, check: (bytes: Uint8Array) => void]

/** One row is read at a time: all bytes at once may be more than the memory. */
const blobs: readonly Blobs[] = [
  ['facts', { keys: 'id', bytes: 'bytes' }, checkFacts],
  ['links', { keys: 'file', bytes: 'bytes' }, unpackLinks],
  ['link_asked', { keys: 'file', bytes: 'bytes' }, unpackAsked],
  ['link_in', { keys: 'repo, target, target_key, source', bytes: 'uses' }, unpackUses],
  ['package_in', { keys: 'repo, package, source', bytes: 'uses' }, unpackUses],
  ['vectors', { keys: 'id', bytes: 'bytes' }, (bytes) => void new VectorBlob(bytes, 'a file')],
  ['note_vectors', { keys: 'note, model', bytes: 'bytes' }, (bytes) => void new VectorBlob(bytes, 'a note')],
]

function checkFacts(bytes: Uint8Array): void {
  const view = storedFacts('a file', bytes)
  view.outline()
  view.uses()
  view.terms()
}

/** Also that every document belongs to a file of the segment, and every posting to a document or a file. */
function checkSegment(connection: Connection, cache: SegmentCache, segment: number): void {
  const { count } = cache.slotTable(connection, segment)
  for (const level of searchLevels) {
    const { slots } = cache.levelTable(connection, segment, level)
    if (slots.some((slot) => slot >= count)) throw damaged('the list of documents of a segment')
  }
}

function checkBlock(connection: Connection, cache: SegmentCache, segment: number, block: number): void {
  const row = connection.get<{ bytes: Uint8Array }>('SELECT bytes FROM block WHERE id = ?', block)
  for (const { term, list } of row ? readBlock(row.bytes) : []) {
    const namespace = namespaceOf(term)
    const limit = cache.idsOf(connection, segment, namespace)
    eachPosting(list, { usual: usualValue(namespace), limit }, () => undefined)
  }
}
