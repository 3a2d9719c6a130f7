/** Calls that declare something: `require`, `attr_…`, `private`, `define_method`, delegation, `let`, rake tasks. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { defineAccessors, defineByName, defineNames, nameIn, namesGiven } from './declare-accessors.ts'
import { isHolder, noteSignature, stateOf } from './file-state.ts'
import { evidentType } from './text.ts'

type Declare = (call: NodeIndex, word: string, file: FileFactsBuilder) => void

const byWord = new Map<string, Declare>([
  ['require', declareRequire],
  ['require_relative', declareRequire],
  ['load', declareRequire],
  ['autoload', declareAutoload],
  ['alias_method', defineAliasMethod],
  ['define_method', (call, _, file) => defineByName(call, { kind: 'method' }, file)],
  ['define_singleton_method', (call, _, file) => defineByName(call, { kind: 'method', static: true }, file)],
  ['scope', defineScope],
  ['delegate', defineDelegated],
  ['def_delegator', defineDelegated],
  ['def_delegators', defineDelegated],
  ['def_instance_delegator', defineDelegated],
  ['def_instance_delegators', defineDelegated],
  ['let', declareLet],
  ['let!', declareLet],
  ['subject', declareLet],
  ['test', defineTest],
  ['task', defineTask],
  ['extend', noteExtendSelf],
  ['sig', (call, _, file) => noteSignature(call, file)],
  ...'attr_reader attr_writer attr_accessor attr attr_internal cattr_reader cattr_writer cattr_accessor mattr_reader mattr_writer mattr_accessor class_attribute thread_mattr_accessor'
    .split(' ')
    .map((word) => [word, defineAccessors] as const),
  ...'private public protected module_function private_class_method public_class_method private_constant'
    .split(' ')
    .map((word) => [word, hideNames] as const),
])

export function declareCall(call: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.child(call, 'method'))
  const declare = byWord.get(word)
  if (declare && (tree.child(call, 'receiver') < 0 || word.startsWith('define_'))) declare(call, word, file)
}

/** `require_relative 'a'` is relative to the file, like `./a`. */
function declareRequire(call: NodeIndex, word: string, file: FileFactsBuilder): void {
  const { tree } = file
  const [given = -1] = tree.namedChildren(tree.child(call, 'arguments'))
  const content = tree.childOfType(given, 'string_content')
  if (!tree.is(given, 'string') || tree.namedChildren(given).length !== 1) return
  const path = tree.textOf(content)
  const module = word === 'require_relative' && !path.startsWith('.') ? `./${path}` : path
  file.addImport({ module, name: '', alias: '', kind: 'side-effect', type_only: false }, content)
}

function declareAutoload(call: NodeIndex, _: string, file: FileFactsBuilder): void {
  const { tree } = file
  const content = tree.childOfType(tree.namedChildren(tree.child(call, 'arguments'))[1] ?? -1, 'string_content')
  if (content < 0) return
  file.addImport({ module: tree.textOf(content), name: '', alias: '', kind: 'side-effect', type_only: false }, content)
}

function defineAliasMethod(call: NodeIndex, _: string, file: FileFactsBuilder): void {
  const [alias] = namesGiven(call, file)
  if (alias) defineNames(call, [alias], { kind: 'method' }, file)
}

/** `scope :open, -> { … }` of a Rails model is a method of its class. */
function defineScope(call: NodeIndex, _: string, file: FileFactsBuilder): void {
  const { tree } = file
  const [name = -1, body = -1] = tree.namedChildren(tree.child(call, 'arguments'))
  if (nameIn(name, file) !== '' && tree.is(body, 'lambda') && isHolder(file.symbol(file.ownerAround(call))))
    defineNames(call, [{ node: name, name: nameIn(name, file) }], { kind: 'method', static: true }, file)
}

/** `delegate :a, :b, to: :x`, `def_delegators :@x, :a, :b`, `def_delegator :@x, :b, :a`. */
function defineDelegated(call: NodeIndex, word: string, file: FileFactsBuilder): void {
  const { tree } = file
  if (!isHolder(file.symbol(file.ownerAround(call)))) return
  const given = tree.namedChildren(tree.child(call, 'arguments')).map((node) => ({ node, name: nameIn(node, file) }))
  const behind = word === 'delegate' ? given : given.slice(1)
  const named = behind.filter(({ name }) => name !== '')
  defineNames(call, word.endsWith('delegator') ? named.slice(-1) : named, { kind: 'method' }, file)
}

