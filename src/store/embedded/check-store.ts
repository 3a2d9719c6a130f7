/**
 * Reads what is stored and compares it with its checksums: for one repo everything that a question about it may read, or the whole store,
 * decoded as well. SQLite's own check does not look into the bytes of a row.
 */
import { breather } from '../../base/breathe.ts'
import type { RepoId } from '../../contract/ids.ts'
import { searchLevels } from '../../contract/items.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { readDue } from './due-rows.ts'
import { checkEnrichment } from './enrichment-rows.ts'
import { openFacts, readFactsOrOlder } from './facts-rows.ts'
import { unpackLinks, unpackUses } from './link-blob.ts'
import { checkAsked, readLinkSources } from './link-source-rows.ts'
import { FIRST_TERM, LAST_TERM, readBlock } from './posting-blocks.ts'
import { eachPosting, namespaceOf, usualValue } from './posting-list.ts'
import { keyedSum, linkSum, PACKAGE, packedLinks } from './read-links.ts'
import { ReaderCaches } from './reader-caches.ts'
import { findRepo, type RepoHead, storedRepos } from './repo-rows.ts'
import { addSums } from './row-sum.ts'
import { blocksBetween, SegmentCache } from './segment-cache.ts'
import { VectorCache } from './vector-cache.ts'
import { assertVectorsWhole, openNoteVector, openVectors, sealed } from './vector-rows.ts'

type Check = { connection: Connection; breathe: () => Promise<void>; decode: boolean }

/** Throws STORE_CORRUPT at the first damage. */
export async function checkRepo(connection: Connection, repo: RepoId): Promise<void> {
  const head = findRepo(connection, repo)
  const check = { connection, breathe: breather(), decode: false }
  if (head) await checkRows(check, head)
  assertVectorsWhole(connection)
  checkEnrichment(connection)
}

/** Throws STORE_CORRUPT at the first damage. */
export async function checkStore(connection: Connection): Promise<void> {
  const check = { connection, breathe: breather(), decode: true }
  for (const head of storedRepos(connection)) await checkRows(check, head)
  await checkContent(check)
  assertVectorsWhole(connection)
  checkEnrichment(connection)
}

async function checkRows(check: Check, head: RepoHead): Promise<void> {
  const { connection, breathe } = check
  const caches = new ReaderCaches()
  const files = caches.filesOf(connection, head)
  caches.notesOf(connection, head)
  readDue(connection, head)
  readLinkSources(connection, head.id)
  for (const { row, id, links, linked_in } of files) {
    const facts = readFactsOrOlder(connection, row)
    if (row.parser_version !== '' && !facts) throw damaged(`what is recorded of ${row.path}`)
    const packed = packedLinks(connection, id, links)
    if (packed && check.decode) unpackLinks(packed)
    checkAsked(connection, id)
    const total = checkLinks(check, head.id, id, 'link_in')
    if (total !== linked_in) throw damaged(`the links to ${row.path}`)
    await breathe()
  }
  for (const { id, target, linked_in } of caches.packagesOf(connection, head)) {
    if (checkLinks(check, head.id, id, 'package_in') !== linked_in) throw damaged(`the links to ${target}`)
    await breathe()
  }
  await checkSegments(check, caches, head)
  new VectorCache().coverage(connection, head, () => files)
  await checkVectors(check, head)
}

/** The total of the rows that link to a file or package. */
function checkLinks({ connection, decode }: Check, repo: number, target: number, table: 'link_in' | 'package_in'): number {
  const [column, key] = table === 'link_in' ? ['target', 'target_key'] : ['package', `${PACKAGE}`]
  const rows = connection.rows<[key: number, source: number, sum: number, uses: Uint8Array]>(
    `SELECT ${key} AS own, source, row_sum, uses FROM ${table} WHERE repo = ? AND ${column} = ?`,
    repo,
    target,
  )
  let total = 0
  for (const [own, source, sum, uses] of rows) {
    if (linkSum(target, own, source, uses) !== sum) throw damaged('the links to a symbol')
    if (decode) unpackUses(uses)
    total = addSums(total, table === 'link_in' ? keyedSum(sum, own) : sum)
  }
  return total
}

/** Also that every document belongs to a file of the segment, and every posting to a document or a file. */
async function checkSegments({ connection, breathe, decode }: Check, caches: ReaderCaches, head: RepoHead): Promise<void> {
  const cache = new SegmentCache()
  for (const { id, slots } of caches.segmentsOf(connection, head).segments) {
    for (const level of searchLevels)
      if (cache.levelTable(connection, id, level).slots.some((slot) => slot >= slots.count))
        throw damaged('the list of documents of a segment')
    for (const bytes of blocksBetween(connection, id, FIRST_TERM, LAST_TERM)) {
      if (decode) checkBlock(connection, cache, id, bytes)
      await breathe()
    }
  }
}

function checkBlock(connection: Connection, cache: SegmentCache, segment: number, bytes: Uint8Array): void {
  for (const { term, list } of readBlock(bytes)) {
    const namespace = namespaceOf(term)
    const limit = cache.idsOf(connection, segment, namespace)
    eachPosting(list, { usual: usualValue(namespace), limit }, () => undefined)
  }
}

async function checkVectors({ connection, breathe }: Check, head: RepoHead): Promise<void> {
  const ids = connection.rows<[number]>(
    `SELECT vectors.id FROM file JOIN facts ON facts.content_hash = file.content_hash AND facts.language = file.language
       JOIN vectors ON vectors.facts = facts.id AND vectors.path_key = file.path_key WHERE file.repo = ?`,
    head.id,
  )
  for (const [id] of ids) {
    const row = connection.get<Parameters<typeof openVectors>[0]>(`SELECT ${sealed} FROM vectors WHERE id = ?`, id)
    if (row) openVectors(row, 'a file')
    await breathe()
  }
  const notes = connection.rows<[note: number, model: number, bytes: Uint8Array]>(
    'SELECT note_vectors.note, note_vectors.model, note_vectors.bytes FROM note JOIN note_vectors ON note = note.id WHERE note.repo = ?',
    head.id,
  )
  for (const [note, model, bytes] of notes) openNoteVector(bytes, note, model, 'a note')
}

/** What no repo refers to now: it may be used again. One row is read at a time: all bytes at once may be more than the memory. */
async function checkContent({ connection, breathe }: Check): Promise<void> {
  for (const [id] of connection.rows<[number]>('SELECT id FROM facts')) {
    const sql = 'SELECT content_hash, language, parser_version, bytes FROM facts WHERE id = ?'
    const row = connection.get<{ content_hash: string; language: number; parser_version: number; bytes: Uint8Array }>(sql, id)
    if (!row) throw damaged('what is recorded of a file')
    const view = openFacts(row.bytes, row.content_hash, row.language, row.parser_version)
    view.outline()
    view.uses()
    view.terms()
    await breathe()
  }
  for (const [id] of connection.rows<[number]>('SELECT id FROM vectors')) {
    const row = connection.get<Parameters<typeof openVectors>[0]>(`SELECT ${sealed} FROM vectors WHERE id = ?`, id)
    if (row) openVectors(row, 'a file').entries()
    await breathe()
  }
}
