/** Moves facts of a woven text to the places of their pieces in the file. Facts in glue are dropped. */
import type { FileFacts, ImportFact, UseFact } from '../../contract/facts.ts'
import type { Place } from '../../contract/place.ts'
import { LineTable } from './line-table.ts'
import type { WovenText } from './woven-text.ts'

export function moveFacts(facts: FileFacts, woven: WovenText, disk: LineTable): void {
  const mover = new Mover(woven, disk)
  const kept = facts.uses.filter((use) => use.import >= 0 || mover.holds(use))
  facts.uses = onePerPlace(kept.map((use) => mover.use(use)))
  for (const symbol of facts.symbols) {
    const name = mover.place({ line: symbol.name_line, column: symbol.name_column })
    symbol.end_line = mover.endLine(symbol.end_line)
    symbol.start_line = Math.min(mover.startLine(symbol.start_line), name.line)
    symbol.name_line = name.line
    symbol.name_column = name.column
  }
  facts.imports = facts.imports.map((fact): ImportFact => ({ ...fact, ...mover.place(fact) }))
  facts.exports = facts.exports.map((fact) => ({ ...fact, ...mover.place(fact) }))
  facts.bindings = facts.bindings.map((fact) => ({ ...fact, line: mover.startLine(fact.line) }))
}

class Mover {
  private readonly woven: WovenText
  private readonly disk: LineTable
  private readonly lines: LineTable

  constructor(woven: WovenText, disk: LineTable) {
    this.woven = woven
    this.disk = disk
    this.lines = new LineTable(woven.text)
  }

  holds({ line, column }: Place): boolean {
    return this.woven.holds(this.lines.offset(line, column))
  }
  place({ line, column }: Place): Place {
    return this.disk.place(this.woven.diskOffset(this.lines.offset(line, column)))
  }
  startLine(line: number): number {
    return this.place({ line, column: 1 }).line
  }
  endLine(line: number): number {
    return this.disk.place(this.woven.diskOffsetBefore(this.lines.end(line))).line
  }
  use(fact: UseFact): UseFact {
    const said = this.woven.useAt(this.lines.offset(fact.line, fact.column))
    return { ...fact, ...this.place(fact), ...(said && { use: said }) }
  }
}

/** A piece may be used twice; its facts count once. */
function onePerPlace(uses: readonly UseFact[]): UseFact[] {
  const sorted = [...uses].sort((one, other) => one.line - other.line || one.column - other.column)
  const seen = new Set<string>()
  return sorted.filter(({ line, column, name, use, receiver, import: imported }) => {
    const key = `${line} ${column} ${name} ${use} ${receiver} ${imported}`
    return seen.has(key) ? false : seen.add(key)
  })
}
