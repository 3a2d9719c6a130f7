/** Looks up a bare name as the language does: scopes from the inside out, then imports, the package, the builtins. */

import type { EdgeKind } from '../contract/symbol.ts'
import type { Ask } from './family.ts'
import { type FileTable, MODULE_SCOPE, type NamedHere } from './file-table.ts'
import { agreed, factOf, isClassLike, isValue, type Meaning, nothing } from './meaning.ts'
import { memberOfClass } from './members.ts'
import { wholeAt } from './parts.ts'
import { pickSymbol } from './pick-symbol.ts'
import type { Project } from './project.ts'

/** What `name` means in `scope` of a file. */
export function meaningOfName(project: Project, table: FileTable, scope: number, name: string, asking: Ask): Meaning {
  return project.bench.deeper(() => fromInsideOut(project, table, scope, name, asking))
}

function fromInsideOut(project: Project, table: FileTable, scope: number, name: string, asking: Ask): Meaning {
  const own = project.rules(table.language).bareName?.(name, table, asking, scope)
  if (own) return own
  for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
    const found = inScope(project, table, at, name, asking, scope)
    if (found) return found
  }
  return (
    moduleName(project, table, name, asking) ??
    project.rules(table.language).packageName?.(name, table, asking, scope) ??
    wildcardName(project, table, name, asking) ??
    (project.rules(table.language).isBuiltin?.(name) ? nothing('builtin') : undefined) ??
    headName(project, table, scope, name, asking) ??
    nothing('not-found')
  )
}

/** A name defined or imported at module level. Undefined when there is none. */
export function moduleName(project: Project, table: FileTable, name: string, asking: Ask): Meaning | undefined {
  const here = table.named(MODULE_SCOPE, name)
  return here ? project.bench.deeper(() => meaningHere(project, table, here, asking)) : undefined
}

/** A name imported by `from x import *`. An unknown module may define any name, but proves nothing. */
export function wildcardName(project: Project, table: FileTable, name: string, asking: Ask): Meaning | undefined {
  return project.bench.deeper(() => fromWildcards(project, table, name, asking))
}

/** What a look into another module costs, in looks at a candidate. */
const WILDCARD = 30

function fromWildcards(project: Project, table: FileTable, name: string, asking: Ask): Meaning | undefined {
  // A script may source, and C may include, a file of any kind.
  if (!project.isLinked(table.language)) return undefined
  const rules = project.rules(table.language)
  const found: Meaning[] = []
  for (const fact of table.wildcards) {
    project.bench.spend(WILDCARD)
    const module = rules.imported(fact, table, asking)
    if (module.is === 'module' || module.is === 'folder')
      found.push(rules.offered?.(module, name, asking) ?? nothing('not-found'))
    else if (module.is === 'symbol') found.push(memberOfClass(project, module, name, asking.use, { given: asking.given }))
  }
  const meaning = agreed(found)
  return meaning.is === 'nothing' && meaning.reason !== 'ambiguous' ? undefined : meaning
}

function inScope(
  project: Project,
  table: FileTable,
  scope: number,
  name: string,
  asking: Ask,
  from: number,
): Meaning | undefined {
  const owner = table.symbol(scope)
  const here = table.named(scope, name)
  const rules = project.rules(table.language)
  if (!isClassLike(owner) && !rules.isPart?.(owner))
    return here ? meaningHere(project, table, localsOf(table, here), asking) : undefined
  if (rules.bareMembers) {
    if (rules.isPart?.(owner) && rules.typeParameter?.(table, scope, name) !== undefined) return nothing('local')
    const member = memberOfClass(project, wholeAt(project, table, scope), name, asking.use, { given: asking.given })
    if (member.is === 'symbol' && rules.isBare?.(factOf(member)) === false) return undefined
    return member.is === 'nothing' && member.reason !== 'ambiguous' ? undefined : member
  }
  // Code directly in the body of a class sees the body's definitions; its methods do not.
  if (!here || !(rules.bodyIsScope || owner.kind === 'enum')) return undefined
  if (from === scope) return meaningHere(project, table, here, asking)
  const isValueOfBody = table.parent(from) === scope && isValue(table.symbol(from))
  if (!isValueOfBody) return undefined
  // What is defined further down does not exist yet: `json = json` reads the module's name.
  const above = here.symbols.filter((ordinal) => ordinal < from)
  return meaningHere(project, table, { ...here, symbols: above, bindings: [] }, asking)
}

