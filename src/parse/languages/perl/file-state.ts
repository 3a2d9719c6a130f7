/** State of one Perl file while it is read. */
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

type PerlState = {
  /** Names of subs and constants: a bare word that is one of them is a call. */
  subs: Set<string>
  /** Names of subs with a body; computed on first use. */
  bodies?: ReadonlySet<string>
  /** POD, in text order. */
  pods: NodeIndex[]
}

const states = new WeakMap<FileFactsBuilder, PerlState>()

export function stateOf(file: FileFactsBuilder): PerlState {
  const known = states.get(file)
  if (known) return known
  const fresh: PerlState = { subs: new Set(), pods: [] }
  states.set(file, fresh)
  return fresh
}

/** Ordinal of the enclosing package of a node, or -1: a named sub belongs to it, wherever it is written. */
export function packageAround(node: NodeIndex, file: FileFactsBuilder): number {
  let at = file.ownerAround(node)
  while (at >= 0 && callableKinds.has(file.symbol(at)?.kind ?? 'class')) at = file.symbol(at)?.parent ?? -1
  return at
}
