/** What a value of C# says about its type: the class it constructs, the method it comes from, the type it is cast to. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { unknownType, type ValueType } from '../../value-type.ts'

const typed = (type: string): ValueType => ({ type, from_call: '' })

export function evidentType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const core = withoutBrackets(value, tree)
  switch (tree.typeOf(core)) {
    case 'array_creation_expression':
      return typed(file.typeText(tree.child(core, 'type')).replace(/\[[^[\],]*\]/g, '[]'))
    case 'object_creation_expression':
    case 'cast_expression':
    case 'default_expression':
      return typed(file.typeText(tree.child(core, 'type')))
    case 'as_expression':
      return typed(file.typeText(tree.child(core, 'right')))
    case 'string_literal':
    case 'verbatim_string_literal':
    case 'raw_string_literal':
    case 'interpolated_string_expression':
      return typed('string')
    case 'integer_literal':
      return typed(/^[\d_]+$/.test(tree.textOf(core)) ? 'int' : '')
    case 'boolean_literal':
      return typed('bool')
    case 'typeof_expression':
      return typed('Type')
    case 'invocation_expression':
      return fromText(receiverText(tree.child(core, 'function'), file))
    case 'await_expression':
      return awaited(core, file)
    case 'identifier':
    case 'member_access_expression':
    case 'conditional_access_expression':
    case 'with_expression':
      return fromText(`=${receiverText(tree.is(core, 'with_expression') ? (tree.children(core)[0] ?? -1) : core, file)}`)
    default:
      return unknownType
  }
}

/** Longer ones are cut off, and then refer to something else. */
const fromText = (text: string): ValueType => (text.endsWith('…') || text === '' ? unknownType : { type: '', from_call: text })

/** `await f()` counts as the second result of a call: the result of the task that is its first. */
function awaited(node: NodeIndex, file: FileFactsBuilder): ValueType {
  const call = configured(file.tree.namedChildren(node)[0] ?? -1, file.tree)
  if (!file.tree.is(call, 'invocation_expression')) return unknownType
  const callee = fromText(receiverText(file.tree.child(call, 'function'), file))
  return callee === unknownType ? unknownType : { type: '', from_call: `${callee.from_call}#1` }
}

/** Without `.ConfigureAwait(false)`, which does not change the result. */
function configured(node: NodeIndex, tree: SyntaxTree): NodeIndex {
  const core = withoutBrackets(node, tree)
  const access = tree.child(core, 'function')
  const isConfigured = tree.is(access, 'member_access_expression') && tree.textOf(tree.child(access, 'name')) === 'ConfigureAwait'
  return isConfigured ? withoutBrackets(tree.child(access, 'expression'), tree) : core
}

/** The receiver's text. A cast, `as`, `await` or `default` at the start of a chain shows its type. */
export function receiverText(object: NodeIndex, file: FileFactsBuilder, awaits = 0): string {
  const { tree } = file
  const steps: NodeIndex[] = []
  let first = withoutBrackets(object, tree)
  while (steps.length < MAX_STEPS && tree.is(first, ...links)) {
    steps.unshift(first)
    first = withoutBrackets(innerOf(first, tree), tree)
  }
  const start = startText(first, file, awaits)
  if (start === undefined) return file.receiverText(withoutBrackets(object, tree)).replace(/^global::/, '')
  return `${start}${steps.map((step) => linkText(step, file)).join('')}`
}

/** A chain of a thousand calls has a thousand receivers: none of them is followed to its start. */
const MAX_STEPS = 16
const links = [
  'member_access_expression',
  'invocation_expression',
  'conditional_access_expression',
  'element_access_expression',
  'postfix_unary_expression',
]

function innerOf(link: NodeIndex, tree: SyntaxTree): NodeIndex {
  switch (tree.typeOf(link)) {
    case 'invocation_expression':
      return tree.child(link, 'function')
    case 'conditional_access_expression':
      return tree.child(link, 'condition')
    case 'postfix_unary_expression':
      return tree.namedChildren(link)[0] ?? -1
    default:
      return tree.child(link, 'expression')
  }
}

function linkText(link: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  switch (tree.typeOf(link)) {
    case 'invocation_expression':
      return '()'
    case 'element_access_expression':
      return '[i]'
    case 'conditional_access_expression': {
      const behind = tree.childOfType(link, 'member_binding_expression')
      return behind < 0 ? '[i]' : `?.${file.receiverText(tree.child(behind, 'name'))}`
    }
    case 'postfix_unary_expression':
      return ''
    default:
      return `.${file.receiverText(tree.child(link, 'name'))}`
  }
}

/** undefined: nothing that must be written differently. */
function startText(node: NodeIndex, file: FileFactsBuilder, awaits: number): string | undefined {
  const { tree } = file
  switch (tree.typeOf(node)) {
    case 'cast_expression':
    case 'default_expression':
      return made(tree.child(node, 'type'), file)
    case 'as_expression':
      return made(tree.child(node, 'right'), file)
    case 'await_expression': {
      const call = configured(tree.namedChildren(node)[0] ?? -1, tree)
      const isFollowed = awaits < MAX_STEPS && tree.is(call, 'invocation_expression')
      return isFollowed ? `${receiverText(call, file, awaits + 1)}#1` : '…'
    }
    default:
      return undefined
  }
}

function made(type: NodeIndex, file: FileFactsBuilder): string {
  return file.tree.is(type, 'identifier', 'generic_name', 'qualified_name') ? `new ${file.receiverText(type)}()` : '…'
}

export function withoutBrackets(node: NodeIndex, tree: SyntaxTree): NodeIndex {
  let at = node
  for (let steps = 0; steps < 8 && (tree.is(at, 'parenthesized_expression') || isSuppressed(at, tree)); steps++)
    at = tree.namedChildren(at)[0] ?? -1
  return at
}

/** `x!` */
const isSuppressed = (node: NodeIndex, tree: SyntaxTree): boolean =>
  tree.is(node, 'postfix_unary_expression') && tree.childOfType(node, '!') >= 0

/** The value after `=` in a declarator. */
export function initialValue(declarator: NodeIndex, tree: SyntaxTree): NodeIndex {
  const parts = tree
    .namedChildren(declarator)
    .filter((part) => !tree.is(part, 'comment', 'bracketed_argument_list', 'tuple_pattern'))
  const value = parts.at(-1) ?? -1
  return tree.childOfType(declarator, '=') >= 0 && value !== tree.child(declarator, 'name') ? value : -1
}
