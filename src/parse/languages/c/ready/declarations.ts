/** The middle and the end of a declaration: which name is declared, which is its type; the others are macros. */
import { isDeclarationStart, isOldStyle, trailing } from './declaration-start.ts'
import type { Context, Head, Item } from './items.ts'
import type { Level } from './levels.ts'
import { readyParameters } from './parameters.ts'
import { NUMBER, TEXT } from './tokens.ts'
import { builtinTypes, isCaps, keywords, words } from './words.ts'

const calling = /^(?:WINAPI|CALLBACK|APIENTRY|NTAPI|PASCAL|STDAPI|\w*(?:CALL|CDECL|STDCALL|CALLBACK|CALLCONV|CC))$/

type Found = { types: Item[]; hasType: boolean; declarator: number; isCalled: boolean }

export function readyDeclaration(context: Context, head: Head, from: number): void {
  const { items, end, ender } = head
  const found = findDeclarator(context, items, from)
  const isColoned = items.slice(found.declarator + 2).some(({ text }) => text === ':')
  // Only constructors have member initialisers after a colon, and only they and conversions are explicit: they have no type.
  const isConstructor = found.isCalled && !found.hasType && (isColoned || items.some(({ text }) => text === 'explicit'))
  dropSurplus(context, isConstructor ? { ...found, hasType: true } : found)
  const brackets = items[found.declarator + 1]
  // `void (*free)(void *) ATTRIBUTE;`
  if (items[found.declarator]?.kind === 'brackets') readyTrailing(context, items, found.declarator + 2)
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
function findDeclarator({ edits, tokens, level }: Context, items: readonly Item[], from: number): Found {
  const found: Found = { types: [], hasType: false, declarator: items.length, isCalled: false }
  for (let at = from; at < items.length; at++) {
    const item = items[at] as Item
    const next = items[at + 1]
    if (item.kind === 'name' && next?.kind === 'brackets') {
      if (isBehindName(found, item)) edits.mask(item.from, next.to)
      else if (isTypeMacro(items, at, found, level)) {
        edits.mask(next.from, next.to)
        found.types.push(item)
      } else if (!isMiddleMacro(tokens, items, at)) return { ...found, declarator: at, isCalled: true }
      else edits.mask(item.from, next.to)
      at++
    } else if (tokens.at(item.to - 1) !== '::' && isBehindPointer(items, at)) edits.mask(item.from, item.to)
    else if (item.kind === 'name') {
      // `Foo::operator bool`: the class is not its type.
      if (tokens.at(item.to - 1) !== '::') found.types.push(item)
    } else if (item.kind === 'keyword') {
      // `operator bool`: its return type is in its name.
      if (item.text === 'operator')
        return atBrackets(items, at, { ...found, hasType: found.hasType || /^(?:name|keyword)$/.test(next?.kind ?? '') })
      const isTag = /^(?:class|struct|union|enum)$/.test(item.text)
      if (isTag && next?.kind === 'name') at++
      found.hasType ||= builtinTypes.has(item.text) || isTag
      if (bracketed.has(item.text) && items[at + 1]?.kind === 'brackets') at++
    } else if (item.text === '~') return atBrackets(items, at, found)
    else if (item.kind === 'brackets') return { ...found, declarator: at }
    else if (!/^(?:\*|&|&&|\[)$/.test(item.text) && item.kind !== 'attribute') break
  }
  dropTrailingNames(edits, found)
  // The last name is the declared one.
  return { ...found, types: found.types.slice(0, -1) }
}

/** `~Foo()`, `operator==(…)`: the declared name is directly before the brackets. */
function atBrackets(items: readonly Item[], from: number, found: Found): Found {
  const brackets = items.findIndex((item, at) => at > from && item.kind === 'brackets')
  return brackets < 0 ? { ...found, declarator: from } : { ...found, declarator: brackets - 1, isCalled: true }
}

const bracketed = words('decltype typeof __typeof__ __attribute__ __attribute alignas __declspec explicit noexcept')

/** `int size GUARDED_BY(mutex)`: the declared name precedes it. */
function isBehindName({ types, hasType }: Found, { text }: Item): boolean {
  const last = types.at(-1)
  return isCaps(text) && last !== undefined && !isCaps(last.text) && types.length >= (hasType ? 1 : 2)
}

/** `typedef LIST_HEAD(job) jobs;`: the macro expands to a type; its name serves as the type. */
function isTypeMacro(items: readonly Item[], at: number, { types, hasType }: Found, level: Level): boolean {
  const mayBe = level === 'class' || isCaps(items[at]?.text ?? '') || items.some(({ text }) => text === 'typedef')
  const behind = items.slice(at + 2)
  const name = behind.findIndex((item) => item.text !== '*' && item.text !== '&' && item.text !== 'const')
  const last = behind[name]
  // `const ElfW(Sym) *find(…)`
  if (!hasType && types.length === 0 && name > 0 && last?.kind === 'name' && behind[name + 1]?.kind === 'brackets') return true
  return mayBe && !hasType && types.length === 0 && last?.kind === 'name' && !isCaps(last.text) && behind.length === name + 1
}

/** `static API(x) int f(…)`, `static void format(1, 2) f(…)` */
function isMiddleMacro(tokens: Context['tokens'], items: readonly Item[], at: number): boolean {
  const [brackets, next] = [items[at + 1], items[at + 2]]
  const isMacro = isCaps(items[at]?.text ?? '') || tokens.kind[(brackets?.from ?? 0) + 1] === NUMBER
  if (!isDeclarationStart(next) || (next?.kind === 'name' && !isMacro)) return false
  return hasBracketsBehind(items, at + 2)
}

/** `char *nonnull f(…)`: between the star and the name. */
function isBehindPointer(items: readonly Item[], at: number): boolean {
  const [before, item, next] = [items[at - 1], items[at], items[at + 1]]
  if (item?.kind !== 'name' || before?.kind !== 'sign' || !/^(?:\*|&|&&)$/.test(before.text)) return false
  return next?.text === 'operator' || (next?.kind === 'name' && !isCaps(next.text))
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
      /^[(){}\]|+.=-]$/.test(tokens.at(at)) ||
      (keywords.has(tokens.at(at)) && (!isPlusPlus || isCaps(name.text)))
  if (isOdd) edits.blank(brackets.from + 1, brackets.to - 1)
  if (!isPlusPlus) splitName(context, name)
}

/** The grammar of C requires a type: the first letter of the name serves as one. `nameBefore` joins them again. */
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
