/** What is known about a definition only once it is made: its visibility, and the comment after it. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { cleanComment } from '../../doc-comments.ts'
import { callableKinds, classKinds, type FileFactsBuilder, MAX_AROUND } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { specifiers } from './specifiers.ts'

export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const around = file.symbol(symbol.parent)
  const statement = statementOf(node, file)
  const words = specifiers(statement, file)
  const inClass = around !== undefined && classKinds.has(around.kind)
  if (inClass) {
    symbol.exported = around.exported && isOpen(node, around, file)
    symbol.static ||= words.has('static')
  } else if (around !== undefined && callableKinds.has(around.kind)) symbol.exported = false
  else symbol.exported = !(words.has('static') && (callableKinds.has(symbol.kind) || isValue(symbol))) && !isHidden(node, file)
  if (symbol.doc === '' && (isValue(symbol) || symbol.kind === 'property' || symbol.kind === 'macro'))
    symbol.doc = behind(symbol, statement, file)
}

const isValue = ({ kind }: SymbolFact): boolean => kind === 'variable' || kind === 'constant'

function statementOf(node: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  const around = tree.parent(node)
  return tree.fieldOf(node) === 'declarator' && tree.is(around, 'declaration', 'field_declaration', 'type_definition')
    ? around
    : node
}

const lists = ['field_declaration_list', 'enumerator_list', 'translation_unit']

/** Public or protected: by the last `private:` above it, else by the kind of class. */
function isOpen(node: NodeIndex, around: SymbolFact, { tree }: FileFactsBuilder): boolean {
  let at = node
  for (let depth = 0; depth < MAX_AROUND && at >= 0 && !tree.is(tree.parent(at), ...lists); depth++) at = tree.parent(at)
  const list = tree.parent(at)
  if (!tree.is(list, 'field_declaration_list')) return true
  let last = around.kind === 'class' ? 'private' : 'public'
  for (const child of tree.children(list)) {
    if (child >= at) break
    if (tree.is(child, 'access_specifier')) last = tree.textOf(child)
  }
  return !last.startsWith('private')
}

/** In a nameless namespace. */
function isHidden(node: NodeIndex, { tree }: FileFactsBuilder): boolean {
  let at = tree.parent(node)
  for (let depth = 0; depth < MAX_AROUND && at > 0; depth++) {
    if (tree.is(at, 'namespace_definition') && tree.child(at, 'name') < 0) return true
    at = tree.parent(at)
  }
  return false
}

/** `int width; /**< in pixels *\/`, `RED, // warm` */
function behind(symbol: SymbolFact, statement: NodeIndex, { tree }: FileFactsBuilder): string {
  let next = tree.after(statement)
  while (next < tree.count && tree.is(next, ',', ';')) next = tree.after(next)
  const isBeside = next < tree.count && tree.is(next, 'comment') && tree.line(next) === symbol.end_line
  return isBeside ? cleanComment(tree.textOf(next)).replace(/^<\s*/, '') : ''
}
