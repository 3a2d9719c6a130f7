/** Variables, parameters, loops and catches: symbols at module level, bindings inside functions. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { ValueType } from '../../value-type.ts'
import { patternNames } from './bind-pattern.ts'
import { declareRequire } from './declare-require.ts'
import { hasFunctions, markObjectMembers } from './object-members.ts'
import { calleeParts, isClassValue, isFunctionValue, ownValue, unwrap, valueType } from './value-type.ts'

export function declareVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const value = tree.child(node, 'value')
  if (declareRequire(node, name, value, file)) return
  if (!tree.is(name, 'identifier')) {
    declarePattern(node, name, file)
    return
  }
  const bare = ownValue(value, file)
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
  const isLocal = file.isLocalScope(node, hoist)
  // For a local object with a declared type, the type defines its members.
  const isSymbol = !isLocal || (type === '' && hasFunctions(bare, file))
  if (isSymbol) {
    file.define({ node, span, kind: isConst(node, file) ? 'constant' : 'variable', name, type, body: longLiteral(bare, file) })
    markObjectMembers(bare, file)
  }
  // A symbol of unknown type gets no binding: otherwise it could not be told from a variable of that name in a callback.
  if (!isSymbol || type !== '' || evident.from_call !== '')
    file.bind({ name, at: isLocal ? node : tree.parent(node), role: 'variable', type, from_call: evident.from_call, ...hoist })
}

function declarePattern(node: NodeIndex, pattern: NodeIndex, file: FileFactsBuilder): void {
  const hoist = isVar(node, file) ? ({ hoist: 'function' } as const) : {}
  const local = file.isLocalScope(node, hoist)
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

/** Where the signature of a value ends: a short value is worth showing, a table or a wrapped function is not. */
export function longLiteral(written: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let value = written
  while (tree.is(value, 'as_expression', 'satisfies_expression')) value = unwrap(tree.namedChildren(value)[0] ?? -1, file)
  if (tree.is(value, 'object', 'array', 'template_string')) return tree.end(value) - tree.start(value) > 60 ? value : -1
  const isLongCall = tree.is(value, 'call_expression', 'new_expression') && tree.endLine(value) > tree.line(value)
  return isLongCall ? tree.child(value, 'arguments') : -1
}

/** The whole statement when it declares one name, else the declarator alone. */
function statementOf(declarator: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const statement = tree.parent(declarator)
  if (!tree.is(statement, 'lexical_declaration', 'variable_declaration')) return declarator
  const { type, next } = tree.flat
  let declarators = 0
  // Counting to two is enough: a generated list may have thousands, and each of them is checked.
  for (let at = statement + 1; at < tree.after(statement) && declarators < 2; at = next[at] as number) {
    if (type[at] === type[declarator]) declarators++
  }
  return declarators === 1 ? file.spanOf(statement) : declarator
}

const isVar = (declarator: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(file.tree.parent(declarator), 'variable_declaration')

const isConst = (declarator: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(file.tree.parent(declarator) + 1, 'const')

const realFunctions = [
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
]

/** Parameters of a real function bind names; those of a signature or function type do not. */
export function declareParameters(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isReal = tree.is(tree.parent(node), ...realFunctions)
  for (const child of tree.namedChildren(node)) {
    if (isReal) declareParameter(child, node, file)
    else for (const { node: name } of patternNames(child, file)) file.bindLocal(name, node)
  }
}

function declareParameter(parameter: NodeIndex, list: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = file.typeText(tree.child(parameter, 'type'))
  const byDefault = tree.child(parameter, tree.is(parameter, 'assignment_pattern') ? 'right' : 'value')
  const evident = type === '' && byDefault >= 0 ? valueType(byDefault, file) : { type, from_call: '' }
  const names = patternNames(parameter, file)
  for (const { node: name } of names) {
    const whole = names.length === 1 && isWholeParameter(name, parameter, file)
    if (isParameterProperty(parameter, file)) declareParameterProperty(parameter, name, evident, file)
    file.bind({ name, at: list, role: 'parameter', ...(whole && evident) })
  }
}

/** `constructor(private readonly db: Database)` */
const isParameterProperty = (parameter: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.childOfType(parameter, 'accessibility_modifier', 'readonly', 'override_modifier') >= 0

function declareParameterProperty(parameter: NodeIndex, name: NodeIndex, evident: ValueType, file: FileFactsBuilder): void {
  const owner = file.classAround(parameter)
  if (owner < 0) return
  const base = { kind: 'property', name, parent: owner, type: evident.type, binds: false, owns: false } as const
  file.define({ ...base, node: parameter, span: parameter })
  file.bind({ name, at: parameter, role: 'field', scope: owner, ...evident })
}

/** In `{ a }: Options` the type is that of the object, not of `a`. */
function isWholeParameter(name: NodeIndex, parameter: NodeIndex, file: FileFactsBuilder): boolean {
  return name === parameter || file.tree.parent(name) === parameter
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
