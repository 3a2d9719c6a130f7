/** Rewrites Kotlin that the grammar cannot read, with the same length and positions. Facts are read from the original text. */
import { applyEdits, blank, blankSecond, type Edit, fillSpans, type Span } from '../../blank.ts'
import { ERROR_TYPE } from '../../flat-tree.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

// A lookbehind of any length must match its own word first: otherwise a long line costs quadratic time.
export function mask(text: string): string {
  let easy = text
  if (easy.includes('$')) easy = withoutStrayDollars(easy)
  if (easy.includes('""""')) easy = withoutExtraQuotes(easy)
  if (easy.includes('context(')) easy = easy.replaceAll(context, blankSecond).replaceAll(contextInType, blankSecond)
  if (easy.includes('constructor')) easy = easy.replaceAll(constructorBelow, joined)
  if (easy.includes('@')) easy = easy.replaceAll(accessorMark, blankSecond)
  if (easy.includes(' if'))
    easy = easy.replaceAll(whenGuard, (_, before: string, word: string) => before + ','.padEnd(word.length))
  if (easy.includes('@')) easy = easy.replaceAll(markBelowClass, '$1;')
  return (
    easy
      .replaceAll(/(?<![^\n])[^\r\n]*\}[ \t]*(?![^\r\n])/g, (line) =>
        line.includes('{') && isClass(line) ? line.replaceAll(/(?<=[^\s{;,(]) (?=\})/g, ';') : line,
      )
      // The grammar joins a line that starts with a name like `in1` to the line before.
      .replaceAll(/in(?<=\n[ \t]*in)(?=[\d_])/g, 'xn')
      .replaceAll(calledAccessor, asName)
      .replaceAll(wordAsName, asName)
      .replaceAll(infixAccessor, asName)
      .replaceAll(/\bsuspend(?= ?\{)/g, asName)
      .replaceAll(/(?<![:<] ?|-> |\w)dynamic\b/g, asName)
      // The last comma of an enum's entries, where a semicolon follows on its line.
      .replaceAll(/,(?=[ \t]*;)/g, ' ')
      .replaceAll(/= \[\]/g, '= ""')
  )
}

/** Bodies first: the content of a body that was read as a block is misread too. */
export const plainer = (tree: SyntaxTree): string | undefined => plainDelegations(tree) ?? plainClasses(tree)

/**
 * `@Mark open class A` read as an annotated expression `open.class(A)`. Without the modifiers it can only be a class; the
 * annotations must go too, because they made it an expression.
 */
function plainClasses(tree: SyntaxTree): string | undefined {
  const hidden: Span[] = []
  const seen = new Set<number>()
  const infix = tree.names.types.indexOf('infix_expression')
  for (let node = 0; node < tree.count; node++) {
    if (tree.flat.type[node] === ERROR_TYPE)
      for (const mark of marksBeforeClass(node, tree)) hidden.push([tree.start(mark), tree.end(mark)])
    if (tree.flat.type[node] !== infix) continue
    const [left = -1, operator = -1, right = -1] = tree.namedChildren(node)
    const word = [left, operator, right].find((part) => keyword.test(tree.textOf(part).slice(0, 12))) ?? -1
    if (word < 0 || !isModifiers(tree.text.slice(tree.start(left), tree.start(word)))) continue
    hidden.push([tree.start(left), tree.start(word)])
    for (let up = tree.parent(node); isAround(up, tree) && !seen.has(up); up = tree.parent(up)) {
      seen.add(up)
      for (const mark of tree.children(up)) if (tree.is(mark, 'annotation')) hidden.push([tree.start(mark), tree.end(mark)])
    }
  }
  return hidden.length === 0 ? undefined : fillSpans(tree.text, hidden)
}

const isAround = (node: number, tree: SyntaxTree): boolean => tree.is(node, 'annotated_expression', 'infix_expression')
/** As many as anyone writes: in a row of words each is read as an infix call, and all would be read again for every one. */
const isModifiers = (text: string): boolean => text.length < 400 && /^[a-z\s]*$/.test(text)

function plainDelegations(tree: SyntaxTree): string | undefined {
  const delegation = tree.names.types.indexOf('explicit_delegation')
  const edits: Edit[] = []
  for (let node = 0; node < tree.count; node++) if (tree.flat.type[node] === delegation) edits.push(...asConstructor(node, tree))
  return edits.length === 0 ? undefined : applyEdits(tree.text, edits)
}

/**
 * `class A : Base by base { … }` read as if the body were a block passed to `base`: rewritten as `Base(base) { … }`, which has
 * only one reading. `useDelegation` recognises it by the word in the original text.
 */
function asConstructor(delegation: number, tree: SyntaxTree): Edit[] {
  const [type = -1, call = -1] = tree.namedChildren(delegation)
  const body = tree.childOfType(call, 'annotated_lambda')
  if (!tree.is(call, 'call_expression') || body < 0) return []
  const open = tree.end(type)
  const close = tree.start(call) + tree.text.slice(tree.start(call), tree.start(body)).trimEnd().length
  if (close === tree.start(body)) return []
  return [
    { start: open, end: open + 1, put: '(' },
    { start: open + 1, end: tree.start(call), put: '' },
    { start: close, end: close + 1, put: ')' },
  ]
}

/** In code that could not be read at all: the annotations directly before the word `class`, which is read as a name there. */
function marksBeforeClass(error: number, tree: SyntaxTree): number[] {
  const children = tree.children(error)
  const word = children.findIndex((child) => tree.is(child, 'identifier') && keyword.test(tree.textOf(child)))
  const first = children.slice(0, Math.max(0, word)).findLastIndex((child) => !tree.is(child, 'annotation')) + 1
  return children.slice(first, Math.max(word, first))
}

const keyword = /^(?:class|interface|object|fun|typealias)$/

const joined = (line: string): string => line.replaceAll(/[\r\n]/g, ' ')
/** Another word of the same length that is not a keyword. */
const asName = (word: string): string => `${word.slice(0, -1)}_`

const mark = String.raw`@[\w.:]+(?:\([^()\n]*\))?`
/** Bounded: each offset would otherwise be read to the end of the file. */
const modifiers = String.raw`(?:(?:${mark}|[a-z]+)\s+){0,20}`

/** `class A { fun a() = 1 }`: between the last member and the brace the grammar requires a line end or a semicolon. */
function isClass(line: string): boolean {
  const word = line.search(/\b(?:class|object|interface)\b/)
  const open = word < 0 ? -1 : line.indexOf('{', word)
  return open >= 0 && open < line.lastIndexOf('}')
}

/** `context(scope: Scope)` before a function or property. */
const context = new RegExp(
  String.raw`((?:^|[\n{};])[ \t]*)(context\([^()]*(?:\([^()]*\)[^()]*)*\))(?=\s+${modifiers}(?:fun|val|var)\b)`,
  'g',
)

/** `body: context(Scope) () -> Unit` */
const contextInType = /(:\s*)(context\([^()]*\))(?=\s*(?:[\w.<>]+\.)?\()/g

/** A constructor on a line of its own below the name of the class. */
const constructorBelow = new RegExp(
  String.raw`\b(?:class|object)[ \t]+[\p{L}\p{N}_]+(?:\s*<[^(){}]{0,300}>)?[ \t]*\r?\n\s*${modifiers}constructor[ \t]*(?=\()`,
  'gu',
)

/** `@Slow set(value) { … }`: the brackets would be read as those of the annotation. */
const accessorMark =
  /(\n[ \t]*)((?:@[\w.]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?(?:\s|\/\/[^\n]*\n)+){1,12})(?=(?:private |internal |protected )?[gs]et(?:\(|[ \t]*\n))/g

/** A call of `get("/")` below a property is not its accessor: accessors have no arguments, or one name and a body. */
const calledAccessor = /[gs]et(?<=\n[ \t]*[gs]et)(?:(?= ?\{)|(?<=get)(?=\([^)])|(?<=set)(?=\((?!\w+(?::[^,()]+)?\)\s*[{=])))/g

/** Words that are modifiers or types in some positions and names in others. */
const wordAsName =
  /(?<![@\w$:])(?<!: |<)\b(?:final|open|data|inner|enum|annotation|inline|external|infix|operator|actual|expect|sealed|dynamic|by|value|suspend|tailrec|lateinit|const|override|abstract|vararg|noinline|crossinline|reified|companion|internal|where)(?=[ \t]*(?:=(?!=)|\+=|-=)|[.,)?!]|\+\+|--|: )/g

/** `cities.insert { … } get cities.id`: an accessor is never followed by a name. */
const infixAccessor = /[gs]et(?<=[\w)}\]] [gs]et)(?= \(?[\p{L}_"])/gu

/**
 * `is Foo if foo.isOpen() -> …`: read as one more condition. A plain word before `if` may be `return`: then the arrow must follow.
 */
const whenGuard =
  /(\n[ \t]*(?:!?i[sn]\b(?:(?!->)[^\n])*?|[\p{L}\p{N}_.]+(?=[ \t]+if\b(?:[^\n]*?|[ \t]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))[ \t]->)))(?<![ \t])([ \t]+if)(?=[ \t(])/gu

/** `class A` without a body, followed by an annotation of the next declaration: it would be read as one of A's constructor. */
const markBelowClass = new RegExp(
  String.raw`(\b(?:class|interface)[ \t]+[\p{L}\p{N}_]+)[ \t]*\r?\n(?=\s*${mark}\s+${modifiers}(?:class|interface|object|fun|val|var|typealias)\b)`,
  'gu',
)

/** `"$"` and `"$ 5"`; and `$$"""…"""`, in which a single dollar is an ordinary character. */
function withoutStrayDollars(text: string): string {
  const plain = text.includes('$$')
    ? text.replaceAll(/(?<!\$)(\$\$+)("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*")/g, (_, dollars: string, quoted: string) => {
        const quotes = quoted.startsWith('"""') ? 3 : 1
        return blank(dollars) + quoted.slice(0, quotes) + blank(quoted.slice(quotes, -quotes)) + quoted.slice(-quotes)
      })
    : text
  return plain.replaceAll(/\$(?![\p{L}_{`])/gu, ' ')
}

/** `"""a """""`: a long string whose text ends in quotes. */
const withoutExtraQuotes = (text: string): string =>
  text.replaceAll(
    /("""(?:(?!""")[\s\S])*)("{4,5})(?!")/g,
    (_, head: string, quotes: string) => `${head}${' '.repeat(quotes.length - 3)}"""`,
  )
