/**
 * Vectors of files and notes. Those of files belong to facts, and to the path, which is part of what was embedded: worktrees and
 * branches share them, and they are deleted with their facts.
 */
import { hashText } from '../../base/text-hash.ts'
import { pathKey } from '../../contract/identity.ts'
import { asContentHash, type RepoId } from '../../contract/ids.ts'
import { CairnProblem } from '../../contract/problems.ts'
import type { NoteVector, UnembeddedNote, VectorEntry, VectorKey } from '../port.ts'
import { keyToNumber } from './bytes.ts'
import { type Connection, inShortTransactions } from './connection.ts'
import { damaged } from './damaged.ts'
import { factsId } from './facts-rows.ts'
import { noteLevels } from './note-rows.ts'
import type { RecordedFiles } from './recorded-files.ts'
import { seal, sumOf, unseal } from './row-sum.ts'
import { vectorSum } from './row-totals.ts'
import { packVectors, VectorBlob } from './vector-blob.ts'

/** `dimensions`: 0 while no vector of the model was stored. */
export type VectorModel = { id: number; dimensions: number }

/** Among all, which are few: an index may be damaged. */
export function findModel(connection: Connection, name: string): VectorModel | undefined {
  const models = connection.all<VectorModel & { name: string | null; row_sum: number }>(
    'SELECT id, name, dimensions, row_sum FROM vector_model NOT INDEXED',
  )
  for (const { id, name: own, dimensions, row_sum } of models)
    if (sumOf(id, own, dimensions) !== row_sum) throw damaged('the list of embedding models')
  const found = models.find((each) => each.name === name)
  return found && { id: found.id, dimensions: found.dimensions }
}

function writeModel(connection: Connection, id: number, name: string | null, dimensions: number): void {
  const sql = 'UPDATE vector_model SET name = ?, dimensions = ?, row_sum = ? WHERE id = ?'
  connection.run(sql, name, dimensions, sumOf(id, name, dimensions), id)
}

/** Files that can have vectors: visible, ranked (see `fileRoles`), with facts of their own parser version. */
export const embeddable = `file CROSS JOIN facts ON facts.content_hash = file.content_hash AND facts.language = file.language
    AND facts.parser_version = file.parser_version`
/** The vectors of such a file. */
export const ownVectors = 'vectors.facts = facts.id AND vectors.path_key = file.path_key'
export const isEmbeddable = 'file.repo = ? AND file.present = 1 AND file.role IN (0, 1)'

/** Of the vectors that belong to a row of facts. */
export const bytesOfVectors = '(SELECT coalesce(sum(length(vectors.bytes)), 0) FROM vectors WHERE vectors.facts = facts.id)'

export function writeVectors(connection: Connection, name: string, key: VectorKey, vectors: readonly VectorEntry[]): void {
  const facts = factsId(connection, key)
  if (facts === undefined) return
  const model = ensureModel(connection, name, vectors[0]?.vector.length ?? 0)
  const path = pathNumber(key.path)
  connection.run('DELETE FROM vectors WHERE facts = ? AND path_key = ? AND model = ?', facts, path, model)
  connection.run(
    'INSERT INTO vectors(model, facts, path_key, bytes) VALUES(?, ?, ?, ?)',
    model,
    facts,
    path,
    seal(packVectors(vectors), model, facts, path),
  )
  // From now on every repo that has a file with this content may give other answers.
  connection.run(
    `UPDATE repo SET generation = generation + 1 WHERE id IN (
       SELECT file.repo FROM file JOIN facts ON facts.content_hash = file.content_hash WHERE facts.id = ? AND file.path_key = ? AND file.present = 1)`,
    facts,
    path,
  )
}

/** For a file about which something was written: vectors made of its new texts replace them. */
export function deleteVectorsAt(connection: Connection, repo: RepoId, path: string): void {
  const deleted = connection.run(
    `DELETE FROM vectors WHERE id IN (SELECT vectors.id FROM ${embeddable} JOIN vectors ON ${ownVectors}
       WHERE file.repo = (SELECT id FROM repo WHERE repo_id = ?) AND file.path = ?)`,
    repo,
    path,
  )
  if (deleted > 0) connection.run('UPDATE repo SET generation = generation + 1 WHERE repo_id = ?', repo)
}

const pathNumber = (path: string): number => keyToNumber(pathKey(path))

export function writeNoteVector(connection: Connection, repo: number, name: string, note: NoteVector): void {
  // Not for a repo that is being removed: its vectors may be deleted already, and its notes not yet.
  const row = connection.get<{ id: number; content: string }>(
    `SELECT note.id, content FROM repo JOIN note ON note.repo = repo.id
     WHERE repo.id = ? AND repo_id IS NOT NULL AND level = ? AND path = ?`,
    repo,
    noteLevels.indexOf(note.level),
    note.path,
  )
  if (!row || hashText(row.content) !== note.content_hash) return
  const model = ensureModel(connection, name, note.vector.length)
  connection.run('DELETE FROM note_vectors WHERE note = ? AND model = ?', row.id, model)
  const sql = 'INSERT INTO note_vectors(note, model, bytes) VALUES(?, ?, ?)'
  connection.run(sql, row.id, model, seal(packNote(note), row.id, model))
  connection.run('UPDATE repo SET generation = generation + 1 WHERE id = ?', repo)
}

