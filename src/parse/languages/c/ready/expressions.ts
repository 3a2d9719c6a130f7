/**
 * Macros and newer C++ in expressions that the grammar does not know: types as arguments, empty arguments, missing semicolons.
 */
import type { Context } from './items.ts'
import { closeBehind } from './levels.ts'
import { readyBehindBrackets, readyNew, readySign, readyWord } from './macro-words.ts'
import { TEXT } from './tokens.ts'
import { builtinTypes, isCaps, keywords, nullability } from './words.ts'
import { unwrapStatement } from './wrapped-statements.ts'

/** `isCall`: the brackets around the token are those of a call. */
export function readyExpression(context: Context, at: number, last: number, isCall: boolean): void {
  if (context.tokens.isWord(at)) readyName(context, at, last, isCall)
  else readyMark(context, at, last, isCall)
}

function readyName(context: Context, at: number, last: number, isCall: boolean): void {
  const { tokens, edits } = context
  const text = tokens.at(at)
  const next = tokens.at(at + 1)
  if (nullability.has(text)) edits.blank(at, at + 1)
  else if (readyWord(context, at)) return
  else if (text === 'new') readyNew(context, at)
  else if (text === 'operator') readyOperator(context, at)
  else if (isCast(context, at)) edits.blank(at, at + 1)
  else if (text === 'typename' && /^(?:=|return|[(,])$/.test(tokens.at(last)) && context.level === 'body') edits.blank(at, at + 1)
  else if (text === 'if' && isCaps(next) && tokens.at(at + 2) === '(') edits.mask(at + 1, at + 2)
  else if (!isCall || !isStart(tokens.at(last))) return
  else if (text === 'throw' || text === 'return') edits.blank(at, at + 1)
  else if (text === 'typename' && tokens.isWord(at + 1)) edits.blank(at, at + 1)
  else readyArgument(context, at)
}

function readyMark(context: Context, at: number, last: number, isCall: boolean): void {
  const { tokens, edits } = context
  const text = tokens.at(at)
  const next = tokens.at(at + 1)
  if (text === '(') readyBrackets(context, at)
  else if (text === ')') readyBehindBrackets(context, at)
  else if (text === '->' && next === '*') edits.replace(tokens.start[at] as number, ' + ')
  else if (tokens.kind[at] === TEXT) readyText(context, at)
  else if (text === '@' && next === 'available' && tokens.at(at + 2) === '(') readyAvailable(context, at)
  else if (text === '=' && next === '{' && tokens.at(at + 2) === '}' && /^[,)]$/.test(tokens.at(at + 3))) edits.blank(at, at + 3)
  else if (text === ',' && next === 'void' && tokens.at(at + 2) === '(' && tokens.at(at + 3) === ')') edits.blank(at, at + 4)
  else if (!isCall) return
  else if (text === ',') readyComma(context, at, last)
  else if (isStart(tokens.at(last))) readySign(context, at)
}

/** `unsigned(x)`: the grammar knows `int(x)` only. */
function isCast({ tokens, level }: Context, at: number): boolean {
  if (level !== 'body' && level !== 'list') return false
  return tokens.at(at + 1) === '(' && /^(?:unsigned|signed|long|short)$/.test(tokens.at(at)) && !/^[*&)]/.test(tokens.at(at + 2))
}

/** `if (@available(iOS 13, *))` checks the system; to the code it is a number. */
function readyAvailable({ tokens, edits }: Context, at: number): void {
  edits.blank(at, closeBehind(tokens, at + 2, tokens.count - 1) + 1)
  edits.put(tokens.start[at] as number, '1')
}

const isStart = (sign: string): boolean => sign === '(' || sign === ','

/** `typedef LONG (APIENTRY *fn)(int)`: the word before the star is a calling convention, not a type. */
function readyBrackets({ tokens, edits }: Context, at: number): void {
  const isPointer = tokens.isWord(at + 1) && tokens.at(at + 2) === '*' && tokens.isWord(at + 3) && tokens.at(at + 4) === ')'
  if (isPointer && tokens.at(at + 5) === '(' && !keywords.has(tokens.at(at + 1))) edits.mask(at + 1, at + 2)
}

/** `"a" MACRO "b"`, `QUOTE("x") " is"`: adjacent strings are one, even if a macro makes them. */
function readyText({ tokens, edits }: Context, at: number): void {
  if (!isCaps(tokens.at(at + 1)) && !/^(?:PRI|SCN)[a-zA-Z]+\d*$/.test(tokens.at(at + 1))) return
  const isCalled = tokens.at(at + 2) === '('
  edits.mask(at + 1, isCalled ? closeBehind(tokens, at + 2, tokens.count - 1) + 1 : at + 2)
}

