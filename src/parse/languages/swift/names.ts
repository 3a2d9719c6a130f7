/** Names of Swift as written, and small text helpers for several files of this folder. */
import type { Definition, FileFactsBuilder } from '../../facts-builder.ts'

/** The name of `` `default` `` is default. */
export const bareName = (text: string): string => (text.startsWith('`') ? text.replaceAll('`', '') : text)

/** Without layout and comments. */
export const compact = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\s+/g, '')

/** A capital letter marks a type: all Swift code follows this. */
export const isTypeName = (text: string): boolean => /^_*\p{Lu}/u.test(text)

/** Defines a symbol named like its name node; backticks around the name are removed. */
export function defineNamed(definition: Definition, file: FileFactsBuilder): number {
  const written = file.tree.textOf(definition.name)
  const ordinal = file.define({ ...definition, nameText: bareName(written) })
  const symbol = file.symbol(ordinal)
  if (symbol && written.startsWith('`')) symbol.name_column++
  file.notAUse(definition.name)
  return ordinal
}
