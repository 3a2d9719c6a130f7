/**
 * Macros around statements and declarations: `TESTONLY( rc = ) f();`, `VVA_ONLY( x = 1; )`, `ASSIGN_OR_RETURN(int n, count())`.
 */
import type { Context } from './items.ts'
import { closeBehind } from './levels.ts'
import { builtinTypes, isCaps, keywords } from './words.ts'

type Some = Pick<Context, 'tokens' | 'edits'>

/** Removes the macro around the content; returns the token to read again from, -1 when it is not such a macro. `at`: its name. */
export function unwrapStatement(context: Some, at: number, close: number): number {
  const { tokens, edits } = context
  const [first, last] = [at + 2, tokens.at(close - 1)]
  if (first >= close) return -1
  const isUnwrapped =
    last === ';' ||
    (last === '=' && isCaps(tokens.at(at))) ||
    isDeclaring(context, at, close) ||
    readyAssignment(context, at, close)
  if (!isUnwrapped) return -1
  edits.mask(at, first)
  edits.blank(close, close + 1)
  return first
}

/** `VERBOSE(const char *name = "x");`: a macro around a declaration. */
function isDeclaring({ tokens }: Some, at: number, close: number): boolean {
  if (!isCaps(tokens.at(at)) || tokens.at(close + 1) !== ';') return false
  const first = tokens.at(at + 2)
  if (!builtinTypes.has(first) && !/^(?:const|struct|static)$/.test(first)) return false
  for (let part = at + 3; part < close; part++) {
    const text = tokens.at(part)
    if (text === ',' || text === '(') return false
    if (text === '=') return true
  }
  return tokens.isWord(close - 1) || tokens.at(close - 1) === ']'
}

/** `ASSIGN_OR_RETURN(auto n, count(), …);` declares n, which is `count()`; the other arguments are removed. */
function readyAssignment({ tokens, edits }: Some, at: number, close: number): boolean {
  if (!/_OR_[A-Z]+$/.test(tokens.at(at)) || tokens.at(close + 1) !== ';') return false
  const comma = commaBehind({ tokens, edits }, at + 2, close)
  if (comma >= close || !tokens.isWord(comma - 1) || keywords.has(tokens.at(comma - 1)) || /^[.(]|->/.test(tokens.at(comma - 2)))
    return false
  edits.put(tokens.start[comma] as number, '=')
  edits.mask(commaBehind({ tokens, edits }, comma + 1, close), close)
  return true
}

/** The next comma outside brackets, `close` when there is none. */
function commaBehind({ tokens }: Some, from: number, close: number): number {
  let depth = 0
  for (let at = from; at < close; at++) {
    const text = tokens.at(at)
    if (text === ',' && depth <= 0) return at
    if (text === '<') depth++
    else if (text === '>') depth--
    else if (text === '(' || text === '{' || text === '[') at = closeBehind(tokens, at, close)
  }
  return close
}
