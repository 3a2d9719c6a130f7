/**
 * Code inside what a grammar reads as mere tokens (items between a macro's braces). Where a language recognises such places, the
 * text around them is blanked and parsed again; where that does not parse, the place is left unchanged.
 */
import { fillSpans, type Span } from './blank.ts'
import type { EngineOutcome } from './engine.ts'
import { ERROR_TYPE, type FlatTree } from './flat-tree.ts'
import type { MaskedName } from './language.ts'

export type Wrapping = {
  from: number
  to: number
  /** What is blanked, as offsets: the name and the brackets. */
  blanks: readonly Span[]
  /** The use of the macro, which the grammar no longer sees. */
  name: MaskedName
}

export type Unwrapped = { outcome: EngineOutcome; wrappings: readonly Wrapping[] }

/** Each round reveals nested macros, and those that do not parse. */
const ROUNDS = 6

/** `text` is the text of `first`. */
export function unwrap(
  text: string,
  first: EngineOutcome,
  parse: (text: string) => EngineOutcome,
  find: (tree: FlatTree) => readonly Wrapping[],
): Unwrapped {
  const refused = new Set<number>()
  const done: Wrapping[] = []
  let shown = text
  let outcome = first
  for (let round = 0; round < ROUNDS && outcome.state === 'parsed'; round++) {
    const found = find(outcome.tree).filter(({ from }) => !refused.has(from))
    if (found.length === 0) break
    const wasPartial = outcome.partial
    const trial = fillSpans(
      shown,
      found.flatMap((one) => one.blanks),
    )
    const next = parse(trial)
    const bad = refusals(next, found, wasPartial)
    for (const { from } of bad) refused.add(from)
    if (bad.length === 0) {
      shown = trial
      for (const one of found) done.push(one)
    }
    // Both outcomes share one tree: the earlier one has to be parsed again.
    outcome = bad.length === 0 ? next : parse(shown)
  }
  return { outcome, wrappings: done }
}

/** Those with a syntax error; all, when it is unknown where the error is. */
function refusals(next: EngineOutcome, found: readonly Wrapping[], wasPartial: boolean): readonly Wrapping[] {
  if (next.state !== 'parsed') return found
  if (!next.partial) return []
  const { tree } = next
  const errors: number[] = []
  for (let node = 0; node < tree.count; node++) if (tree.type[node] === ERROR_TYPE) errors.push(tree.start[node] as number)
  const bad = found.filter(({ from, to }) => (errors[firstFrom(errors, from)] ?? Number.POSITIVE_INFINITY) <= to)
  return bad.length > 0 || wasPartial ? bad : found
}

/** Index of the first that is not before `offset`; nodes are in text order. */
function firstFrom(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) < offset) low = middle + 1
    else high = middle
  }
  return low
}
