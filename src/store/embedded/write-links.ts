/** Writes the links of files: one blob for the file, and one row for each target. */
import type { FactsView } from '../../contract/facts-codec.ts'
import { symbolKey } from '../../contract/identity.ts'
import { unresolvedReasons } from '../../contract/links.ts'
import { edgeKinds } from '../../contract/symbol.ts'
import type { FileLinks, LinkOutcome } from '../port.ts'
import { keyToNumber } from './bytes.ts'
import type { Connection } from './connection.ts'
import type { SqlValue } from './driver.ts'
import { ensurePath, setState } from './file-rows.ts'
import {
  type LinkedUse,
  packLinks,
  packUses,
  type StoredLink,
  type StoredLinks,
  type StoredOutcome,
  type StoredTarget,
} from './link-blob.ts'
import { dropAsked, writeAsked } from './link-source-rows.ts'
import { keyedSum, linkSum, linksSum, PACKAGE, readLinks } from './read-links.ts'
import { addSums, sumOf } from './row-sum.ts'

/** A file's links with their uses, still by path: prepared before the transaction, which then only writes. */
export type LinksToStore = {
  path: string
  uses: UseToStore[]
  derived: UseToStore[]
  state: FileLinks['state']
  asked: FileLinks['asked']
}
type UseToStore = { outcome: LinkOutcome; linked: LinkedUse }

export function linksToStore(links: FileLinks, facts: FactsView | undefined): LinksToStore {
  const uses = links.uses.length > 0 ? (facts?.uses() ?? []) : []
  if (uses.length !== links.uses.length) {
    throw new Error(`${links.path}: ${links.uses.length} outcomes for ${uses.length} uses`)
  }
  const symbols = facts?.outline().symbols ?? []
  const keys = new Map<number, number>()
  const keyOf = (ordinal: number): number => {
    const known = keys.get(ordinal)
    if (known !== undefined) return known
    const symbol = symbols[ordinal]
    const key = symbol ? keyToNumber(symbolKey(symbol.qualified_name, symbol.tag)) : 0
    keys.set(ordinal, key)
    return key
  }
  return {
    path: links.path,
    state: links.state,
    asked: links.asked,
    uses: links.uses.map((outcome, at) => {
      const use = uses[at]
      const isLink = outcome.to !== 'nothing' && use !== undefined
      const edge = isLink ? edgeKinds.indexOf(use.use) : 0
      const proven = outcome.to === 'symbol' && outcome.tier === 'proven'
      return {
        outcome,
        linked: { sourceKey: isLink ? keyOf(use.enclosing) : 0, edge, proven, line: use?.line ?? 0, column: use?.column ?? 0 },
      }
    }),
    derived: links.derived.map(({ source_key, edge, target, line, column }) => ({
      outcome: { to: 'symbol', target, tier: 'resolved' },
      linked: { sourceKey: keyToNumber(source_key), edge: edgeKinds.indexOf(edge), proven: false, line, column },
    })),
  }
}

/**
 * Numbers of paths and packages already looked up. They are valid while the repo's writer is locked and nothing is rolled back,
 * so for one batch or one build; most links of a build have few targets.
 */
export type LinkNumbers = { paths: Map<string, number>; packages: Map<string, number> }
export const newLinkNumbers = (): LinkNumbers => ({ paths: new Map(), packages: new Map() })

