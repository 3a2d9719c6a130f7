/**
 * Turns files into records: they are read and hashed here, and parsed only when the store has no facts for those bytes. Many
 * files go through the worker pool, a few are parsed in this process (a fork costs more); where the store has no facts at all, files
 * for the pool are read by its workers alone. A bad file becomes a record with a reason.
 */

import { decodeText, looksBinary } from '../base/text.ts'
import { contentRole } from '../contract/content-role.ts'
import { encodeFacts, type FactsView, viewFacts } from '../contract/facts-codec.ts'
import type { ContentHash } from '../contract/ids.ts'
import type { Repo } from '../contract/repo.ts'
import type { FileEntry } from '../discover/port.ts'
import { readBytes } from '../discover/read-source.ts'
import { recordFile } from '../discover/record-file.ts'
import type { ParseJob, ParseJobFailure, ParseJobResult, ParsePool } from '../parse/port.ts'
import type { FactsKey, FileRecord, FileRow, FileStatus } from '../store/port.ts'
import { factsByKey } from '../store/read-one.ts'
import type { IndexRooms, WorkOptions } from './index-rooms.ts'
import { reading } from './reading.ts'

export type PreparedFile = {
  record: FileRecord
  /** null when the file has no facts. */
  view: FactsView | null
  origin: 'parsed' | 'reused' | 'unparsed'
}
export type LostFile = { path: string; gone: boolean; reason: string }

export type PrepareSink = {
  ready(file: PreparedFile): Promise<void>
  /** It was listed but could not be read. */
  lost(file: LostFile): void
}

/** Above this many files the forked pool pays for its start. Measured in bench/. */
const POOL_FROM = 24
const READ_AT_ONCE = 32

/** What is known of a file that was read, here or by a worker. */
type SeenFile = { entry: FileEntry; hash: ContentHash; size: number; mtime_ms: number; role: FileRow['role'] }
type ReadFile = SeenFile & { bytes: Uint8Array }

export async function prepareFiles(
  repo: Repo,
  entries: readonly FileEntry[],
  rooms: IndexRooms,
  options: WorkOptions & { reuse: boolean; isLate?: () => boolean },
  sink: PrepareSink,
): Promise<void> {
  const pool = entries.length >= POOL_FROM ? rooms.createPool(options.signal ? { signal: options.signal } : {}) : undefined
  const parse = pool ? new PooledParsing(pool, rooms, sink) : new DirectParsing(rooms, sink)
  const collected = parse.collect()
  // Awaited below; without this a failure of the pool while files are being read would count as unhandled.
  collected.catch(() => undefined)
  try {
    const news = pool && (await areAllNew(rooms, options)) ? new Set<string>() : undefined
    for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
      options.signal?.throwIfAborted()
      if (at > 0 && options.isLate?.()) break
      const batch = await submitNew(entries.slice(at, at + READ_AT_ONCE), news, parse)
      if (batch.length === 0) continue
      const read = await readBatch(repo, batch, rooms.settings.max_file_bytes, sink)
      await sortBatch(read, rooms, options, sink, parse)
    }
    parse.end()
    await collected
  } finally {
    await pool?.close()
  }
}

const areAllNew = async (rooms: IndexRooms, { reuse }: { reuse: boolean }): Promise<boolean> =>
  !reuse || !(await reading(rooms, (snapshot) => snapshot.hasAnyFacts()))

/**
 * Hands files whose content cannot have facts to the workers, unread, and returns the others: those that git says have the content of
 * an earlier one, which may have facts by now, and those that need no parsing. `contents`: what was handed out; undefined where any file
 * may have facts.
 */
async function submitNew(
  entries: readonly FileEntry[],
  contents: Set<string> | undefined,
  parse: Parsing,
): Promise<readonly FileEntry[]> {
  if (!contents) return entries
  const others: FileEntry[] = []
  for (const entry of entries) {
    const content = entry.blob_id && `${entry.blob_id} ${entry.language}`
    if (entry.role === 'binary' || (content && contents.has(content))) others.push(entry)
    else await parse.addUnread(entry)
    if (content) contents.add(content)
  }
  return others
}

interface Parsing {
  add(file: ReadFile): Promise<void>
  /** Only with a pool. */
  addUnread(entry: FileEntry): Promise<void>
  /** Resolves when everything added has reached the sink. */
  collect(): Promise<void>
  end(): void
}

class PooledParsing implements Parsing {
  /** While a file waits for a worker, only its metadata is kept. */
  private readonly waiting = new Map<string, { entry: FileEntry; read?: SeenFile }>()
  private readonly pool: ParsePool
  private readonly rooms: IndexRooms
  private readonly sink: PrepareSink
  constructor(pool: ParsePool, rooms: IndexRooms, sink: PrepareSink) {
    this.pool = pool
    this.rooms = rooms
    this.sink = sink
  }
  async add({ bytes: _, ...read }: ReadFile): Promise<void> {
    const { entry } = read
    this.waiting.set(entry.path, { entry, read })
    await this.pool.submit(this.jobOf(entry))
  }
  async addUnread(entry: FileEntry): Promise<void> {
    this.waiting.set(entry.path, { entry })
    await this.pool.submit({ ...this.jobOf(entry), role: entry.role })
  }
  private jobOf({ root, path, language }: FileEntry): ParseJob {
    return { root, path, language, max_bytes: this.rooms.settings.max_file_bytes }
  }
  async collect(): Promise<void> {
    for await (const result of this.pool.results()) {
      const file = this.waiting.get(result.path)
      this.waiting.delete(result.path)
      if (file) await this.take(file, result)
    }
  }
  private async take(
    { entry, read }: { entry: FileEntry; read?: SeenFile },
    result: ParseJobResult | ParseJobFailure,
  ): Promise<void> {
    if (!('facts' in result)) {
      this.sink.lost({ path: result.path, gone: result.state === 'gone', reason: result.reason })
      return
    }
    const seen = read ? readAgain(read, result) : firstRead(entry, result)
    const { state, reason, facts } = result
    if (state === 'binary') await this.sink.ready(binary(seen))
    else await this.sink.ready(prepared(seen, this.rooms.parser_version, state, reason, facts, 'parsed'))
  }
  end(): void {
    this.pool.end()
  }
}