/** For a copy of the repo. */
export function copyNoteVectors(connection: Connection, from: number, to: number): void {
  const rows = connection.rows<[number, Uint8Array]>('SELECT model, bytes FROM note_vectors WHERE note = ?', from)
  for (const [model, bytes] of rows) {
    const plain = unseal('the vector of a note', bytes, from, model)
    connection.run('INSERT INTO note_vectors(note, model, bytes) VALUES(?, ?, ?)', to, model, seal(plain, to, model))
  }
}

const packNote = ({ content_hash, vector, scale }: NoteVector): Uint8Array =>
  packVectors(
    vector.length === 0
      ? []
      : [{ unit: 'passage', ordinal: 0, start_line: 0, end_line: 0, text_hash: content_hash, vector, scale }],
  )

/** Vectors of one model are compared with each other, so they must have the same length. */
function ensureModel(connection: Connection, name: string, dimensions: number): number {
  const known = findModel(connection, name)
  if (!known) {
    const sql = 'INSERT INTO vector_model(name, dimensions, row_sum) VALUES(?, ?, 0) RETURNING id'
    const id = connection.get<{ id: number }>(sql, name, dimensions)?.id ?? 0
    writeModel(connection, id, name, dimensions)
    return id
  }
  if (dimensions === 0 || dimensions === known.dimensions) return known.id
  if (known.dimensions !== 0) throw otherLength(name, known, dimensions)
  writeModel(connection, known.id, name, dimensions)
  return known.id
}

export const otherLength = (name: string, { dimensions }: VectorModel, found: number): CairnProblem =>
  new CairnProblem('EMBEDDER_BAD_ANSWER', {
    server: `of ${name}`,
    detail: `a vector of ${found} numbers, but the stored vectors of the model ${name} have ${dimensions}`,
  })

export async function dropVectors(connection: Connection, name: string): Promise<void> {
  await connection.transaction('the store', () => {
    const model = findModel(connection, name)
    if (!model) return
    writeModel(connection, model.id, null, model.dimensions)
    connection.run('UPDATE repo SET generation = generation + 1')
  })
  await finishDrops(connection)
}

/** Also finishes what a killed process began. In portions, because each row has several kilobytes. */
export async function finishDrops(connection: Connection): Promise<void> {
  for (const { id } of connection.all<{ id: number }>('SELECT id FROM vector_model WHERE name IS NULL')) {
    const rows = connection.rows<[number]>('SELECT id FROM vectors WHERE model = ?', id)
    await inShortTransactions(
      connection,
      'the store',
      rows,
      ([row]) => void connection.run('DELETE FROM vectors WHERE id = ?', row),
    )
    const notes = connection.rows<[number]>('SELECT note FROM note_vectors WHERE model = ?', id)
    await inShortTransactions(connection, 'the store', notes, ([note]) => {
      connection.run('DELETE FROM note_vectors WHERE note = ? AND model = ?', note, id)
    })
    await connection.transaction('the store', () => connection.run('DELETE FROM vector_model WHERE id = ?', id))
  }
}

export function readVectors(connection: Connection, model: VectorModel, key: VectorKey): VectorEntry[] | undefined {
  const facts = factsId(connection, key)
  const row =
    facts !== undefined &&
    connection.get<StoredVectors>(
      `SELECT ${sealed} FROM vectors WHERE facts = ? AND path_key = ? AND model = ?`,
      facts,
      pathNumber(key.path),
      model.id,
    )
  return row ? openVectors(row, key.path).entries() : undefined
}

type StoredVectors = { model: number; facts: number; path_key: number; bytes: Uint8Array }
/** What `openVectors` needs of a row. */
export const sealed = 'vectors.model, vectors.facts, vectors.path_key, vectors.bytes'

export const openVectors = ({ model, facts, path_key, bytes }: StoredVectors, owner: string): VectorBlob =>
  new VectorBlob(unseal(`the vectors of ${owner}`, bytes, model, facts, path_key), owner)

export const openNoteVector = (bytes: Uint8Array, note: number, model: number, owner: string): VectorBlob =>
  new VectorBlob(unseal(`the vectors of ${owner}`, bytes, note, model), owner)

/**
 * Where a file or note has no vectors: none may have got lost. Otherwise nobody would notice that a search finds less, and a file
 * without vectors is nothing unusual.
 */