/** Writes the links of several files; skips missing files. Rows are inserted by target, which is twice as fast. */
export function writeLinks(connection: Connection, repo: number, all: readonly LinksToStore[], numbers: LinkNumbers): void {
  const rows: { target: StoredTarget; source: number; uses: Uint8Array }[] = []
  for (const links of all) {
    const file = connection.get<{ id: number }>(
      'SELECT id FROM file WHERE repo = ? AND path = ? AND present = 1',
      repo,
      links.path,
    )
    if (!file) continue
    // Imported links are added to those that linking made; what those rest on stays.
    if (links.asked) writeAsked(connection, file.id, links.asked)
    dropOutcomes(connection, repo, file.id)
    if (links.state) setState(connection, file.id, links.state)
    const stored = numberTargets(connection, repo, links, numbers)
    const bytes = packLinks(stored)
    connection.run('INSERT INTO links(file, bytes) VALUES(?, ?)', file.id, bytes)
    connection.run('UPDATE file SET links = ? WHERE id = ?', linksSum(file.id, bytes), file.id)
    for (const [target, linked] of byTarget(stored)) rows.push({ target, source: file.id, uses: packUses(linked) })
  }
  rows.sort((a, b) => compareTargets(a.target, b.target) || a.source - b.source)
  const fileRows: SqlValue[] = []
  const totals = { file: new Map<number, number>(), package: new Map<number, number>() }
  const add = (to: Map<number, number>, target: number, sum: number): void =>
    void to.set(target, addSums(to.get(target) ?? 0, sum))
  for (const { target, source, uses } of rows) {
    if ('package' in target) {
      const sum = linkSum(target.package, PACKAGE, source, uses)
      const sql = 'INSERT INTO package_in(repo, package, source, row_sum, uses) VALUES(?, ?, ?, ?, ?)'
      connection.run(sql, repo, target.package, source, sum, uses)
      add(totals.package, target.package, sum)
    } else {
      const sum = linkSum(target.file, target.key, source, uses)
      fileRows.push(repo, target.file, target.key, source, sum, uses)
      if (fileRows.length === ROW * ROWS_AT_ONCE) connection.run(manyLinkedIn, ...fileRows.splice(0))
      add(totals.file, target.file, keyedSum(sum, target.key))
    }
  }
  for (let at = 0; at < fileRows.length; at += ROW) connection.run(linkedIn, ...fileRows.slice(at, at + ROW))
  for (const [id, sum] of totals.file) addLinkedIn(connection, 'file', id, sum)
  for (const [id, sum] of totals.package) addLinkedIn(connection, 'package', id, sum)
}

/** Most rows that a build writes are these. */
const ROW = 6
const ROWS_AT_ONCE = 20
const linkedInRows = (rows: number): string =>
  `INSERT INTO link_in(repo, target, target_key, source, row_sum, uses) VALUES${Array(rows).fill('(?, ?, ?, ?, ?, ?)').join(', ')}`
const linkedIn = linkedInRows(1)
const manyLinkedIn = linkedInRows(ROWS_AT_ONCE)

const linkedMore = {
  file: `UPDATE file SET linked_in = (linked_in + ?) & ${0xffff_ffff} WHERE id = ?`,
  package: `UPDATE package SET linked_in = (linked_in + ?) & ${0xffff_ffff} WHERE id = ?`,
}

/** The total of the rows that link to a file or package. Once for each, because a build has many links to few targets. */
function addLinkedIn(connection: Connection, table: 'file' | 'package', id: number, sum: number): void {
  connection.run(linkedMore[table], sum, id)
}

/** Deletes the links from a file; the links to it stay. */
export function dropLinks(connection: Connection, repo: number, file: number): void {
  dropOutcomes(connection, repo, file)
  dropAsked(connection, file)
}

function dropOutcomes(connection: Connection, repo: number, file: number): void {
  const linked = connection.get<{ links: number }>('SELECT links FROM file WHERE id = ?', file)?.links ?? 0
  const old = readLinks(connection, file, linked)
  if (!old) return
  for (const target of old.targets) {
    if ('package' in target) {
      const sql = 'DELETE FROM package_in WHERE repo = ? AND package = ? AND source = ? RETURNING row_sum'
      const gone = connection.get<{ row_sum: number }>(sql, repo, target.package, file)
      if (gone) addLinkedIn(connection, 'package', target.package, -gone.row_sum)
    } else {
      const sql = 'DELETE FROM link_in WHERE repo = ? AND target = ? AND target_key = ? AND source = ? RETURNING row_sum'
      const gone = connection.get<{ row_sum: number }>(sql, repo, target.file, target.key, file)
      if (gone) addLinkedIn(connection, 'file', target.file, -keyedSum(gone.row_sum, target.key))
    }
  }
  connection.run('DELETE FROM links WHERE file = ?', file)
  connection.run('UPDATE file SET links = 0 WHERE id = ?', file)
}

