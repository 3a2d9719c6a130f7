/** Words that must be macros by their neighbours: `code FAR *next`, `(z_const char *)p`, `int x UNUSED = 1`, `T C::*`. */
import type { Context } from './items.ts'
import { closeBehind, openBefore } from './levels.ts'
import { builtinTypes, isCaps, keywords } from './words.ts'

/** True when the word at `at` was a macro and was removed. */
export function readyWord(context: Context, at: number): boolean {
  const { tokens, edits, level } = context
  const next = tokens.at(at + 1)
  if (next === '::') return readyMemberPointer(context, at)
  const isBehindBody = isCaps(tokens.at(at)) && tokens.at(at - 1) === '}' && !tokens.startsLine(at)
  if (keywords.has(tokens.at(at)) || (level !== 'body' && level !== 'list' && !isBehindBody)) return false
  const isMacro =
    (isBehindBody && (next === '*' || tokens.isWord(at + 1))) ||
    (isCaps(tokens.at(at)) && isAmongDeclared(context, at)) ||
    isQualifierOfCast(context, at) ||
    isBeforeBuiltin(context, at)
  if (isMacro) edits.mask(at, at + 1)
  return isMacro
}

/** `float Foo::*`, `void (A::B::*run)()`: to the grammar a plain pointer. */
function readyMemberPointer({ tokens, edits }: Context, at: number): boolean {
  if (tokens.at(at - 1) === '::') return false
  let to = at + 2
  while (tokens.isWord(to) && tokens.at(to + 1) === '::') to += 2
  if (tokens.at(to) !== '*') return false
  edits.mask(at, to)
  return true
}

/** `code FAR *next`, `T *RESTRICT p = q`, `Agg a UNUSED = {1}`: a declaration has only one type and one name. */
function isAmongDeclared({ tokens, level }: Context, at: number): boolean {
  const next = tokens.at(at + 1)
  const [before, first] = [tokens.at(at - 1), at - 2]
  if (isTypeWord({ tokens }, at - 1) && next === '*') return true
  const isBehindPointer = (before === '*' || before === '&') && isTypeWord({ tokens }, first)
  const isNamed = tokens.isWord(at + 1) && !keywords.has(next) && !isCaps(next)
  if ((isTypeWord({ tokens }, at - 1) || isBehindPointer) && isNamed && /^[=;,[)]$/.test(tokens.at(at + 2))) return true
  if (level !== 'body' || !/^[=;]$/.test(next) || !tokens.isWord(at - 1) || keywords.has(before)) return false
  return isTypeWord({ tokens }, first) || (/^[*&]$/.test(tokens.at(first)) && isTypeWord({ tokens }, first - 1))
}

const isTypeWord = ({ tokens }: Pick<Context, 'tokens'>, at: number): boolean =>
  tokens.isWord(at) && (!keywords.has(tokens.at(at)) || builtinTypes.has(tokens.at(at)))

/** `(z_const Bytef *)source` */
function isQualifierOfCast({ tokens }: Context, at: number): boolean {
  if (tokens.at(at - 1) !== '(' || !isTypeWord({ tokens }, at + 1) || tokens.at(at + 2) !== '*') return false
  let to = at + 3
  while (tokens.at(to) === '*') to++
  return tokens.at(to) === ')'
}

/** `local char buffer[9]`, `(z_const unsigned char *)` */
function isBeforeBuiltin({ tokens }: Context, at: number): boolean {
  const next = tokens.at(at + 1)
  if (!builtinTypes.has(next) || next === 'decltype' || next === 'auto' || tokens.at(at - 1) === '::') return false
  return tokens.isWord(at + 2) || tokens.at(at + 2) === '*' || tokens.at(at + 2) === '&'
}

/** `[this]() LOCKS_REQUIRED(mutex) {`, `Of<int (*)() const>`: words after brackets that the grammar does not know. */
export function readyBehindBrackets({ tokens, edits }: Context, close: number): void {
  const name = close + 1
  if (/^(?:const|noexcept)$/.test(tokens.at(name)) && /^[>,]$/.test(tokens.at(name + 1))) edits.blank(name, name + 1)
  if (!isCaps(tokens.at(name)) || tokens.at(openBefore(tokens, close) - 1) !== ']') return
  const to = tokens.at(name + 1) === '(' ? closeBehind(tokens, name + 1, tokens.count - 1) + 1 : name + 1
  if (tokens.at(to) === '{' || tokens.at(to) === '->' || tokens.at(to) === 'mutable') edits.mask(name, to)
}

/** `new char *[n]`: the grammar does not know stars there. */
export function readyNew({ tokens, edits }: Context, at: number): void {
  let to = at + 1
  while (to - at < 9 && (tokens.isWord(to) || tokens.at(to) === '::')) to++
  const from = to
  while (tokens.at(to) === '*') to++
  if (from > at + 1 && to > from && /^[[(;]$/.test(tokens.at(to))) edits.blank(from, to)
}

/** `compare(a, b, >)`, `fold(+, x)`: an operator as an argument, where the grammar expects a value. */
export function readySign({ tokens, edits }: Context, at: number): void {
  let to = at
  while (to - at < 3 && /^(?:[-+*/%<>=!&|^]|&&)$/.test(tokens.at(to))) to++
  if (to === at || !/^[,)]$/.test(tokens.at(to))) return
  edits.blank(at, to)
  edits.put(tokens.start[at] as number, '0')
}
