/** The rules of the families about changes (`relinking.ts`), by language or by path. */
import { longestIdentifier } from '../base/words.ts'
import { families } from './families.ts'
import { baseName, folderOf } from './folders.ts'
import type { Relinking } from './relinking.ts'

const all = [...new Set(families.values())].flatMap((family) => family.relinking ?? [])
const usual: Relinking = {}

export const relinkingOf = (language: string): Relinking => families.get(language)?.relinking ?? usual

/** Files of other languages contain names, but their uses are not linked, and no name is followed through them. */
export const isLinked = (language: string): boolean => families.has(language)

/** Of any family: a `package.json` is not a JavaScript file. */
export const isManifest = (path: string): boolean => all.some(({ manifests }) => manifests?.test(path))
export const isFolderFile = (path: string): boolean => all.some(({ folderFiles }) => folderFiles?.test(path))

/** The names by which other files mention this module. */
export function moduleNames(path: string, relinking: Relinking): string[] {
  const own = longestIdentifier(baseName(path).replace(/\.[^.]*$/, ''))
  const folder = longestIdentifier(baseName(folderOf(path)))
  const names = relinking.moduleNames?.(own, folder) ?? (isFolderFile(path) ? [own, folder] : [own])
  return names.filter((name) => name !== '')
}
