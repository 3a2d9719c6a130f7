/** What is known about a Ruby file only when all of it was read. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import { stateOf } from './file-state.ts'
import { setResults } from './results.ts'

export function completeFile(file: FileFactsBuilder): void {
  file.facts.doc = file.docs.ofModule(0)
  extendThemselves(file)
  setResults(file)
}

/** The methods of a module with `extend self` are also methods of the module itself. */
function extendThemselves(file: FileFactsBuilder): void {
  const { extended } = stateOf(file)
  if (extended.size === 0) return
  for (const symbol of file.facts.symbols) {
    const around = file.symbol(symbol.parent)
    if (symbol.kind === 'method' && around && extended.has(around.qualified_name)) symbol.static = true
  }
}
