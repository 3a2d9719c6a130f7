/** What stands behind a dot: members of classes with their bases, of modules, of packages, of values of a known type. */
import type { UseFact } from '../contract/facts.ts'
import type { EdgeKind } from '../contract/symbol.ts'
import { meaningOfExpression } from './expression.ts'
import { ask, type Rules, type Side } from './family.ts'
import { FileTable } from './file-table.ts'
import {
  agreed,
  factOf,
  isCallable,
  isClassLike,
  isValue,
  type Meaning,
  nothing,
  packageMember,
  type SymbolMeaning,
  symbolAt,
} from './meaning.ts'
import { memberOfParts } from './parts.ts'
import { pickSymbol } from './pick-symbol.ts'
import type { Project } from './project.ts'
import { valueHeld } from './values.ts'

/** What `name` means behind something that means `owner`; `given` is how many arguments it is called with. */
export function memberOf(project: Project, owner: Meaning, name: string, use: EdgeKind, given = -1): Meaning {
  switch (owner.is) {
    case 'module':
    case 'folder':
      return project.rulesOfModule(owner)?.offered?.(owner, name, ask(use, { given })) ?? nothing('not-found')
    case 'package':
      return packageMember(owner.target, name)
    case 'symbol':
      return memberOfSymbol(project, owner, name, use, given)
    case 'instance':
      if (owner.of.is === 'package') return packageMember(owner.of.target, name)
      return memberOfClass(project, owner.of, name, use, { above: owner.above, given, side: 'object' })
    case 'variable': {
      const value = valueHeld(project, owner)
      return value.is === 'nothing' ? value : memberOf(project, value, name, use, given)
    }
    case 'nothing':
      return owner.reason === 'builtin' || owner.reason === 'module-not-found' ? owner : nothing('receiver-unknown')
    default:
      return owner satisfies never
  }
}

/** As `memberOf`, written in this file: what it imports may add members to the type. */
export function memberBehind(
  project: Project,
  from: FileTable,
  owner: Meaning,
  name: string,
  use: EdgeKind,
  given = -1,
): Meaning {
  const usual = (): Meaning => memberOf(project, owner, name, use, given)
  return project.rules(from.language).behindDot?.(owner, name, { use, given, from }, usual) ?? usual()
}

function memberOfSymbol(project: Project, owner: SymbolMeaning, name: string, use: EdgeKind, given: number): Meaning {
  const fact = factOf(owner)
  if (isClassLike(fact) || project.rules(owner.table.language).isPart?.(fact))
    return memberOfClass(project, owner, name, use, { given, side: 'static' })
  const own = ownMember(project, owner, name, use, { given })
  if (own && !(isMade(owner) && isWithin(own, owner))) return own
  if (fact.kind === 'namespace' || fact.kind === 'module')
    return project.rules(owner.table.language).below?.(owner, name) ?? nothing('not-found')
  const beside = isCallable(fact) ? project.rules(owner.table.language).memberBeside?.(owner, name, use) : undefined
  if (beside) return beside
  const value = isValue(fact) ? valueHeld(project, owner) : nothing('receiver-unknown')
  return value.is === 'nothing' ? value : memberOf(project, value, name, use, given)
}

/** `const api = make({ load() {…} })`: whether `api` has what was given to `make` is for `make` to say. */
export function isMade({ table, ordinal }: SymbolMeaning): boolean {
  const { kind, parent, name } = table.symbol(ordinal)
  if (kind !== 'constant' && kind !== 'variable') return false
  return table.named(parent, name)?.bindings.some((binding) => /^[\p{L}_$]/u.test(binding.from_call)) ?? false
}

/** Was it written where the owner was, rather than put on it later (`api.load = function …`)? */
function isWithin(member: Meaning, owner: SymbolMeaning): boolean {
  if (member.is !== 'symbol' || member.table !== owner.table) return false
  const { start_line, end_line } = factOf(owner)
  return start_line <= factOf(member).start_line && factOf(member).start_line <= end_line
}

/**
 * A member of a class or of what it inherits. The nearest in order of the bases wins, as in every language here. When a
 * base is not of this repo, a name the known ones lack may come from there: then it is not `not-found`.
 */
