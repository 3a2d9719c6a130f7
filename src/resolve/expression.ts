/** Follows an expression of names, dots and calls step by step, from the meaning of its first name. */
import type { EdgeKind } from '../contract/symbol.ts'
import { basesOf } from './class-line.ts'
import { elementOf } from './elements.ts'
import { ask, type Rules } from './family.ts'
import type { FileTable } from './file-table.ts'
import { factOf, instanceOf, isClassLike, isValue, type Meaning, type Nothing, nothing, type SymbolMeaning } from './meaning.ts'
import { isMade, memberBehind } from './members.ts'
import { wholeAt } from './parts.ts'
import type { Project } from './project.ts'
import { readExpression, type Step } from './read-expression.ts'
import { classAround, isStaticScope, meaningOfName } from './scope.ts'
import { resultOf, valueHeld } from './values.ts'

/** What `text`, written in `scope` of a file, means; `use` is how its last name is used. */
export function meaningOfExpression(project: Project, table: FileTable, scope: number, text: string, use: EdgeKind): Meaning {
  return project.bench.deeper(() => followed(project, table, scope, text, use))
}

function followed(project: Project, table: FileTable, scope: number, text: string, use: EdgeKind): Meaning {
  const reading = readExpression(text)
  if (reading === undefined) return nothing('receiver-unknown')
  if (reading === 'literal') return nothing('builtin')
  let construct = reading.construct
  let meaning: Meaning | undefined
  for (const [at, step] of reading.steps.entries()) {
    const doing = at === reading.steps.length - 1 && !step.called ? use : step.called ? 'calls' : 'references'
    const receiver = meaning
    meaning = meaning ? memberStep(project, table, meaning, step, doing) : firstStep(project, table, scope, step, doing)
    // The called name is the language's own; a constructed or returned value is a value of it.
    const isValueOfIt = meaning.is !== 'nothing' || (construct && step.called)
    if (step.called && step.indexed && !construct) meaning = elementOf(project, meaning)
    else if (step.called && !isSuperCall(at, step)) {
      meaning = construct ? constructed(meaning) : resultOf(project, meaning, 0, receiver && valueHeld(project, receiver))
      construct = false
    }
    if (step.made) meaning = constructed(meaning)
    if (step.indexed && !step.called) meaning = elementOf(project, meaning)
    if (meaning.is !== 'nothing') continue
    return behind(project.rules(table.language), meaning, reading.steps.slice(at), isValueOfIt)
  }
  return meaning ?? nothing('receiver-unknown')
}

function firstStep(project: Project, table: FileTable, scope: number, step: Step, use: EdgeKind): Meaning {
  if (step.name === 'super') return superOf(project, table, scope)
  const self = project.rules(table.language).selfNames?.get(step.name)
  if (self === 'super') return superOf(project, table, scope)
  const outside = self && project.rules(table.language).selfType?.(table, scope)
  if (outside) return outside.is === 'symbol' ? instanceOf(outside) : outside
  const owner = self ? classAround(project, table, scope) : undefined
  if (owner === undefined) return meaningOfName(project, table, scope, step.name, ask(use))
  const type = wholeAt(project, table, owner)
  const isObject = isValue(factOf(type)) && !isMade(type)
  const isItself = self === 'class' || isObject || (isClassLike(factOf(type)) && isOfClass(project, table, scope, owner))
  return isItself ? type : instanceOf(type)
}

function memberStep(project: Project, table: FileTable, owner: Meaning, step: Step, use: EdgeKind): Meaning {
  // Java's `Outer.this`.
  if (step.name === 'this' && owner.is === 'symbol' && isClassLike(factOf(owner))) return instanceOf(owner)
  return memberBehind(project, table, owner, step.name, use)
}

/** The members that the enclosing class inherits. */
function superOf(project: Project, table: FileTable, scope: number): Meaning {
  const owner = classAround(project, table, scope)
  const type = owner === undefined ? undefined : wholeAt(project, table, owner)
  if (owner === undefined || !type || !isClassLike(factOf(type))) return nothing('receiver-unknown')
  const { superIsParent, bodyIsClass } = project.rules(table.language)
  if (superIsParent) return parentOf(project, type)
  // In Ruby a class inherits the class methods of its parent.
  if (bodyIsClass && isStaticScope(table, scope, owner)) return classAbove(parentOf(project, type))
  const [base, second] = basesOf(project, type)
  // All bases are of another package, so the member is too.
  if (base?.is === 'package' && second === undefined) return instanceOf(base)
  return { is: 'instance', of: type, above: true }
}

function parentOf(project: Project, type: SymbolMeaning): Meaning {
  const at = type.table.bases(type.ordinal).findIndex(({ use }) => use === 'extends')
  const parent = at < 0 ? undefined : basesOf(project, type)[at]
  if (parent?.is === 'symbol' || parent?.is === 'package') return instanceOf(parent)
  return parent?.is === 'nothing' && parent.reason === 'builtin' ? parent : nothing('receiver-unknown')
}

const classAbove = (parent: Meaning): Meaning => (parent.is === 'instance' ? parent.of : parent)

/** Is `self` the class itself here? */
function isOfClass(project: Project, table: FileTable, scope: number, owner: number): boolean {
  return isStaticScope(table, scope, owner) || (scope === owner && project.rules(table.language).bodyIsClass === true)
}

/** Python's `super()` is not a call of something that has a type. */
const isSuperCall = (at: number, step: Step): boolean => at === 0 && step.name === 'super'

function constructed(meaning: Meaning): Meaning {
  if (meaning.is === 'package') return instanceOf(meaning)
  // `new` may treat a plain function as a class.
  if (meaning.is === 'symbol' && !isValue(factOf(meaning))) return instanceOf(meaning)
  return meaning.is === 'nothing' ? meaning : nothing('receiver-unknown')
}

/** The reason for a member of an unknown value: the chain was lost at the first of `steps`. */
function behind(rules: Rules, unknown: Nothing, steps: readonly Step[], isValue: boolean): Meaning {
  if (unknown.reason === 'builtin') {
    return rules.staysBuiltin?.(isValue ? steps.slice(1) : steps) === false ? nothing('receiver-unknown') : unknown
  }
  return steps.length === 1 || unknown.reason === 'module-not-found' ? unknown : nothing('receiver-unknown')
}
