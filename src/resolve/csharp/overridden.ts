/** The methods that a C# method overrides: of its base class, and of the interfaces it implements. */
import type { FileTable } from '../file-table.ts'
import { factOf, isClassLike, isSameSymbol, type SymbolMeaning, symbolAt } from '../meaning.ts'
import { headOf, isExplicit } from './head.ts'
import { erased, replaces } from './overloads.ts'
import { noEnv, type RepoType } from './type.ts'
import type { Values } from './values.ts'

/** The nearest in each line of bases; not those that it only hides (`new`), nor private ones. */
export function overridden(values: Values, table: FileTable, ordinal: number): readonly SymbolMeaning[] {
  const method = table.symbol(ordinal)
  const { parent, name } = method
  if (method.static || parent < 0 || !isClassLike(table.symbol(parent))) return []
  const written = isExplicit(method) ? interfaceOf(method.signature, name) : undefined
  const found: SymbolMeaning[] = []
  for (const part of values.types.namespaces.parts(symbolAt(table, parent))) {
    for (const base of values.types.basesOf(part, noEnv)) {
      if (base.is !== 'type' || (written !== undefined && factOf(base.of).name !== written)) continue
      const target = nearest(values, base, table, ordinal)
      if (target && !found.some((known) => isSameSymbol(known, target))) found.push(target)
    }
  }
  return found
}

function nearest(values: Values, base: RepoType, table: FileTable, ordinal: number): SymbolMeaning | undefined {
  const method = table.symbol(ordinal)
  for (const { of } of values.types.line(base).levels) {
    const isInterface = factOf(of).kind === 'interface'
    // Only `override` replaces a method of a class.
    if (!isInterface && !/\boverride\b/.test(method.signature)) continue
    const methods = (of.table.named(of.ordinal, method.name)?.symbols ?? [])
      .map((one) => symbolAt(of.table, one))
      .filter((one) => factOf(one).kind === 'method' && !factOf(one).static && replaces(method, factOf(one)))
    const exact = methods.filter((one) => typesOf(one) === typesOf(symbolAt(table, ordinal)))
    const [target, second] = exact.length > 0 ? exact : methods
    if (target) return second === undefined ? target : undefined
  }
  return undefined
}

const typesOf = (method: SymbolMeaning): string =>
  (headOf(factOf(method)).parameters ?? []).map(({ type }) => erased(type)).join()

/** `IFoo` of `void A.IFoo<T>.Bar()`. */
function interfaceOf(signature: string, name: string): string | undefined {
  const before = signature.slice(0, signature.lastIndexOf(`.${name}`)).replace(/<[^()]*>$/, '')
  return /[\p{L}_][\p{L}\p{N}_]*$/u.exec(before)?.[0]
}
