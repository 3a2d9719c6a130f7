/** Gives every use of one file its outcome: one definition, another package, or nothing with the reason. */
import type { UseFact } from '../contract/facts.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import type { DerivedLink, FileLinks, LinkOutcome } from '../contract/links.ts'
import { basesOf } from './class-line.ts'
import { meaningOfExpression } from './expression.ts'
import { ask } from './family.ts'
import type { FileTable } from './file-table.ts'
import { KnownOutcomes } from './known-outcomes.ts'
import { factOf, isCallable, type Meaning, nothing, symbolAt } from './meaning.ts'
import { memberBehind } from './members.ts'
import { overridesIn } from './overrides.ts'
import { pickOverload } from './pick-overload.ts'
import type { Project } from './project.ts'
import { canMean, classAround, meaningOfName } from './scope.ts'

/** Work between two pauses, in which a signal can end it and a server answers others. */
const AT_ONCE = 300_000

export async function resolveFile(path: string, facts: FactsView, project: Project, signal?: AbortSignal): Promise<FileLinks> {
  const language = project.bench.languageOf(path)
  const uses = facts.uses()
  if (!project.isLinked(language)) return { path, uses: uses.map(() => notLinked), derived: [] }
  const table = project.bench.tableToLink(path, facts)
  project.bench.pin(table)
  try {
    const { outcomes, followed } = await outcomesOf(project, table, uses, signal)
    const derived = project.bench.isSpent() ? [] : await project.bench.settle(() => derivedIn(project, table))
    return { path, uses: outcomes, derived, ...(project.bench.isSpent() ? { followed } : {}) }
  } finally {
    project.bench.unpin()
  }
}

