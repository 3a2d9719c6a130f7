/** A declarator of C read from the outside in: `*(*names[3])(int)` is an array of pointers to functions called `names`. */
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

export type Declarator = {
  /** The node that names it: an identifier, `operator==`, `~Foo`, `operator bool`; -1 for none. */
  name: NodeIndex
  /** `A::B::` before the name, without template arguments. */
  qualifier: readonly string[]
  /** The function declarator next to the name when a function is declared, not a pointer to one; else -1. */
  callable: NodeIndex
  /** Its parameter list, or that of the function that a pointer points to; -1. */
  parameters: NodeIndex
  /** The marks around the name: `*`, `&`, `[]`, from the inside out. */
  marks: string
  /** `Foo<int>` in a specialisation: the text in its brackets. */
  special: string
}

const MAX_DEPTH = 40
const through: ReadonlySet<string> = new Set([
  'init_declarator',
  'pointer_declarator',
  'block_pointer_declarator',
  'reference_declarator',
  'array_declarator',
  'parenthesized_declarator',
  'attributed_declarator',
  'function_declarator',
])

export function readDeclarator(tree: SyntaxTree, declarator: NodeIndex): Declarator {
  const found: Declarator = { name: -1, qualifier: [], callable: -1, parameters: -1, marks: '', special: '' }
  let at = declarator
  for (let depth = 0; depth < MAX_DEPTH && at >= 0; depth++) {
    const type = tree.typeOf(at)
    if (!through.has(type)) break
    if (type === 'function_declarator') {
      found.callable = at
      found.parameters = tree.child(at, 'parameters')
    } else if (
      type === 'pointer_declarator' ||
      type === 'block_pointer_declarator' ||
      type === 'array_declarator' ||
      type === 'reference_declarator'
    ) {
      found.callable = -1
      found.marks = `${type === 'array_declarator' ? '[]' : type === 'reference_declarator' ? '&' : '*'}${found.marks}`
    }
    at = inner(tree, at)
  }
  return readName(tree, at, found)
}

/** Not every declarator has its inner one in a field. */
function inner(tree: SyntaxTree, node: NodeIndex): NodeIndex {
  const field = tree.child(node, 'declarator')
  if (field >= 0) return field
  return tree.namedChildren(node).find((child) => through.has(tree.typeOf(child)) || nameTypes.has(tree.typeOf(child))) ?? -1
}

const nameTypes: ReadonlySet<string> = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'primitive_type',
  'qualified_identifier',
  'destructor_name',
  'operator_name',
  'operator_cast',
  'template_function',
  'template_method',
  'structured_binding_declarator',
])

function readName(tree: SyntaxTree, node: NodeIndex, found: Declarator): Declarator {
  let at = node
  const qualifier: string[] = []
  for (let depth = 0; depth < MAX_DEPTH && tree.is(at, 'qualified_identifier'); depth++) {
    const scope = tree.child(at, 'scope')
    if (scope >= 0) qualifier.push(tree.textOf(tree.is(scope, 'template_type') ? tree.child(scope, 'name') : scope))
    at = tree.child(at, 'name')
  }
  let special = ''
  if (tree.is(at, 'template_function', 'template_method')) {
    special = squeezed(tree.textOf(tree.child(at, 'arguments')))
    at = tree.child(at, 'name')
  }
  if (!nameTypes.has(tree.typeOf(at)) || tree.start(at) === tree.end(at)) return found
  if (!tree.is(at, 'operator_cast')) return { ...found, name: at, qualifier, special }
  const parameters = listOf(tree, at)
  return { ...found, name: at, qualifier, callable: at, parameters, special }
}

/** The brackets after `operator const char*`; not those of a type in between (`operator Fn<int()>`). */
function listOf(tree: SyntaxTree, cast: NodeIndex): NodeIndex {
  let at = tree.child(cast, 'declarator')
  for (let depth = 0; depth < MAX_DEPTH && at >= 0 && !tree.is(at, 'abstract_function_declarator'); depth++)
    at = tree.namedChildren(at).find((child) => /declarator$/.test(tree.typeOf(child))) ?? -1
  return tree.child(at, 'parameters')
}

export const squeezed = (text: string): string => text.replaceAll(/\s+/g, '')

/** `operator ==` → `operator==`, `~ Foo` → `~Foo`, a conversion by its type: `operator const char*`. */
export function nameText(tree: SyntaxTree, name: NodeIndex): string {
  const text = tree.textOf(name)
  if (tree.is(name, 'destructor_name')) return squeezed(text)
  if (tree.is(name, 'operator_name')) return operatorText(text)
  if (!tree.is(name, 'operator_cast')) return text
  const list = listOf(tree, name)
  const head = list < 0 ? text : tree.text.slice(tree.start(name), tree.start(list))
  return head
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[*&])/g, '')
    .trim()
}

function operatorText(text: string): string {
  const sign = text.replace(/^operator/, '').trim()
  return /^[\w]/.test(sign) ? `operator ${sign.replaceAll(/\s+/g, '')}` : `operator${sign.replaceAll(/\s+/g, '')}`
}

/** Declarators of a declaration, each with its initialiser. */
export function declaratorsOf(tree: SyntaxTree, declaration: NodeIndex): NodeIndex[] {
  return tree.childrenIn(declaration, 'declarator')
}

/**
 * Where a function has no type (`main(argc, argv) {`), the mask made the first letter of its name a type: then that letter's
 * node, else -1.
 */
export function splitName(tree: SyntaxTree, statement: NodeIndex, name: NodeIndex): NodeIndex {
  const type = tree.child(statement, 'type')
  const isSplit = type >= 0 && tree.end(type) + 1 === tree.start(name) && /\w/.test(tree.text.charAt(tree.end(type)))
  return isSplit ? type : -1
}
