/**
 * The outcomes of the uses of one file, by what they depend on apart from their place. Most uses are the first of their name in a
 * function, so only further ones are found by a text: to put that together and hash it costs as much as many a use.
 */
import type { UseFact } from '../contract/facts.ts'
import type { LinkOutcome } from '../contract/links.ts'

/** `next`: the use directly behind, which says more about this one. `others`: of further uses of the same name in the same function. */
type First = {
  use: UseFact
  scope: number
  next: UseFact | undefined
  outcome: LinkOutcome
  others: Map<string, LinkOutcome> | undefined
}

export class KnownOutcomes {
  private readonly firsts = new Map<number, Map<string, First>>()

  /** `find` may throw: then nothing is known. */
  of(use: UseFact, scope: number, next: UseFact | undefined, find: () => LinkOutcome): LinkOutcome {
    let names = this.firsts.get(use.enclosing)
    if (!names) {
      names = new Map()
      this.firsts.set(use.enclosing, names)
    }
    const first = names.get(use.name)
    if (!first) {
      const outcome = find()
      names.set(use.name, { use, scope, next, outcome, others: undefined })
      return outcome
    }
    return isSame(first, use, scope, next) ? first.outcome : amongOthers(first, keyOf(use, scope, next), find)
  }
}

function amongOthers(first: First, key: string, find: () => LinkOutcome): LinkOutcome {
  const known = first.others?.get(key)
  if (known) return known
  const outcome = find()
  first.others ??= new Map()
  first.others.set(key, outcome)
  return outcome
}

function isSame(known: First, use: UseFact, scope: number, next: UseFact | undefined): boolean {
  if (known.scope !== scope || known.use.import !== use.import || !isWrittenSo(known.use, use)) return false
  return next ? known.next !== undefined && isWrittenSo(known.next, next) : known.next === undefined
}

const isWrittenSo = (a: UseFact, b: UseFact): boolean =>
  a.receiver === b.receiver &&
  a.symbol === b.symbol &&
  a.use === b.use &&
  a.arguments === b.arguments &&
  a.argument_types === b.argument_types &&
  a.name === b.name

/** The name and the function are those of the first. */
const keyOf = (use: UseFact, scope: number, next: UseFact | undefined): string =>
  `${scope}\0${use.import}\0${written(use)}${next ? `\0${written(next)}\0${next.name}` : ''}`

const written = (use: UseFact): string => `${use.symbol}\0${use.use}\0${use.arguments}\0${use.argument_types}\0${use.receiver}`
