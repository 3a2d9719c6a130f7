/** Macros before a declaration, in the head of a type, among members and in an enum. */
import { isDeclarationStart, isOldStyle } from './declaration-start.ts'
import { readyDeclaration } from './declarations.ts'
import { readyAlias, readyAttributes } from './head-words.ts'
import { type Context, type Head, type Item, readHead } from './items.ts'
import { closeBehind } from './levels.ts'
import { isMacroCall } from './macro-calls.ts'
import { readyNamelessDefault } from './parameters.ts'
import { isCaps, words } from './words.ts'

/** A type name never precedes these. */
const starters = words(
  'class struct union enum typedef static extern inline virtual explicit template using namespace friend typename constexpr consteval ' +
    'constinit public private protected register thread_local mutable __inline __inline__ __extension__ __attribute__ __declspec ' +
    'void char short int long float double signed unsigned bool _Bool auto wchar_t char8_t char16_t char32_t decltype',
)

/** Returns the token to continue with when everything before it is blanked, else the token itself. */
export function readyHead(context: Context, at: number): number {
  const head = readHead(context, at)
  const label = context.level === 'class' ? readyLabel(context, head) : at
  if (label > at) return label
  if (isInstantiation(context, head)) {
    context.edits.mask(at, head.end + 1)
    return head.end + 1
  }
  if (readyEnumMacro(context, head)) return at
  readyAttributes(context, head)
  readyTemplates(context, head)
  let from = behindTemplates(head)
  const stays = readyPrefix(context, head, from)
  // The rest is read again: it may be `public:`, or a declaration of its own.
  if (stays > from) return head.items[stays]?.from ?? head.end
  if (isMacroCall(context, head, from)) {
    context.edits.mask(at, head.end)
    return head.end
  }
  if (readyTypeHead(context, head, from) || readyAlias(context, head, from)) return at
  while (head.items[from]?.kind === 'attribute') from++
  readyDeclaration(context, head, from)
  return at
}

/** `Q_SIGNALS:` and `public slots:` are sections of a class with special words. */
function readyLabel({ edits }: Context, { items }: Head): number {
  const at = /^(?:public|private|protected)$/.test(items[0]?.text ?? '') ? 1 : 0
  const [word, colon] = [items[at], items[at + 1]]
  if (word?.kind !== 'name' || colon?.text !== ':' || !/^(?:signals|slots|[A-Z_]+)$/.test(word.text)) return -1
  edits.mask(word.from, at === 0 ? colon.to : word.to)
  return at === 0 ? colon.to : -1
}

/** `extern template class Foo<int>;` defines no name. */
function isInstantiation({ tokens }: Context, { items, ender }: Head): boolean {
  const word = items[0]?.text === 'extern' ? items[1] : items[0]
  return word?.text === 'template' && ender === ';' && tokens.at(word.from + 1) !== '<'
}

/** `typedef NS_ENUM(NSInteger, Color) {` is `enum Color {`. */
function readyEnumMacro({ tokens, edits }: Context, { items, ender }: Head): boolean {
  const at = items[0]?.text === 'typedef' ? 1 : 0
  const [name, brackets] = [items[at], items[at + 1]]
  if (!name || brackets?.kind !== 'brackets' || ender !== '{' || !/^[A-Z]+_(?:\w+_)?(?:ENUM|OPTIONS)$/.test(name.text))
    return false
  const last = brackets.to - 2
  if (items.length !== at + 2 || !tokens.isWord(last)) return false
  edits.mask(name.from, last)
  edits.replace(tokens.start[name.from] as number, 'enum')
  edits.blank(last + 1, brackets.to)
  if (at === 1) edits.blank(items[0]?.from ?? 0, items[0]?.to ?? 0)
  return true
}

/** `template <class T, ENABLE_IF(is_x<T>)>`: a macro's parameter has no name. */
function readyTemplates({ tokens, edits }: Context, { items }: Head): void {
  for (const { text, from, to } of items) {
    if (text !== 'template') continue
    for (let at = from + 2; at < to; at++) {
      readyNamelessDefault(tokens, edits, at, to - 1)
      if (!isCaps(tokens.at(at)) || tokens.at(at + 1) !== '(' || !/^[<,]$/.test(tokens.at(at - 1)) || tokens.at(at).length < 5)
        continue
      const close = closeBehind(tokens, at + 1, to)
      edits.mask(at, close + 1)
      edits.replace(tokens.start[at] as number, 'class')
      at = close
    }
  }
}

