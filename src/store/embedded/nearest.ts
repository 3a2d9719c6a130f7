/**
 * The documents nearest to a question by their vectors: every row of the level is compared, so filters are exact and nothing is
 * missed. A fast scan leaves the rows that may be among the best; their exact similarity decides.
 */
import { compareText } from '../../base/compare-text.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { SearchLevel } from '../../contract/items.ts'
import type { NearDocument, NearestQuery, NearUnit } from '../port.ts'
import type { Connection } from './connection.ts'
import { hasKind, passingOwners, passingSymbols } from './near-filter.ts'
import { QuestionVector } from './question-vector.ts'
import type { RepoSegments } from './repo-segments.ts'
import { insertScore } from './top-scores.ts'
import { vectorUnits } from './vector-blob.ts'
import { type Owner, ownerAt, rowAt, type UnitTable, type VectorTable } from './vector-table.ts'

/** `table` may read the table anew, so it is called once for each question. */
export type NearRepo = { repo_id: RepoId; table: () => VectorTable; segments: () => RepoSegments }

/** Numbers of the units whose rows are documents of a level, or parts of one; a note is one passage. */
const unitsOfLevel = { symbol: [0], doc: [1], file: [0, 1, 2], module: [2], repo: [2] } as const satisfies Record<
  SearchLevel,
  readonly number[]
>
const UNITS_LISTED = 3

type Scanned = { unit: number; table: UnitTable; sums: Int32Array }
/** A row, with its similarity as far as it is known. */
type Row = { unit: number; table: UnitTable; row: number; similarity: number }

export function nearest(
  connection: Connection,
  repos: readonly NearRepo[],
  query: NearestQuery,
): { documents: NearDocument[]; also: NearDocument[] } {
  const search = new NearestSearch(connection, query)
  for (const repo of repos) search.add(repo)
  return search.result()
}

class NearestSearch {
  private readonly connection: Connection
  private readonly query: NearestQuery
  private readonly question: QuestionVector
  private found: NearDocument[] = []
  private readonly also: (NearDocument | undefined)[]
  /** The highest similarities so far, each as low as the error of the scan allows: what is surely below the last is not wanted. */
  private readonly top: Float64Array
  private least: number

  constructor(connection: Connection, query: NearestQuery) {
    this.connection = connection
    this.query = query
    this.question = new QuestionVector(query.vector)
    this.also = (query.also ?? []).map(() => undefined)
    this.top = new Float64Array(Math.max(0, query.limit)).fill(Number.NEGATIVE_INFINITY)
    this.least = query.limit > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }

  add(repo: NearRepo): void {
    const table = repo.table()
    const { level, filter, also } = this.query
    if (this.top.length > 0 && hasKind(level, filter)) this.addBest(repo, table)
    for (const [at, wanted] of (also ?? []).entries()) {
      if (wanted.repo_id === repo.repo_id) this.also[at] = this.document(repo.repo_id, table, wanted.path, wanted.ordinal)
    }
  }

  result(): { documents: NearDocument[]; also: NearDocument[] } {
    return { documents: this.found, also: this.also.filter((document) => document !== undefined) }
  }

  private addBest(repo: NearRepo, table: VectorTable): void {
    const { level, filter } = this.query
    const owners = passingOwners(this.connection, table, level, filter)
    const scanned = unitsOfLevel[level].map((unit): Scanned => {
      const rows = table.units[unit] as UnitTable
      return { unit, table: rows, sums: this.question.scan(rows) }
    })
    if (level === 'file') this.addFiles(repo.repo_id, table, scanned, owners)
    else {
      const rows = level === 'symbol' ? passingSymbols(this.connection, table, repo.segments(), filter) : undefined
      this.addRows(repo.repo_id, table, scanned[0] as Scanned, (row, owner) => owners?.[owner] !== 0 && rows?.[row] !== 0)
    }
    this.found = this.found.sort(byNearness).slice(0, this.top.length)
  }

  /** Each row is a document. */
  private addRows(
    repo: RepoId,
    { owners }: VectorTable,
    { unit, table, sums }: Scanned,
    passes: (row: number, owner: number) => boolean,
  ): void {
    const { question } = this
    const error = question.error(table)
    for (let row = 0; row < table.count; row++) {
      const low = question.similarity(table, sums, row) - error
      if (low > this.least && passes(row, table.owners[row] as number)) this.least = insertScore(this.top, low)
    }
    for (let row = 0; row < table.count; row++) {
      const owner = table.owners[row] as number
      if (question.similarity(table, sums, row) + error < this.least || !passes(row, owner)) continue
      const exact = { unit, table, row, similarity: question.exact(table, row) }
      this.found.push(this.rowDocument(repo, owners[owner] as Owner, exact))
    }
  }

