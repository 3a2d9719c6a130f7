/** "Did you mean …?": the known name closest to a mistyped one. */

/** undefined when nothing is close: a wrong guess misleads more than none. Case and `-`/`_` do not count as differences. */
export const nearestName = (wrong: string, names: Iterable<string>): string | undefined => nearestNames(wrong, names, 1)[0]

/** The names at the smallest distance, each once, in the order given; more distant ones would mislead. */
export function nearestNames(wrong: string, names: Iterable<string>, most: number): string[] {
  const plain = fold(wrong)
  const allowed = Math.max(1, Math.floor(plain.length / 3))
  const close = new Map<string, number>()
  for (const name of names) {
    if (name === wrong || close.has(name) || Math.abs(name.length - wrong.length) > allowed + wrong.length) continue
    const distance = editDistance(plain, fold(name), allowed)
    if (distance <= allowed) close.set(name, distance)
  }
  const least = Math.min(...close.values())
  return [...close]
    .filter(([, distance]) => distance === least)
    .slice(0, most)
    .map(([name]) => name)
}

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '')

/** Insertions, deletions, replacements and swaps of neighbours; gives up early once it must exceed `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let least = Math.min(at(previous, column) + 1, at(current, column - 1) + 1, at(previous, column - 1) + (same ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, at(before, column - 2) + 1)
      current.push(least)
    }
    before = previous
    previous = current
  }
  return at(previous, b.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
