/** Member access: members of classes with their bases, of modules, of packages, of values of a known type. */
import type { EdgeKind } from '../contract/symbol.ts'
import { type ClassLine, lineOf } from './class-line.ts'
import { ask, type Side } from './family.ts'
import type { FileTable } from './file-table.ts'
import { factOf, isCallable, isClassLike, isValue, type Meaning, nothing, packageMember, type SymbolMeaning } from './meaning.ts'
import { isTaken, ownLacks, ownMember } from './own-member.ts'
import type { Project } from './project.ts'

/** What the member `name` of `owner` means; `given` is how many arguments it is called with. */
export function memberOf(project: Project, owner: Meaning, name: string, use: EdgeKind, given = -1): Meaning {
  return project.bench.deeper(() => memberBy(project, owner, name, use, given))
}

function memberBy(project: Project, owner: Meaning, name: string, use: EdgeKind, given: number): Meaning {
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
      const value = project.valueHeld(owner)
      return value.is === 'nothing' ? value : memberOf(project, value, name, use, given)
    }
    case 'nothing':
      return owner.reason === 'builtin' || owner.reason === 'module-not-found' ? owner : nothing('receiver-unknown')
    default:
      return owner satisfies never
  }
}

/** Like `memberOf`, but from this file: its imports may add members to the type. */
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
  const value = isValue(fact) ? project.valueHeld(owner) : nothing('receiver-unknown')
  return value.is === 'nothing' ? value : memberOf(project, value, name, use, given)
}

/** `const api = make({ load() {…} })`: whether `api` has the members of the argument depends on `make`. */
export function isMade({ table, ordinal }: SymbolMeaning): boolean {
  const { kind, parent, name } = table.symbol(ordinal)
  if (kind !== 'constant' && kind !== 'variable') return false
  return table.named(parent, name)?.bindings.some((binding) => /^[\p{L}_$]/u.test(binding.from_call)) ?? false
}

/** Was it written inside the owner, rather than assigned later (`api.load = function …`)? */
function isWithin(member: Meaning, owner: SymbolMeaning): boolean {
  if (member.is !== 'symbol' || member.table !== owner.table) return false
  const { start_line, end_line } = factOf(owner)
  return start_line <= factOf(member).start_line && factOf(member).start_line <= end_line
}

/**
 * A member of a class or of its bases. The nearest in order of the bases wins, as in every language here. When a base is not of
 * this repo, a name the known ones lack may come from it: then it is not `not-found`.
 */
export function memberOfClass(
  project: Project,
  owner: SymbolMeaning,
  name: string,
  use: EdgeKind,
  options: { above?: boolean; given?: number; side?: Side } = {},
): Meaning {
  return project.bench.deeper(() => memberInLine(project, owner, name, use, options))
}

function memberInLine(
  project: Project,
  owner: SymbolMeaning,
  name: string,
  use: EdgeKind,
  options: { above?: boolean; given?: number; side?: Side },
): Meaning {
  if (!options.above && project.rules(owner.table.language).ownMember) {
    const own = ownMember(project, owner, name, use, options)
    if (own) return own
  }
  const line = lineOf(project, owner)
  const found = line.lacks.has(name) ? undefined : nearestIn(project, line, owner, name, use, options)
  if (found) return found
  // An alias of a union or the like: the aliased type is not read.
  const isOpen = factOf(owner).kind === 'type' || !line.whole
  return nothing(isOpen ? 'receiver-unknown' : 'not-found')
}

function nearestIn(
  project: Project,
  line: ClassLine,
  owner: SymbolMeaning,
  name: string,
  use: EdgeKind,
  options: { above?: boolean; given?: number; side?: Side },
): Meaning | undefined {
  const { types, lacks } = line
  const asking = { ...options, asked: owner }
  let lacking = 0
  for (let at = options.above ? 1 : 0; at < types.length; at++) {
    const type = types[at] as SymbolMeaning
    // Most types of a line lack most names, which is seen in a look or two.
    if (ownLacks(project, type, name)) {
      lacking++
      continue
    }
    const found = ownMember(project, type, name, use, asking)
    if (!found) continue
    const inherited = types.slice(at + 1)
    const setter = setterAbove(project, found, inherited, name, use)
    if (setter) return setter
    return isAlone(project, found, inherited, name, options.given) ? found : nothing('ambiguous')
  }
  if (lacking === types.length) lacks.add(name)
  return undefined
}

/** The inherited property that an assignment to `name` in a method sets, when the class has no such field itself. */
function setterAbove(project: Project, found: Meaning, above: readonly SymbolMeaning[], name: string, use: EdgeKind) {
  if (found.is !== 'symbol' || above.length === 0) return undefined
  const { givesWay } = project.rules(found.table.language)
  const owner = givesWay && above.find(({ table, ordinal }) => table.named(ordinal, name)?.symbols[0] !== undefined)
  const inherited = owner && ownMember(project, owner, name, use)
  return inherited?.is === 'symbol' && givesWay?.(factOf(found), factOf(inherited)) ? inherited : undefined
}

/** Can the call mean no other inherited method? One that is overridden is the same method. */
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
