/**
 * Copies the texts of models from a damaged store into a new one, record by record: one that cannot be read, or whose checksum is wrong,
 * is left out, and the others are kept.
 */
import { closeSync, constants, copyFileSync, openSync, readSync, rmSync, statSync, truncateSync } from 'node:fs'
import { asRepoId } from '../../contract/ids.ts'
import type { EnrichmentRefusal } from '../port.ts'
import { Connection, inShortTransactions } from './connection.ts'
import {
  openPointer,
  openRecord,
  putPointer,
  putRecord,
  type StoredPointer,
  type StoredRecord,
  writeRefusal,
} from './enrichment-rows.ts'
import { storeFile, strangeDatabase } from './home.ts'
import { migrate } from './schema.ts'

/** Returns how many texts and refusals were saved. */
export async function saveEnrichment(from: string, home: string): Promise<number> {
  const to = new Connection(storeFile(home), { readOnly: false })
  try {
    await migrate(to)
    // Numbers of generations are not used again. Those of the old store cannot be trusted; it counted no faster than the clock.
    await to.transaction('the store', () =>
      to.run(
        "INSERT INTO meta(name, value) VALUES('generation', ?) ON CONFLICT(name) DO UPDATE SET value = max(value, excluded.value)",
        Math.floor(Date.now() / 1000),
      ),
    )
    return strangeDatabase(from) === undefined ? await copyFrom(from, to) : 0
  } finally {
    to.close()
  }
}

async function copyFrom(from: string, to: Connection): Promise<number> {
  const padded = attempt(() => padIfCut(from)) ?? undefined
  const old = attempt(() => new Connection(padded ?? from, { readOnly: true }))
  try {
    return old ? await copy(old, to) : 0
  } finally {
    old?.close()
    for (const suffix of padded ? ['', '-wal', '-shm'] : []) rmSync(padded + suffix, { force: true })
  }
}

/** SQLite refuses a file that is shorter than its header says: a copy of it gets zeros at its end. Undefined: it is not shorter. */
function padIfCut(from: string): string | undefined {
  const header = Buffer.alloc(32)
  const handle = openSync(from, 'r')
  try {
    readSync(handle, header, 0, header.length, 0)
  } finally {
    closeSync(handle)
  }
  const { size } = statSync(from)
  const whole = header.readUInt16BE(16) * header.readUInt32BE(28)
  // Longer than this, what the header says is damaged too.
  if (whole <= size || whole > size * 100) return undefined
  const padded = `${from}.padded`
  copyFileSync(from, padded, constants.COPYFILE_FICLONE)
  if (statSync(`${from}-wal`, { throwIfNoEntry: false })) copyFileSync(`${from}-wal`, `${padded}-wal`)
  truncateSync(padded, whole)
  return padded
}

async function copy(old: Connection, to: Connection): Promise<number> {
  const hasSums = attempt(() => old.get('SELECT row_sum FROM enrichment_record LIMIT 1')) !== null
  const numbers = new Map<number, number>()
  await inShortTransactions(to, 'the store', rowsOf<StoredRecord>(old, 'enrichment_record'), (row) => {
    const record = attempt(() => openRecord(row, { hasSums }))
    if (record) numbers.set(row.id, putRecord(to, record))
  })
  await inShortTransactions(to, 'the store', rowsOf<StoredPointer>(old, 'enrichment_pointer'), (row) => {
    const pointer = attempt(() => openPointer(row, { hasSums }))
    const record = pointer ? numbers.get(pointer.record) : undefined
    if (pointer && record !== undefined) putPointer(to, pointer.repo_id, pointer.path, pointer.symbol_key, record)
  })
  let refusals = 0
  await inShortTransactions(to, 'the store', refusalsOf(old), (refusal) => {
    writeRefusal(to, asRepoId(refusal.repo_id), refusal)
    refusals++
  })
  return numbers.size + refusals
}

/** By number: a part of the table that cannot be read costs only its own rows. */
function* rowsOf<Row extends { id: number }>(old: Connection, table: string): Generator<Row> {
  const last = lastNumber(old, table)
  for (let id = 1; id <= last; id++) {
    const row = attempt(() => old.get<Row>(`SELECT * FROM ${table} WHERE id = ?`, id))
    if (row) yield row
  }
}

/** A row takes some bytes, so a number that is too large for the file is damaged too. */
function lastNumber(old: Connection, table: string): number {
  const bytes = ['', '-wal'].map((suffix) => statSync(old.file + suffix, { throwIfNoEntry: false })?.size ?? 0)
  const most = bytes.reduce((sum, size) => sum + size, 0) / 16
  const given = attempt(() => old.get<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table)?.seq)
  const found = attempt(() => old.get<{ last: number | null }>(`SELECT max(id) AS last FROM ${table}`)?.last ?? 0)
  const last = Math.max(given ?? 0, found ?? 0)
  return Number.isInteger(last) && last <= most ? last : Math.min(most, found ?? most)
}

function* refusalsOf(old: Connection): Generator<EnrichmentRefusal & { repo_id: string }> {
  for (let at = 0; ; at++) {
    const sql = 'SELECT * FROM enrichment_refusal LIMIT 1 OFFSET ?'
    const row = attempt(() => old.get<EnrichmentRefusal & { repo_id: string }>(sql, at))
    if (!row) return
    if ([row.span_hash, row.kind, row.model, row.prompt_version, row.repo_id, row.reason, row.made_at].every(isText)) yield row
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** null: it cannot be read. */
function attempt<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
