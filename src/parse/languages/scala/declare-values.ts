/** `val` and `var` of Scala: of a file, an object, a class; in a function they are variables. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import type { ValueType } from '../../value-type.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { isName } from './names.ts'
import { namesIn } from './patterns.ts'
import { evidentType } from './value-type.ts'

export function declareValue(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = namesOf(node, file)
  if (tree.is(tree.parent(node), 'refinement', 'structural_type')) {
    for (const name of names) file.notAUse(name)
    return
  }
  const declared = file.typeText(tree.child(node, 'type'))
  const isPlain = isName(tree.child(node, 'pattern'), tree) || tree.is(node, 'val_declaration', 'var_declaration')
  const evident = isPlain && declared === '' ? evidentType(tree.child(node, 'value'), file) : { type: '', from_call: '' }
  const [only, second] = names
  if (only !== undefined && second === undefined && isPlain) declareOne(node, only, declared, evident, file)
  else for (const name of names) declareShared(node, name, declared, file)
}

function namesOf(node: NodeIndex, file: FileFactsBuilder): readonly NodeIndex[] {
  const { tree } = file
  const pattern = tree.child(node, 'pattern')
  if (pattern < 0) return tree.childrenIn(node, 'name').filter((name) => isName(name, tree))
  if (isName(pattern, tree)) return [pattern]
  if (tree.is(pattern, 'identifiers')) return tree.namedChildren(pattern)
  return namesIn(pattern, file).map(({ name }) => name)
}

function declareOne(node: NodeIndex, name: NodeIndex, declared: string, evident: ValueType, file: FileFactsBuilder): void {
  const type = declared || evident.type
  if (file.isLocalScope(node)) {
    file.bind({ name, at: node, role: 'variable', type, from_call: evident.from_call })
    return
  }
  const parent = file.ownerAround(node)
  file.define({ node, kind: kindOf(node, file), name, type, body: longValue(node, file.tree), opens: 'none' })
  file.bind({ name: file.nameOf(name), at: node, role: 'field', scope: parent, type, from_call: evident.from_call })
}

/** `val (a, b) = pair`, `val a, b = 1` */
function declareShared(node: NodeIndex, name: NodeIndex, type: string, file: FileFactsBuilder): void {
  if (file.isLocalScope(node)) {
    file.bind({ name, at: node, role: 'variable', type: '' })
    return
  }
  const parent = file.ownerAround(node)
  const span = spanOfShared(file.tree, node, name)
  const isList = file.tree.is(file.tree.parent(name), 'identifiers')
  file.define({ node: name, kind: kindOf(node, file), name, span, type: isList ? type : '', parent, opens: 'none', owns: false })
  file.bind({ name: file.nameOf(name), at: node, role: 'field', scope: parent, type: isList ? type : '' })
}

const kindOf = (node: NodeIndex, file: FileFactsBuilder): 'property' | 'variable' =>
  file.isMember(node) ? 'property' : 'variable'

/** A short value belongs to the signature. */
function longValue(node: NodeIndex, tree: SyntaxTree): NodeIndex {
  const value = tree.child(node, 'value')
  const isLong = value >= 0 && (tree.end(value) - tree.start(value) > 100 || tree.endLine(value) > tree.line(value))
  return isLong ? value : -1
}
