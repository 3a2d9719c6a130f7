/**
 * JSON that a stranger wrote: a repo's settings, the call of a model, the answer of its server. What is nested deeper than any of them
 * is no JSON here: `JSON.parse` reads it, but whatever then walks through it, `JSON.stringify` too, exceeds the stack.
 */

const MOST_LEVELS = 64

/** Throws a SyntaxError. */
export function parseShallow(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!isShallow(value, MOST_LEVELS)) throw new SyntaxError('it is nested too deep')
  return value
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}
