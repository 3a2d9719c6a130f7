/** Which owners and rows of a vector table pass a filter. The same filter gives the same documents as a ranked search. */
import type { SearchLevel } from '../../contract/items.ts'
import { symbolKinds } from '../../contract/symbol.ts'
import type { DocumentFilter } from '../port.ts'
import type { Connection } from './connection.ts'
import { pathTest } from './path-test.ts'
import type { RepoSegments } from './repo-segments.ts'
import { fileRef, NO_KIND } from './segment-tables.ts'
import { rowAt, type UnitTable, type VectorTable } from './vector-table.ts'

/** 1 for each owner that passes; undefined when all do. */
export function passingOwners(
  connection: Connection,
  { owners }: VectorTable,
  level: SearchLevel,
  filter: DocumentFilter,
): Uint8Array | undefined {
  const accepts = pathTest(filter)
  const languages = filter.languages && new Set(filter.languages.map((language) => connection.names.find(language)))
  const { tests } = filter
  const isNote = level === 'module' || level === 'repo'
  if (!accepts && !languages && !tests) return undefined
  return Uint8Array.from(owners, ({ path, language, test }) =>
    (!accepts || accepts(path)) &&
    (!languages || (!isNote && languages.has(language))) &&
    (!tests || isNote || test === (tests === 'only'))
      ? 1
      : 0,
  )
}

/** A file is of kind `module`; sections and notes are of none. */
export const hasKind = (level: SearchLevel, { kinds }: DocumentFilter): boolean =>
  !kinds || level === 'symbol' || (level === 'file' && kinds.includes('module'))

/** 1 for each symbol that passes; undefined when all do. */
export function passingSymbols(
  connection: Connection,
  table: VectorTable,
  segments: RepoSegments,
  { kinds }: DocumentFilter,
): Uint8Array | undefined {
  if (!kinds) return undefined
  table.kinds ??= kindsOf(connection, table, segments)
  const wanted = new Set(kinds.map((kind) => symbolKinds.indexOf(kind)))
  return table.kinds.map((kind) => (wanted.has(kind) ? 1 : 0))
}

/** From the text index, which has the kind of every symbol that has words. */
function kindsOf(connection: Connection, { owners, units }: VectorTable, segments: RepoSegments): Uint8Array {
  const symbols = units[0] as UnitTable
  const kinds = new Uint8Array(symbols.count).fill(NO_KIND)
  const byRef = new Map(owners.map(({ id }, at) => [fileRef(id), at]))
  for (const segment of segments.segments) {
    const documents = segments.level(connection, segment, 'symbol')
    for (let at = 0; at < documents.count; at++) {
      const slot = documents.slots[at] as number
      if (segment.live?.[slot] === 0) continue
      const owner = byRef.get(segment.slots.refs[slot] as number)
      const row = owner === undefined ? undefined : rowAt(symbols, owner, documents.ordinals[at] as number)
      if (row !== undefined) kinds[row] = documents.kinds[at] as number
    }
  }
  return kinds
}
