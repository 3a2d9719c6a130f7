/** Names of Swift as written, and small readings of text that several files of this folder need. */
import type { Definition, FileFactsBuilder } from '../../facts-builder.ts'

/** `` `default` `` is called default. */
export const bareName = (text: string): string => (text.startsWith('`') ? text.replaceAll('`', '') : text)

/** However it is laid out, and whatever is remarked in it. */
export const compact = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, '')

/** A capital letter says that a type is meant: nobody in Swift writes otherwise. */
export const isTypeName = (text: string): boolean => /^_*\p{Lu}/u.test(text)

/** Defines what is called like its name node; of a name in backticks the name is what stands between them. */
export function defineNamed(definition: Definition, file: FileFactsBuilder): number {
  const written = file.tree.textOf(definition.name)
  const ordinal = file.define({ ...definition, nameText: bareName(written) })
  const symbol = file.symbol(ordinal)
  if (symbol && written.startsWith('`')) symbol.name_column++
  file.notAUse(definition.name)
  return ordinal
}
