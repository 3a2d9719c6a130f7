/** Notes about folders and repos: their text. Their words are documents of a segment. */
import type { NoteRecord } from '../port.ts'
import type { Connection } from './connection.ts'
import type { RepoHead } from './repo-rows.ts'
import { sumOf } from './row-sum.ts'
import { noteSum, RowTotal } from './row-totals.ts'

type NoteLevel = NoteRecord['level']
/** Stored as their index in this list: append only. */
export const noteLevels = ['module', 'repo'] as const satisfies readonly NoteLevel[]
const levelNumber = (level: NoteLevel): number => noteLevels.indexOf(level)

export function writeNote(connection: Connection, repo: number, note: NoteRecord): number {
  // A vector belongs to the text that it was made from.
  connection.run(
    'DELETE FROM note_vectors WHERE note IN (SELECT id FROM note WHERE repo = ? AND level = ? AND path = ? AND content <> ?)',
    repo,
    levelNumber(note.level),
    note.path,
    note.content,
  )
  const level = levelNumber(note.level)
  const made = connection.get<{ id: number }>(
    `INSERT INTO note(repo, level, path, content, row_sum) VALUES(?, ?, ?, ?, ?)
     ON CONFLICT(repo, level, path) DO UPDATE SET content = excluded.content, row_sum = excluded.row_sum RETURNING id`,
    repo,
    level,
    note.path,
    note.content,
    sumOf(level, note.path, note.content),
  )
  return made?.id ?? 0
}

/** Returns the numbers of the deleted notes. */
export function deleteNotes(connection: Connection, repo: number, path: string): number[] {
  const gone: number[] = []
  for (const level of noteLevels.keys()) {
    const row = connection.get<{ id: number }>(
      'DELETE FROM note WHERE repo = ? AND level = ? AND path = ? RETURNING id',
      repo,
      level,
      path,
    )
    if (!row) continue
    connection.run('DELETE FROM note_vectors WHERE note = ?', row.id)
    gone.push(row.id)
  }
  return gone
}

export type NoteRow = { id: number; level: NoteLevel; path: string; content: string }

/** All notes of a repo, compared with the repo's totals: there is one for each folder. */
export class RecordedNotes {
  /** By level and path. */
  readonly rows: readonly NoteRow[]
  private byId: ReadonlyMap<number, NoteRow> | undefined
  private byPath: ReadonlyMap<string, NoteRow> | undefined

  constructor(connection: Connection, head: RepoHead) {
    const sql = 'SELECT id, level, path, content FROM note WHERE repo = ? ORDER BY level, path'
    const rows = connection.rows<[id: number, level: number, path: string, content: string]>(sql, head.id)
    const total = new RowTotal()
    for (const [id, level, path, content] of rows) total.add(noteSum({ id, row_sum: sumOf(level, path, content) }))
    total.assert('note', head)
    this.rows = rows.map(([id, level, path, content]) => ({ id, level: noteLevels[level] ?? 'module', path, content }))
  }

  withId(id: number): NoteRow | undefined {
    this.byId ??= new Map(this.rows.map((row) => [row.id, row]))
    return this.byId.get(id)
  }

  at(level: NoteLevel, path: string): NoteRow | undefined {
    this.byPath ??= new Map(this.rows.map((row) => [`${row.level}:${row.path}`, row]))
    return this.byPath.get(`${level}:${path}`)
  }
}
