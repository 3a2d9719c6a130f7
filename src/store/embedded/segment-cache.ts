/**
 * Decoded pieces of segments, kept while there is room. Segments never change once written and their numbers are never used
 * again, so an entry never becomes outdated; all snapshots of a process share one cache.
 */
import { WeightedLru } from '../../base/weighted-lru.ts'
import type { SearchLevel } from '../../contract/items.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { IdentifierTable } from './identifier-table.ts'
import { assertCovers, type Block, contentOf, findInBlock, unsealBlock } from './posting-blocks.ts'
import { type Namespace, namespaces, type PostingList, readPostings, termBytes, usualValue } from './posting-list.ts'
import { unseal } from './row-sum.ts'
import { FILES_PART, type LevelTable, partOfLevel, type SlotTable, unpackLevel, unpackSlots } from './segment-tables.ts'

/** Bytes of typed arrays. A repo of 20,000 files with all its levels takes about 6 MB of tables. */
const TABLE_BYTES = 96 << 20
const LIST_BYTES = 32 << 20
const BLOCK_CACHE_BYTES = 8 << 20
const IDENTIFIER_BYTES = 64 << 20
/** Blocks of identifiers of one repo: decoded, they take up to five times their 4 kB, and all must fit in at once. */
export const MOST_IDENTIFIER_BLOCKS = IDENTIFIER_BYTES / (5 * 4096)
/** What an entry costs besides its numbers: a key, an entry in the map, and for each column an array with a buffer of its own. */
const ENTRY_BYTES = 200
const COLUMN_BYTES = 200
/** Most words occur in few segments: that a word is not in one is remembered without an array. */
const NOWHERE: PostingList = { ids: new Uint32Array(0), values: new Uint32Array(0) }

export class SegmentCache {
  private readonly slots = new WeightedLru<number, SlotTable>(TABLE_BYTES / 4)
  private readonly levels = new WeightedLru<string, LevelTable>(TABLE_BYTES)
  private readonly lists = new WeightedLru<string, PostingList>(LIST_BYTES)
  /** Forms of a word are neighbours, so one block has several words of a question; inflating it takes longer than all else. */
  private readonly blocks = new WeightedLru<string, Uint8Array>(BLOCK_CACHE_BYTES)

  private lookups = 0
  private readonly tables = new WeightedLru<number, IdentifierTable>(IDENTIFIER_BYTES)

  slotTable(connection: Connection, segment: number): SlotTable {
    const known = this.slots.get(segment)
    if (known) return known
    const table = unpackSlots(readPart(connection, segment, FILES_PART))
    this.slots.set(segment, table, table.count * 16 + ENTRY_BYTES + 4 * COLUMN_BYTES)
    return table
  }

  levelTable(connection: Connection, segment: number, level: SearchLevel): LevelTable {
    const key = `${segment}${namespaces[level]}`
    const known = this.levels.get(key)
    if (known) return known
    const table = unpackLevel(readPart(connection, segment, partOfLevel[level]))
    this.levels.set(key, table, table.count * 28 + ENTRY_BYTES + 7 * COLUMN_BYTES)
    return table
  }

  list(connection: Connection, segment: number, namespace: Namespace, term: string): PostingList {
    const key = `${segment}${namespaces[namespace]}${term}`
    const known = this.lists.get(key)
    if (known) return known
    const bytes = this.findList(connection, segment, termBytes(namespace, term))
    const list = bytes
      ? readPostings(bytes, { usual: usualValue(namespace), limit: this.idsOf(connection, segment, namespace) })
      : NOWHERE
    this.lists.set(key, list, list === NOWHERE ? ENTRY_BYTES : list.ids.length * 8 + ENTRY_BYTES + 2 * COLUMN_BYTES)
    return list
  }

  /** How many ids the lists of a namespace may have: documents of its level, or files. */
  idsOf(connection: Connection, segment: number, namespace: Namespace): number {
    const { count } =
      namespace === 'name' || namespace === 'identifier'
        ? this.slotTable(connection, segment)
        : this.levelTable(connection, segment, namespace)
    return count
  }

