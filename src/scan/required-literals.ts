/** The literals that every match of a regular expression contains, as RE2 itself finds them out to skip texts without them. */
import { isAscii } from 'node:buffer'
import type { RE2JS } from 're2js'

export type Literals = { literal: string } | { all: readonly Literals[] } | { any: readonly Literals[] }

/** undefined when no literal is certain. `(?i)` and classes yield none, an optional part neither. */
export const requiredLiterals = (pattern: RE2JS): Literals | undefined => literalsOf(pattern.re2().prefilter)

/** `Prefilter.Type` of re2js, which does not export it; `required-literals.test.ts` notices a change. */
const EXACT = 1
const AND = 2
const OR = 3

function literalsOf(node: unknown): Literals | undefined {
  const { type, str, subs } = (node ?? {}) as { type?: unknown; str?: unknown; subs?: unknown }
  if (type === EXACT && typeof str === 'string') return { literal: str }
  if (!Array.isArray(subs) || subs.length === 0) return undefined
  const literals = subs.map(literalsOf)
  const certain = literals.filter((each) => each !== undefined)
  if (type === AND) return certain.length > 0 ? { all: certain } : undefined
  return type === OR && certain.length === literals.length ? { any: certain } : undefined
}

/** Whether a file in UTF-8 or Latin-1 has the literals, before it is decoded. */
export function holdsLiterals(literals: Literals | undefined): (bytes: Buffer) => boolean {
  if (literals === undefined) return () => true
  if ('literal' in literals) return holdsLiteral(Buffer.from(literals.literal))
  const subs = ('all' in literals ? literals.all : literals.any).map(holdsLiterals)
  if ('all' in literals) return (bytes) => subs.every((holds) => holds(bytes))
  // RE2 looks for many alternatives at once; here each would be a pass over the file.
  return subs.length > MOST_ALTERNATIVES ? () => true : (bytes) => subs.some((holds) => holds(bytes))
}

const MOST_ALTERNATIVES = 8

/** Characters beyond ASCII have other bytes in Latin-1. */
const holdsLiteral = (literal: Buffer): ((bytes: Buffer) => boolean) =>
  isAscii(literal) ? (bytes) => bytes.includes(literal) : () => true
