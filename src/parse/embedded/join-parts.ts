/** Joins the readings of the parts of one file: places become those of the file, ordinals are renumbered. */
import { emptyFacts } from '../../contract/empty-facts.ts'
import type { FileFacts, ParsedFile } from '../../contract/facts.ts'
import type { EmbeddedReading } from '../language.ts'
import { numberTwins } from '../number-twins.ts'
import { LineTable } from './line-table.ts'
import { moveFacts } from './move-facts.ts'
import type { WovenText } from './woven-text.ts'

/** Without `facts` it was too large to read. That costs only this part: the others, and the prose, are kept. */
export type PartReading = { woven: WovenText; facts?: FileFacts; reason: string }

export function joinParts(
  text: string,
  { document, reason, finish }: EmbeddedReading,
  parts: readonly PartReading[],
): { facts: FileFacts; reasons: string[] } {
  const disk = new LineTable(text)
  const found: FileFacts[] = []
  for (const { woven, facts } of parts) {
    if (!facts) continue
    moveFacts(facts, woven, disk)
    found.push(facts)
  }
  const facts = joinFacts(found)
  finish?.(facts, disk)
  if (document) Object.assign(facts, { sections: document.sections, doc: document.doc || facts.doc })
  return { facts, reasons: [...new Set([reason, ...parts.map((part) => part.reason)])] }
}

/** A name written differently where it is used (`<my-button>` for MyButton) must be found by its own name too. */
export function addOtherNames({ facts, identifiers }: ParsedFile): void {
  for (const { name } of facts.uses) if (/^[\p{L}\p{N}_$-]+$/u.test(name) && !identifiers.has(name)) identifiers.set(name, 1)
}

function joinFacts(parts: readonly FileFacts[]): FileFacts {
  const [only, second] = parts
  if (only && !second) return only
  const joined = emptyFacts()
  for (const part of parts) append(joined, part)
  joined.uses.sort((one, other) => one.line - other.line || one.column - other.column)
  for (const symbol of joined.symbols) symbol.tag = symbol.tag.replace(/#.*/s, '')
  numberTwins(joined.symbols)
  return joined
}

function append(joined: FileFacts, part: FileFacts): void {
  const symbols = joined.symbols.length
  const imports = joined.imports.length
  const later = (ordinal: number, by: number): number => (ordinal < 0 ? ordinal : ordinal + by)
  joined.partial ||= part.partial
  joined.package ||= part.package
  joined.doc ||= part.doc
  for (const symbol of part.symbols) joined.symbols.push({ ...symbol, parent: later(symbol.parent, symbols) })
  for (const fact of part.imports) joined.imports.push({ ...fact, scope: later(fact.scope, symbols) })
  for (const fact of part.exports) joined.exports.push(fact)
  for (const fact of part.bindings) joined.bindings.push({ ...fact, scope: later(fact.scope, symbols) })
  for (const use of part.uses) {
    const { enclosing, symbol, import: imported } = use
    joined.uses.push({
      ...use,
      enclosing: later(enclosing, symbols),
      symbol: later(symbol, symbols),
      import: later(imported, imports),
    })
  }
}
