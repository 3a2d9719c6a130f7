/** Macros before, in and behind a declaration, in an enum, and before a statement. */
import { type Context, type Head, type Item, readHead } from './items.ts'
import { closeBehind } from './levels.ts'
import { readyParameters } from './parameters.ts'
import { NUMBER, TEXT } from './tokens.ts'
import { builtinTypes, isCaps, keywords, words } from './words.ts'

/** No type name stands before these. */
const starters = words(
  'class struct union enum typedef static extern inline virtual explicit template using namespace friend typename constexpr consteval ' +
    'constinit public private protected register thread_local mutable __inline __inline__ __extension__ __attribute__ __declspec ' +
    'void char short int long float double signed unsigned bool _Bool auto wchar_t char8_t char16_t char32_t decltype',
)
const trailing = words(
  'const volatile noexcept override final throw try requires asm __asm__ __asm __attribute__ __attribute restrict & && ->',
)
const calling = /^(?:WINAPI|CALLBACK|APIENTRY|NTAPI|PASCAL|STDAPI|\w*(?:CALL|CDECL|STDCALL|CALLBACK|CALLCONV|CC))$/

/** Gives the token to go on with when everything before it is blanked, else the token itself. */
export function readyHead(context: Context, at: number): number {
  const head = readHead(context, at)
  const label = context.level === 'class' ? readyLabel(context, head) : at
  if (label > at) return label
  let from = behindTemplates(head)
  const stays = readyPrefix(context, head, from)
  // What stays begins anew: it may be `public:`, or a declaration of its own.
  if (stays > from) return head.items[stays]?.from ?? head.end
  if (readyTypeHead(context, head, from)) return at
  while (head.items[from]?.kind === 'attribute') from++
  readyDeclaration(context, head, from)
  return at
}

/** `Q_SIGNALS:` and `public slots:` are sections of a class with words of their own. */
function readyLabel({ edits }: Context, { items }: Head): number {
  const at = /^(?:public|private|protected)$/.test(items[0]?.text ?? '') ? 1 : 0
  const [word, colon] = [items[at], items[at + 1]]
  if (word?.kind !== 'name' || colon?.text !== ':' || !/^(?:signals|slots|[A-Z_]+)$/.test(word.text)) return -1
  edits.mask(word.from, at === 0 ? colon.to : word.to)
  return at === 0 ? colon.to : -1
}

function behindTemplates({ items }: Head): number {
  let at = 0
  while (/^(?:template|extern|export|friend)$/.test(items[at]?.text ?? '') || items[at]?.kind === 'attribute') at++
  return at
}

/** Macros at the start: `Q_OBJECT`, `API_EXPORT class`, `DECLARE(x) int`; gives the first item that stays. */
function readyPrefix(context: Context, head: Head, from: number): number {
  const { items } = head
  let at = from
  for (let behind = behindMacros(context, head, at); behind > at; behind = behindMacros(context, head, at)) {
    context.edits.mask(items[at]?.from ?? 0, items[behind - 1]?.to ?? 0)
    at = behind
  }
  return at
}

/** Behind one macro with brackets, or behind several without, when a declaration or nothing follows; else `at`. */
function behindMacros(context: Context, { items, end, ender }: Head, at: number): number {
  const item = items[at]
  if (item?.kind !== 'name' || item.to !== item.from + 1) return at
  const isLast = ender === '' || ender === '#' || ender === '}'
  if (items[at + 1]?.kind === 'brackets') {
    const next = items[at + 2]
    if (!isCaps(item.text) && !isOwnLine(context, item, next, end)) return at
    const isBefore = next === undefined ? isLast : isDeclarationStart(next)
    return isBefore && !isOldStyle(context, end, ender) ? at + 2 : at
  }
  let behind = at
  while (items[behind]?.kind === 'name' && isCaps(items[behind]?.text ?? '') && items[behind + 1]?.kind !== 'brackets') behind++
  const [last, next] = [items[behind - 1], items[behind]]
  if (behind === at || last === undefined) return at
  if (next === undefined) return isLast ? behind : at
  if (starters.has(next.text) || next.text === '~' || next.text === '[' || isParted(context, last, next)) return behind
  return behindMacros(context, { items, end, ender }, behind) > behind ? behind : at
}

/** No type stands an empty line above its name. */
const isParted = ({ tokens }: Context, item: Item, next: Item): boolean =>
  /\n\s*\n/.test(tokens.text.slice(tokens.end[item.to - 1], tokens.start[next.from]))

function isDeclarationStart(item: Item | undefined): boolean {
  if (item === undefined || trailing.has(item.text)) return false
  return item.kind === 'name' || item.kind === 'keyword' || item.text === '~'
}

function isOwnLine({ tokens }: Context, item: Item, next: Item | undefined, end: number): boolean {
  return tokens.startsLine(item.from) && tokens.startsLine(next?.from ?? end)
}

