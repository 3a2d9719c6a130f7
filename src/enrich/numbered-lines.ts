/** Lines with their numbers, as many as fit. What is left out is replaced by a line that says how many lines it was. */

/** Of a line; the rest is marked. */
const MOST_LINE = 400
/** The part of the room for the first lines; the rest is for the last ones. */
const HEAD_SHARE = 0.7

export function numberedLines(lines: readonly string[], most: number): string {
  const numbered = lines.map((line, at) => `${at + 1}| ${line.length > MOST_LINE ? `${line.slice(0, MOST_LINE)} […]` : line}`)
  const whole = numbered.join('\n')
  if (whole.length <= most) return whole
  const head = taken(numbered, most * HEAD_SHARE)
  const used = head.join('\n').length
  const tail = taken(numbered.slice(head.length).reverse(), most - used - MARK_ROOM).reverse()
  const left = numbered.length - head.length - tail.length
  return [...head, `[… ${left} ${left === 1 ? 'line' : 'lines'} left out …]`, ...tail].join('\n')
}

const MARK_ROOM = 40

function taken(lines: readonly string[], most: number): string[] {
  const fitting: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > most) break
    fitting.push(line)
  }
  return fitting
}
