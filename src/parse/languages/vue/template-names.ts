/** What the names of a template refer to: definitions or imports of the script, else a member of the component. */
import type { FileFacts, UseFact } from '../../../contract/facts.ts'

/** The parts of the options with names that a template, or `this` in them, can use. */
const holders = ['', 'methods.', 'computed.', 'setup.']

/** A bare name in the template, or `this.name` in the options, is a member of the component. */
export function bindTemplateNames(facts: FileFacts, component: number, inTemplate: (use: UseFact) => boolean): void {
  const own = facts.symbols[component]
  if (!own) return
  const defined = new Set(facts.symbols.filter((symbol) => symbol.parent < 0).map((symbol) => symbol.name))
  const ofModule = new Set([...defined, ...facts.imports.map((fact) => fact.alias)])
  const members = new Map<string, number[]>()
  for (const [ordinal, { qualified_name }] of facts.symbols.entries()) {
    for (const name of memberNames(qualified_name, own.qualified_name, own.type)) {
      members.set(name, [...(members.get(name) ?? []), ordinal])
    }
  }
  const isInside = (use: UseFact): boolean => {
    let at = use.enclosing
    // A plain function has its own `this`.
    while (at >= 0 && at !== component && facts.symbols[at]?.kind !== 'function') at = facts.symbols[at]?.parent ?? -1
    return at === component
  }
  const isElsewhere = own.type !== '' && !defined.has(own.type.replace(/<.*/s, ''))
  for (const use of facts.uses) {
    const isBare = use.receiver === '' && inTemplate(use)
    if (isBare && use.use === 'references') nameElement(use, ofModule)
    if (isBare ? ofModule.has(use.name) : !(use.receiver === 'this' && isInside(use))) continue
    const [only, second] = members.get(use.name) ?? []
    if (only !== undefined && second === undefined) use.symbol = only
    // A type in another file defines the properties: linking searches the members of the component.
    else if (isBare && isElsewhere && use.use !== 'references' && !use.name.startsWith('$')) use.receiver = own.name
  }
}

/** `<check>` is Check, or `check` where the script uses that name. */
function nameElement(use: UseFact, known: ReadonlySet<string>): void {
  const lower = use.name.slice(0, 1).toLowerCase() + use.name.slice(1)
  if (!known.has(use.name) && known.has(lower)) use.name = lower
}

/** The names by which a template can refer to a symbol: that of a member, or of a member of its properties' type. */
function memberNames(qualified: string, component: string, type: string): string[] {
  const ways = [...holders.map((holder) => `${component}.${holder}`), ...(type === '' ? [] : [`${type.replace(/<.*/s, '')}.`])]
  return ways
    .filter((way) => qualified.startsWith(way))
    .map((way) => qualified.slice(way.length))
    .filter((name) => name !== '' && !name.includes('.'))
}
