/** Expressions of Ruby as text, and what they say about their type. A bare name other than a variable is written as a call. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { ValueType } from '../../value-type.ts'
import { holderAround } from './file-state.ts'

/** A chain of a thousand calls has a thousand receivers: none of them is followed to its start. */
const MAX_STEPS = 10
const MAX_LENGTH = 120
const OTHER = '…'

const literals: Readonly<Record<string, string>> = {
  string: '""',
  chained_string: '""',
  heredoc_beginning: '""',
  simple_symbol: '""',
  delimited_symbol: '""',
  regex: '""',
  array: '[]',
  string_array: '[]',
  symbol_array: '[]',
  hash: '{}',
}

export function textOf(node: NodeIndex, file: FileFactsBuilder): string {
  const text = partOf(node, file, 0)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}${OTHER}` : text
}

function partOf(node: NodeIndex, file: FileFactsBuilder, depth: number): string {
  const { tree } = file
  if (node < 0 || depth > MAX_STEPS) return OTHER
  switch (tree.typeOf(node)) {
    case 'identifier':
      return isVariable(node, file) ? tree.textOf(node) : `${tree.textOf(node)}()`
    case 'constant':
    case 'self':
    case 'instance_variable':
    case 'class_variable':
    case 'global_variable':
      return tree.textOf(node)
    case 'scope_resolution': {
      const scope = tree.child(node, 'scope')
      return `${scope < 0 ? 'Object' : partOf(scope, file, depth + 1)}::${tree.textOf(tree.child(node, 'name'))}`
    }
    case 'call':
      return callText(node, file, depth)
    case 'element_reference':
      return `${partOf(tree.child(node, 'object'), file, depth + 1)}[0]`
    case 'parenthesized_statements': {
      const inner = tree.namedChildren(node)
      return inner.length === 1 ? partOf(inner[0] ?? -1, file, depth + 1) : OTHER
    }
    case 'integer':
    case 'float':
      return '0'
    default:
      return literals[tree.typeOf(node)] ?? OTHER
  }
}

/** `Foo.new(…)` creates a Foo; `self.class` is the enclosing class. */
function callText(node: NodeIndex, file: FileFactsBuilder, depth: number): string {
  const { tree } = file
  const receiver = tree.child(node, 'receiver')
  const method = tree.textOf(tree.child(node, 'method'))
  // The result of `super` is not the base class.
  if (method === '' || method === 'super') return OTHER
  if (receiver < 0) return `${method}()`
  if (method === 'new' && tree.is(receiver, 'constant', 'scope_resolution')) return `new ${partOf(receiver, file, depth + 1)}()`
  if (method === 'class' && tree.is(receiver, 'self')) return file.symbol(holderAround(node, file))?.name ?? OTHER
  const before = partOf(receiver, file, depth + 1)
  return before.includes(OTHER) ? OTHER : `${before}.${method}()`
}

/** Is this a variable here, as far as the walk has come? */
export function isVariable(name: NodeIndex, file: FileFactsBuilder): boolean {
  let at = name
  while (at > file.reached) at = file.tree.parent(at)
  return file.scopes.isLocal(file.scope[at] ?? 0, file.tree.textOf(name))
}

/** The class that `Foo.new(…)` creates; '' for anything else. */
function madeType(value: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const receiver = tree.child(value, 'receiver')
  const isNew = tree.is(value, 'call') && tree.textOf(tree.child(value, 'method')) === 'new'
  if (!isNew) return ''
  if (tree.is(receiver, 'identifier') && tree.textOf(receiver) === 'described_class') return describedClass(value, file)
  return tree.is(receiver, 'constant', 'scope_resolution') ? textOf(receiver, file) : ''
}

/** The class of an enclosing RSpec `describe Foo do … end`. */
function describedClass(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  for (let at = tree.ancestor(node, 'call'); at >= 0; at = tree.ancestor(at, 'call')) {
    const [subject = -1] = tree.namedChildren(tree.child(at, 'arguments'))
    const isGroup = /^(?:describe|context)$/.test(tree.textOf(tree.child(at, 'method')))
    if (isGroup && tree.is(subject, 'constant', 'scope_resolution')) return textOf(subject, file)
  }
  return ''
}

const literalTypes: Readonly<Record<string, string>> = {
  string: 'String',
  chained_string: 'String',
  heredoc_beginning: 'String',
  simple_symbol: 'Symbol',
  integer: 'Integer',
  float: 'Float',
  array: 'Array',
  string_array: 'Array',
  symbol_array: 'Array',
  hash: 'Hash',
  regex: 'Regexp',
  true: 'Boolean',
  false: 'Boolean',
  lambda: 'Proc',
}

const MOST_CHAINED = 100

/** Through brackets and `a = b = value`. */
export function evidentType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  let core = value
  for (let steps = 0; tree.is(core, 'parenthesized_statements', 'assignment', 'operator_assignment'); steps++) {
    // Each name of a chain follows the whole chain.
    if (steps === MOST_CHAINED) return { type: '', from_call: '' }
    core = tree.is(core, 'parenthesized_statements') ? (tree.namedChildren(core).at(-1) ?? -1) : tree.child(core, 'right')
  }
  const literal = literalTypes[tree.typeOf(core)]
  if (literal !== undefined) return { type: literal, from_call: '' }
  const made = madeType(core, file)
  if (made !== '') return { type: made, from_call: '' }
  const text = textOf(core, file)
  if (text.includes(OTHER) || /^[["{]/.test(text)) return { type: '', from_call: '' }
  if (tree.is(core, 'call') && text.endsWith('()')) return { type: '', from_call: text.slice(0, -2) }
  return text.endsWith('()') ? { type: '', from_call: text.slice(0, -2) } : { type: '', from_call: `=${text}` }
}

/** A value that depends on a local variable is unknown outside the method. */
export function outside({ type, from_call }: ValueType): ValueType {
  const isKnown = /^=?(?:self\b|@|[A-Z]|new )/.test(from_call) || /^[a-z_]\w*[?!]?$/.test(from_call)
  return { type, from_call: isKnown ? from_call : '' }
}
