/** The packages that links of a repo point to, read at once and compared with the repo's totals. */
import { compareText } from '../../base/compare-text.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import type { RepoHead } from './repo-rows.ts'
import { sumOf } from './row-sum.ts'
import { packageSum, RowTotal } from './row-totals.ts'

export type StoredPackage = { id: number; target: string; linked_in: number }

export class Packages {
  /** By target. */
  private readonly all: readonly StoredPackage[]
  private readonly byId: ReadonlyMap<number, StoredPackage>

  constructor(connection: Connection, head: RepoHead) {
    const sql = 'SELECT id, target, linked_in FROM package WHERE repo = ?'
    const rows = connection.rows<[id: number, target: string, linked_in: number]>(sql, head.id)
    const total = new RowTotal()
    for (const [id, target, linked_in] of rows) total.add(packageSum({ id, row_sum: sumOf(target), linked_in }))
    total.assert('package', head)
    this.all = rows.map(([id, target, linked_in]) => ({ id, target, linked_in })).sort((a, b) => compareText(a.target, b.target))
    this.byId = new Map(this.all.map((each) => [each.id, each]))
  }

  target(id: number): string {
    const found = this.byId.get(id)
    if (!found) throw damaged(`the package with the number ${id}`)
    return found.target
  }

  /**
   * The target itself and, with `prefix`, what is below it. `pkg:npm/react` has `pkg:npm/react#useState` and
   * `pkg:npm/react/jsx#jsx` below it, but not `pkg:npm/react-dom`.
   */
  meant(target: string, { prefix }: { prefix: boolean }): readonly StoredPackage[] {
    const open = /[#/.]$/.test(target) ? [target] : target.includes('#') ? [`${target}.`] : [`${target}#`, `${target}/`]
    return this.all.filter((each) => each.target === target || (prefix && open.some((start) => each.target.startsWith(start))))
  }

  get count(): number {
    return this.all.length
  }

  [Symbol.iterator](): Iterator<StoredPackage> {
    return this.all[Symbol.iterator]()
  }
}