/** `followed`: how many uses were followed before the work for this file was over. */
async function outcomesOf(
  project: Project,
  table: FileTable,
  uses: readonly UseFact[],
  signal?: AbortSignal,
): Promise<{ outcomes: LinkOutcome[]; followed: number }> {
  const { bench } = project
  const outcomes: LinkOutcome[] = []
  const known = new KnownOutcomes()
  while (outcomes.length < uses.length && !bench.isSpent()) {
    signal?.throwIfAborted()
    const until = bench.spent() + AT_ONCE
    // When another file must be loaded first, continues where it stopped.
    await bench.settle(() => {
      for (let use = uses[outcomes.length]; use && bench.spent() < until; use = uses[outcomes.length]) {
        const next = useBehind(use, uses[outcomes.length + 1])
        const find = (): LinkOutcome =>
          outcomeOf(
            project,
            bench.bounded<Meaning>(tooFar, () => meaningBefore(project, table, use, next)),
          )
        const outcome = known.of(use, scopeOf(project, table, use), next, find)
        if (bench.isSpent()) return
        outcomes.push(outcome)
        bench.spend(1)
      }
    })
    if (outcomes.length < uses.length) await pause()
  }
  const followed = outcomes.length
  return { outcomes: [...outcomes, ...uses.slice(followed).map(() => notLinked)], followed }
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function derivedIn(project: Project, table: FileTable): DerivedLink[] {
  const more = project.bench.bounded([], () => project.rules(table.language).derived?.(table) ?? [])
  return [...overridesIn(project, table), ...more]
}

const tooFar: Meaning = { is: 'nothing', reason: 'receiver-unknown' }
const notLinked: LinkOutcome = { to: 'nothing', reason: 'not-linked' }

/** The use directly after this name and a dot, if there is one. */
function useBehind({ line, column, name, receiver }: UseFact, next: UseFact | undefined): UseFact | undefined {
  const isBehind = receiver === '' && next?.receiver === name && next.line === line && next.column - column - name.length <= 2
  return isBehind ? next : undefined
}

/**
 * An imported function's name followed by a member that is not the function's own refers to the module: `express.static(…)` does
 * not use the function that `express()` calls.
 */
function meaningBefore(project: Project, table: FileTable, use: UseFact, next: UseFact | undefined): Meaning {
  const meaning = meaningOfUse(project, table, use, next)
  if (!next || meaning.is !== 'symbol' || meaning.table === table || !isCallable(factOf(meaning))) return meaning
  const member = meaningOfUse(project, table, next)
  if (member.is !== 'symbol' && member.is !== 'package' && member.is !== 'module') return meaning
  const isOwn = member.is === 'symbol' && factOf(member).qualified_name.startsWith(`${factOf(meaning).qualified_name}.`)
  return isOwn ? meaning : { is: 'module', path: meaning.table.path }
}

function meaningOfUse(project: Project, table: FileTable, use: UseFact, next?: UseFact): Meaning {
  const fact = use.import >= 0 ? table.importAt(use.import) : undefined
  if (fact) {
    const rules = project.rules(table.language)
    return rules.importTarget?.(fact, table) ?? rules.imported(fact, table, ask(use.use))
  }
  const scope = scopeOf(project, table, use)
  // `this.save` of a component: the parser knows which member it is.
  if (use.receiver === 'this' && use.symbol >= 0) return symbolAt(table, use.symbol)
  const own = project.rules(table.language).meaningOf?.(use, table, scope, next)
  if (own) return own
  if (use.use === 'extends' || use.use === 'implements') return meaningOfBase(project, table, use)
  if (use.receiver === '') return pickOverload(project, table, scope, use, meaningOfBare(project, table, scope, use))
  const owner = meaningOfExpression(project, table, scope, use.receiver, 'references')
  return pickOverload(project, table, scope, use, memberBehind(project, table, owner, use.name, use.use, use.arguments))
}

/**
 * Decorators and annotations are above the name, and outside the scope they decorate. So are, where the body of a class is a
 * scope, the defaults in the head of a method.
 */
function scopeOf(project: Project, table: FileTable, { enclosing, line }: UseFact): number {
  if (enclosing < 0) return enclosing
  const symbol = table.symbol(enclosing)
  const { start_line, name_line, end_line, parent } = symbol
  const inHead = line === name_line && line < end_line && isCallable(symbol) && project.rules(table.language).bodyIsScope
  return (start_line <= line && line < name_line) || inHead ? parent : enclosing
}

function meaningOfBase(project: Project, table: FileTable, use: UseFact): Meaning {
  // `new (class extends Base {…})()` in a module: the class has no name, and so no symbol.
  if (use.enclosing < 0)
    return use.symbol >= 0 ? symbolAt(table, use.symbol) : meaningOfUse(project, table, { ...use, use: 'references' })
  const at = table.bases(use.enclosing).findIndex((base) => base.line === use.line && base.column === use.column)
  return basesOf(project, symbolAt(table, use.enclosing))[at] ?? nothing('not-found')
}

function meaningOfBare(project: Project, table: FileTable, scope: number, use: UseFact): Meaning {
  if (use.symbol >= 0 && canMean(project, table, use.symbol, use.use, use.arguments)) return symbolAt(table, use.symbol)
  if (use.name !== 'super')
    return meaningOfName(project, table, scope, use.name, ask(use.use, { locals: false, given: use.arguments }))
  if (project.rules(table.language).isBuiltin?.('super')) return nothing('builtin')
  // `super(…)` calls what the class extends.
  const owner = classAround(project, table, scope)
  const [base] = owner === undefined ? [] : basesOf(project, symbolAt(table, owner))
  return base ?? nothing('not-found')
}

function outcomeOf(project: Project, meaning: Meaning): LinkOutcome {
  switch (meaning.is) {
    case 'symbol':
      return { to: 'symbol', target: meaning.table.handle(meaning.ordinal), tier: 'resolved' }
    case 'module':
      return { to: 'symbol', target: { path: meaning.path, key: '' }, tier: 'resolved' }
    case 'folder': {
      const path = project.rulesOfModule(meaning)?.folderFile?.(meaning.folder)
      return path === undefined
        ? { to: 'nothing', reason: 'not-found' }
        : { to: 'symbol', target: { path, key: '' }, tier: 'resolved' }
    }
    case 'package':
      return { to: 'package', target: meaning.target }
    case 'variable':
      return { to: 'nothing', reason: 'local' }
    case 'instance':
      // `this`, `super`: they refer to a value, not to a definition.
      return { to: 'nothing', reason: 'local' }
    case 'nothing':
      return { to: 'nothing', reason: meaning.reason }
    default:
      return meaning satisfies never
  }
}