  private findList(connection: Connection, segment: number, term: Uint8Array): Uint8Array | undefined {
    const block = blockOf(connection, segment, term)
    const key = `${segment} ${Buffer.from(block.term).toString('latin1')}`
    let content = this.blocks.get(key)
    if (!content) {
      content = contentOf(unsealBlock(segment, block))
      this.blocks.set(key, content, content.length + ENTRY_BYTES + COLUMN_BYTES)
    }
    return findInBlock(content, term)
  }

  /** False the first time: a command asks once, and decoding takes it as long as reading the files. */
  isAskedAgain(): boolean {
    return this.lookups++ > 0
  }

  async identifiers(connection: Connection, segment: number): Promise<IdentifierTable> {
    const known = this.tables.get(segment)
    if (known) return known
    const table = await IdentifierTable.decode(blocksOf(connection, segment, 'identifier'))
    this.tables.set(segment, table, table.bytes + ENTRY_BYTES + 3 * COLUMN_BYTES)
    return table
  }

  /** Segments that were merged or replaced: only a snapshot opened before can still read them. */
  forget(segments: ReadonlySet<number>): void {
    if (segments.size === 0) return
    this.slots.drop((segment) => segments.has(segment))
    this.levels.drop((key) => segments.has(Number.parseInt(key, 10)))
    this.tables.drop((segment) => segments.has(segment))
    this.lists.drop((key) => segments.has(Number.parseInt(key, 10)))
    this.blocks.drop((key) => segments.has(Number.parseInt(key, 10)))
  }
}

export const readPart = (connection: Connection, segment: number, kind: number): Uint8Array => {
  const sql = 'SELECT bytes FROM part WHERE segment = ? AND kind = ?'
  return unseal(`a part of segment ${segment}`, connection.get<{ bytes: Uint8Array }>(sql, segment, kind)?.bytes, segment, kind)
}

/** The block that has a term if any has. Its bytes are still sealed. */
function blockOf(connection: Connection, segment: number, term: Uint8Array): Block {
  const sql = 'SELECT term, next, bytes FROM block WHERE segment = ? AND term <= ? ORDER BY term DESC LIMIT 1'
  const block = connection.get<Block>(sql, segment, term)
  if (!block) throw damaged(`a part of the words of segment ${segment}`)
  assertCovers(block, term)
  return block
}

/** The content of all blocks of a segment from a term to another, one by one, in order and without a gap. */
export function* blocksBetween(
  connection: Connection,
  segment: number,
  from: Uint8Array,
  end: Uint8Array,
): Generator<Uint8Array> {
  for (const { bytes } of unsealedBlocks(connection, segment, from, end)) yield bytes
}

/** The same with the terms of each block. */
export function* unsealedBlocks(connection: Connection, segment: number, from: Uint8Array, end: Uint8Array): Generator<Block> {
  for (let at = from; Buffer.compare(at, end) < 0; ) {
    const block = blockOf(connection, segment, at)
    yield { ...block, bytes: unsealBlock(segment, block) }
    at = block.next
  }
}

/** All blocks of a namespace. The first may also contain terms of the one before. */
export const blocksOf = (connection: Connection, segment: number, namespace: Namespace): Generator<Uint8Array> =>
  blocksBetween(connection, segment, termBytes(namespace, ''), endOf(namespace))

export function countBlocks(connection: Connection, segment: number, namespace: Namespace): number {
  const sql = 'SELECT count(*) AS blocks FROM block WHERE segment = ? AND term >= ? AND term < ?'
  return connection.get<{ blocks: number }>(sql, segment, termBytes(namespace, ''), endOf(namespace))?.blocks ?? 0
}

const endOf = (namespace: Namespace): Uint8Array => Buffer.from(String.fromCharCode(namespaces[namespace].charCodeAt(0) + 1))
