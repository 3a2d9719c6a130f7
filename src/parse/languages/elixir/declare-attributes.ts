/** Attributes (`@`): docs, specs, types, callbacks, and the constants of a module. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { reservedAttributes } from './builtins.ts'
import { headText } from './declare-modules.ts'
import { pendingFor, pendingIn, stateOf } from './file-state.ts'
import { argumentsOf, headOf, isOperator, isWhen } from './heads.ts'

const types: ReadonlySet<string> = new Set(['type', 'typep', 'opaque'])
const callbacks: ReadonlySet<string> = new Set(['callback', 'macrocallback'])
/** They belong to the definition below them. */
const above: ReadonlySet<string> = new Set(['spec', 'impl', 'deprecated', 'tag', 'dialyzer', 'decorate'])
export function declareAttribute(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const operand = tree.child(node, 'operand')
  if (!tree.text.startsWith('@', tree.start(node)) || !tree.is(operand, 'call')) return
  const target = tree.child(operand, 'target')
  const name = tree.textOf(target)
  const [value = -1] = argumentsOf(operand, file)
  if (value < 0 || file.isInFunction(node)) return
  if (name === 'doc' || name === 'typedoc') noteDoc(node, value, file)
  else if (name === 'moduledoc') documentModule(node, value, file)
  else if (types.has(name) || callbacks.has(name)) defineDeclared(node, name, value, file)
  else if (!reservedAttributes.has(name)) defineConstant(node, target, file)
  if (above.has(name)) noteAbove(node, name, value, file)
}

function noteDoc(node: NodeIndex, value: NodeIndex, file: FileFactsBuilder): void {
  const pending = pendingIn(file.tree.parent(node), file)
  if (file.tree.is(value, 'string', 'sigil', 'boolean')) pending.doc = docText(value, file)
}

function noteAbove(node: NodeIndex, name: string, value: NodeIndex, file: FileFactsBuilder): void {
  const pending = pendingIn(file.tree.parent(node), file)
  if (pending.first < 0) pending.first = node
  if (name !== 'spec') return
  const { tree } = file
  const spec = isWhen(value, file) ? tree.child(value, 'left') : value
  const head = isOperator(spec, '::', file) ? headOf(tree.child(spec, 'left'), file) : undefined
  if (head) pending.results.set(tree.textOf(head.name), file.typeText(tree.child(spec, 'right')))
}

function documentModule(node: NodeIndex, value: NodeIndex, file: FileFactsBuilder): void {
  const symbol = file.symbol(file.ownerAround(node))
  const doc = docText(value, file)
  if (symbol && doc !== '') symbol.doc = doc
  const state = stateOf(file)
  if (state.module_doc === '') state.module_doc = doc
}

/** `@type t(a) :: …`, `@callback init(term) :: …` */
function defineDeclared(node: NodeIndex, word: string, value: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declared = isWhen(value, file) ? tree.child(value, 'left') : value
  const head = headOf(isOperator(declared, '::', file) ? tree.child(declared, 'left') : declared, file)
  if (!head) return
  const pending = pendingFor(node, file)
  const isType = types.has(word)
  const ordinal = file.define({
    node,
    kind: isType ? 'type' : 'method',
    name: head.name,
    arity: head.arguments.length,
    signature: headText(node, -1, file),
    type: isOperator(declared, '::', file) ? file.typeText(tree.child(declared, 'right')) : '',
    exported: word !== 'typep',
    opens: 'function',
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  if (symbol && pending?.doc !== undefined) symbol.doc = pending.doc
  file.notAUse(tree.parent(head.name))
  if (isType) for (const parameter of head.arguments) if (tree.is(parameter, 'identifier')) file.bindLocal(parameter, node)
  stateOf(file).pending = undefined
}

/** `@timeout 5_000`; a second assignment is a write. */
function defineConstant(node: NodeIndex, name: NodeIndex, file: FileFactsBuilder): void {
  const parent = file.ownerAround(node)
  const around = file.symbol(parent)
  if (!around || file.ordinalNamed(`${around.qualified_name}.${file.tree.textOf(name)}`) >= 0) return
  file.define({
    node: name,
    kind: 'constant',
    name,
    span: node,
    parent,
    signature: headText(node, -1, file).slice(0, 120),
    opens: 'none',
    owns: false,
    binds: false,
  })
}

/** Without quotes and the indentation the closing ones have; '' for `false`. */
function docText(value: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  if (!tree.is(value, 'string', 'sigil')) return ''
  const text = tree.textOf(value).slice(0, 4000)
  const whole = /^(?:~[A-Za-z]+)?("""|'''|"|')([\s\S]*?)\1?$/.exec(text)?.[2] ?? ''
  const margin = /^\n( *)/.exec(whole)?.[1] ?? ''
  return whole.replaceAll(`\n${margin}`, '\n').trim().slice(0, 2000)
}
