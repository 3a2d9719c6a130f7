/**
 * The work that changed files still need, stored together with the change. If the process is stopped or killed, another one
 * continues. `step` 0: find the files that the change affects (with the facts the file had before); 1: link the file; 2: write
 * the notes of its folders. When the last file is settled, the repo's rows are deleted.
 */
import { asContentHash } from '../../contract/ids.ts'
import type { DueWork, FactsKey } from '../port.ts'
import type { Connection } from './connection.ts'
import type { RecordedFiles } from './recorded-files.ts'
import type { RepoHead } from './repo-rows.ts'
import { sumOf } from './row-sum.ts'
import { RowTotal } from './row-totals.ts'

const CHANGED = 0
const LINK = 1
const NOTE = 2

/** Of several changes, the facts before the first count: every link made since then is in doubt. */
export function noteChanged(connection: Connection, repo: number, path: string, before: FactsKey | undefined): void {
  const hash = before?.parser_version ? before.content_hash : ''
  const { names } = connection
  addStep(connection, repo, [
    CHANGED,
    path,
    hash,
    names.intern(before?.language ?? ''),
    names.intern(before?.parser_version ?? ''),
  ])
}

const newStep = `INSERT INTO due(repo, step, path, content_hash, language, parser_version, row_sum) VALUES(?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`

type Step = [step: number, path: string, hash: string, language: number, parser: number]

function addStep(connection: Connection, repo: number, step: Step): void {
  connection.run(newStep, repo, ...step, sumOf(...step))
}

export function noteLink(connection: Connection, repo: number, path: string): void {
  addStep(connection, repo, [LINK, path, '', 0, 0])
}

/** The notes of the folders of this path are to be written; those of the repo for ''. */
export function noteNotes(connection: Connection, repo: number, path: string): void {
  addStep(connection, repo, [NOTE, path, '', 0, 0])
}

/** The affected files are known, so only the notes of the changed files are left. */
export function noteFound(connection: Connection, repo: number): void {
  const changed = connection.rows<[string]>(`SELECT path FROM due WHERE repo = ? AND step = ${CHANGED}`, repo)
  for (const [path] of changed) noteNotes(connection, repo, path)
  connection.run(`DELETE FROM due WHERE repo = ? AND step = ${CHANGED}`, repo)
}

export function noteLinked(connection: Connection, repo: number, path: string): void {
  connection.run('DELETE FROM due WHERE repo = ? AND step = ? AND path = ?', repo, LINK, path)
}

export function forgetDue(connection: Connection, repo: number): void {
  connection.run('DELETE FROM due WHERE repo = ?', repo)
}

export function readDue(connection: Connection, head: RepoHead): DueWork {
  const steps = readSteps(connection, head)
  const paths = (step: number): string[] => steps.filter(([each]) => each === step).map(([, path]) => path)
  return { changed: steps.flatMap((step) => changedBy(connection, step)), links: paths(LINK), notes: paths(NOTE) }
}

function readSteps(connection: Connection, head: RepoHead): Step[] {
  const steps = connection.rows<Step>(
    'SELECT step, path, content_hash, language, parser_version FROM due WHERE repo = ? ORDER BY step, path',
    head.id,
  )
  const total = new RowTotal()
  for (const step of steps) total.add(sumOf(...step))
  total.assert('due', head)
  return steps
}

function changedBy({ names }: Connection, [step, path, hash, language, parser]: Step): DueWork['changed'] {
  if (step !== CHANGED) return []
  if (hash === '') return [{ path, before: null }]
  const before = { content_hash: asContentHash(hash), language: names.text(language), parser_version: names.text(parser) }
  return [{ path, before }]
}

/** Visible files without links: replaced, and not linked yet. The links of other due files are only in doubt. */
export function readUnlinked(connection: Connection, head: RepoHead, files: RecordedFiles): { path: string; language: string }[] {
  const due = new Set(readSteps(connection, head).flatMap(([step, path]) => (step < NOTE ? [path] : [])))
  return [...files]
    .filter(({ row, links }) => links === 0 && due.has(row.path))
    .map(({ row: { path, language } }) => ({ path, language }))
}
