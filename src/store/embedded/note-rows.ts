/** Notes about folders and repos: their text. Their words are documents of a segment. */
import { pathKey } from '../../contract/identity.ts'
import type { NoteRecord } from '../port.ts'
import { keyToNumber } from './bytes.ts'
import type { Connection } from './connection.ts'

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
  const made = connection.get<{ id: number }>(
    `INSERT INTO note(repo, level, path, path_key, content) VALUES(?, ?, ?, ?, ?)
     ON CONFLICT(repo, level, path) DO UPDATE SET content = excluded.content RETURNING id`,
    repo,
    levelNumber(note.level),
    note.path,
    keyToNumber(pathKey(note.path)),
    note.content,
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

export const readNote = (
  connection: Connection,
  repo: number,
  level: NoteLevel,
  path: string,
): { id: number; content: string } | undefined => {
  const sql = 'SELECT id, content FROM note WHERE repo = ? AND level = ? AND path = ?'
  return connection.get<{ id: number; content: string }>(sql, repo, levelNumber(level), path)
}

export const modulePaths = (connection: Connection, repo: number): string[] =>
  connection
    .all<{ path: string }>('SELECT path FROM note WHERE repo = ? AND level = ? ORDER BY path', repo, levelNumber('module'))
    .map(({ path }) => path)

export const pathOfNote = (connection: Connection, id: number): string | undefined =>
  connection.get<{ path: string }>('SELECT path FROM note WHERE id = ?', id)?.path
