/** What a value of Kotlin says about its type, and receivers as text. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'
import { bareType } from './names.ts'

/** A class is called like a function, and a function may have a class's name: linking decides which it is. */
export function evidentType(value: NodeIndex, file: FileFactsBuilder, steps = 0): ValueType {
  const { tree } = file
  const core = withoutBrackets(value, file)
  switch (tree.typeOf(core)) {
    case 'call_expression':
      return { type: '', from_call: calleeText(core, file, steps) }
    case 'as_expression':
      return { type: file.typeText(tree.child(core, 'right')), from_call: '' }
    case 'identifier':
    case 'navigation_expression': {
      const text = valueText(core, file)
      return literalTypes.has(text) ? { type: literalTypes.get(text) ?? '', from_call: '' } : fromValue(text)
    }
    case 'string_literal':
    case 'multiline_string_literal':
      return { type: 'String', from_call: '' }
    case 'number_literal':
    case 'float_literal':
    case 'character_literal':
      return { type: numberType(tree.typeOf(core), tree.textOf(core)), from_call: '' }
    case 'binary_expression':
      return orElse(core, file, steps)
    default:
      return unknownType
  }
}

/** `x.apply { … }.apply { … }`: nobody writes more of them. */
const MOST_STEPS = 16

const literalTypes = new Map([
  ['true', 'Boolean'],
  ['false', 'Boolean'],
  ['null', ''],
])

const fromValue = (text: string): ValueType => ({ type: '', from_call: /^[\p{L}_][^…]*$/u.test(text) ? `=${text}` : '' })

export function numberType(node: string, text: string): string {
  if (node === 'character_literal') return 'Char'
  if (node === 'float_literal') return /[fF]$/.test(text) ? 'Float' : 'Double'
  return /[uU]/.test(text) ? '' : /L$/.test(text) ? 'Long' : 'Int'
}

/** `find(x) ?: throw …` has the type that `find` returns. */
function orElse(node: NodeIndex, file: FileFactsBuilder, steps: number): ValueType {
  const { tree } = file
  if (steps > MOST_STEPS) return unknownType
  const leaves = tree.is(tree.child(node, 'right'), 'throw_expression', 'return_expression')
  return tree.textOf(tree.child(node, 'operator')) === '?:' && leaves
    ? evidentType(tree.child(node, 'left'), file, steps + 1)
    : unknownType
}

/** The callee of a call; for `x.apply { … }` and `x.also { … }`, which return `x`, the value `x`. */
function calleeText(call: NodeIndex, file: FileFactsBuilder, steps: number): string {
  const { tree } = file
  if (steps > MOST_STEPS) return ''
  const callee = innermostCallee(call, file)
  const [object = -1] = tree.children(callee)
  const last = tree.textOf(tree.namedChildren(callee).at(-1) ?? -1)
  if (tree.is(callee, 'navigation_expression') && (last === 'apply' || last === 'also')) {
    const given = evidentType(object, file, steps + 1)
    return given.type === '' ? given.from_call : ''
  }
  const text = receiverOf(callee, file)
  return text.includes('…') ? '' : text
}

/** To the grammar `f(1) { … }` is a call of a call; it is one call. */
export function innermostCallee(call: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const [callee = -1] = tree.children(call)
  const isTrailing = tree.childOfType(call, 'annotated_lambda') >= 0 && tree.childOfType(call, 'value_arguments') < 0
  return isTrailing && tree.is(callee, 'call_expression') ? (tree.children(callee)[0] ?? -1) : callee
}

/** The receiver's text. A cast names its type, so it is written like a new value of that type. */
export function receiverOf(object: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const core = withoutBrackets(object, file)
  if (tree.is(core, 'as_expression')) return `new ${bareType(tree.child(core, 'right'), file)}()`
  return tidy(file.receiverText(core))
}

const tidy = (text: string): string =>
  text
    .replaceAll('(){}', '()')
    .replaceAll('{}', '()')
    .replaceAll('`', '')
    .replace(/^this@([\p{L}\p{N}_]+)/u, '$1.this')
    .replace(/^super(?:<[^>]*>)?(?:@[\p{L}\p{N}_]+)?/u, 'super')

/** A chain of names, dots and calls, or ''. */
export function valueText(value: NodeIndex, file: FileFactsBuilder): string {
  const text = receiverOf(value, file)
  return /^[\p{L}_][\p{L}\p{N}_.?()]*$/u.test(text) ? text : ''
}

function withoutBrackets(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let at = node
  for (let steps = 0; steps < 8; steps++) {
    if (tree.is(at, 'parenthesized_expression')) at = tree.namedChildren(at)[0] ?? -1
    else if (tree.is(at, 'unary_expression') && tree.textOf(tree.child(at, 'operator')) === '!!') at = tree.child(at, 'argument')
    else break
  }
  return at
}

const overElements = new Set(
  `forEach forEachIndexed onEach map mapNotNull flatMap filter filterNot find findLast first firstOrNull last lastOrNull single
  singleOrNull any all none count sumOf sortedBy sortedByDescending groupBy associateBy associateWith partition takeWhile dropWhile
  maxByOrNull minByOrNull maxOf minOf distinctBy indexOfFirst joinToString removeAll removeIf`.split(/\s+/),
)

/** The source of a lambda's only parameter: `x.let { it }` is `=x`, `xs.map { it }` an element `xs[]`; '' when unknown. */
export function lambdaSubject(lambda: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const call = tree.parent(tree.parent(lambda))
  if (!tree.is(tree.parent(lambda), 'annotated_lambda') || !tree.is(call, 'call_expression')) return ''
  const callee = innermostCallee(call, file)
  if (!tree.is(callee, 'navigation_expression')) return ''
  const name = file.nameOf(tree.namedChildren(callee).at(-1) ?? -1)
  const text = valueText(tree.children(callee)[0] ?? -1, file)
  if (text === '') return ''
  if (name === 'let' || name === 'also' || name === 'takeIf' || name === 'takeUnless' || name === 'use') return `=${text}`
  return overElements.has(name) ? `${text}[]` : ''
}
