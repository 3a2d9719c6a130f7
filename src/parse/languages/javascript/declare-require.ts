/** `require('x')` and `import('x')` as expressions, with the names they are bound to. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { patternNames } from './bind-pattern.ts'
import { stateOf } from './file-state.ts'
import { unwrap } from './value-type.ts'

/** True when a variable's value is a whole `require`/`import`: its names are imports then, not variables. */
export function declareRequire(declarator: NodeIndex, name: NodeIndex, value: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const found = readRequire(unwrap(value, file), file)
  if (!found) return false
  stateOf(file).readImports.add(found.call)
  if (found.property !== '') file.notAUse(unwrap(value, file))
  const base = { module: found.module, type_only: false }
  if (tree.is(name, 'identifier')) {
    file.notAUse(name)
    const kind = found.property ? 'named' : found.dynamic ? 'namespace' : 'require'
    file.addImport({ ...base, name: found.property, alias: tree.textOf(name), kind }, name)
    return true
  }
  for (const { node, key } of patternNames(name, file)) {
    file.notAUse(node)
    file.addImport({ ...base, name: key, alias: tree.textOf(node), kind: 'named' }, node)
  }
  if (tree.namedChildren(name).length === 0) file.addImport({ ...base, name: '', alias: '', kind: 'side-effect' }, declarator)
  return true
}

/** A `require` or `import()` without a name: in a statement of its own, an argument, a chain. */
export function declareBareRequire(call: NodeIndex, file: FileFactsBuilder): void {
  const found = readRequire(call, file)
  if (!found) return
  file.notAUse(file.tree.child(call, 'function'))
  const { readImports } = stateOf(file)
  if (readImports.has(call)) return
  const kind = file.tree.is(file.tree.parent(call), 'expression_statement')
    ? 'side-effect'
    : found.dynamic
      ? 'namespace'
      : 'require'
  file.addImport({ module: found.module, name: '', alias: '', kind, type_only: false }, call)
}

type Require = { module: string; property: string; dynamic: boolean; call: NodeIndex }

/** `require('x')`, `require('x').y`, `import('x')`. */
export function readRequire(value: NodeIndex, file: FileFactsBuilder): Require | undefined {
  const { tree } = file
  if (!tree.is(value, 'member_expression')) return readCall(value, file)
  const inner = readCall(unwrap(tree.child(value, 'object'), file), file)
  return inner && { ...inner, property: tree.textOf(tree.child(value, 'property')) }
}

function readCall(call: NodeIndex, file: FileFactsBuilder): Require | undefined {
  const { tree } = file
  if (!tree.is(call, 'call_expression')) return undefined
  const callee = tree.child(call, 'function')
  const dynamic = tree.is(callee, 'import')
  if (!dynamic && !(tree.is(callee, 'identifier') && tree.textOf(callee) === 'require')) return undefined
  const module = plainString(tree.namedChildren(tree.child(call, 'arguments'))[0] ?? -1, file)
  return module === undefined ? undefined : { module, property: '', dynamic, call }
}

/** The text of a string literal without placeholders. */
export function plainString(node: NodeIndex, file: FileFactsBuilder): string | undefined {
  const { tree } = file
  const isPlain =
    tree.is(node, 'string') || (tree.is(node, 'template_string') && tree.childOfType(node, 'template_substitution') < 0)
  return isPlain ? tree.textOf(node).slice(1, -1) : undefined
}
