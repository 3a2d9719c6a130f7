/**
 * The result of linking the uses of one file. `resolve` produces it, the store stores it, `graph` reads it. A use has a target
 * only when exactly one is possible.
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

/** The result of linking one use; in the order of `FileFacts.uses`. */
export type LinkOutcome =
  | { to: 'symbol'; target: SymbolHandle; tier: Exclude<Tier, 'possible'> }
  /** `pkg:npm/react#useState` */
  | { to: 'package'; target: string }
  | { to: 'nothing'; reason: UnresolvedReason }

/** An edge that no single name in the text expresses: a method that overrides another. */
export type DerivedLink = { source_key: string; edge: EdgeKind; target: SymbolHandle; line: number; column: number }

export type FileLinks = {
  path: string
  uses: LinkOutcome[]
  derived: DerivedLink[]
  /** What was asked about paths to make these links, as numbers, sorted (`resolve/path-questions.ts`). Absent: not known. */
  asked?: Uint32Array
  /** The file's new state: it could not be linked, or it can be linked again. Absent: unchanged. */
  state?: { status: 'indexed' | 'partial' | 'text-only' | 'failed'; reason: string }
}

/**
 * What the links of a repo were made from, apart from facts. `manifests`: path → hash of the bytes that were read. `asked`: questions
 * about paths on which all links may depend.
 */
export type LinkSources = { manifests: ReadonlyMap<string, string>; asked: ReadonlySet<number> }
