/** Rewrites Scala that the grammar cannot read, with the same length and positions. Facts are read from the original text. */
import { applyEdits, blank, blankSecond, bracePairs, type Edit } from '../../blank.ts'
import { ERROR_TYPE } from '../../flat-tree.ts'
import type { MaskedName, MaskedText } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

export function mask(text: string): MaskedText {
  const names: MaskedName[] = []
  let easy = text
  if (easy.includes('`'))
    easy = easy.replaceAll(/(?<!['"`])`[^`'"\n]+`(?!['"`])/g, (name) => name.replaceAll(/[^\p{L}\p{N}]/gu, 'x'))
  if (easy.includes('@')) easy = easy.replaceAll(constructorMark, (...found) => hideMarks(found, names))
  if (easy.includes('enum')) easy = easy.replaceAll(enumModifier, blankSecond)
  if (easy.includes('.match')) easy = easy.replaceAll(/\.match\b(?=\s*(?:\n|\{|\r|$))/g, ' match')
  if (easy.includes(' match {')) easy = easy.replaceAll(matchType, blankSecond)
  if (easy.includes(')(')) easy = easy.replaceAll(secondArguments, blankSecond)
  if (easy.includes('implicit')) easy = easy.replaceAll(typedImplicit, blankSecond)
  if (easy.includes('given')) easy = withoutGivenBraces(easy)
  if (/[⇒←]/.test(easy)) easy = easy.replaceAll(/[⇒←](?= )./g, (arrow) => (arrow.startsWith('⇒') ? '=>' : '<-'))
  easy = easy.replaceAll(lastComma, ' ')
  easy = easy.replaceAll(wordAsName, (word) => `${word.slice(0, -1)}x`)
  return { text: joinOperators(easy), names }
}

/** `val = 1` and on the next line `class A {`: read as a pattern that contains `class`. */
export function misread(tree: SyntaxTree): number[] {
  const found: number[] = []
  // The grammar has several node types with this name.
  const isName = tree.names.types.map((type) => type === 'identifier')
  let error = -1
  for (let node = 0; node < tree.count; node++) {
    if (tree.flat.type[node] === ERROR_TYPE) error = tree.start(node)
    if (error < 0 || !isName[tree.flat.type[node] as number] || tree.end(node) - tree.start(node) > 7) continue
    if (keyword.test(tree.textOf(node)) && found.at(-1) !== error) found.push(error)
  }
  return found
}

const keyword = /^(?:class|object|trait|def|val|var|import|package|extends)$/

const brackets = String.raw`\[(?:[^\[\]]|\[[^\[\]]*\])*\]`
const parentheses = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`

/** `class A @Inject() (b: B)`: the second brackets would be read as the annotation's, too. */
const constructorMark = new RegExp(
  String.raw`(\bclass\s+[\p{L}\p{N}_$]+(?:${brackets})?\s+)((?:@[\w.]+(?:${parentheses})?\s*)+)(?=(?:(?:private|protected)(?:\[\w+\])?\s*)?\()`,
  'gu',
)

function hideMarks(found: readonly unknown[], names: MaskedName[]): string {
  const [, before, marks] = found as [string, string, string]
  const offset = found.find((part) => typeof part === 'number') as number
  for (const { 0: whole, 1: path = '', index } of marks.matchAll(/@([\w.]+)/g)) {
    const dot = path.lastIndexOf('.')
    names.push({
      name: path.slice(dot + 1),
      receiver: dot < 0 ? '' : path.slice(0, dot),
      offset: offset + before.length + index + whole.length - path.length + dot + 1,
      use: 'decorates',
    })
  }
  return before + blank(marks)
}

/** `private enum` */
const enumModifier = /((?:^|\n)[ \t]*)((?:(?:private|protected)(?:\s*\[\w+\])?[ \t]+|sealed[ \t]+|final[ \t]+)+)(?=enum[ \t])/g

/** `type A[X] = X match { case … }` */
const matchType = /(\btype[ \t]+[^\n=]{0,400}=\s*(?!\s)[^\n{}=]{0,1000}?)(\bmatch[ \t]*\{(?:[^{}]|\{[^{}]*\})*\})/g

/** `extends A(x)(y) with B` */
const secondArguments = new RegExp(
  String.raw`(\b(?:extends|with)\s+[\w.]+(?:${brackets})?${parentheses})((?:${parentheses})+)`,
  'g',
)

/** `{ implicit request: Request => … }` */
const typedImplicit = /(\{\s*implicit[ \t]+\w+)([ \t]*:[ \t]*[\w.]+(?:\[[^[\]\n]*\])?)(?=[ \t]*=>)/g

/** `f(\n x => x + 1,\n)`: after a function the grammar expects another parameter. */
const lastComma = /,(?=[ \t]*(?:\/\/[^\n]{0,400})?\r?\n\s*[)\]}])/g

/**
 * Keywords of Scala 3 that are names in older code. (The replacement must not end in `_`, which would absorb a colon after it.)
 */
const wordAsName =
  /(?<![\w.$])(?:extension|open|inline|opaque|infix|transparent|using|derives|end|given)(?=[ \t]*(?:[:,)]|=(?!>)|\.(?!\.))|(?<=inline)\()/g

/** `given a: A with { … }`: the grammar knows only the form with indentation. */
function withoutGivenBraces(text: string): string {
  const edits: Edit[] = []
  // Strings and comments are read as code: a wrong guess only leaves the text unreadable as before.
  const closes = bracePairs(text, /[{}]/g)
  for (const found of text.matchAll(/\bgiven\b[^\n{}]{0,400}\bwith[ \t]*\{(?=[ \t]*(?:\}|\r?\n))/g)) {
    const open = found.index + found[0].length - 1
    const close = closes.get(open)
    if (close === undefined) continue
    const isEmpty = !/\S/.test(text.slice(open + 1, close))
    const start = text.lastIndexOf('with', open)
    edits.push(isEmpty ? { start, end: open + 1, put: '= ??' } : { start: open, end: open + 1, put: '' })
    edits.push({ start: close, end: close + 1, put: '' })
  }
  return applyEdits(text, edits)
}

/** A line that starts with an operator continues the one before it. */
const operatorLine = /(?<![^\n])([^\n]*)\n(?=[ \t]+(?:\|\||&&|\+\+|:::?|==|!=|<=|>=|->|[-+|&<>^%])[ \t]+[^\s=])/g

function joinOperators(text: string): string {
  if (!/\n[ \t]+(?:\|\||&&|[-+|&<>:=!^%])/.test(text)) return text
  return text.replaceAll(operatorLine, (whole: string, line: string) => {
    // A comment after the first line would hide the second.
    const remark = line.search(/(?:^|\s)\/\/(?!\/)/)
    if (remark < 0) return `${line} `
    return /"[^"]*$/.test(line.slice(0, remark)) ? whole : `${line.slice(0, remark)}${' '.repeat(line.length - remark)} `
  })
}
