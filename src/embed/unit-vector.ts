/** The vector of length 1 with the direction of the given one. Undefined when that has none: all zeros, or not measurable. */
export function unitVector(numbers: Float64Array): Float32Array | undefined {
  let squares = 0
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    squares += number * number
  }
  if (!(squares > 0 && squares < Number.POSITIVE_INFINITY)) return undefined
  const length = Math.sqrt(squares)
  const unit = new Float32Array(numbers.length)
  for (let at = 0; at < unit.length; at++) unit[at] = (numbers[at] as number) / length
  return unit
}
