/**
 * The recorded files of one repo, arranged for lookup. Readers return the same list while nothing changed, so each arrangement is
 * made once per generation and shared by all questions.
 */
import { modulePath } from '../contract/identity.ts'
import type { FileRow } from './port.ts'

export interface RecordedRows {
  /** By path. */
  readonly all: readonly FileRow[]
  at(path: string): FileRow | undefined
  /** Files whose module path (`src.auth` for `src/auth.py`) is this, by path. */
  ofModule(module: string): readonly FileRow[]
}

const arranged = new WeakMap<readonly FileRow[], RecordedRows>()

export function recordedRows(rows: readonly FileRow[]): RecordedRows {
  const known = arranged.get(rows)
  if (known) return known
  const made = arrange(rows)
  arranged.set(rows, made)
  return made
}

function arrange(rows: readonly FileRow[]): RecordedRows {
  let byPath: ReadonlyMap<string, FileRow> | undefined
  let byModule: ReadonlyMap<string, readonly FileRow[]> | undefined
  return {
    all: rows,
    at(path) {
      byPath ??= new Map(rows.map((row) => [row.path, row]))
      return byPath.get(path)
    },
    ofModule(module) {
      byModule ??= groupByModule(rows)
      return byModule.get(module) ?? []
    },
  }
}

function groupByModule(rows: readonly FileRow[]): ReadonlyMap<string, readonly FileRow[]> {
  const groups = new Map<string, FileRow[]>()
  for (const row of rows) {
    const module = modulePath(row.path)
    const group = groups.get(module)
    if (group) group.push(row)
    else groups.set(module, [row])
  }
  return groups
}