/** `f(a, b) int a; char *b; {`: behind the declarations of the parameters comes a body. */
function isOldStyle({ tokens, level }: Context, end: number, ender: string): boolean {
  if (ender !== ';' || level !== 'file') return false
  let at = end
  for (let declarations = 0; declarations < 12; declarations++) {
    if (tokens.at(at + 1) === '{') return true
    do at++
    while (at < tokens.count && !/^[;{}]$/.test(tokens.at(at)) && !tokens.isDirective(at))
    if (tokens.at(at) !== ';') return false
  }
  return false
}

/** `class API X : Y {`: all but the name go. True when a type with a body begins here. */
function readyTypeHead({ edits }: Context, { items, ender }: Head, from: number): boolean {
  let at = from
  while (items[at]?.kind === 'keyword' && !/^(?:class|struct|union|enum)$/.test(items[at]?.text ?? '')) at++
  if (!/^(?:class|struct|union|enum)$/.test(items[at]?.text ?? '')) return false
  at++
  if (/^(?:class|struct)$/.test(items[at]?.text ?? '')) at++
  const run: { item: Item; to: number }[] = []
  for (let item = items[at]; item; item = items[at]) {
    const brackets = items[at + 1]
    if (item.kind === 'name') run.push({ item, to: brackets?.kind === 'brackets' ? brackets.to : item.to })
    else if (item.kind !== 'attribute' && item.kind !== 'brackets' && !/^(?:__attribute__|alignas|__declspec)$/.test(item.text))
      break
    at++
  }
  const next = items[at]?.text
  const hasBody =
    ender === '{' &&
    (next === undefined || next === ':' || next === 'final') &&
    !(run.at(-1)?.to !== run.at(-1)?.item.to && next === undefined)
  const isForward = ender === ';' && next === undefined && run.length === 2 && isCaps(run[0]?.item.text ?? '')
  if ((hasBody || isForward) && run.length > 1) {
    const named = run.findLast(({ item }) => !isCaps(item.text)) ?? run.at(-1)
    for (const one of run) if (one !== named) edits.mask(one.item.from, one.to)
  }
  return hasBody
}

type Found = { types: Item[]; hasType: boolean; declarator: number; isCalled: boolean }

function readyDeclaration(context: Context, head: Head, from: number): void {
  const { items, end, ender } = head
  const found = findDeclarator(context, items, from)
  dropSurplus(context, found)
  const brackets = items[found.declarator + 1]
  if (!found.isCalled || brackets?.kind !== 'brackets') return
  if (isOldStyle(context, end, ender)) {
    if (!found.hasType && found.types.length === 0) splitName(context, items[found.declarator])
    return
  }
  const isTypeless = !found.hasType && found.types.length === 0 && context.level === 'file' && ender === '{'
  if (isTypeless && items[found.declarator]?.to === (items[found.declarator]?.from ?? 0) + 1)
    readyTypeless(context, items[found.declarator], brackets)
  else readyParameters(context, brackets)
  readyTrailing(context, items, found.declarator + 2)
}

