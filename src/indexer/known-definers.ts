/**
 * Which files define a name, from what a build keeps of the files it has parsed. Families that find names by definition ask for thousands of names,
 * and to look each up in the store took a tenth of linking.
 */
import type { FileRow } from '../store/port.ts'
import { keyOfRow } from './index-rooms.ts'
import type { KeptOutlines } from './kept-outlines.ts'

/** By name, the paths of the files that define it, sorted. Undefined when those of one file are not kept: then only the store knows. */
export function knownDefiners(
  rows: ReadonlyMap<string, FileRow>,
  outlines: KeptOutlines | undefined,
): ReadonlyMap<string, readonly string[]> | undefined {
  const definers = new Map<string, string[]>()
  for (const path of [...rows.keys()].sort()) {
    const row = rows.get(path)
    if (!row || row.parser_version === '') continue
    const names = outlines?.namesOf(keyOfRow(row))
    if (!names) return undefined
    for (const name of names) add(definers, name, path)
  }
  return definers
}

function add(definers: Map<string, string[]>, name: string, path: string): void {
  const paths = definers.get(name)
  if (!paths) definers.set(name, [path])
  else if (paths[paths.length - 1] !== path) paths.push(path)
}
