/** Reads links: from a symbol, to a symbol, to a package, and the outcome of each use of a file. */
import { crc32 } from 'node:zlib'
import { compareText } from '../../base/compare-text.ts'
import type { SymbolHandle } from '../../contract/identity.ts'
import { unresolvedReasons } from '../../contract/links.ts'
import { edgeKinds } from '../../contract/symbol.ts'
import type { Link, LinkOutcome, PackageLink } from '../port.ts'
import { keyToNumber, numberToKey } from './bytes.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { type LinkedUse, type StoredLinks, type StoredTarget, unpackLinks, unpackUses } from './link-blob.ts'
import type { Packages } from './packages.ts'
import type { RecordedFile, RecordedFiles } from './recorded-files.ts'
import { addSums, sumOf, sumWithNumber } from './row-sum.ts'

/** What the links of a repo are read with: its files and packages, both checked. Kept for one snapshot. */
export class LinkReads {
  private readonly connection: Connection
  private readonly files: RecordedFiles
  private readonly packagesOf: () => Packages
  private readonly wholeFiles = new Map<number, ReadonlyMap<number, number>>()
  private readonly repo: number

  constructor(connection: Connection, repo: number, files: RecordedFiles, packagesOf: () => Packages) {
    this.connection = connection
    this.repo = repo
    this.files = files
    this.packagesOf = packagesOf
  }

  to(target: SymbolHandle): Link[] {
    const file = this.files.at(target.path)
    if (!file) return []
    const key = keyToNumber(target.key)
    const expected = this.rowsOfKeys(file).get(key) ?? 0
    const rows = this.connection.rows<LinkRow>(
      'SELECT source, row_sum, uses FROM link_in WHERE repo = ? AND target = ? AND target_key = ?',
      this.repo,
      file.id,
      key,
    )
    if (rows.length !== expected) throw damaged(`the links to ${target.path}`)
    const links = rows.flatMap(([source, sum, uses]): Link[] => {
      if (linkSum(file.id, key, source, uses) !== sum) throw damaged(`the links to ${target.path}`)
      const path = this.files.withId(source)?.row.path
      if (path === undefined) return []
      return unpackUses(uses).map((use) => ({ ...shown(path, use), target: { ...target }, tier: tierOf(use) }))
    })
    return links.sort(comparePlaces)
  }

  from(source: SymbolHandle): Link[] {
    return this.outOf(source.path, source.key).links
  }

  /** Links of one symbol, or of the whole file without `key`. */
  outOf(path: string, key?: string): LinksOut {
    const stored = this.stored(path)
    const wanted = key === undefined ? undefined : keyToNumber(key)
    const out: LinksOut = { links: [], packages: [] }
    for (const link of stored ? [...stored.uses, ...stored.derived] : []) {
      if (!('target' in link) || (wanted !== undefined && link.sourceKey !== wanted)) continue
      const target = stored?.targets[link.target] as StoredTarget
      if ('package' in target) {
        out.packages.push({ ...shown(path, link), target: this.packagesOf().target(target.package) })
        continue
      }
      const found = this.files.withId(target.file)?.row.path
      if (found !== undefined)
        out.links.push({ ...shown(path, link), target: { path: found, key: numberToKey(target.key) }, tier: tierOf(link) })
    }
    out.links.sort(comparePlaces)
    out.packages.sort(comparePlaces)
    return out
  }

  toPackage(target: string, options: { prefix: boolean }): PackageLink[] {
    const links: PackageLink[] = []
    for (const found of this.packagesOf().meant(target, options)) {
      const sql = 'SELECT source, row_sum, uses FROM package_in WHERE repo = ? AND package = ?'
      const rows = this.connection.rows<LinkRow>(sql, this.repo, found.id)
      if (rows.reduce((total, row) => addSums(total, row[1]), 0) !== found.linked_in)
        throw damaged(`the links to ${found.target}`)
      for (const [source, sum, uses] of rows) {
        if (linkSum(found.id, PACKAGE, source, uses) !== sum) throw damaged(`the links to ${found.target}`)
        const path = this.files.withId(source)?.row.path
        if (path === undefined) continue
        for (const use of unpackUses(uses)) links.push({ ...shown(path, use), target: found.target })
      }
    }
    return links.sort((a, b) => compareText(a.target, b.target) || comparePlaces(a, b))
  }

