/** Reads the vectors of a repo from the store: all of them, or only those that an earlier table does not have. */
import type { NoteRecord } from '../port.ts'
import type { Connection } from './connection.ts'
import { noteLevels } from './note-rows.ts'
import type { RepoHead } from './repo-rows.ts'
import { damagedVectors, type VectorBlob } from './vector-blob.ts'
import { embeddable, isEmbeddable, openNoteVector, openVectors, ownVectors, sealed, type VectorModel } from './vector-rows.ts'
import { type Owner, type VectorTable, VectorTableBuilder } from './vector-table.ts'

export function loadFileVectors(
  connection: Connection,
  head: RepoHead,
  model: VectorModel,
  before: VectorTable | undefined,
): VectorTable {
  const builder = new VectorTableBuilder(model.dimensions)
  if (before?.dimensions === model.dimensions) addChanged(connection, head.id, model, builder, before)
  else addAll(connection, head.id, model, builder)
  return builder.build(head.generation)
}

type FileColumns = [id: number, path: string, language: number, test: number, row: number]
/** Each has a name of its own: some drivers return rows as objects. */
const columns = 'file.id, file.path, file.language, file.test, vectors.id AS vectors_row'
const joined = `${embeddable} CROSS JOIN vectors ON ${ownVectors} AND vectors.model = ?`

/** The bytes are in memory twice until the table is built. */
function addAll(connection: Connection, repo: number, model: VectorModel, builder: VectorTableBuilder): void {
  const rows = connection.rows<[...FileColumns, model: number, facts: number, path_key: number, bytes: Uint8Array]>(
    `SELECT ${columns}, ${sealed} FROM ${joined} WHERE ${isEmbeddable} ORDER BY file.path`,
    model.id,
    repo,
  )
  for (const [id, path, language, test, row, own, facts, path_key, bytes] of rows)
    builder.add({ id, path, language, test: test === 1, row }, openVectors({ model: own, facts, path_key, bytes }, path))
}

function addChanged(
  connection: Connection,
  repo: number,
  model: VectorModel,
  builder: VectorTableBuilder,
  before: VectorTable,
): void {
  const known = new Map(before.owners.map(({ row }, at) => [row, at]))
  const rows = connection.rows<FileColumns>(
    `SELECT ${columns} FROM ${joined} WHERE ${isEmbeddable} ORDER BY file.path`,
    model.id,
    repo,
  )
  for (const [id, path, language, test, row] of rows) {
    const owner: Owner = { id, path, language, test: test === 1, row }
    const at = known.get(row)
    if (at !== undefined) builder.reuse(owner, before, at)
    else builder.add(owner, blobOf(connection, row, path))
  }
}

function blobOf(connection: Connection, row: number, path: string): VectorBlob {
  const found = connection.get<Parameters<typeof openVectors>[0]>(`SELECT ${sealed} FROM vectors WHERE id = ?`, row)
  if (!found) throw damagedVectors(path)
  return openVectors(found, path)
}

/** A few thousand at most: always read whole. */
export function loadNoteVectors(
  connection: Connection,
  head: RepoHead,
  model: VectorModel,
  level: NoteRecord['level'],
): VectorTable {
  const builder = new VectorTableBuilder(model.dimensions)
  const rows = connection.rows<[id: number, path: string, bytes: Uint8Array]>(
    `SELECT note.id, note.path, note_vectors.bytes FROM note
       CROSS JOIN note_vectors ON note_vectors.note = note.id AND note_vectors.model = ?
     WHERE note.repo = ? AND note.level = ? ORDER BY note.path`,
    model.id,
    head.id,
    noteLevels.indexOf(level),
  )
  for (const [id, path, bytes] of rows)
    builder.add(
      { id, path, language: 0, test: false, row: id },
      openNoteVector(bytes, id, model.id, path === '' ? 'the repo' : path),
    )
  return builder.build(head.generation)
}
