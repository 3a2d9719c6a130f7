/**
 * All files of a repo as they are recorded, read at once and compared with the repo's totals: a row that was changed or that is gone
 * is noticed here. A row is looked up in this table, not through an index of the database, which may be damaged.
 */
import { compareText } from '../../base/compare-text.ts'
import { pathKey } from '../../contract/identity.ts'
import type { FileRow } from '../port.ts'
import { numberToKey } from './bytes.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { pathWithKey, rowSum, type StoredFile, storedFiles, toFileRow } from './file-rows.ts'
import type { RepoHead } from './repo-rows.ts'
import { fileSum, RowTotal } from './row-totals.ts'

/** What the rows of one language, role and status add up to. */
export type FileTotals = Pick<FileRow, 'language' | 'role' | 'status'> & {
  rows: number
  bytes: number
  symbol: number
  file: number
  doc: number
}

/** `links`: 0 while the file is not linked. */
export type RecordedFile = { row: FileRow; id: number; links: number; linked_in: number }

export class RecordedFiles {
  /** By path. */
  readonly rows: readonly FileRow[]
  private readonly repo: number
  private readonly ids: Uint32Array
  private readonly links: Float64Array
  private readonly linkedIn: Float64Array
  private readonly counts: Uint32Array
  private byPath: ReadonlyMap<string, number> | undefined
  private byId: ReadonlyMap<number, number> | undefined

  private constructor(connection: Connection, repo: number, stored: readonly StoredFile[]) {
    this.repo = repo
    this.rows = stored.map((row) => toFileRow(connection, row))
    this.ids = Uint32Array.from(stored, (row) => row[0])
    this.links = Float64Array.from(stored, (row) => row[16])
    this.linkedIn = Float64Array.from(stored, (row) => row[17])
    this.counts = Uint32Array.from(stored.flatMap((row) => [row[13], row[14], row[15]]))
  }

  static read(connection: Connection, head: RepoHead): RecordedFiles {
    const stored = storedFiles(connection, head.id)
    const total = new RowTotal()
    let before = ''
    for (const row of stored) {
      total.add(fileSum({ id: row[0], row_sum: rowSum(row), links: row[16], linked_in: row[17] }))
      if (row[1] <= before && compareText(row[1], before) <= 0 && before !== '') throw damaged('the order of the rows of files')
      before = row[1]
    }
    total.assert('file', head)
    return new RecordedFiles(connection, head.id, stored)
  }

  at(path: string): RecordedFile | undefined {
    this.byPath ??= new Map(this.rows.map((row, at) => [row.path, at]))
    return this.entry(this.byPath.get(path))
  }

  withId(id: number): RecordedFile | undefined {
    this.byId ??= new Map(Array.from(this.ids, (each, at) => [each, at]))
    return this.entry(this.byId.get(id))
  }

  /** `key`: of the path, as a number. Only where the database finds none are all keys computed. */
  withKey(connection: Connection, key: number): FileRow | undefined {
    const wanted = numberToKey(key)
    const path = pathWithKey(connection, this.repo, key)
    if (path !== undefined && pathKey(path) === wanted) return this.at(path)?.row
    return this.rows.find((row) => pathKey(row.path) === wanted)
  }

  *[Symbol.iterator](): Generator<RecordedFile> {
    for (let at = 0; at < this.rows.length; at++) yield this.entry(at) as RecordedFile
  }

  sums(): ReadonlyMap<string, FileTotals> {
    const sums = new Map<string, FileTotals>()
    for (const [at, { language, role, status, size }] of this.rows.entries()) {
      const key = `${language} ${role} ${status}`
      const sum = sums.get(key) ?? { language, role, status, rows: 0, bytes: 0, symbol: 0, file: 0, doc: 0 }
      sums.set(key, sum)
      sum.rows += 1
      sum.bytes += size
      sum.symbol += this.counts[at * 3] as number
      sum.file += this.counts[at * 3 + 1] as number
      sum.doc += this.counts[at * 3 + 2] as number
    }
    return sums
  }

  private entry(at: number | undefined): RecordedFile | undefined {
    if (at === undefined) return undefined
    const row = this.rows[at] as FileRow
    return { row, id: this.ids[at] as number, links: this.links[at] as number, linked_in: this.linkedIn[at] as number }
  }
}
