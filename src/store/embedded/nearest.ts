/**
 * The documents nearest to a question by their vectors: every row of the level is compared, so filters are exact and nothing is
 * missed. A fast scan leaves the rows that may be among the best; their exact similarity decides.
 */
import { compareText } from '../../base/compare-text.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { SearchLevel } from '../../contract/items.ts'
import type { DocumentRef, NearDocument, NearestQuery, NearUnit } from '../port.ts'
import type { Connection } from './connection.ts'
import { hasKind, passingOwners, passingSymbols } from './near-filter.ts'
import { QuestionVector } from './question-vector.ts'
import type { RepoSegments } from './repo-segments.ts'
import { insertScore } from './top-scores.ts'
import { vectorUnits } from './vector-blob.ts'
import { type Owner, ownerAt, rowAt, type UnitTable, type VectorTable } from './vector-table.ts'

/** `table` may read the table from the store, so each question calls it once. */
export type NearRepo = { repo_id: RepoId; table: () => VectorTable; segments: () => RepoSegments }

/** Numbers of the units whose rows are documents of a level, or parts of one; a note is one passage. */
const unitsOfLevel = { symbol: [0], doc: [1], file: [0, 1, 2], module: [2], repo: [2] } as const satisfies Record<
  SearchLevel,
  readonly number[]
>
const UNITS_LISTED = 3

type Scanned = { unit: number; table: UnitTable; sums: Int32Array }
type FoundRow = { unit: number; table: UnitTable; row: number }
type Row = FoundRow & { similarity: number }

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
  /** For the rows of one file at a time. */
  private readonly listed: Float64Array

  constructor(connection: Connection, query: NearestQuery) {
    this.connection = connection
    this.query = query
    this.question = new QuestionVector(query.vector)
    this.also = (query.also ?? []).map(() => undefined)
    this.top = new Float64Array(Math.max(0, query.limit)).fill(Number.NEGATIVE_INFINITY)
    this.listed = new Float64Array(Math.max(1, query.units ?? UNITS_LISTED))
    this.least = query.limit > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }

  add(repo: NearRepo): void {
    const table = repo.table()
    const { level, filter, also } = this.query
    const scanned = this.top.length > 0 && hasKind(level, filter) ? this.scan(table) : undefined
    if (scanned) this.addBest(repo, table, scanned)
    for (const [at, wanted] of (also ?? []).entries()) {
      if (wanted.repo_id === repo.repo_id) this.also[at] = this.document(repo.repo_id, table, wanted, scanned)
    }
  }

  private scan(table: VectorTable): Scanned[] {
    return unitsOfLevel[this.query.level].map((unit): Scanned => {
      const rows = table.units[unit] as UnitTable
      return { unit, table: rows, sums: this.question.scan(rows) }
    })
  }

  result(): { documents: NearDocument[]; also: NearDocument[] } {
    return { documents: this.found, also: this.also.filter((document) => document !== undefined) }
  }

  private addBest(repo: NearRepo, table: VectorTable, scanned: readonly Scanned[]): void {
    const { level, filter } = this.query
    const owners = passingOwners(this.connection, table, level, filter)
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
    const error = this.scanError(scanned)
    const nearestRow = new Float64Array(owners.length).fill(Number.NEGATIVE_INFINITY)
    for (const { table, sums } of scanned) if (table.count > 0) this.question.raiseOwners(table, sums, nearestRow)
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
  private nearestRows(scanned: readonly Scanned[], owner: number, error: number): FoundRow[] {
    const top = this.listed.fill(Number.NEGATIVE_INFINITY)
    let least = Number.NEGATIVE_INFINITY
    for (const { table, sums } of scanned) {
      const end = table.first[owner + 1] as number
      for (let row = table.first[owner] as number; row < end; row++) {
        const similarity = this.question.similarity(table, sums, row)
        if (similarity > least) least = insertScore(top, similarity)
      }
    }
    return rowsOfOwner(
      scanned,
      owner,
      ({ table, sums }, row) => this.question.similarity(table, sums, row) + error >= least - error,
    )
  }

  /** `scanned`: if the rows of the level were scanned, they say which rows of a file need not be compared exactly. */
  private document(
    repo: RepoId,
    table: VectorTable,
    { path, ordinal }: DocumentRef,
    scanned: readonly Scanned[] | undefined,
  ): NearDocument | undefined {
    const { level } = this.query
    const at = ownerAt(table, path)
    if (at === undefined) return undefined
    const owner = table.owners[at] as Owner
    if (level === 'file') {
      if (scanned) return this.fileDocument(repo, owner, this.nearestRows(scanned, at, this.scanError(scanned)))
      return this.fileDocument(
        repo,
        owner,
        rowsOfOwner(unitsOf(table, level), at, () => true),
      )
    }
    const [unit] = unitsOfLevel[level]
    const from = table.units[unit] as UnitTable
    const row = rowAt(from, at, ordinal)
    return row === undefined
      ? undefined
      : this.rowDocument(repo, owner, { unit, table: from, row, similarity: this.question.exact(from, row) })
  }

  private scanError(scanned: readonly Scanned[]): number {
    return Math.max(...scanned.map(({ table }) => this.question.error(table)))
  }

  private rowDocument(repo: RepoId, { path }: Owner, row: Row): NearDocument {
    const { level } = this.query
    const isNote = level === 'module' || level === 'repo'
    const { ordinal, similarity, ...unit } = unitOf(row)
    return { repo_id: repo, level, path, ordinal, similarity, best: isNote ? [] : [{ ...unit, ordinal, similarity }] }
  }

  /** undefined for a file without vectors. */
  private fileDocument(repo: RepoId, { path }: Owner, rows: readonly FoundRow[]): NearDocument | undefined {
    const units = rows
      .map(({ unit, table, row }): Row => ({ unit, table, row, similarity: this.question.exact(table, row) }))
      .sort((a, b) => b.similarity - a.similarity || a.unit - b.unit || a.row - b.row)
      .map(unitOf)
    if (!units[0]) return undefined
    const best = units.slice(0, Math.max(0, this.query.units ?? UNITS_LISTED))
    return { repo_id: repo, level: this.query.level, path, ordinal: 0, similarity: units[0].similarity, best }
  }
}

const byNearness = (a: NearDocument, b: NearDocument): number =>
  b.similarity - a.similarity || compareText(a.repo_id, b.repo_id) || compareText(a.path, b.path) || a.ordinal - b.ordinal

const unitsOf = (table: VectorTable, level: SearchLevel): Scanned[] =>
  unitsOfLevel[level].map((unit) => ({ unit, table: table.units[unit] as UnitTable, sums: NOT_SCANNED }))
const NOT_SCANNED = new Int32Array(0)

/** The wanted rows of a file, unit by unit. A file can have thousands, so objects are made of these only. */
function rowsOfOwner(units: readonly Scanned[], owner: number, isWanted: (unit: Scanned, row: number) => boolean): FoundRow[] {
  const rows: FoundRow[] = []
  for (const each of units) {
    const { unit, table } = each
    const end = table.first[owner + 1] as number
    for (let row = table.first[owner] as number; row < end; row++) if (isWanted(each, row)) rows.push({ unit, table, row })
  }
  return rows
}

const unitOf = ({ unit, table, row, similarity }: Row): NearUnit => ({
  unit: vectorUnits[unit] ?? 'passage',
  ordinal: table.ordinals[row] as number,
  start_line: table.starts[row] as number,
  end_line: (table.starts[row] as number) + (table.spans[row] as number),
  similarity,
})