/** `private` alone applies from here on; with names it applies to those. */
export function noteVisibility(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(node)
  if (!/^(?:private|public|protected|module_function)$/.test(word) || !tree.is(tree.parent(node), 'body_statement')) return
  stateOf(file).visibility.set(tree.parent(node), word)
  file.notAUse(node)
}

function hideNames(call: NodeIndex, word: string, file: FileFactsBuilder): void {
  const around = file.symbol(file.ownerAround(call))
  if (!isHolder(around) || word === 'protected') return
  for (const { name } of namesGiven(call, file)) {
    const symbol = file.symbol(file.ordinalNamed(`${around?.qualified_name}.${name}`))
    if (symbol && word === 'module_function') symbol.static = true
    else if (symbol) symbol.exported = word.startsWith('public')
  }
}

function noteExtendSelf(call: NodeIndex, _: string, file: FileFactsBuilder): void {
  const around = file.symbol(file.ownerAround(call))
  const [given = -1] = file.tree.namedChildren(file.tree.child(call, 'arguments'))
  if (around?.kind === 'module' && file.tree.is(given, 'self')) stateOf(file).extended.add(around.qualified_name)
}

/** RSpec's `let(:order) { Order.new }` names the result of its block. */
function declareLet(call: NodeIndex, _: string, file: FileFactsBuilder): void {
  const { tree } = file
  const [first] = namesGiven(call, file)
  const block = tree.child(call, 'block')
  if (!first || block < 0) return
  const last = tree.namedChildren(tree.child(block, 'body')).at(-1) ?? -1
  file.scopes.declare(file.scope[call] ?? 0, first.name, { local: true })
  file.bind({ name: first.name, at: call, role: 'variable', ...evidentType(last, file) })
}

/** `test 'adds lines' do` of Rails defines the method `test_adds_lines`. */
function defineTest(call: NodeIndex, _: string, file: FileFactsBuilder): void {
  const { tree } = file
  const [given = -1] = tree.namedChildren(tree.child(call, 'arguments'))
  const text = tree.textOf(tree.childOfType(given, 'string_content'))
  if (!isHolder(file.symbol(file.ownerAround(call))) || tree.child(call, 'block') < 0 || !tree.is(given, 'string')) return
  file.define({
    node: call,
    kind: 'method',
    name: given,
    nameText: `test_${text.trim().replaceAll(/\s+/g, '_')}`.slice(0, 200),
    body: tree.child(call, 'block'),
    test: true,
    opens: 'function',
    binds: false,
  })
}

/** `task :migrate, [:to] => :environment do`, in its enclosing namespaces. */
function defineTask(call: NodeIndex, _: string, file: FileFactsBuilder): void {
  const { tree } = file
  const [given = -1] = tree.namedChildren(tree.child(call, 'arguments'))
  const node = tree.is(given, 'pair') ? tree.child(given, 'key') : given
  const name = tree.is(node, 'hash_key_symbol') ? tree.textOf(node) : nameIn(node, file)
  if (name === '' || file.ownerAround(call) >= 0) return
  const qualifier = namespacesAround(call, file).join('.')
  const ordinal = file.define({
    node: call,
    kind: 'function',
    name: node,
    nameText: name,
    qualifier,
    body: tree.child(call, 'block'),
    opens: 'none',
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  if (symbol && !tree.is(node, 'hash_key_symbol')) symbol.name_column += 1
}

function namespacesAround(call: NodeIndex, file: FileFactsBuilder): string[] {
  const { tree } = file
  const names: string[] = []
  for (let at = tree.ancestor(call, 'call'); at >= 0; at = tree.ancestor(at, 'call')) {
    const [name] = tree.textOf(tree.child(at, 'method')) === 'namespace' ? namesGiven(at, file) : []
    if (name) names.unshift(name.name)
  }
  return names
}