function behindTemplates({ items }: Head): number {
  let at = 0
  while (/^(?:template|extern|export|friend)$/.test(items[at]?.text ?? '') || items[at]?.kind === 'attribute') at++
  return at
}

/** Macros at the start: `Q_OBJECT`, `API_EXPORT class`, `DECLARE(x) int`; returns the first item that stays. */
function readyPrefix(context: Context, head: Head, from: number): number {
  const { items } = head
  let at = from
  for (let behind = behindMacros(context, head, at); behind > at; behind = behindMacros(context, head, at)) {
    context.edits.mask(items[at]?.from ?? 0, items[behind - 1]?.to ?? 0)
    at = behind
  }
  return at
}

/** After one macro with brackets, or several without, when a declaration or nothing follows; else `at`. */
function behindMacros(context: Context, { items, end, ender }: Head, at: number): number {
  const item = items[at]
  if (item?.text === 'static') return behindStatic(context, items, at)
  if (item?.kind !== 'name' || item.to !== item.from + 1) return at
  const isLast = ender === '' || ender === '#' || ender === '}'
  if (items[at + 1]?.kind === 'brackets') {
    const next = items[at + 2]
    if (!isCaps(item.text) && !isOwnLine(context, item, next, end)) return at
    // `TEST(Suite, Name) NO_ANALYSIS {`: the words after it belong to it.
    if (ender === '{' && next && items.slice(at + 2).every(({ kind, text }) => kind === 'name' && isCaps(text))) return at
    const isBefore = next === undefined ? isLast : isDeclarationStart(next, items[at + 3])
    return isBefore && !isOldStyle(context, end, ender) ? at + 2 : at
  }
  let behind = at
  while (items[behind]?.kind === 'name' && isCaps(items[behind]?.text ?? '') && items[behind + 1]?.kind !== 'brackets') behind++
  const [last, next] = [items[behind - 1], items[behind]]
  if (behind === at || last === undefined) return at
  if (next === undefined) return isLast ? behind : at
  if (starters.has(next.text) || next.text === '~' || next.text === '[' || next.text === '@' || isParted(context, last, next))
    return behind
  return behindMacros(context, { items, end, ender }, behind) > behind ? behind : at
}

/** `static PATH_FUNC(a, "b")` and an empty line: another declaration follows. */
function behindStatic(context: Context, items: readonly Item[], at: number): number {
  const [name, brackets, next] = [items[at + 1], items[at + 2], items[at + 3]]
  const isCall = name?.kind === 'name' && isCaps(name.text) && brackets?.kind === 'brackets'
  return isCall && next && (isParted(context, brackets, next) || (next.text === 'static' && context.tokens.startsLine(next.from)))
    ? at + 3
    : at
}

/** There is never an empty line between a type and its name. */
const isParted = ({ tokens }: Context, item: Item, next: Item): boolean =>
  /\n\s*\n/.test(tokens.text.slice(tokens.end[item.to - 1], tokens.start[next.from]))

function isOwnLine({ tokens }: Context, item: Item, next: Item | undefined, end: number): boolean {
  return tokens.startsLine(item.from) && tokens.startsLine(next?.from ?? end)
}

/** `class API X : Y {`: everything but the name is removed. True when a type with a body begins here. */
function readyTypeHead({ edits }: Context, { items, end, ender }: Head, from: number): boolean {
  let at = from
  while (/^(?:keyword|name)$/.test(items[at]?.kind ?? '') && !/^(?:class|struct|union|enum)$/.test(items[at]?.text ?? '')) at++
  if (!/^(?:class|struct|union|enum)$/.test(items[at]?.text ?? '')) return false
  // `static SHARED struct X {`: a name before a type is always a macro.
  for (const item of items.slice(from, at)) if (item.kind === 'name') edits.mask(item.from, item.to)
  at++
  if (/^(?:class|struct)$/.test(items[at]?.text ?? '')) at++
  const colon = items[at]
  // `enum : unsigned {`: the grammar does not know a type after a nameless enum.
  if (colon?.text === ':' && ender === '{') edits.mask(colon.from, end)
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

/** `RED DEPRECATED("…") = 1,` */
export function readyEnumerator({ tokens, edits }: Context, at: number): number {
  if (!tokens.isWord(at) || !tokens.isWord(at + 1)) return at
  let to = at + 1
  while (to < tokens.count && !/^[,=}]$/.test(tokens.at(to)) && !tokens.isDirective(to))
    to = tokens.at(to) === '(' ? closeBehind(tokens, to, tokens.count - 1) + 1 : to + 1
  edits.mask(at + 1, to)
  return at
}
