/**
 * The component that a file is: the symbol `default`, as if the file had an `export default`. Facts know no path, so it cannot
 * have its file's name; a search for a component by name finds it through the file's name.
 */
import type { FileFacts } from '../../contract/facts.ts'
import type { FileFactsBuilder } from '../facts-builder.ts'
import { hashWhole } from '../span-hash.ts'
import type { LineTable } from './line-table.ts'

const COMPONENT = 'default'

/** Its ordinal: that of the default export, or of a new symbol for the whole text. */
export function defineComponent(file: FileFactsBuilder, type: string): number {
  const known = file.ordinalNamed(COMPONENT)
  if (known >= 0) return known
  if (file.facts.exports.some((fact) => fact.name === COMPONENT)) return -1
  const ordinal = file.define({
    node: 0,
    span: 0,
    kind: 'constant',
    name: 0,
    nameText: COMPONENT,
    signature: SIGNATURE,
    type,
    exported: true,
    owns: false,
    binds: false,
    opens: 'none',
    parent: -1,
  })
  file.addExport({ name: COMPONENT, local: COMPONENT, module: '' }, 0)
  return ordinal
}

/**
 * A component without an `export default` is its whole file. Code outside functions belongs to it where `isOwn` says so: in
 * markup, and in a script that runs again for each component.
 */
export function spreadComponent(facts: FileFacts, file: ComponentFile): number {
  const exported = facts.exports.find((fact) => fact.name === COMPONENT && fact.module === '')
  const ordinal = facts.symbols.findIndex((symbol) => symbol.qualified_name === exported?.local && symbol.parent < 0)
  const component = facts.symbols[ordinal]
  if (!component || !exported) return -1
  if (component.signature === SIGNATURE) {
    const { disk, source } = file
    Object.assign(exported, { line: 1, column: 1 })
    component.start_line = 1
    component.name_line = 1
    component.name_column = 1
    component.end_line = disk.place(Math.max(0, source.trimEnd().length - 1)).line
    component.span_hash = hashWhole(source) ?? component.span_hash
    component.doc ||= facts.doc
  }
  bindInMarkup(facts, ordinal, file)
  for (const use of facts.uses) {
    if (use.enclosing < 0 && use.import < 0 && file.isOwn(file.disk.offset(use.line, use.column))) use.enclosing = ordinal
  }
  return ordinal
}

/** A name bound by a loop or slot of the markup differs from the script's name: it belongs to the component alone. */
function bindInMarkup({ bindings }: FileFacts, component: number, { disk, markup }: ComponentFile): void {
  const lines = markup.map(({ from, to }) => ({ first: disk.place(from).line, last: disk.place(to).line }))
  for (const binding of bindings) {
    const isInside = lines.some(({ first, last }) => first <= binding.line && binding.line <= last)
    if (binding.scope < 0 && isInside) binding.scope = component
  }
}

/** `markup`: the ranges in which the markup binds names, not the script. */
export type ComponentFile = {
  disk: LineTable
  source: string
  isOwn(offset: number): boolean
  markup: readonly { from: number; to: number }[]
}

const SIGNATURE = 'component'