/** What is declared, and the names before it that may be its type. */
function findDeclarator({ edits }: Context, items: readonly Item[], from: number): Found {
  const found: Found = { types: [], hasType: false, declarator: items.length, isCalled: false }
  for (let at = from; at < items.length; at++) {
    const item = items[at] as Item
    const next = items[at + 1]
    if (item.kind === 'name' && next?.kind === 'brackets') {
      if (isBehindName(found, item)) edits.mask(item.from, next.to)
      else if (!isMiddleMacro(items, at)) return { ...found, declarator: at, isCalled: true }
      else edits.mask(item.from, next.to)
      at++
    } else if (item.kind === 'name') found.types.push(item)
    else if (item.kind === 'keyword') {
      if (item.text === 'operator') return atBrackets(items, at, found)
      const isTag = /^(?:class|struct|union|enum)$/.test(item.text)
      if (isTag && next?.kind === 'name') at++
      found.hasType ||= builtinTypes.has(item.text) || isTag
      if (bracketed.has(item.text) && items[at + 1]?.kind === 'brackets') at++
    } else if (item.text === '~') return atBrackets(items, at, found)
    else if (item.kind === 'brackets') return { ...found, declarator: at }
    else if (!/^(?:\*|&|&&|\[)$/.test(item.text) && item.kind !== 'attribute') break
  }
  dropTrailingNames(edits, found)
  // The last name is what is declared.
  return { ...found, types: found.types.slice(0, -1) }
}

/** `~Foo()`, `operator==(…)`: declared is what stands before the brackets. */
function atBrackets(items: readonly Item[], from: number, found: Found): Found {
  const brackets = items.findIndex((item, at) => at > from && item.kind === 'brackets')
  return brackets < 0 ? { ...found, declarator: from } : { ...found, declarator: brackets - 1, isCalled: true }
}

const bracketed = words('decltype typeof __typeof__ __attribute__ __attribute alignas __declspec explicit noexcept')

/** `int size GUARDED_BY(mutex)`: what is declared stands before it. */
function isBehindName({ types, hasType }: Found, { text }: Item): boolean {
  const last = types.at(-1)
  return isCaps(text) && last !== undefined && !isCaps(last.text) && types.length >= (hasType ? 1 : 2)
}

/** `static API(x) int f(…)` */
function isMiddleMacro(items: readonly Item[], at: number): boolean {
  const next = items[at + 2]
  if (!isDeclarationStart(next) || (next?.kind === 'name' && !isCaps(items[at]?.text ?? ''))) return false
  return hasBracketsBehind(items, at + 2)
}

/** `int x UNUSED;` */
function dropTrailingNames(edits: Context['edits'], { types, hasType }: Found): void {
  for (let last = types.at(-1); last && isCaps(last.text) && types.length > (hasType ? 1 : 2); last = types.at(-1)) {
    edits.mask(last.from, last.to)
    types.pop()
  }
}

const hasBracketsBehind = (items: readonly Item[], from: number): boolean =>
  items.slice(from).some((item) => item.kind === 'brackets')

/** Only one name can be the type; the others are macros. */
function dropSurplus({ edits }: Context, { types, hasType }: Found): void {
  if (types.length < (hasType ? 1 : 2)) return
  const last = types.findLast((item) => !calling.test(item.text)) ?? types[0]
  const kept = hasType ? undefined : (types.findLast((item) => !isCaps(item.text)) ?? last)
  for (const item of types)
    if (item !== kept && (isCaps(item.text) || hasType || item.to === item.from + 1)) edits.mask(item.from, item.to)
}

/** `TEST_CASE("title") {`, `PHP_FUNCTION(f) {`, `main(argc, argv) {` */
function readyTypeless(context: Context, name: Item | undefined, brackets: Item): void {
  const { tokens, edits, isPlusPlus } = context
  if (!name) return
  let isOdd = false
  for (let at = brackets.from + 1; at < brackets.to - 1; at++)
    isOdd ||=
      tokens.kind[at] === TEXT ||
      tokens.kind[at] === NUMBER ||
      /^[(){}\]|+-]$/.test(tokens.at(at)) ||
      (keywords.has(tokens.at(at)) && !isPlusPlus)
  if (isOdd) edits.blank(brackets.from + 1, brackets.to - 1)
  if (!isPlusPlus) splitName(context, name)
}

/** The grammar of C wants a type: the first letter of the name will do. `nameBefore` puts them together again. */
function splitName({ tokens, edits }: Context, name: Item | undefined): void {
  if (name && name.text.length > 2) edits.put((tokens.start[name.from] as number) + 1, ' ')
}

/** `int f(void) UNUSED;`, `void g() const MY_OVERRIDE {` */
function readyTrailing({ edits }: Context, items: readonly Item[], from: number): void {
  for (let at = from; at < items.length; at++) {
    const item = items[at] as Item
    if (item.text === '->' || item.text === ':' || item.text === 'requires' || item.text === ',' || item.text === 'try') return
    if (item.kind !== 'name') continue
    const brackets = items[at + 1]?.kind === 'brackets' ? items[at + 1] : undefined
    const next = items[at + (brackets ? 2 : 1)]
    if (next !== undefined && next.kind !== 'name' && !trailing.has(next.text) && next.text !== ':') return
    edits.mask(item.from, brackets?.to ?? item.to)
    if (brackets) at++
  }
}

/** `RED DEPRECATED("…") = 1,` */
export function readyEnumerator({ tokens, edits }: Context, at: number): number {
  if (!tokens.isWord(at) || !tokens.isWord(at + 1)) return at
  let to = at + 1
  while (to < tokens.count && !/^[,=}]$/.test(tokens.at(to)) && !tokens.isDirective(to))
    to = tokens.at(to) === '(' ? closeBehind(tokens, to, tokens.count - 1) + 1 : to + 1
  edits.mask(at + 1, to)
  return at
}

/** `for_each(x, list) {`, `FOREVER {`, `UNUSED int x;` */
export function readyStatement({ tokens, edits }: Context, at: number, last: number): number {
  const name = tokens.at(at)
  if (!tokens.isWord(at) || keywords.has(name)) return at
  const next = tokens.at(at + 1)
  if (next === '(') {
    const close = closeBehind(tokens, at + 1, tokens.count - 1)
    if (tokens.at(close + 1) !== '{' || tokens.at(last) === '::') return at
    const room = tokens.end[close] as number
    if (/[ \t]/.test(tokens.text.charAt(room))) edits.put(room, ';')
    else edits.mask(at, close + 1)
  } else if (isCaps(name) && (next === '{' || (starters.has(next) && next !== 'template'))) edits.mask(at, at + 1)
  return at
}
