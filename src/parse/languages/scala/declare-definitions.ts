/** Classes, traits, objects, enums, functions, givens and types of Scala. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { bareType, hasModifier, parameterType } from './names.ts'
import { resultType } from './value-type.ts'

export function defineClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const kind = tree.is(node, 'trait_definition') ? 'trait' : tree.is(node, 'enum_definition') ? 'enum' : 'class'
  if (tree.textOf(name) !== '') file.define({ node, kind, name, body: tree.child(node, 'body') })
}

/** Its body is that of a class with one object. It differs from a class of the same name, whichever comes first. */
export function defineObject(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.textOf(name) !== '') file.define({ node, kind: 'class', name, body: tree.child(node, 'body'), distinct: 'object' })
}

/** `case Red` is a value of its enum, `case Mix(a: Int)` a class of values. */
export function defineEnumCase(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(node)
  const name = tree.child(node, 'name')
  if (tree.textOf(name) === '') return
  if (tree.is(node, 'full_enum_case')) {
    file.define({ node, kind: 'class', name, static: true })
    return
  }
  const type = file.symbol(parent)?.name ?? ''
  file.define({ node, kind: 'property', name, type, static: true, opens: 'none' })
  file.bind({ name: file.nameOf(name), at: node, role: 'field', scope: parent, type })
}

/** A type like `{ def size: Int }` defines nothing. */
const inType = (node: NodeIndex, tree: SyntaxTree): boolean => tree.is(tree.parent(node), 'refinement', 'structural_type')

export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.textOf(name) === '') return
  if (inType(node, tree)) {
    file.notAUse(name)
    file.openScope(node, 'function')
    return
  }
  const lists = tree.childrenIn(node, 'parameters').filter((list) => tree.is(list, 'parameters'))
  const extension = extensionAround(node, tree)
  const isMember = file.isMember(extension < 0 ? node : extension)
  const body = tree.child(node, 'body')
  const isConstructor = tree.textOf(name) === 'this'
  file.define({
    node,
    kind: isConstructor ? 'constructor' : isMember ? 'method' : 'function',
    name,
    parameters: lists[0] ?? -1,
    body,
    type: file.typeText(tree.child(node, 'return_type')) || resultType(body, file),
    ...extending(node, extension, lists.slice(1), file),
  })
  if (extension >= 0) bindExtended(node, extension, file)
}

/** The `extension` that directly contains a function. */
function extensionAround(node: NodeIndex, tree: SyntaxTree): NodeIndex {
  const around = tree.parent(node)
  const outer = tree.is(around, 'block', 'indented_block', 'template_body') ? tree.parent(around) : around
  return tree.is(outer, 'extension_definition') ? outer : -1
}

const extendedParameter = (extension: NodeIndex, tree: SyntaxTree): NodeIndex => {
  const lists = tree.childrenIn(extension, 'parameters').map((list) => tree.childOfType(list, 'parameter'))
  return lists.find((parameter, at) => parameter >= 0 && !isGiven(tree.childrenIn(extension, 'parameters')[at] ?? -1, tree)) ?? -1
}

const isGiven = (list: NodeIndex, tree: SyntaxTree): boolean => tree.childOfType(list, 'using', 'implicit') >= 0

/** The extended type qualifies the name and is part of the tag, as are further parameter lists. */
function extending(node: NodeIndex, extension: NodeIndex, lists: readonly NodeIndex[], file: FileFactsBuilder) {
  const { tree } = file
  const rest = lists.map((list) => tree.textOf(list).replaceAll(/\s+/g, '')).join('')
  if (extension < 0) return rest === '' ? {} : { distinct: rest }
  const type = tree.child(extendedParameter(extension, tree), 'type')
  const bare = bareType(type, file)
  const last = /^[\p{L}\p{N}_.]+$/u.test(bare) ? bare.slice(bare.lastIndexOf('.') + 1) : 'Any'
  const around = file.symbol(file.ownerAround(node))?.qualified_name ?? ''
  return {
    distinct: `${tree.textOf(type).replaceAll(/\s+/g, '')}${rest}`,
    qualifier: around === '' ? last : `${around}.${last}`,
    binds: false,
  }
}

function bindExtended(node: NodeIndex, extension: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const list of tree.childrenIn(extension, 'parameters')) {
    for (const parameter of tree.namedChildren(list)) {
      const name = tree.child(parameter, 'name')
      if (!tree.is(parameter, 'parameter') || name < 0) continue
      file.bind({
        name: file.nameOf(name),
        at: node,
        role: 'parameter',
        type: parameterType(tree.child(parameter, 'type'), file),
      })
    }
  }
}

/** Its functions see the extended value; they belong to the enclosing symbol. */
export function openExtension(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
}

/** Without a name it gets the compiler's: `given_Ord_Int`. */
export function defineGiven(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const written = tree.child(node, 'name')
  const types = tree.childrenIn(node, 'return_type').filter((type) => tree.isNamed(type) && !tree.is(type, 'arguments'))
  const [type = -1] = types
  const name = written >= 0 ? written : type
  if (name < 0) return
  const body = tree.child(node, 'body')
  const isObject = tree.is(body, 'with_template_body')
  const isMember = file.isMember(node)
  file.define({
    node,
    kind: isObject ? 'class' : isMember ? 'property' : 'variable',
    name,
    ...(written < 0 && {
      nameText: `given_${
        file
          .typeText(type)
          .match(/[\p{L}\p{N}_]+/gu)
          ?.join('_') ?? ''
      }`,
    }),
    body,
    type: isObject ? '' : file.typeText(type),
    opens: isObject ? 'class' : 'function',
  })
}

export function defineType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.textOf(name) === '') return
  if (inType(node, tree)) file.notAUse(name)
  else file.define({ node, kind: 'type', name, type: file.typeText(tree.child(node, 'type')), opens: 'class' })
}

/** A property where it is visible (`val`, `var`, in a case class any of the first list); else known only inside the class. */
export function defineClassParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.textOf(name) === '') return
  const type = parameterType(tree.child(node, 'type'), file)
  const list = tree.parent(node)
  const owner = tree.parent(list)
  const isFirst = tree.childOfType(owner, 'class_parameters') === list
  const isShown =
    tree.childOfType(node, 'val', 'var') >= 0 ||
    (isFirst && (tree.is(owner, 'full_enum_case') || hasModifier(owner, 'case', tree)))
  const parent = file.ownerAround(node)
  if (!isShown) {
    file.bindLocal(name, node)
    file.bind({ name, at: node, role: 'parameter', scope: parent, type })
    return
  }
  file.define({ node, kind: 'property', name, type, opens: 'none' })
  file.bind({ name: file.nameOf(name), at: node, role: 'field', scope: parent, type })
}

/** The body of `new A { … }` has members, but no symbol of its own. */
export function openNamelessBody(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.tree.is(file.tree.parent(node), 'instance_expression')) file.openScope(node, 'class')
}
