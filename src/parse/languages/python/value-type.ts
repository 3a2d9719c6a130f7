/** What a value says about its type without running it: a constructor's name, a literal, a parameter's annotation. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'
import { stateOf } from './file-state.ts'

const literalTypes: Readonly<Record<string, string>> = {
  string: 'str',
  concatenated_string: 'str',
  integer: 'int',
  float: 'float',
  true: 'bool',
  false: 'bool',
  list: 'list',
  list_comprehension: 'list',
  dictionary: 'dict',
  dictionary_comprehension: 'dict',
  set: 'set',
  set_comprehension: 'set',
  tuple: 'tuple',
  expression_list: 'tuple',
}

/** When `right` is -1 or an inner assignment, `value` counts. */
export function evidentType(right: NodeIndex, value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const core = unwrap(value >= 0 ? value : right, file)
  if (core < 0) return unknownType
  if (tree.is(core, 'call')) return callType(core, file)
  if (tree.is(core, 'identifier')) {
    // `self.store = store` in a method whose parameter `store` is annotated.
    const type = stateOf(file).parameter_types.get(`${file.ownerOf(core)}\0${tree.textOf(core)}`)
    return type === undefined ? classType(core, file) : { type, from_call: '' }
  }
  if (tree.is(core, 'attribute')) return classType(core, file)
  return { type: literalTypes[tree.typeOf(core)] ?? '', from_call: '' }
}

/** Classes are capitalised, functions are not: `Client()` creates a Client, `make_client()` returns anything. */
export function callType(call: NodeIndex, file: FileFactsBuilder): ValueType {
  const callee = file.receiverText(file.tree.child(call, 'function'))
  const last = callee.slice(callee.lastIndexOf('.') + 1)
  const isClass = /^_*[A-Z]\w*$/.test(last) && /^[\w.]+$/.test(callee)
  return { type: isClass ? callee : '', from_call: callee }
}

/** `client_class = Client`: a class by its spelling, stored to be called later. */
function classType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const text = file.tree.textOf(value)
  return text.length < 200 && /^(?:\w+\.)*_*[A-Z]\w*[a-z]\w*$/.test(text) ? { type: `type[${text}]`, from_call: '' } : unknownType
}

/** Through brackets, `await`, and the last alternative of `given or Default()`. */
function unwrap(value: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let at = value
  for (let steps = 0; steps < 8 && at >= 0; steps++) {
    if (tree.is(at, 'parenthesized_expression', 'await')) at = tree.namedChildren(at)[0] ?? -1
    else if (tree.is(at, 'boolean_operator')) at = tree.child(at, 'right')
    else break
  }
  return at
}

const classMakers = new Set(['namedtuple', 'NamedTuple', 'TypedDict', 'make_dataclass', 'new_class'])
const typeMakers = new Set(['NewType', 'TypeVar', 'ParamSpec', 'TypeVarTuple', 'TypeAliasType'])
const typeForms = new Set(
  'Callable Union Optional Literal Annotated Type Dict List Tuple Set FrozenSet Mapping Sequence Iterable Iterator Awaitable dict list tuple set frozenset type'.split(
    ' ',
  ),
)

/** The kind of a name given to a type: `UserId = NewType(…)`, `Handler = Callable[…]`, `Pair = namedtuple(…)`. */
export function aliasKind(node: NodeIndex, value: NodeIndex, file: FileFactsBuilder): SymbolKind | undefined {
  const { tree } = file
  const annotation = tree.textOf(tree.child(node, 'type'))
  if (/^(?:\w+\.)?TypeAlias$/.test(annotation)) return 'type'
  const isCall = tree.is(value, 'call')
  if (annotation !== '' || (!isCall && !tree.is(value, 'subscript'))) return undefined
  const head = tree.child(value, isCall ? 'function' : 'value')
  const name = tree.textOf(tree.is(head, 'attribute') ? tree.child(head, 'attribute') : head)
  if (!isCall) return typeForms.has(name) ? 'type' : undefined
  if (classMakers.has(name)) return 'class'
  return typeMakers.has(name) ? 'type' : undefined
}