export function memberOfClass(
  project: Project,
  owner: SymbolMeaning,
  name: string,
  use: EdgeKind,
  options: { above?: boolean; given?: number; side?: Side } = {},
): Meaning {
  if (!options.above && project.rules(owner.table.language).ownMember) {
    const own = ownMember(project, owner, name, use, options)
    if (own) return own
  }
  const line = lineOf(project, owner)
  const types = options.above ? line.types.slice(1) : line.types
  for (const [at, type] of types.entries()) {
    const found = ownMember(project, type, name, use, { ...options, asked: owner })
    if (!found) continue
    const inherited = types.slice(at + 1)
    const setter = setterAbove(project, found, inherited, name, use)
    if (setter) return setter
    return isAlone(project, found, inherited, name, options.given) ? found : nothing('ambiguous')
  }
  // An alias of a union or the like: what it stands for is not read.
  const isOpen = factOf(owner).kind === 'type' || !line.whole
  return nothing(isOpen ? 'receiver-unknown' : 'not-found')
}

/** What a value given to `name` in a method goes to, when that is no field of the class but a property it inherits. */
function setterAbove(project: Project, found: Meaning, above: readonly SymbolMeaning[], name: string, use: EdgeKind) {
  if (found.is !== 'symbol' || above.length === 0) return undefined
  const { givesWay } = project.rules(found.table.language)
  const owner = givesWay && above.find(({ table, ordinal }) => table.named(ordinal, name)?.symbols[0] !== undefined)
  const inherited = owner && ownMember(project, owner, name, use)
  return inherited?.is === 'symbol' && givesWay?.(factOf(found), factOf(inherited)) ? inherited : undefined
}

/** Is there no other method above that the same call could mean? One that is overridden is the same method. */
function isAlone(project: Project, found: Meaning, above: readonly SymbolMeaning[], name: string, given = -1): boolean {
  if (given < 0 || above.length === 0 || found.is !== 'symbol' || factOf(found).kind !== 'method') return true
  const { replaces } = project.rules(found.table.language)
  if (!replaces) return true
  return above.every(({ table, ordinal }) =>
    (table.named(ordinal, name)?.symbols ?? [])
      .filter((other) => isCallable(table.symbol(other)) && isTaken(project, table, other, ordinal, 'calls', given))
      .every((other) => replaces(factOf(found), table.symbol(other))),
  )
}

function isTaken(project: Project, table: FileTable, member: number, owner: number, use: EdgeKind, given: number): boolean {
  const { takes } = project.rules(table.language)
  return use !== 'calls' || given < 0 || !takes || takes(table.symbol(member), table.symbol(owner), given)
}

/** The class and all it inherits from, nearest first. */
export type ClassLine = {
  types: readonly SymbolMeaning[]
  /** Every base is known and of this repo. */
  whole: boolean
}

export function lineOf(project: Project, owner: SymbolMeaning): ClassLine {
  const alone: ClassLine = { types: [owner], whole: false }
  return project.bench.remember(`line ${owner.table.path} ${owner.ordinal}`, alone, () => {
    const types: SymbolMeaning[] = [owner]
    const rules = project.rules(owner.table.language)
    // Of a type that others declare, nobody here knows the bases.
    let whole = !rules.isPart?.(factOf(owner))
    for (const base of inheritedBy(project, owner)) {
      if (base.is === 'symbol' && isClassLike(factOf(base))) {
        const above = lineOf(project, base)
        for (const type of above.types) if (!types.some((known) => isSameSymbol(known, type))) types.push(type)
        whole &&= above.whole
      } else if (!(base.is === 'nothing' && base.reason === 'builtin')) whole = false
    }
    return { types, whole }
  })
}

/** What a class asks for what it lacks, in order. */
export function inheritedBy(project: Project, owner: SymbolMeaning): readonly Meaning[] {
  const rules = project.rules(owner.table.language)
  return rules.inherited?.(owner) ?? [owner, ...(rules.partsOf?.(owner) ?? [])].flatMap((part) => basesOf(project, part))
}

