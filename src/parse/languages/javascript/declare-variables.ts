/** Variables, parameters, loops and catches: symbols at module level, bindings inside functions. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { patternNames } from './bind-pattern.ts'
import { declareRequire } from './declare-require.ts'
import { markObjectMembers } from './object-members.ts'
import { calleeParts, isClassValue, isFunctionValue, unwrap, valueType } from './value-type.ts'

export function declareVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const value = tree.child(node, 'value')
  if (declareRequire(node, name, value, file)) return
  if (!tree.is(name, 'identifier')) return declarePattern(node, name, file)
  const bare = unwrap(value, file)
  const span = statementOf(node, file)
  if (isFunctionValue(bare, file)) {
    file.define({ node, span, kind: 'function', name, opens: 'none', ...calleeParts(bare, file) })
    return
  }
  if (isClassValue(bare, file)) {
    file.define({ node, span, kind: 'class', name, opens: 'none', body: tree.child(bare, 'body') })
    return
  }
  const declared = file.typeText(tree.child(node, 'type'))
  const evident = valueType(value, file)
  const type = declared || evident.type
  const hoist = isVar(node, file) ? ({ hoist: 'function' } as const) : {}
  if (file.isLocalPlace(node, hoist)) {
    file.bind({ name, at: node, role: 'variable', type, from_call: evident.from_call, ...hoist })
    return
  }
  file.define({ node, span, kind: isConst(node, file) ? 'constant' : 'variable', name, type, body: longLiteral(bare, file) })
  file.bind({ name, at: tree.parent(node), role: 'variable', type, from_call: evident.from_call })
  markObjectMembers(bare, file)
}

function declarePattern(node: NodeIndex, pattern: NodeIndex, file: FileFactsBuilder): void {
  const hoist = isVar(node, file) ? ({ hoist: 'function' } as const) : {}
  const local = file.isLocalPlace(node, hoist)
  for (const { node: name } of patternNames(pattern, file)) {
    if (local) file.bind({ name, at: node, role: 'variable', ...hoist })
    else
      file.define({
        node: name,
        span: statementOf(node, file),
        owns: false,
        kind: isConst(node, file) ? 'constant' : 'variable',
        name,
      })
  }
}

/** A short value is worth showing in the signature, a table is not. */
function longLiteral(value: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  return tree.is(value, 'object', 'array', 'template_string') && tree.end(value) - tree.start(value) > 60 ? value : -1
}

/** The whole statement when it declares one thing, else the declarator alone. */
function statementOf(declarator: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const statement = tree.parent(declarator)
  let declarators = 0
  const { type, next } = tree.flat
  for (let at = statement + 1; at < tree.after(statement); at = next[at] as number)
    if (type[at] === type[declarator]) declarators++
  return declarators === 1 && tree.is(statement, 'lexical_declaration', 'variable_declaration')
    ? file.spanOf(statement)
    : declarator
}

const isVar = (declarator: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(file.tree.parent(declarator), 'variable_declaration')

const isConst = (declarator: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.childOfType(file.tree.parent(declarator), 'const') >= 0

/** Parameters of a real function; those of a function type are only names. */
export function declareParameters(node: NodeIndex, file: FileFactsBuilder): void {
  for (const child of file.tree.namedChildren(node)) declareParameter(child, file)
}

export function declareParameter(parameter: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = file.typeText(tree.child(parameter, 'type'))
  const byDefault = tree.child(parameter, tree.is(parameter, 'assignment_pattern') ? 'right' : 'value')
  const evident = type === '' && byDefault >= 0 ? valueType(byDefault, file) : { type, from_call: '' }
  const plain = patternNames(parameter, file)
  for (const { node: name } of plain) {
    const whole = plain.length === 1 && isWholeParameter(name, parameter, file)
    file.bind({ name, at: parameter, role: 'parameter', ...(whole && evident) })
  }
}

/** In `{ a }: Options` the type is that of the object, not of `a`. */
function isWholeParameter(name: NodeIndex, parameter: NodeIndex, file: FileFactsBuilder): boolean {
  return name === parameter || file.tree.parent(name) === parameter
}

/** `x => …` */
export function declareArrow(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'function')
  const parameter = file.tree.child(node, 'parameter')
  if (parameter >= 0) file.bind({ name: parameter, at: node, role: 'parameter' })
}

/** A function expression's own name is known inside it only. */
export function declareFunctionExpression(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'function')
  const name = file.tree.child(node, 'name')
  if (name >= 0) file.bindLocal(name, node)
}

export function declareCatch(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
  const parameter = file.tree.child(node, 'parameter')
  if (parameter < 0) return
  for (const { node: name } of patternNames(parameter, file)) file.bind({ name, at: node, role: 'variable' })
}

/** `for (const x of xs)` */
export function declareForIn(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
  const { tree } = file
  if (tree.child(node, 'kind') < 0) return
  const hoist = tree.textOf(tree.child(node, 'kind')) === 'var' ? ({ hoist: 'function' } as const) : {}
  for (const { node: name } of patternNames(tree.child(node, 'left'), file)) {
    file.bind({ name, at: node, role: 'variable', ...hoist })
  }
}