function numberTargets(connection: Connection, repo: number, links: LinksToStore, numbers: LinkNumbers): StoredLinks {
  const targets: StoredTarget[] = []
  const indexes = new Map<string, number>()
  /** Most links to a symbol have the same target object, which is found without a text put together for it. */
  const byObject = new Map<unknown, number>()
  const numberOf = (outcome: Exclude<LinkOutcome, { to: 'nothing' }>): number => {
    const seen = byObject.get(outcome.target)
    if (seen !== undefined) return seen
    const name = outcome.to === 'package' ? outcome.target : `${outcome.target.key}\0${outcome.target.path}`
    const known = indexes.get(name) ?? numberNew(outcome, name)
    byObject.set(outcome.target, known)
    return known
  }
  const numberNew = (outcome: Exclude<LinkOutcome, { to: 'nothing' }>, name: string): number => {
    indexes.set(name, targets.length)
    if (outcome.to === 'package') {
      return (
        targets.push({
          package: remembered(numbers.packages, outcome.target, () => ensurePackage(connection, repo, outcome.target)),
        }) - 1
      )
    }
    const { path, key } = outcome.target
    const file = remembered(numbers.paths, path, () => ensurePath(connection, repo, path))
    return targets.push({ file, key: keyToNumber(key) }) - 1
  }
  const link = (outcome: Exclude<LinkOutcome, { to: 'nothing' }>, linked: LinkedUse): StoredLink => {
    const { sourceKey, edge, proven, line, column } = linked
    return { sourceKey, edge, proven, line, column, target: numberOf(outcome) }
  }
  return {
    targets,
    uses: links.uses.map(
      ({ outcome, linked }): StoredOutcome =>
        outcome.to === 'nothing' ? { reason: unresolvedReasons.indexOf(outcome.reason) } : link(outcome, linked),
    ),
    derived: links.derived.flatMap(({ outcome, linked }) => (outcome.to === 'nothing' ? [] : [link(outcome, linked)])),
  }
}

function remembered(known: Map<string, number>, name: string, find: () => number): number {
  const before = known.get(name)
  if (before !== undefined) return before
  const found = find()
  known.set(name, found)
  return found
}

function byTarget({ targets, uses, derived }: StoredLinks): Map<StoredTarget, LinkedUse[]> {
  const groups = new Map<StoredTarget, LinkedUse[]>()
  for (const entry of [...uses, ...derived]) {
    if (!('target' in entry)) continue
    const target = targets[entry.target] as StoredTarget
    const group = groups.get(target)
    if (group) group.push(entry)
    else groups.set(target, [entry])
  }
  return groups
}

function ensurePackage(connection: Connection, repo: number, target: string): number {
  const known = connection.get<{ id: number }>('SELECT id FROM package WHERE repo = ? AND target = ?', repo, target)
  if (known) return known.id
  const sql = 'INSERT INTO package(repo, target, row_sum) VALUES(?, ?, ?) RETURNING id'
  return connection.get<{ id: number }>(sql, repo, target, sumOf(target))?.id ?? 0
}

/** Deletes package targets that nothing uses any more. */
export function purgePackages(connection: Connection, repo: number): void {
  connection.run(
    `DELETE FROM package WHERE repo = ?
       AND NOT EXISTS (SELECT 1 FROM package_in WHERE package_in.repo = package.repo AND package_in.package = package.id)`,
    repo,
  )
}

function compareTargets(a: StoredTarget, b: StoredTarget): number {
  if ('package' in a || 'package' in b) return ('package' in a ? a.package : -1) - ('package' in b ? b.package : -1)
  return a.file - b.file || a.key - b.key
}