/** `it->operator[](0)`, `operator++();`: a call by a name that the grammar reads as the start of a type. */
function readyOperator({ tokens, edits, level, isPlusPlus }: Context, at: number): void {
  const before = tokens.at(at - 1)
  if (!isPlusPlus) return
  if (before !== '.' && before !== '->' && !(level === 'body' && /^[;{}]$/.test(before))) return
  let to = at + 1
  if (tokens.at(to) === '(' && tokens.at(to + 1) === ')') to += 2
  while (to - at < 9 && !/^(?:[(;{}]|)$/.test(tokens.at(to))) to++
  if (tokens.at(to) !== '(' || to === at + 1) return
  const [start, end] = [tokens.start[at] as number, tokens.start[to] as number]
  edits.replace(start, tokens.text.slice(start, end).replaceAll(/\s{1,100}(?=\()|\W/g, '_'))
}

/** `f(a, )`, `f(, b)`. */
function readyComma({ tokens, edits }: Context, at: number, last: number): void {
  const next = tokens.at(at + 1)
  if (isStart(tokens.at(last)) || next === ')') edits.blank(at, at + 1)
}

/** `va_arg(list, char *)`, `cast(Node *, x)`, `EXPECT_THROW(f(), Error&)`: a type where the grammar expects a value. */
function readyArgument({ tokens, edits }: Context, at: number): void {
  let hasKeyword = false
  let names = 0
  let to = at
  // A variable of that name, in C.
  if (tokens.at(at) === 'typename' && !tokens.isWord(at + 1)) return
  for (; to < tokens.count && to - at < 12; to++) {
    const text = tokens.at(to)
    if (text === ',' || text === ')') break
    if (builtinTypes.has(text) || /^(?:const|volatile|struct|union|enum|class|typename)$/.test(text)) hasKeyword = true
    else if (tokens.isWord(to) && !keywords.has(text)) names += tokens.at(to - 1) === '::' ? 0 : 1
    else if (text !== '*' && text !== '&' && text !== '&&' && text !== '::') return
  }
  const end = tokens.at(to - 1)
  const isMarked = end === '*' || end === '&' || end === '&&'
  if (names > 1 || to === at || !(hasKeyword || isMarked) || (hasKeyword && names > 0 && !isMarked && !isTagged(tokens.at(at))))
    return
  if (!hasKeyword) {
    for (let mark = at; mark < to; mark++) if (/^[*&]/.test(tokens.at(mark))) edits.blank(mark, mark + 1)
    return
  }
  edits.mask(at, to)
  edits.put(tokens.start[at] as number, '0')
}

const isTagged = (word: string): boolean => /^(?:const|struct|union|enum|class|typename)$/.test(word)

/**
 * `TRACE(x)` on its own line, `for_each(x, list) {`: adds a semicolon where there is room; returns the token after it, or -1. May
 * remove a single word, too.
 */
export function readyStatement({ tokens, edits, isPlusPlus }: Context, at: number): number {
  const name = tokens.at(at)
  if (!tokens.isWord(at) || keywords.has(name)) return -1
  const next = tokens.at(at + 1)
  if (next === '(') return readyCall({ tokens, edits }, at)
  // `Hash{key}.write()` constructs a value.
  if (next === '{' && isPlusPlus && tokens.start[at + 1] === tokens.end[at]) return -1
  // `Unless {` in C, `fall_through` before a case: no statement begins like this.
  const isOdd =
    (next === '{' && !isPlusPlus) ||
    (/^(?:emit|Q_EMIT)$/.test(name) && tokens.isWord(at + 1)) ||
    (/^(?:case|default)$/.test(next) && tokens.startsLine(at + 1))
  if (!isOdd && !(isCaps(name) && (next === '{' || isDeclarationOf({ tokens }, at + 1) || isAlone({ tokens }, at)))) return -1
  edits.mask(at, at + 1)
  return at + 1
}

type Some = Pick<Context, 'tokens' | 'edits'>

function readyCall({ tokens, edits }: Some, at: number): number {
  const close = closeBehind(tokens, at + 1, tokens.count - 1)
  const next = close + 1
  const unwrapped = unwrapStatement({ tokens, edits }, at, close)
  if (unwrapped >= 0) return unwrapped
  const isBlock = tokens.at(next) === '{'
  const isStatement =
    tokens.isWord(next) &&
    (tokens.startsLine(next) || !/^(?:const|noexcept|override|and|or|xor|bitand|bitor|not_eq)$/.test(tokens.at(next)))
  if (!isBlock && !isStatement) return -1
  const room = (tokens.start[next] as number) - 1
  if (room >= (tokens.end[close] as number) && /[ \t]/.test(tokens.text.charAt(room))) edits.put(room, ';')
  else if (isBlock) edits.mask(at, next)
  else return -1
  return next
}

/** `BEGIN_TEST` on a line of its own, not continued by what follows. */
function isAlone({ tokens }: Pick<Context, 'tokens'>, at: number): boolean {
  const next = at + 1
  if (!tokens.startsLine(at) || !tokens.startsLine(next)) return false
  return tokens.isDirective(next) || tokens.isWord(next) || tokens.at(next) === '}'
}

/** `UNUSED int x`, `CONSTEXPR20 size_t size` */
function isDeclarationOf({ tokens }: Pick<Context, 'tokens'>, at: number): boolean {
  const [first, second] = [tokens.at(at), tokens.at(at + 1)]
  if (builtinTypes.has(first) || /^(?:static|const|struct|constexpr|auto|enum|union|register|thread_local|volatile)$/.test(first))
    return true
  return tokens.isWord(at) && !keywords.has(first) && tokens.isWord(at + 1) && !keywords.has(second)
}
