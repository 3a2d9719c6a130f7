/** Two words on one type, the declared one and that of the comment: the one that says more. */

/** Says nothing about what can be called on a value, or what a list holds. */
const vague = /^\??(?:array|iterable|object|mixed|callable|Traversable|Iterator|IteratorAggregate|Generator)?$/

export function betterType(declared: string, documented: string): string {
  if (documented === '' || vague.test(declared)) return documented || declared
  // `Collection` beside `Collection<int, Order>`: the same, with what it holds.
  return documented.startsWith(`${declared.replace(/^\?/, '')}<`) ? documented : declared
}
