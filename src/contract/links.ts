/**
 * What linking makes of the uses of one file. `resolve` produces it, the store keeps it, `graph` reads it: a noun of all
 * three. A target is only ever named when it is the one thing the use can mean.
 */
import type { SymbolHandle } from './identity.ts'
import type { EdgeKind, Tier } from './symbol.ts'

/** Why a use has no target. */
export const unresolvedReasons = [
  'not-linked',
  'not-found',
  'receiver-unknown',
  'ambiguous',
  'dynamic',
  'module-not-found',
  'builtin',
  'local',
] as const
export type UnresolvedReason = (typeof unresolvedReasons)[number]

/** What became of one use of a file; aligned with `FileFacts.uses`. */
export type LinkOutcome =
  | { to: 'symbol'; target: SymbolHandle; tier: Exclude<Tier, 'possible'> }
  /** `pkg:npm/react#useState` */
  | { to: 'package'; target: string }
  | { to: 'nothing'; reason: UnresolvedReason }

/** An edge no single name in the text stands for: a method overriding another. */
export type DerivedLink = { source_key: string; edge: EdgeKind; target: SymbolHandle; line: number; column: number }

export type FileLinks = {
  path: string
  uses: LinkOutcome[]
  derived: DerivedLink[]
  /** What linking makes of the file's own state: it could not be linked, or it can be again. Not said: as it was. */
  state?: { status: 'indexed' | 'partial' | 'text-only' | 'failed'; reason: string }
}