export function assertVectorsWhole(connection: Connection): void {
  const meta = new Map(connection.rows<[string, number]>('SELECT name, value FROM meta'))
  for (const [table, sum, index] of [
    // The index that finds the vectors of a file.
    ['vectors', vectorSum(''), 'INDEXED BY vectors_key'],
    ['note_vectors', 'note * 31 + model', ''],
  ] as const) {
    const sql = `SELECT count(*) AS rows, coalesce(sum(${sum}), 0) & ${0xffff_ffff} AS total,
      count(CASE WHEN model NOT IN (SELECT id FROM vector_model) THEN 1 END) AS strange FROM ${table} ${index}`
    const found = connection.get<{ rows: number; total: number; strange: number }>(sql)
    const total = meta.get(`${table.slice(0, -1)}_sum`)
    if (found?.rows !== meta.get(table) || found?.total !== total || found?.strange !== 0) throw damaged('some of the vectors')
  }
}

/** A path may have had many contents: those of other repos, and one for each save of a file. The latest are enough. */
const MOST_CONTENTS = 50

/** Facts are numbered in the order in which they were stored, so the largest number belongs to the latest content. */
export function readVectorsMadeAt(connection: Connection, model: VectorModel, path: string): VectorEntry[] {
  const rows = connection.all<StoredVectors>(
    `SELECT ${sealed} FROM vectors WHERE path_key = ? AND model = ? ORDER BY facts DESC LIMIT ?`,
    pathNumber(path),
    model.id,
    MOST_CONTENTS,
  )
  return rows.flatMap((row) => openVectors(row, path).entries())
}

/** `limit` -1: all. */
export function readUnembedded(connection: Connection, repo: number, model: string, limit: number): VectorKey[] {
  const found = findModel(connection, model)
  const without = found ? `AND NOT EXISTS (SELECT 1 FROM vectors WHERE ${ownVectors} AND vectors.model = ?)` : ''
  const rows = connection.rows<[path: string, hash: string, language: number, parser: number]>(
    `SELECT file.path, file.content_hash, file.language, file.parser_version FROM ${embeddable}
     WHERE ${isEmbeddable} ${without} ORDER BY file.path LIMIT ?`,
    repo,
    ...(found ? [found.id] : []),
    limit,
  )
  return rows.map(([path, hash, language, parser]) => ({
    path,
    content_hash: asContentHash(hash),
    language: connection.names.text(language),
    parser_version: connection.names.text(parser),
  }))
}

export function readUnembeddedNotes(connection: Connection, repo: number, model: string): UnembeddedNote[] {
  const found = findModel(connection, model)
  const without = found ? 'AND NOT EXISTS (SELECT 1 FROM note_vectors WHERE note_vectors.note = note.id AND model = ?)' : ''
  const rows = connection.rows<[level: number, path: string, content: string]>(
    `SELECT level, path, content FROM note WHERE repo = ? ${without} ORDER BY level, path`,
    repo,
    ...(found ? [found.id] : []),
  )
  return rows.map(([level, path, content]) => ({
    level: noteLevels[level] ?? 'module',
    path,
    content_hash: hashText(content),
  }))
}

/** From any repo: a note with the same level, path and content was embedded as the same text. */
export function findNoteVector(connection: Connection, model: VectorModel, wanted: UnembeddedNote): NoteVector | undefined {
  const rows = connection.rows<[bytes: Uint8Array, content: string, note: number]>(
    `SELECT note_vectors.bytes, note.content, note.id FROM repo
       CROSS JOIN note ON note.repo = repo.id AND note.level = ? AND note.path = ?
       CROSS JOIN note_vectors ON note_vectors.note = note.id AND note_vectors.model = ?`,
    noteLevels.indexOf(wanted.level),
    wanted.path,
    model.id,
  )
  const same = rows.find(([, content]) => hashText(content) === wanted.content_hash)
  if (!same) return undefined
  const [entry] = openNoteVector(same[0], same[2], model.id, `the note ${wanted.path}`).entries()
  const { level, path, content_hash } = wanted
  return { level, path, content_hash, vector: entry?.vector ?? new Int8Array(0), scale: entry?.scale ?? 0 }
}

/** How many files of a repo could have vectors, and how many have, by the model's name. */
export type Coverage = { of: number; models: ReadonlyMap<string, number> }

export function readCoverage(connection: Connection, repo: number, files: RecordedFiles): Coverage {
  const of = connection.get<{ files: number }>(`SELECT count(*) AS files FROM ${embeddable} WHERE ${isEmbeddable}`, repo)
  const expected = files.rows.filter(
    (row) => row.parser_version !== '' && (row.role === 'source' || row.role === 'document'),
  ).length
  if (of?.files !== expected) throw damaged('what is recorded of some files')
  const models = connection.rows<[name: string, files: number]>(
    `SELECT vector_model.name, count(*) FROM ${embeddable} CROSS JOIN vectors ON ${ownVectors}
       CROSS JOIN vector_model ON vector_model.id = vectors.model AND vector_model.name IS NOT NULL
     WHERE ${isEmbeddable} GROUP BY vector_model.name`,
    repo,
  )
  return { of: expected, models: new Map(models) }
}
