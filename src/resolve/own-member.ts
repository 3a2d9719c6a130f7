/** The own members of a class, bases aside: in its body, in other files that may contain its members, static or not. */
import type { EdgeKind } from '../contract/symbol.ts'
import type { Rules, Side } from './family.ts'
import type { FileTable } from './file-table.ts'
import { agreed, factOf, isCallable, isClassLike, type Meaning, type SymbolMeaning, symbolAt } from './meaning.ts'
import { memberOfParts } from './parts.ts'
import { pickSymbol } from './pick-symbol.ts'
import type { Project } from './project.ts'

/** A member of the class itself; a field that is not a symbol is known, but cannot be a link's target. */
export function ownMember(
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
  const found: Meaning[] = []
  const others = rules.memberFiles ? otherFiles(project, owner, rules.memberFiles(owner)) : []
  for (let at = -1; at < others.length; at++) {
    const file = others[at] ?? table
    const named = file.qualifiedIn(factOf(owner).qualified_name, name)
    if (named.length === 0) continue
    const members = named.filter((member) => isMember(file, member, owner, use, rules))
    const reached = nearest(project, file, members, owner, side)
    const ordinals = reached.filter((member) => isTaken(project, file, member, ordinal, use, given))
    if (members.length > 0 && ordinals.length === 0) return undefined
    if (ordinals.length > 0) found.push(pickSymbol(project, file, ordinals, use))
  }
  if (found.length > 0) return agreed(found)
  const bindings = table.named(ordinal, name)?.bindings
  if (!bindings || bindings.length === 0) return undefined
  // Access from outside: constructor parameters are visible only inside the class.
  const isKept = side !== undefined && isClassLike(factOf(owner))
  const fields = isKept ? bindings.filter(({ role }) => role !== 'parameter') : bindings
  return fields.length > 0 ? { is: 'variable', table, bindings: fields } : undefined
}

/** Has the class itself nothing of this name, however it is used? Not told where the family looks elsewhere too. */
export function ownLacks(project: Project, { table, ordinal }: SymbolMeaning, name: string): boolean {
  const rules = project.rules(table.language)
  if (rules.ownMember || rules.memberFiles || (rules.partsOf && !rules.mayAdd)) return false
  return (
    table.lacks(ordinal, table.symbol(ordinal).qualified_name, name) && rules.mayAdd?.(symbolAt(table, ordinal), name) !== true
  )
}

/** Of members of one name, those of this declaration of the class, static or not as asked. */
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

/** `outer.inner` may be a function inside a function: a member's parent is the owner itself, or none. */
function isMember(file: FileTable, member: number, owner: SymbolMeaning, use: EdgeKind, rules: Rules): boolean {
  const parent = file.parent(member)
  const { kind, name } = file.symbol(member)
  // A Java constructor has its class's name, and such a name refers to the class.
  if (kind === 'constructor' && name === factOf(owner).name) return false
  // `this.constructor` is the class of the object, whichever class that is.
  if (kind === 'constructor' && name === 'constructor' && use !== 'calls') return false
  // `Foo.prototype.bar = …` has a function as its owner; functions nested in it do too.
  if (isCallable(factOf(owner)) && kind !== 'method' && kind !== 'property') return false
  if (parent === -1) return true
  if (rules.namesakesApart) return file === owner.table && parent === owner.ordinal
  return file === owner.table && (parent === owner.ordinal || file.symbol(parent).qualified_name === factOf(owner).qualified_name)
}

function otherFiles(project: Project, owner: SymbolMeaning, paths: readonly string[]): readonly FileTable[] {
  return project.bench.tables(paths.filter((path) => path !== owner.table.path))
}

/** Can the member be called with this many arguments? */
export function isTaken(
  project: Project,
  table: FileTable,
  member: number,
  owner: number,
  use: EdgeKind,
  given: number,
): boolean {
  const { takes } = project.rules(table.language)
  return use !== 'calls' || given < 0 || !takes || takes(table.symbol(member), table.symbol(owner), given)
}