  outcomes(path: string): LinkOutcome[] | undefined {
    const stored = this.stored(path)
    return stored?.uses.map((use): LinkOutcome => {
      if (!('target' in use)) return { to: 'nothing', reason: unresolvedReasons[use.reason] ?? 'not-linked' }
      const target = stored.targets[use.target] as StoredTarget
      if ('package' in target) return { to: 'package', target: this.packagesOf().target(target.package) }
      const found = this.files.withId(target.file)?.row.path
      // The target's file is gone, so the link has no target now.
      if (found === undefined) return { to: 'nothing', reason: 'not-found' }
      return { to: 'symbol', target: { path: found, key: numberToKey(target.key) }, tier: tierOf(use) }
    })
  }

  /** How many rows link to each symbol of a file. All of the file's are read, because their total is known and no other. */
  private rowsOfKeys(file: RecordedFile): ReadonlyMap<number, number> {
    const known = this.wholeFiles.get(file.id)
    if (known) return known
    const keys = new Map<number, number>()
    let total = 0
    const sql = 'SELECT target_key, row_sum FROM link_in WHERE repo = ? AND target = ?'
    for (const [key, sum] of this.connection.rows<[number, number]>(sql, this.repo, file.id)) {
      keys.set(key, (keys.get(key) ?? 0) + 1)
      total = addSums(total, keyedSum(sum, key))
    }
    if (total !== file.linked_in) throw damaged(`the links to ${file.row.path}`)
    this.wholeFiles.set(file.id, keys)
    return keys
  }

  private stored(path: string): StoredLinks | undefined {
    const file = this.files.at(path)
    return file && readLinks(this.connection, file.id, file.links)
  }
}

type LinkRow = [source: number, sum: number, uses: Uint8Array]
type LinksOut = { links: Link[]; packages: PackageLink[] }

/** What a row adds to the total of its file: a row under another key must change it, without reading its bytes. */
export const keyedSum = (sum: number, key: number): number => sumWithNumber(sum, key)

/** `links`: as `file.links` has it. */
export function readLinks(connection: Connection, file: number, links: number): StoredLinks | undefined {
  const bytes = packedLinks(connection, file, links)
  return bytes && unpackLinks(bytes)
}

/** The same bytes, checked and not decoded. */
export function packedLinks(connection: Connection, file: number, links: number): Uint8Array | undefined {
  if (links === 0) return undefined
  const row = connection.get<{ bytes: Uint8Array }>('SELECT bytes FROM links WHERE file = ?', file)
  if (!row || linksSum(file, row.bytes) !== links) throw damaged('the links of a file')
  return row.bytes
}

/** Never 0, which means that there are none. */
export const linksSum = (file: number, bytes: Uint8Array): number => crc32(bytes, sumOf(file)) + 1

/** Of a row of `link_in` or, with `PACKAGE` as the key, of `package_in`. */
export const linkSum = (target: number, key: number, source: number, uses: Uint8Array): number =>
  crc32(uses, sumOf(target, key, source))
export const PACKAGE = -1

const shown = (path: string, use: LinkedUse): Pick<Link, 'source' | 'edge' | 'line' | 'column'> => ({
  source: { path, key: numberToKey(use.sourceKey) },
  edge: edgeKinds[use.edge] ?? 'references',
  line: use.line,
  column: use.column,
})

const tierOf = ({ proven }: LinkedUse): Link['tier'] => (proven ? 'proven' : 'resolved')

function comparePlaces(a: Omit<Link, 'target' | 'tier'>, b: Omit<Link, 'target' | 'tier'>): number {
  return compareText(a.source.path, b.source.path) || a.line - b.line || a.column - b.column
}
