/** Which names inside a file mean something else because the file imports other things than before. */
import type { ImportFact } from '../contract/facts.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import type { NamesInside } from './passed-on.ts'
import type { Relinking } from './relinking.ts'

export function changedImports(before: FactsView | undefined, after: FactsView | undefined, relinking: Relinking): NamesInside {
  const names = new Set<string>()
  const [then, now] = [before?.outline(), after?.outline()]
  for (const [outline, other] of [
    [then, now],
    [now, then],
  ] as const) {
    for (const fact of importedOnlyBy(outline, other)) {
      if (fact.alias === '' && bringsUnlisted(fact, relinking)) return 'any'
      for (const name of (outline && relinking.broughtBy?.(fact, outline)) ?? [fact.alias]) names.add(name)
    }
  }
  names.delete('')
  return names
}

function importedOnlyBy(outline: Outline | undefined, other: Outline | undefined): ImportFact[] {
  const known = new Set(other?.imports.map((fact) => described(fact, other)))
  return outline?.imports.filter((fact) => !known.has(described(fact, outline))) ?? []
}

const described = ({ module, name, alias, kind, scope, type_only }: ImportFact, { symbols }: Outline): string =>
  JSON.stringify([module, name, alias, kind, symbols[scope]?.qualified_name, type_only])

/** Does it bring names that it does not list, from a module that is not found as a file of its name (`ChangedNames.stars`)? */
const bringsUnlisted = ({ kind }: ImportFact, { modulesArePaths, takesModules, globsStay }: Relinking): boolean =>
  kind === 'namespace' || kind === 'static' || (kind === 'wildcard' && !modulesArePaths && !takesModules && !globsStay)
