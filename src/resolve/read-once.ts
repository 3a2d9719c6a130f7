/** Readings of short texts that linking needs again and again: receivers, written types. What is read from a text never changes. */

const MOST_KNOWN = 2_000
const LONGEST_KNOWN = 100

export function readOnce<Reading>(read: (text: string) => Reading): (text: string) => Reading {
  const known = new Map<string, Reading>()
  return (text) => {
    if (text.length > LONGEST_KNOWN) return read(text)
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as Reading
    if (known.size >= MOST_KNOWN) known.clear()
    const reading = read(text)
    known.set(text, reading)
    return reading
  }
}
