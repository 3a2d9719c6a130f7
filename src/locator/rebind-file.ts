/**
 * Finds what the index knew about a file in its new text: symbols with `relocate`, uses inside their symbol by name, receiver
 * and kind. A use is found again only if the name still has the same meaning in the file. If an import above it changed, the
 * name may mean something else, and the use is dropped.
 */
import { groupBy } from '../base/group-by.ts'
import type { FileFacts, SymbolFact, UseFact } from '../contract/facts.ts'
import { symbolKey } from '../contract/identity.ts'
import type { EdgeKind } from '../contract/symbol.ts'
import { relocate } from './relocate.ts'
import type { Relocation } from './wanted-symbol.ts'

/** The facts of one version of a file. */
export type FileVersion = {
  outline(): Pick<FileFacts, 'symbols' | 'imports' | 'bindings'>
  uses(): readonly UseFact[]
}
/** A use as a stored link describes it; `key` is that of the enclosing symbol, '' for the module. */
export type KnownUse = { key: string; line: number; column?: number; edge: EdgeKind; name?: string }
export type UsePosition = { line: number; column: number; enclosing: number }

export interface ReboundFacts {
  /** From the old key to the new ordinal; -1 for the module itself; undefined when the symbol is gone. */
  symbolNow(key: string): Relocation | undefined
  /** From a new ordinal to the old symbol; undefined when the symbol is new. */
  symbolThen(ordinal: number): SymbolFact | undefined
  useNow(use: KnownUse): UsePosition | undefined
}

export function rebindFile(then: FileVersion, now: FileVersion, language: string): ReboundFacts {
  const before = then.outline().symbols
  const after = now.outline().symbols
  const relocations = matchSymbols(before, after, language)
  const ordinals = new Map(before.map((symbol, ordinal) => [keyOf(symbol), ordinal]))
  const back = new Map([...relocations].map(([from, to]) => [to.ordinal, from]))
  const uses = lazily(() => matchUses(then, now, relocations))
  const byLine = lazily(() => groupBy([...then.uses().keys()], (at) => then.uses()[at]?.line ?? 0))
  const symbolNow = (key: string): Relocation | undefined => (key === '' ? theModule : relocations.get(ordinals.get(key) ?? -1))
  return {
    symbolNow,
    symbolThen: (ordinal) => before[back.get(ordinal) ?? -1],
    useNow(use) {
      const at =
        byLine()
          .get(use.line)
          ?.find((index) => isSame(then.uses()[index] as UseFact, use)) ?? -1
      if (at >= 0) return uses().get(at)
      // A link without a use (an override) is found by the line of its symbol.
      const from = before[ordinals.get(use.key) ?? -1]
      const to = symbolNow(use.key)
      const fact = to && after[to.ordinal]
      if (!from || !fact || from.name_line !== use.line) return undefined
      return { line: fact.name_line, column: fact.name_column, enclosing: to.ordinal }
    },
  }
}

const theModule: Relocation = { ordinal: -1, how: 'exact', confidence: 1 }

const keyOf = (symbol: SymbolFact): string => symbolKey(symbol.qualified_name, symbol.tag)

function isSame(fact: UseFact, { line, column, name, edge }: KnownUse): boolean {
  if (fact.line !== line) return false
  if (column !== undefined) return fact.column === column
  return (name === undefined || fact.name === name) && fact.use === edge
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Symbols compared with symbols in one file. What is left of thousands that changed all at once counts as gone. */
const MOST_LOOKS = 2_000_000

/** From the old ordinal to the current symbol. If two old symbols would match the same new one, neither does. */
function matchSymbols(before: readonly SymbolFact[], after: readonly SymbolFact[], language: string): Map<number, Relocation> {
  const byKey = new Map(after.map((symbol, ordinal) => [keyOf(symbol), ordinal]))
  const stood = new Set(before.map(keyOf))
  const others = new Set(after.filter((symbol) => stood.has(keyOf(symbol))))
  const taken = (symbol: SymbolFact): boolean => others.has(symbol)
  let looks = 0
  const relocations = new Map<number, Relocation>()
  const claims = new Map<number, { from: number; found: Relocation }[]>()
  for (const [ordinal, symbol] of before.entries()) {
    const same = byKey.get(keyOf(symbol))
    if (same !== undefined) relocations.set(ordinal, { ordinal: same, how: 'exact', confidence: 1 })
    else if (looks < MOST_LOOKS) {
      looks += after.length
      const found = relocate(symbol, after, { language, taken })
      if (found) claims.set(found.ordinal, [...(claims.get(found.ordinal) ?? []), { from: ordinal, found }])
    }
  }
  for (const [claim, second] of claims.values()) if (claim && !second) relocations.set(claim.from, claim.found)
  return relocations
}

/** From the index of an old use to its new place. Equal uses of one symbol are matched in their order. */
function matchUses(then: FileVersion, now: FileVersion, relocations: ReadonlyMap<number, Relocation>): Map<number, UsePosition> {
  const waiting = new Map<string, UseFact[]>()
  for (const use of now.uses()) {
    const kind = kindOfUse(use, use.enclosing)
    const known = waiting.get(kind)
    if (known) known.push(use)
    else waiting.set(kind, [use])
  }
  const meaning = compareMeanings(then, now)
  const found = new Map<number, UsePosition>()
  for (const [at, use] of then.uses().entries()) {
    const enclosing = use.enclosing < 0 ? -1 : relocations.get(use.enclosing)?.ordinal
    if (enclosing === undefined || !meaning(rootOf(use))) continue
    const next = waiting.get(kindOfUse(use, enclosing))?.shift()
    if (next) found.set(at, { line: next.line, column: next.column, enclosing: next.enclosing })
  }
  return found
}

const kindOfUse = ({ name, receiver, use }: UseFact, enclosing: number): string => `${enclosing}\0${use}\0${receiver}\0${name}`

/** The first name of a chain: `db` in `db.session.add`. */
function rootOf({ receiver, name }: UseFact): string {
  return /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(receiver)?.[0] ?? name
}

/** Whether a name has the same meaning in both versions: the same imports, definitions and typed variables of that name. */
function compareMeanings(then: FileVersion, now: FileVersion): (name: string) => boolean {
  const [before, after] = [meaningsIn(then), meaningsIn(now)]
  return (name) => (before.get(name) ?? '') === (after.get(name) ?? '')
}

function meaningsIn(version: FileVersion): Map<string, string> {
  const { symbols, imports, bindings } = version.outline()
  const said = new Map<string, string[]>()
  const add = (name: string, words: string): void => {
    const known = said.get(name)
    if (known) known.push(words)
    else said.set(name, [words])
  }
  const scope = (ordinal: number): string => symbols[ordinal]?.qualified_name ?? ''
  for (const each of imports) add(each.alias, `import ${each.module} ${each.name} ${each.kind} ${scope(each.scope)}`)
  for (const each of symbols) add(each.name, `symbol ${each.qualified_name} ${each.kind}`)
  for (const each of bindings) add(each.name, `${each.role} ${scope(each.scope)} ${each.type} ${each.from_call}`)
  return new Map([...said].map(([name, words]) => [name, words.sort().join('\n')]))
}
