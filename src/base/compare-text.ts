/**
 * Order of texts by code point: the order of their UTF-8 bytes, so that a list sorted here and one sorted by a database agree.
 * JavaScript's own `<` differs for letters beyond the basic plane.
 */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let at = 0
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === shorter) return a.length - b.length
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
}

/** Half of a surrogate pair belongs to a code point above every code point that fits one unit. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