/** What the `extends` and `implements` of a class mean, in order. */
export function basesOf(project: Project, owner: SymbolMeaning): Meaning[] {
  const { table, ordinal } = owner
  const { bodyIsClass } = project.rules(table.language)
  const isInside = ({ use }: UseFact): boolean => bodyIsClass === true && use === 'implements'
  return table.bases(ordinal).map((use) => {
    const expression = use.receiver === '' ? use.name : `${use.receiver}.${use.name}`
    const base =
      use.symbol >= 0
        ? symbolAt(table, use.symbol)
        : meaningOfExpression(project, table, isInside(use) ? ordinal : table.parent(ordinal), expression, use.use)
    return base.is === 'symbol' && isSameSymbol(base, owner) ? nothing('not-found') : base
  })
}

/** A member the class itself has; a field that is no symbol is known, but nothing can be linked to. */
function ownMember(
  project: Project,
  owner: SymbolMeaning,
  name: string,
  use: EdgeKind,
  { given = -1, side, asked = owner }: { given?: number; side?: Side; asked?: SymbolMeaning } = {},
): Meaning | undefined {
  const { table, ordinal } = owner
  const rules = project.rules(table.language)
  if (rules.ownMember) return rules.ownMember(owner, name, use, side, asked, given)
  if (rules.partsOf) return memberOfParts(project, owner, name, use, given)
  const qualified = `${factOf(owner).qualified_name}.${name}`
  const found: Meaning[] = []
  for (const file of [table, ...otherFiles(project, owner)]) {
    const members = file.qualified(qualified).filter((member) => isMember(file, member, owner, use, rules))
    const reached = nearest(project, file, members, owner, side)
    const ordinals = reached.filter((member) => isTaken(project, file, member, ordinal, use, given))
    if (members.length > 0 && ordinals.length === 0) return undefined
    if (ordinals.length > 0) found.push(pickSymbol(project, file, ordinals, use))
  }
  if (found.length > 0) return agreed(found)
  // Behind a dot only what the class keeps: what its constructor is given is known inside it alone.
  const isKept = side !== undefined && isClassLike(factOf(owner))
  const fields = table.named(ordinal, name)?.bindings.filter(({ role }) => !isKept || role !== 'parameter') ?? []
  return fields.length > 0 ? { is: 'variable', table, bindings: fields } : undefined
}

/** Of members of one name those of this declaration of the class, and of its static or its other side. */
function nearest(
  project: Project,
  file: FileTable,
  members: readonly number[],
  owner: SymbolMeaning,
  side: Side | undefined,
): readonly number[] {
  const own = file === owner.table ? members.filter((member) => file.parent(member) === owner.ordinal) : []
  const here = own.length > 0 ? own : members
  if (!side || !isClassLike(factOf(owner))) return here
  const sided = here.filter((member) => {
    const fact = file.symbol(member)
    return fact.static === (side === 'static') || (fact.kind !== 'method' && fact.kind !== 'property')
  })
  return sided.length > 0 || project.rules(file.language).strictSides ? sided : here
}

/** `outer.inner` may be a function inside a function: only what hangs on the owner itself, or on nothing, is its member. */
function isMember(file: FileTable, member: number, owner: SymbolMeaning, use: EdgeKind, rules: Rules): boolean {
  const parent = file.parent(member)
  const { kind, name } = file.symbol(member)
  // Java calls a constructor like its class, and the class is what such a name means.
  if (kind === 'constructor' && name === factOf(owner).name) return false
  // `this.constructor` is the class of the object, whichever that is.
  if (kind === 'constructor' && name === 'constructor' && use !== 'calls') return false
  // `Foo.prototype.bar = …` hangs on a function; the functions inside it do too.
  if (isCallable(factOf(owner)) && kind !== 'method' && kind !== 'property') return false
  if (parent === -1) return true
  if (rules.namesakesApart) return file === owner.table && parent === owner.ordinal
  return file === owner.table && (parent === owner.ordinal || file.symbol(parent).qualified_name === factOf(owner).qualified_name)
}

function otherFiles(project: Project, owner: SymbolMeaning): FileTable[] {
  const paths = project.rules(owner.table.language).memberFiles?.(owner) ?? []
  return paths
    .filter((path) => path !== owner.table.path)
    .map((path) => project.bench.table(path))
    .filter((table) => table instanceof FileTable)
}

const isSameSymbol = (a: SymbolMeaning, b: SymbolMeaning): boolean => a.table.path === b.table.path && a.ordinal === b.ordinal
