/** Reads links: from a symbol, to a symbol, to a package, and the outcome of each use of a file. */
import { compareText } from '../../base/compare-text.ts'
import type { SymbolHandle } from '../../contract/identity.ts'
import { unresolvedReasons } from '../../contract/links.ts'
import { edgeKinds } from '../../contract/symbol.ts'
import type { Link, LinkOutcome, PackageLink } from '../port.ts'
import { keyToNumber, numberToKey } from './bytes.ts'
import type { Connection } from './connection.ts'
import { pathOfFile } from './file-rows.ts'
import { type LinkedUse, type StoredLinks, type StoredTarget, unpackLinks, unpackUses } from './link-blob.ts'

export function linksTo(connection: Connection, repo: number, target: SymbolHandle): Link[] {
  const file = fileNumber(connection, repo, target.path)
  if (file === undefined) return []
  const rows = connection.all<{ path: string; uses: Uint8Array }>(
    `SELECT file.path, link_in.uses FROM link_in JOIN file ON file.id = link_in.source
     WHERE link_in.repo = ? AND link_in.target = ? AND link_in.target_key = ? AND file.present = 1`,
    repo,
    file,
    keyToNumber(target.key),
  )
  const links = rows.flatMap(({ path, uses }) =>
    unpackUses(uses).map((use): Link => ({ ...shown(path, use), target: { ...target }, tier: tierOf(use) })),
  )
  return links.sort(comparePlaces)
}

export const linksFrom = (connection: Connection, repo: number, source: SymbolHandle): Link[] =>
  linksOutOf(connection, repo, source.path, source.key).links

export const linksInFile = (connection: Connection, repo: number, path: string): LinksOut => linksOutOf(connection, repo, path)

type LinksOut = { links: Link[]; packages: PackageLink[] }

export function packageLinks(connection: Connection, repo: number, target: string, options: { prefix: boolean }): PackageLink[] {
  const links: PackageLink[] = []
  for (const found of packagesMeant(connection, repo, target, options)) {
    const rows = connection.all<{ path: string; uses: Uint8Array }>(
      `SELECT file.path, package_in.uses FROM package_in JOIN file ON file.id = package_in.source
       WHERE package_in.repo = ? AND package_in.package = ? AND file.present = 1`,
      repo,
      found.id,
    )
    for (const { path, uses } of rows) {
      for (const use of unpackUses(uses)) links.push({ ...shown(path, use), target: found.target })
    }
  }
  return links.sort((a, b) => compareText(a.target, b.target) || comparePlaces(a, b))
}

export function linkOutcomes(connection: Connection, repo: number, path: string): LinkOutcome[] | undefined {
  const stored = storedLinks(connection, repo, path)
  if (!stored) return undefined
  return stored.uses.map((use): LinkOutcome => {
    if (!('target' in use)) return { to: 'nothing', reason: unresolvedReasons[use.reason] ?? 'not-linked' }
    const target = stored.targets[use.target] as StoredTarget
    if ('package' in target) return { to: 'package', target: packageName(connection, target.package) }
    const found = pathOfFile(connection, target.file)
    // The target's file is gone, so the link has no target now.
    if (found === undefined) return { to: 'nothing', reason: 'not-found' }
    return { to: 'symbol', target: { path: found, key: numberToKey(target.key) }, tier: tierOf(use) }
  })
}

/** Links of one symbol, or of the whole file without `key`. */
function linksOutOf(connection: Connection, repo: number, path: string, key?: string): LinksOut {
  const stored = storedLinks(connection, repo, path)
  const wanted = key === undefined ? undefined : keyToNumber(key)
  const out: LinksOut = { links: [], packages: [] }
  for (const link of stored ? [...stored.uses, ...stored.derived] : []) {
    if (!('target' in link) || (wanted !== undefined && link.sourceKey !== wanted)) continue
    const target = stored?.targets[link.target] as StoredTarget
    if ('package' in target) {
      out.packages.push({ ...shown(path, link), target: packageName(connection, target.package) })
      continue
    }
    const found = pathOfFile(connection, target.file)
    if (found !== undefined)
      out.links.push({ ...shown(path, link), target: { path: found, key: numberToKey(target.key) }, tier: tierOf(link) })
  }
  out.links.sort(comparePlaces)
  out.packages.sort(comparePlaces)
  return out
}

function storedLinks(connection: Connection, repo: number, path: string): StoredLinks | undefined {
  const row = connection.get<{ bytes: Uint8Array }>(
    'SELECT links.bytes FROM file JOIN links ON links.file = file.id WHERE file.repo = ? AND file.path = ? AND file.present = 1',
    repo,
    path,
  )
  return row && unpackLinks(row.bytes)
}

/**
 * The target itself and, with `prefix`, what is below it. `pkg:npm/react` has `pkg:npm/react#useState` and
 * `pkg:npm/react/jsx#jsx` below it, but not `pkg:npm/react-dom`.
 */
function packagesMeant(
  connection: Connection,
  repo: number,
  target: string,
  options: { prefix: boolean },
): { id: number; target: string }[] {
  const exact = connection.all<{ id: number; target: string }>(
    'SELECT id, target FROM package WHERE repo = ? AND target = ?',
    repo,
    target,
  )
  if (!options.prefix) return exact
  const open = /[#/.]$/.test(target) ? [target] : target.includes('#') ? [`${target}.`] : [`${target}#`, `${target}/`]
  const below = open.flatMap((start) =>
    connection.all<{ id: number; target: string }>(
      'SELECT id, target FROM package WHERE repo = ? AND target > ? AND target < ?',
      repo,
      start,
      start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1),
    ),
  )
  return [...exact, ...below]
}

const packageName = (connection: Connection, id: number): string =>
  connection.get<{ target: string }>('SELECT target FROM package WHERE id = ?', id)?.target ?? ''

const fileNumber = (connection: Connection, repo: number, path: string): number | undefined =>
  connection.get<{ id: number }>('SELECT id FROM file WHERE repo = ? AND path = ? AND present = 1', repo, path)?.id

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