  /** A file is as near as the nearest of its rows. */
  private addFiles(repo: RepoId, { owners }: VectorTable, scanned: readonly Scanned[], passing: Uint8Array | undefined): void {
    const error = Math.max(...scanned.map(({ table }) => this.question.error(table)))
    const nearestRow = new Float64Array(owners.length).fill(Number.NEGATIVE_INFINITY)
    for (const { table, sums } of scanned) {
      for (let row = 0; row < table.count; row++) {
        const owner = table.owners[row] as number
        const similarity = this.question.similarity(table, sums, row)
        if (similarity > (nearestRow[owner] as number)) nearestRow[owner] = similarity
      }
    }
    for (let owner = 0; owner < owners.length; owner++) {
      const low = (nearestRow[owner] as number) - error
      if (low > this.least && passing?.[owner] !== 0) this.least = insertScore(this.top, low)
    }
    for (let owner = 0; owner < owners.length; owner++) {
      const high = (nearestRow[owner] as number) + error
      if (high === Number.NEGATIVE_INFINITY || high < this.least || passing?.[owner] === 0) continue
      const document = this.fileDocument(repo, owners[owner] as Owner, this.nearestRows(scanned, owner, error))
      if (document) this.found.push(document)
    }
  }

  /** The rows of a file that may be among those to be listed. */
  private nearestRows(scanned: readonly Scanned[], owner: number, error: number): Row[] {
    const rows = scanned.flatMap(({ unit, table, sums }) =>
      rowsOfOwner(table, owner).map((row): Row => ({ unit, table, row, similarity: this.question.similarity(table, sums, row) })),
    )
    const listed = Math.max(1, this.query.units ?? UNITS_LISTED)
    if (rows.length <= listed) return rows
    const least = rows.map(({ similarity }) => similarity).sort((a, b) => b - a)[listed - 1] as number
    return rows.filter(({ similarity }) => similarity + error >= least - error)
  }

  private document(repo: RepoId, table: VectorTable, path: string, ordinal: number): NearDocument | undefined {
    const { level } = this.query
    const at = ownerAt(table, path)
    if (at === undefined) return undefined
    const owner = table.owners[at] as Owner
    const rows = unitsOfLevel[level].flatMap((unit) => {
      const from = table.units[unit] as UnitTable
      const wanted = level === 'file' ? rowsOfOwner(from, at) : [rowAt(from, at, ordinal)].filter((row) => row !== undefined)
      return wanted.map((row): Row => ({ unit, table: from, row, similarity: 0 }))
    })
    if (level === 'file') return this.fileDocument(repo, owner, rows)
    return rows[0] && this.rowDocument(repo, owner, { ...rows[0], similarity: this.question.exact(rows[0].table, rows[0].row) })
  }

  private rowDocument(repo: RepoId, { path }: Owner, row: Row): NearDocument {
    const { level } = this.query
    const isNote = level === 'module' || level === 'repo'
    const { ordinal, similarity, ...unit } = unitOf(row)
    return { repo_id: repo, level, path, ordinal, similarity, best: isNote ? [] : [{ ...unit, ordinal, similarity }] }
  }

  /** undefined for a file without vectors. */
  private fileDocument(repo: RepoId, { path }: Owner, rows: readonly Row[]): NearDocument | undefined {
    const units = rows
      .map((row) => ({ ...row, similarity: this.question.exact(row.table, row.row) }))
      .sort((a, b) => b.similarity - a.similarity || a.unit - b.unit || a.row - b.row)
      .map(unitOf)
    if (!units[0]) return undefined
    const best = units.slice(0, Math.max(0, this.query.units ?? UNITS_LISTED))
    return { repo_id: repo, level: this.query.level, path, ordinal: 0, similarity: units[0].similarity, best }
  }
}

const byNearness = (a: NearDocument, b: NearDocument): number =>
  b.similarity - a.similarity || compareText(a.repo_id, b.repo_id) || compareText(a.path, b.path) || a.ordinal - b.ordinal

function rowsOfOwner({ first }: UnitTable, owner: number): number[] {
  const [from, end] = [first[owner] as number, first[owner + 1] as number]
  return Array.from({ length: end - from }, (_, at) => from + at)
}

const unitOf = ({ unit, table, row, similarity }: Row): NearUnit => ({
  unit: vectorUnits[unit] ?? 'passage',
  ordinal: table.ordinals[row] as number,
  start_line: table.starts[row] as number,
  end_line: table.ends[row] as number,
  similarity,
})
