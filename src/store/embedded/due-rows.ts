/**
 * The work that changed files still need, stored together with the change. If the process is stopped or killed, another one
 * continues. `step` 0: find the files that the change affects (with the facts the file had before); 1: link the file; 2: write
 * the notes of its folders. When the last file is settled, the repo's rows are deleted.
 */
import { asContentHash } from '../../contract/ids.ts'
import type { DueWork, FactsKey } from '../port.ts'
import type { Connection } from './connection.ts'

const CHANGED = 0
const LINK = 1
const NOTE = 2

/** Of several changes, the facts before the first count: every link made since then is in doubt. */
export function noteChanged(connection: Connection, repo: number, path: string, before: FactsKey | undefined): void {
  connection.run(
    `INSERT INTO due(repo, step, path, content_hash, language, parser_version) VALUES(?, ${CHANGED}, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    repo,
    path,
    before?.parser_version ? before.content_hash : '',
    connection.names.intern(before?.language ?? ''),
    connection.names.intern(before?.parser_version ?? ''),
  )
}

const addStep = 'INSERT INTO due(repo, step, path, content_hash, language, parser_version)'

export function noteLink(connection: Connection, repo: number, path: string): void {
  connection.run(`${addStep} VALUES(?, ${LINK}, ?, '', 0, 0) ON CONFLICT DO NOTHING`, repo, path)
}

/** The affected files are known, so only the notes of the changed files are left. */
export function noteFound(connection: Connection, repo: number): void {
  connection.run(
    `${addStep} SELECT repo, ${NOTE}, path, '', 0, 0 FROM due WHERE repo = ? AND step = ${CHANGED} ON CONFLICT DO NOTHING`,
    repo,
  )
  connection.run(`DELETE FROM due WHERE repo = ? AND step = ${CHANGED}`, repo)
}

export function noteLinked(connection: Connection, repo: number, path: string): void {
  connection.run(`DELETE FROM due WHERE repo = ? AND step = ${LINK} AND path = ?`, repo, path)
}

export function forgetDue(connection: Connection, repo: number): void {
  connection.run('DELETE FROM due WHERE repo = ?', repo)
}

export function readDue(connection: Connection, repo: number): DueWork {
  const paths = (step: number): string[] =>
    connection.rows<[string]>('SELECT path FROM due WHERE repo = ? AND step = ? ORDER BY path', repo, step).map(([path]) => path)
  return { changed: readChanged(connection, repo), links: paths(LINK), notes: paths(NOTE) }
}

function readChanged(connection: Connection, repo: number): DueWork['changed'] {
  const rows = connection.rows<[path: string, hash: string, language: number, parser: number]>(
    `SELECT path, content_hash, language, parser_version FROM due WHERE repo = ? AND step = ${CHANGED} ORDER BY path`,
    repo,
  )
  return rows.map(([path, hash, language, parser]) => ({
    path,
    before:
      hash === ''
        ? null
        : {
            content_hash: asContentHash(hash),
            language: connection.names.text(language),
            parser_version: connection.names.text(parser),
          },
  }))
}

/** Visible files without links: replaced, and not linked yet. The links of other due files are only in doubt. */
export function readUnlinked(connection: Connection, repo: number): { path: string; language: string }[] {
  const rows = connection.rows<[path: string, language: number]>(
    `SELECT DISTINCT file.path, file.language FROM due JOIN file ON file.repo = due.repo AND file.path = due.path
     WHERE due.repo = ? AND due.step < ${NOTE} AND file.present = 1
       AND NOT EXISTS (SELECT 1 FROM links WHERE links.file = file.id) ORDER BY file.path`,
    repo,
  )
  return rows.map(([path, language]) => ({ path, language: connection.names.text(language) }))
}
