/** Keeps the highest of many scores while they are computed. */

/** Inserts into a list sorted from the highest down, dropping its last; returns the new last. */
export function insertScore(top: Float64Array, score: number): number {
  const last = top.length - 1
  let low = 0
  let high = last
  while (low < high) {
    const middle = (low + high) >> 1
    if ((top[middle] as number) >= score) low = middle + 1
    else high = middle
  }
  top.copyWithin(low + 1, low, last)
  top[low] = score
  return top[last] as number
}
