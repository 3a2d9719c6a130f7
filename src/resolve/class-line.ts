/** A class and its ancestors: its bases as written, and all ancestors in lookup order. */
import type { UseFact } from '../contract/facts.ts'
import { factOf, isClassLike, isSameSymbol, type Meaning, nothing, type SymbolMeaning, symbolAt, symbolName } from './meaning.ts'
import type { Project } from './project.ts'

/** What it costs to merge one ancestor into a line, in looks at a candidate. */
export const MERGE = 4

/** The class and all it inherits from, nearest first. */
export type ClassLine = {
  types: readonly SymbolMeaning[]
  /** Every base is known and of this repo. */
  whole: boolean
  /** Names that none of the types has, as far as they were looked for. */
  lacks: Set<string>
}

export function lineOf(project: Project, owner: SymbolMeaning): ClassLine {
  const alone: ClassLine = { types: [owner], whole: false, lacks: new Set() }
  const line = project.bench.remember(owner.table.stepOf('line', owner.ordinal), alone, () => {
    const types = new Map([[symbolName(owner), owner]])
    const rules = project.rules(owner.table.language)
    // The bases of a type declared outside the repo are unknown.
    let whole = !rules.isPart?.(factOf(owner))
    for (const base of inheritedBy(project, owner)) {
      if (base.is === 'symbol' && isClassLike(factOf(base))) {
        const above = lineOf(project, base)
        project.bench.spend(MERGE * above.types.length)
        for (const type of above.types) if (!types.has(symbolName(type))) types.set(symbolName(type), type)
        whole &&= above.whole
      } else if (!(base.is === 'nothing' && base.reason === 'builtin')) whole = false
    }
    return { types: [...types.values()], whole, lacks: new Set<string>() }
  })
  // Whoever asks goes through all of them.
  project.bench.spend(line.types.length)
  return line
}

/** Where a class looks for members it lacks, in order. */
export function inheritedBy(project: Project, owner: SymbolMeaning): readonly Meaning[] {
  const rules = project.rules(owner.table.language)
  return rules.inherited?.(owner) ?? [owner, ...(rules.partsOf?.(owner, 'bases') ?? [])].flatMap((part) => basesOf(project, part))
}

/** What the `extends` and `implements` clauses of a class refer to, in order. */
export function basesOf(project: Project, owner: SymbolMeaning): Meaning[] {
  const { table, ordinal } = owner
  const { bodyIsClass } = project.rules(table.language)
  const isInside = ({ use }: UseFact): boolean => bodyIsClass === true && use === 'implements'
  return table.bases(ordinal).map((use) => {
    const expression = use.receiver === '' ? use.name : `${use.receiver}.${use.name}`
    const base =
      use.symbol >= 0
        ? symbolAt(table, use.symbol)
        : project.meaningOfExpression(table, isInside(use) ? ordinal : table.parent(ordinal), expression, use.use)
    return base.is === 'symbol' && isSameSymbol(base, owner) ? nothing('not-found') : base
  })
}
