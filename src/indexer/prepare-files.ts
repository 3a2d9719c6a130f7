/**
 * Turns files into records: they are read and hashed here, and parsed only when the store has no facts for those bytes. Many
 * files go through the worker pool, a few are parsed in this process (a fork costs more). A bad file becomes a record with a
 * reason.
 */

import { decodeText } from '../base/text.ts'
import { encodeFacts, type FactsView, viewFacts } from '../contract/facts-codec.ts'
import type { ContentHash } from '../contract/ids.ts'
import type { Repo } from '../contract/repo.ts'
import { classifyContent } from '../discover/classify.ts'
import type { FileEntry } from '../discover/port.ts'
import { readBytes } from '../discover/read-source.ts'
import { recordFile } from '../discover/record-file.ts'
import type { ParseJobFailure, ParseJobResult, ParsePool } from '../parse/port.ts'
import type { FactsKey, FileRecord, FileRow, FileStatus } from '../store/port.ts'
import { factsByKey } from '../store/read-one.ts'
import type { IndexRooms, WorkOptions } from './index-rooms.ts'

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
/** Workers read files themselves: while a file waits for a worker, only its metadata is kept. */
const noBytes = new Uint8Array()

type ReadFile = { entry: FileEntry; hash: ContentHash; size: number; mtime_ms: number; bytes: Uint8Array; role: FileRow['role'] }

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
    for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
      options.signal?.throwIfAborted()
      if (at > 0 && options.isLate?.()) break
      const read = await readBatch(repo, entries.slice(at, at + READ_AT_ONCE), rooms.settings.max_file_bytes, sink)
      await sortBatch(read, rooms, options, sink, parse)
    }
    parse.end()
    await collected
  } finally {
    await pool?.close()
  }
}

interface Parsing {
  add(file: ReadFile): Promise<void>
  /** Resolves when everything added has reached the sink. */
  collect(): Promise<void>
  end(): void
}

class PooledParsing implements Parsing {
  private readonly waiting = new Map<string, ReadFile>()
  private readonly pool: ParsePool
  private readonly rooms: IndexRooms
  private readonly sink: PrepareSink
  constructor(pool: ParsePool, rooms: IndexRooms, sink: PrepareSink) {
    this.pool = pool
    this.rooms = rooms
    this.sink = sink
  }
  async add(file: ReadFile): Promise<void> {
    const { root, path, language } = file.entry
    this.waiting.set(path, { ...file, bytes: noBytes })
    await this.pool.submit({ root, path, language, max_bytes: this.rooms.settings.max_file_bytes })
  }
  async collect(): Promise<void> {
    for await (const result of this.pool.results()) {
      const file = this.waiting.get(result.path)
      this.waiting.delete(result.path)
      if (file) await this.take(file, result)
    }
  }
  private async take(file: ReadFile, result: ParseJobResult | ParseJobFailure): Promise<void> {
    if (!('facts' in result)) {
      this.sink.lost({ path: result.path, gone: result.state === 'gone', reason: result.reason })
      return
    }
    // The worker read the file again: its bytes count, and git's blob id only if the hash is still the same.
    const same = result.content_hash === file.hash
    const seen: ReadFile = same
      ? file
      : { ...file, entry: { ...file.entry, blob_id: null }, hash: result.content_hash, size: result.size, mtime_ms: 0 }
    await this.sink.ready(prepared(seen, this.rooms.parser_version, result.state, result.reason, result.facts, 'parsed'))
  }
  end(): void {
    this.pool.end()
  }
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
      const role = classifyContent(entry.path, entry.role, source.bytes)
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
      if (file.role === 'binary') await sink.ready(prepared(file, '', 'text-only', 'binary', null, 'unparsed'))
      else if (known[at] && key) {
        const view = await factsByKey(snapshot, key)
        await sink.ready(reused(file, rooms.parser_version, view ?? null))
      } else await parse.add(file)
    }
  } finally {
    await snapshot.close()
  }
}

const keyOf = (file: ReadFile, parser_version: string): FactsKey => ({
  content_hash: file.hash,
  language: file.entry.language,
  parser_version,
})

function reused(file: ReadFile, parserVersion: string, view: FactsView | null): PreparedFile {
  const outline = view?.outline()
  const status: FileStatus = outline?.text_only ? 'text-only' : outline?.partial || outline?.reason ? 'partial' : 'indexed'
  const row = rowOf(file, parserVersion, status, outline?.reason ?? '', outline?.line_count ?? 0)
  return { record: { row, facts: 'stored' }, view, origin: 'reused' }
}

function prepared(
  file: ReadFile,
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

function rowOf(file: ReadFile, parserVersion: string, status: FileStatus, reason: string, lineCount: number): FileRow {
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
