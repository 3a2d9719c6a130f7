/** From offsets in a text back to nodes and lines: for code that a grammar could not read, found by patterns. */
import type { FileFactsBuilder } from '../facts-builder.ts'
import type { NodeIndex } from '../language.ts'

/** The deepest node that contains this offset: nodes are in the order of their starts. */
export function leafAt(offset: number, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let [low, high] = [0, tree.count - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tree.start(middle) <= offset) low = middle
    else high = middle - 1
  }
  while (low > 0 && tree.end(low) <= offset) low = tree.parent(low)
  return low
}

/** The lines of offsets that are queried in ascending order. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++
    return line
  }
}
