/** JavaScript with JSX. TypeScript builds on these tables. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, DeclareRule, NodeIndex, UseRule } from '../../language.ts'
import { declareAssignment } from './declare-assignments.ts'
import { declareExport, markExported, spreadExported } from './declare-exports.ts'
import { declareArrow, declareClassExpression, declareFunctionExpression } from './declare-expressions.ts'
import { declareImport } from './declare-imports.ts'
import { declareField, declareMethod, defineAssignedFields } from './declare-members.ts'
import { declareObject } from './declare-outside-members.ts'
import { declareBareRequire } from './declare-require.ts'
import { declareCatch, declareForIn, declareParameters, declareVariable } from './declare-variables.ts'
import { stateOf } from './file-state.ts'
import { mendMarkup } from './mend-markup.ts'
import { declarePair } from './object-members.ts'
import { writtenIn } from './written-in.ts'

export const declareRules: Readonly<Record<string, DeclareRule>> = {
  function_declaration: { define: 'function', type: 'return_type' },
  generator_function_declaration: { define: 'function', type: 'return_type' },
  class_declaration: { define: 'class' },
  class: declareClassExpression,
  function_expression: declareFunctionExpression,
  generator_function: declareFunctionExpression,
  arrow_function: declareArrow,
  method_definition: declareMethod,
  field_definition: declareField,
  class_static_block: { scope: 'function' },
  object: declareObject,
  pair: declarePair,
  variable_declarator: declareVariable,
  formal_parameters: declareParameters,
  catch_clause: declareCatch,
  for_in_statement: declareForIn,
  for_statement: { scope: 'block' },
  statement_block: declareBlock,
  switch_body: { scope: 'block' },
  import_statement: declareImport,
  export_statement: declareExport,
  assignment_expression: declareAssignment,
  call_expression: declareCall,
}

export const useRules: Readonly<Record<string, UseRule>> = {
  identifier: { name: 'reads' },
  shorthand_property_identifier: { name: 'reads' },
  member_expression: { object: 'object', property: 'property' },
  subscript_expression: useSubscript,
  call_expression: { call: 'function' },
  new_expression: { call: 'constructor' },
  super: useSuper,
  parenthesized_expression: { pass: '*' },
  assignment_expression: { intend: { left: 'writes' } },
  augmented_assignment_expression: { intend: { left: 'writes' } },
  update_expression: { intend: { argument: 'writes' } },
  array_pattern: { pass: '*' },
  object_pattern: { pass: '*' },
  pair_pattern: { pass: 'value' },
  shorthand_property_identifier_pattern: { name: 'writes' },
  class_heritage: useHeritage,
  decorator: { intend: { '*': 'decorates' } },
  import_statement: { skip: true },
  jsx_opening_element: useElement,
  jsx_self_closing_element: useElement,
  jsx_closing_element: { skip: true },
}

/** For text known to be plain JavaScript, and for languages that build on these tables. */
export const plainJavaScript: CodeLanguage = {
  kind: 'code',
  grammar: 'javascript',
  sample: `#!/usr/bin/env node
import a, { b as c } from './x'
/** Doc. */
export default class A extends B { static #x = 1; get y() { return this.#x ?? c?.[0]\`t\${a}\` } async *[z]() { yield* super.z() } }
const { d, ...e } = require('y'), f = async (g = 1, [h]) => ({ d, i: 0x1f, 'j': /k/g, l() {} })
label: for (const m of n) { if (o) continue label; else switch (p) { case 1: throw new q.R(...e) } }
export * as ns from 'z'; let t = <S.T u="v" {...w}>{x}text</S.T>
`,
  mend: (text) => ({ text: mendMarkup(text), isWhole: true }),
  comments: ['comment', 'html_comment'],
  wrappers: ['export_statement'],
  decorators: ['decorator'],
  receiver: {
    replace: {
      arguments: '()',
      string: '""',
      template_string: '""',
      number: '0',
      regex: '/',
      array: '[]',
      object: '{}',
      optional_chain: '.',
      arrow_function: '=>',
      function_expression: 'function',
      class: 'class',
      statement_block: '{}',
      as: ' as ',
      satisfies: ' satisfies ',
    },
    spaced: ['new'],
    drop: ['(', ')', 'await', 'type_arguments', '!'],
    dropFields: ['index'],
  },
  declare: declareRules,
  use: useRules,
  defined,
  declared,
}

export const javascript: CodeLanguage = { ...plainJavaScript, writtenIn }

export function defined(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  markExported(symbol, node, file)
  const { test } = stateOf(file)
  if (node >= test.from && node < test.until) symbol.test = true
}

function declared(file: FileFactsBuilder): void {
  finishDeclared(file, { undeclared: true })
}

export function finishDeclared(file: FileFactsBuilder, fields: { undeclared: boolean }): void {
  // Exists in every function, and is never a symbol.
  file.scopes.declare(0, 'arguments', { local: true })
  defineAssignedFields(file, fields)
  spreadExported(file)
  file.facts.doc = file.docs.ofModule(0)
}

/** The body of a namespace is not a block: it declares symbols. */
function declareBlock(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (!tree.is(tree.parent(node), 'internal_module', 'module', 'ambient_declaration')) file.openScope(node, 'block')
}

const testCall = /^(describe|it|test|suite|context|specify)(\.(only|skip|each|concurrent|todo|failing)(\(\)|""?)?)*$/

function declareCall(node: NodeIndex, file: FileFactsBuilder): void {
  declareBareRequire(node, file)
  const { tree } = file
  const state = stateOf(file)
  if (node < state.test.until) return
  const callee = tree.child(node, 'function')
  if (!tree.is(callee, 'identifier', 'member_expression', 'call_expression')) return
  if (testCall.test(file.receiverText(callee))) state.test = { from: node, until: tree.after(node) }
}

/** `a[b] = c` writes into `a`; the callee of `a[b]()` has no name. */
function useSubscript(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.intentOf(node) === 'writes') file.intend(file.tree.child(node, 'object'), 'writes')
}

/** `super(…)` calls the base constructor. */
function useSuper(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.intentOf(node) === 'calls') file.use('constructor', 'calls', node, 'super')
}

/** `extends mixin(Base)` extends the result of a call: that is a call, not a name. */
export function useHeritage(node: NodeIndex, file: FileFactsBuilder): void {
  for (const child of file.tree.namedChildren(node)) {
    if (file.tree.is(child, 'identifier', 'member_expression')) file.intend(child, 'extends')
  }
}

/** `<Button>` refers to a symbol, `<div>` to none. */
function useElement(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.is(name, 'identifier') && /^[a-z]/.test(tree.textOf(name))) file.notAUse(name)
  else file.intend(name, 'references')
}
