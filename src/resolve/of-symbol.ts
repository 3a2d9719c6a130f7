/** What is read from the signature of a symbol, read once: the same few symbols are candidates again and again. */
export function ofSymbol<Fact extends object, Reading>(read: (symbol: Fact) => Reading): (symbol: Fact) => Reading {
  const known = new WeakMap<Fact, { reading: Reading }>()
  return (symbol) => {
    const before = known.get(symbol)
    if (before) return before.reading
    const reading = read(symbol)
    known.set(symbol, { reading })
    return reading
  }
}
