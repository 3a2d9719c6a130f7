/** Copies the links of a repo: targets and sources get the numbers of the copy, and each row a checksum of its own. */
import type { Connection } from './connection.ts'
import type { Numbers } from './copy-words.ts'
import { damaged } from './damaged.ts'
import { packLinks, unpackLinks } from './link-blob.ts'
import { copyAsked } from './link-source-rows.ts'
import type { StoredPackage } from './packages.ts'
import { keyedSum, linkSum, linksSum, PACKAGE, packedLinks } from './read-links.ts'
import type { RecordedFile } from './recorded-files.ts'
import { addSums, sumOf } from './row-sum.ts'

type LinkIn = [key: number, source: number, sum: number, uses: Uint8Array]
type PackageIn = [source: number, sum: number, uses: Uint8Array]

/** Rows written at once: a symbol that everyone uses has tens of thousands. */
const PORTION = 500

export class CopiedLinks {
  private readonly connection: Connection
  private readonly from: number
  private readonly to: number
  private readonly numbers: Numbers

  constructor(connection: Connection, from: number, to: number, numbers: Numbers) {
    this.connection = connection
    this.from = from
    this.to = to
    this.numbers = numbers
  }

  *package({ id, target, linked_in }: StoredPackage): Generator<() => void> {
    const { connection, numbers } = this
    const copy = id + numbers.package
    const insert = 'INSERT INTO package(id, repo, target, row_sum) VALUES(?, ?, ?, ?)'
    yield () => connection.run(insert, copy, this.to, target, sumOf(target))
    const sql = 'SELECT source, row_sum, uses FROM package_in WHERE repo = ? AND package = ?'
    const rows = connection.rows<PackageIn>(sql, this.from, id)
    let [total, copied] = [0, 0]
    for (const portion of portions(rows)) {
      yield () => {
        for (const [source, sum, uses] of portion) {
          if (linkSum(id, PACKAGE, source, uses) !== sum) throw damaged(`the links to ${target}`)
          const number = source + numbers.file
          const own = linkSum(copy, PACKAGE, number, uses)
          const into = 'INSERT INTO package_in(repo, package, source, row_sum, uses) VALUES(?, ?, ?, ?, ?)'
          connection.run(into, this.to, copy, number, own, uses)
          total = addSums(total, sum)
          copied = addSums(copied, own)
        }
      }
    }
    yield () => {
      if (total !== linked_in) throw damaged(`the links to ${target}`)
      connection.run('UPDATE package SET linked_in = ? WHERE id = ?', copied, copy)
    }
  }

  *file({ id, row, links, linked_in }: RecordedFile): Generator<() => void> {
    yield* this.into(id, row.path, linked_in)
    yield () => this.outOf(id, links)
  }

  /** Paths that are gone, and that links still point to. */
  *gone(): Generator<() => void> {
    const sql = 'SELECT id, path, linked_in FROM file WHERE repo = ? AND present <> 1'
    for (const [id, path, linked_in] of this.connection.rows<[number, string, number]>(sql, this.from))
      yield* this.into(id, path, linked_in)
  }

  private *into(id: number, path: string, linkedIn: number): Generator<() => void> {
    const { connection, numbers } = this
    const copy = id + numbers.file
    const sql = 'SELECT target_key, source, row_sum, uses FROM link_in WHERE repo = ? AND target = ?'
    const rows = connection.rows<LinkIn>(sql, this.from, id)
    let [total, copied] = [0, 0]
    for (const portion of portions(rows)) {
      yield () => {
        for (const [key, source, sum, uses] of portion) {
          if (linkSum(id, key, source, uses) !== sum) throw damaged(`the links to ${path}`)
          const number = source + numbers.file
          const own = linkSum(copy, key, number, uses)
          const into = 'INSERT INTO link_in(repo, target, target_key, source, row_sum, uses) VALUES(?, ?, ?, ?, ?, ?)'
          connection.run(into, this.to, copy, key, number, own, uses)
          total = addSums(total, keyedSum(sum, key))
          copied = addSums(copied, keyedSum(own, key))
        }
      }
    }
    yield () => {
      if (total !== linkedIn) throw damaged(`the links to ${path}`)
      if (copied !== 0) connection.run('UPDATE file SET linked_in = ? WHERE id = ?', copied, copy)
    }
  }

  private outOf(id: number, links: number): void {
    const { connection, numbers } = this
    const packed = packedLinks(connection, id, links)
    if (!packed) return
    const copy = id + numbers.file
    const stored = unpackLinks(packed)
    const targets = stored.targets.map((target) =>
      'package' in target ? { package: target.package + numbers.package } : { ...target, file: target.file + numbers.file },
    )
    const bytes = packLinks({ ...stored, targets })
    connection.run('INSERT INTO links(file, bytes) VALUES(?, ?)', copy, bytes)
    connection.run('UPDATE file SET links = ? WHERE id = ?', linksSum(copy, bytes), copy)
    copyAsked(connection, id, copy)
  }
}

function* portions<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += PORTION) yield rows.slice(at, at + PORTION)
}