/** The worker read the file again: its bytes count, and git's blob id only if the hash is still the same. */
function readAgain(read: SeenFile, { content_hash, size }: ParseJobResult): SeenFile {
  if (content_hash === read.hash) return read
  return { ...read, entry: { ...read.entry, blob_id: null }, hash: content_hash, size, mtime_ms: 0 }
}

function firstRead(entry: FileEntry, { content_hash, size, mtime_ms, role }: ParseJobResult): SeenFile {
  return { entry, hash: content_hash, size, mtime_ms, role: role ?? entry.role }
}

class DirectParsing implements Parsing {
  private readonly rooms: IndexRooms
  private readonly sink: PrepareSink
  constructor(rooms: IndexRooms, sink: PrepareSink) {
    this.rooms = rooms
    this.sink = sink
  }
  async add(file: ReadFile): Promise<void> {
    const outcome = await this.rooms.parser.parse(decodeText(file.bytes).text, file.entry.language)
    const facts = 'parsed' in outcome ? encodeFacts(outcome.parsed) : null
    await this.sink.ready(prepared(file, this.rooms.parser_version, outcome.state, outcome.reason, facts, 'parsed'))
  }
  async addUnread(): Promise<void> {
    throw new Error('there is no worker to read files')
  }
  async collect(): Promise<void> {}
  end(): void {}
}

async function readBatch(repo: Repo, entries: readonly FileEntry[], maxBytes: number, sink: PrepareSink): Promise<ReadFile[]> {
  const read = await Promise.all(
    entries.map(async (entry): Promise<ReadFile | undefined> => {
      const source = await readBytes(repo.root, entry.path, { max_bytes: maxBytes })
      if (source.state !== 'read') {
        sink.lost({ path: entry.path, gone: source.state === 'gone', reason: source.state === 'gone' ? 'gone' : source.reason })
        return undefined
      }
      const role = contentRole(entry.role, source.bytes, looksBinary(source.bytes))
      return {
        entry,
        hash: source.content_hash,
        size: source.size,
        mtime_ms: source.mtime_ms,
        bytes: source.bytes,
        role,
      }
    }),
  )
  return read.filter((file) => file !== undefined)
}

async function sortBatch(
  read: readonly ReadFile[],
  rooms: IndexRooms,
  options: { reuse: boolean },
  sink: PrepareSink,
  parse: Parsing,
): Promise<void> {
  const keys = read.map((file) => keyOf(file, rooms.parser_version))
  const snapshot = await rooms.reader.snapshot()
  try {
    const known = options.reuse ? await snapshot.hasFacts(keys) : read.map(() => false)
    for (const [at, file] of read.entries()) {
      const key = keys[at]
      if (file.role === 'binary') await sink.ready(binary(file))
      else if (known[at] && key) {
        const view = await factsByKey(snapshot, key)
        await sink.ready(reused(file, rooms.parser_version, view ?? null))
      } else await parse.add(file)
    }
  } finally {
    await snapshot.close()
  }
}

const keyOf = (file: SeenFile, parser_version: string): FactsKey => ({
  content_hash: file.hash,
  language: file.entry.language,
  parser_version,
})

function reused(file: SeenFile, parserVersion: string, view: FactsView | null): PreparedFile {
  const outline = view?.outline()
  const status: FileStatus = outline?.text_only ? 'text-only' : outline?.partial || outline?.reason ? 'partial' : 'indexed'
  const row = rowOf(file, parserVersion, status, outline?.reason ?? '', outline?.line_count ?? 0)
  return { record: { row, facts: 'stored' }, view, origin: 'reused' }
}

const binary = (file: SeenFile): PreparedFile => prepared(file, '', 'text-only', 'binary', null, 'unparsed')

function prepared(
  file: SeenFile,
  parserVersion: string,
  status: FileStatus,
  reason: string,
  facts: Uint8Array | null,
  origin: PreparedFile['origin'],
): PreparedFile {
  const view = facts ? viewFacts(facts) : null
  const row = rowOf(file, facts ? parserVersion : '', status, reason, view?.outline().line_count ?? 0)
  return { record: { row, facts }, view, origin }
}

function rowOf(file: SeenFile, parserVersion: string, status: FileStatus, reason: string, lineCount: number): FileRow {
  return {
    ...recordFile(file.entry, { content_hash: file.hash, size: file.size, mtime_ms: file.mtime_ms }),
    language: file.entry.language,
    role: file.role,
    status,
    reason,
    line_count: lineCount,
    parser_version: parserVersion,
    test: file.entry.test,
  }
}
