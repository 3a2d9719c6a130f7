/**
 * Vector tables of repos, kept while there is room. A table is valid for one generation of its repo; the next one is made from it.
 * If the repos of one question need more than there is room for, the first ones are kept and the others are read again for each
 * question, one at a time: dropping the least recently used would drop each table just before its turn.
 */
import { Lru } from '../../base/lru.ts'
import type { SearchLevel } from '../../contract/items.ts'
import type { Connection } from './connection.ts'
import { loadFileVectors, loadNoteVectors } from './load-vectors.ts'
import type { RecordedFiles } from './recorded-files.ts'
import type { RepoHead } from './repo-rows.ts'
import { assertVectorsWhole, type Coverage, readCoverage, type VectorModel } from './vector-rows.ts'
import type { VectorTable } from './vector-table.ts'

/** About 1.2 million vectors of 128 numbers. */
const BUDGET_BYTES = 192 << 20

type Kept = { table: VectorTable; question: number }

export class VectorCache {
  private readonly budget: number
  /** Least recently used first. */
  private readonly kept = new Map<string, Kept>()
  private readonly coverages = new Lru<number, { generation: number; coverage: Coverage }>(512)
  private weight = 0
  private question = 0

  constructor(budget = BUDGET_BYTES) {
    this.budget = budget
  }

  /** Tables that this question has used are not dropped for others that it uses. */
  beginQuestion(): void {
    this.question += 1
  }

  table(connection: Connection, head: RepoHead, model: VectorModel, level: SearchLevel): VectorTable {
    const notes = level === 'module' || level === 'repo' ? level : undefined
    const key = `${head.id}:${model.id}:${notes ?? ''}`
    const known = this.get(key)
    if (known?.generation === head.generation && known.dimensions === model.dimensions) return known
    const table = notes ? loadNoteVectors(connection, head, model, notes) : loadFileVectors(connection, head, model, known)
    // An older snapshot must not replace the table of a newer state.
    if (!known || known.generation < head.generation) this.set(key, table)
    return table
  }

  /** Counting joins every file with its content; while nothing changes, the counts are reused. */
  coverage(connection: Connection, head: RepoHead, files: () => RecordedFiles): Coverage {
    const known = this.coverages.get(head.id)
    if (known?.generation === head.generation) return known.coverage
    const coverage = readCoverage(connection, head.id, files())
    if (coverage.models.size === 0 || [...coverage.models.values()].some((files) => files < coverage.of))
      assertVectorsWhole(connection)
    this.coverages.set(head.id, { generation: head.generation, coverage })
    return coverage
  }

  /** Drops the tables of repos that were removed. */
  forget(isGone: (repo: number) => boolean): void {
    for (const key of [...this.kept.keys()]) if (isGone(Number.parseInt(key, 10))) this.drop(key)
  }

  private get(key: string): VectorTable | undefined {
    const found = this.kept.get(key)
    if (!found) return undefined
    this.kept.delete(key)
    this.kept.set(key, { table: found.table, question: this.question })
    return found.table
  }

  private set(key: string, table: VectorTable): void {
    this.drop(key)
    for (const [oldest, { question }] of this.kept) {
      if (this.weight + table.bytes <= this.budget || question === this.question) break
      this.drop(oldest)
    }
    if (this.weight + table.bytes > this.budget) return
    this.weight += table.bytes
    this.kept.set(key, { table, question: this.question })
  }

  private drop(key: string): void {
    this.weight -= this.kept.get(key)?.table.bytes ?? 0
    this.kept.delete(key)
  }
}