/** Defaults and annotations of a method belong to it, but are evaluated in the class's body. */
function headName(project: Project, table: FileTable, scope: number, name: string, asking: Ask): Meaning | undefined {
  if (!project.rules(table.language).bodyIsScope || scope === MODULE_SCOPE) return undefined
  const parent = table.parent(scope)
  const here = parent === MODULE_SCOPE || !isClassLike(table.symbol(parent)) ? undefined : table.named(parent, name)
  const inHead =
    here &&
    table
      .symbol(scope)
      .signature.split(/[^\p{L}\p{N}_]+/u)
      .includes(name)
  return inHead ? meaningHere(project, table, here, asking) : undefined
}

function meaningHere(project: Project, table: FileTable, here: NamedHere, asking: Ask): Meaning | undefined {
  const found: Meaning[] = []
  const rules = project.rules(table.language)
  const symbols = here.symbols.filter(
    (ordinal) => canMean(project, table, ordinal, asking.use, asking.given) && !rules.isPart?.(table.symbol(ordinal)),
  )
  if (symbols.length > 0) found.push(pickSymbol(project, table, symbols, asking.use))
  for (const fact of here.imports) found.push(project.rules(table.language).imported(fact, table, asking))
  if (found.length > 0) return agreed(found)
  // A variable does not hide a type of the same name.
  if (here.bindings.length === 0 || !asking.locals || asking.use === 'uses_type') return undefined
  return { is: 'variable', table, bindings: here.bindings }
}

/** An interface is not a value: `instanceof File` does not refer to an interface `File` defined above. */
export function canMean(project: Project, table: FileTable, ordinal: number, use: EdgeKind, given: number): boolean {
  if (project.rules(table.language).fits?.(table.symbol(ordinal), use, given) === false) return false
  if (use !== 'reads' && use !== 'writes' && use !== 'calls' && use !== 'decorates') return true
  return !project.rules(table.language).isNoValue?.(table.symbol(ordinal))
}

/** Without members assigned to the function from outside: `View.prototype.resolve` is not a local of `View`. */
function localsOf(table: FileTable, here: NamedHere): NamedHere {
  const isMember = (ordinal: number): boolean => ['method', 'property'].includes(table.symbol(ordinal).kind)
  return here.symbols.some(isMember) ? { ...here, symbols: here.symbols.filter((ordinal) => !isMember(ordinal)) } : here
}

/** The class whose body contains the scope, or undefined. `this` of a nested plain function is not the class's. */
export function classAround(project: Project, table: FileTable, scope: number): number | undefined {
  const rules = project.rules(table.language)
  for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
    const symbol = table.symbol(at)
    if (isClassLike(symbol) || rules.isPart?.(symbol)) return at
    const parent = table.parent(at)
    if (symbol.kind === 'method' || symbol.kind === 'constructor') {
      // A method inside a method belongs to an anonymous class: its `this` is not the enclosing class.
      if (parent === MODULE_SCOPE) return undefined
      const { kind } = table.symbol(parent)
      return kind === 'method' || kind === 'constructor' ? undefined : parent
    }
    if (rules.rebindsThis?.(symbol)) return hasMembers(table, at) ? at : undefined
  }
  return undefined
}

/** Does `this` in this scope refer to the class itself, as in a static method? */
export function isStaticScope(table: FileTable, scope: number, owner: number): boolean {
  let at = scope
  while (at !== MODULE_SCOPE && at !== owner && table.parent(at) !== owner) at = table.parent(at)
  return at !== MODULE_SCOPE && at !== owner && table.symbol(at).static
}

/** A plain function with assigned methods is a class: JavaScript before classes. */
const hasMembers = (table: FileTable, ordinal: number): boolean =>
  table.inside(ordinal).some((inner) => table.symbol(inner).kind === 'method' && !table.symbol(inner).static)
