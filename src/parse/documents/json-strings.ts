/**
 * Every string value of a JSON text with its path and line, in one pass. Broken JSON gives the strings before the error: a
 * notebook in the middle of a merge is still a document.
 */

/** `path` is reused between calls. `from` and `to`: the text between the quotes. */
export type JsonString = { path: readonly (string | number)[]; line: number; value: string; from: number; to: number }

/** Deeper strings are not reported: endless nesting must not cost an endless path. */
const DEPTH = 8
const QUOTE = 34
const BACKSLASH = 92

export function eachJsonString(
  text: string,
  wanted: (path: readonly (string | number)[]) => boolean,
  visit: (found: JsonString) => void,
): void {
  const walk = { path: [] as (string | number)[], arrays: [] as boolean[], line: 1, atKey: false }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\n') walk.line++
    else if (letter === '{' || letter === '[') enter(walk, letter === '[')
    else if (letter === '}' || letter === ']') leave(walk)
    else if (letter === ',') step(walk)
    else if (letter === '"') {
      const end = stringEnd(text, at)
      const depth = walk.arrays.length
      if (walk.atKey) {
        if (depth <= DEPTH) walk.path[depth - 1] = decode(text, at, end)
        walk.atKey = false
      } else if (depth <= DEPTH && wanted(walk.path)) {
        visit({ path: walk.path, line: walk.line, value: decode(text, at, end), from: at + 1, to: end })
      }
      at = end
    }
  }
}

type Walk = { path: (string | number)[]; arrays: boolean[]; line: number; atKey: boolean }

function enter(walk: Walk, isArray: boolean): void {
  walk.arrays.push(isArray)
  if (walk.arrays.length <= DEPTH) walk.path.push(isArray ? 0 : '')
  walk.atKey = !isArray
}

function leave(walk: Walk): void {
  if (walk.arrays.length <= DEPTH) walk.path.pop()
  walk.arrays.pop()
  walk.atKey = false
}

function step(walk: Walk): void {
  const depth = walk.arrays.length
  if (depth === 0) return
  walk.atKey = walk.arrays[depth - 1] === false
  const last = walk.path[depth - 1]
  if (!walk.atKey && depth <= DEPTH && typeof last === 'number') walk.path[depth - 1] = last + 1
}

/**
 * Index of the closing quote, or the end of the text. A raw line end inside a string is invalid JSON: such lines are not counted.
 */
function stringEnd(text: string, open: number): number {
  let at = open + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    at += code === BACKSLASH ? 2 : 1
  }
  return text.length
}

function decode(text: string, open: number, close: number): string {
  try {
    return JSON.parse(text.slice(open, close + 1)) as string
  } catch {
    return text.slice(open + 1, close)
  }
}
