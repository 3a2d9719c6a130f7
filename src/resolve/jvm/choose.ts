/** Chooses the symbol a use refers to among several of one name, from one file or many; or none. */
import type { EdgeKind } from '../../contract/symbol.ts'
import type { FileTable } from '../file-table.ts'
import { agreed, factOf, isCallable, isClassLike, type Meaning, nothing, type SymbolMeaning } from '../meaning.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'

export function choose(project: Project, all: readonly SymbolMeaning[], use: EdgeKind, given: number, from: FileTable): Meaning {
  const taking = all.filter((one) => canBe(project, one, use, given))
  const fitting = nearest(taking, from)
  const byFile = new Map<FileTable, number[]>()
  for (const { table, ordinal } of fitting) byFile.set(table, [...(byFile.get(table) ?? []), ordinal])
  const picked = [...byFile].map(([table, ordinals]) => pickSymbol(project, table, ordinals, use))
  if (picked.length === 1) return picked[0] ?? nothing('not-found')
  const meaning = agreed(picked)
  const isOverloaded = use === 'calls' && fitting.every((one) => isCallable(factOf(one)))
  if (meaning.is === 'nothing' && meaning.reason === 'ambiguous' && isOverloaded) return { ...meaning, among: fitting }
  return meaning
}

function canBe(project: Project, one: SymbolMeaning, use: EdgeKind, given: number): boolean {
  const fact = factOf(one)
  if (use === 'uses_type' || use === 'extends' || use === 'implements' || use === 'decorates') return isClassLike(fact)
  return project.rules(one.table.language).fits?.(fact, use, given) ?? true
}

/**
 * Of declarations of one name in one package a build contains only one: that of the module itself; in common code the `expect`
 * declaration, in platform code the `actual` one.
 */
export function nearest(all: readonly SymbolMeaning[], from: FileTable): readonly SymbolMeaning[] {
  if (all.length < 2 || all.every(({ table }) => table === all[0]?.table)) return all
  for (const root of [from.path, sourceSet(from.path), moduleOf(from.path)]) {
    const near = all.filter(({ table }) => table.path === root || table.path.startsWith(`${root}/`))
    if (near.length > 0) return expected(near)
  }
  return expected(all)
}

/** An `expect` declaration represents all `actual` ones; members inside it do not repeat the keyword. */
function expected(all: readonly SymbolMeaning[]): readonly SymbolMeaning[] {
  const wanted = all.filter((one) => !/(?:^|\s)actual\s/.test(factOf(one).signature))
  return wanted.length > 0 ? wanted : all
}

/** `core/src/jvmMain/kotlin/a/B.kt` → `core/src/jvmMain` */
function sourceSet(path: string): string {
  const found = /^(.*?\/?src\/[^/]+)\//.exec(path)
  return found?.[1] ?? moduleOf(path)
}

/** `core/src/main/scala/a/B.scala` → `core` */
function moduleOf(path: string): string {
  const at = path.search(/(?:^|\/)src\//)
  return at <= 0 ? path : path.slice(0, at)
}
