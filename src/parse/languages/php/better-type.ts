/** Chooses between the declared and the documented type: the one that says more. */

/** Says nothing about the members of a value, or the elements of a list. */
const vague = /^\??(?:array|iterable|object|mixed|callable|Traversable|Iterator|IteratorAggregate|Generator)?$/

export function betterType(declared: string, documented: string): string {
  if (documented === '' || vague.test(declared)) return documented || declared
  // `Collection` and `Collection<int, Order>`: the same type, with its elements.
  return documented.startsWith(`${declared.replace(/^\?/, '')}<`) ? documented : declared
}
