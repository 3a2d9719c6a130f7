/** Go, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import {
  completeDefinition,
  defineFields,
  defineFunction,
  defineInterfaceMethod,
  defineMethod,
  defineType,
} from './declare-definitions.ts'
import { completeFile, declareImport, declarePackage } from './declare-imports.ts'
import {
  declareParameter,
  declareReceived,
  declareShort,
  declareTypeCase,
  declareTypeParameter,
  declareTypeSwitch,
  declareValues,
} from './declare-values.ts'
import { useAssertion, useField, useInterfaceElement, useKey, useReceived } from './uses.ts'

const sample = `// Package a.
package a
import ( b "c/d"; . "e" )
const ( X T = iota; Y )
var v, w = map[string]*T{"k": {A: 1}}, []int{}
type T struct { Base; A, B int; f func(x int) error }
type I[K comparable] interface { ~int | string; M(k K) (T, error) }
func (t *T) m(xs ...int) (n int) {
	for i, x := range xs { n += x; t.A++; _ = i }
	switch v := any(t).(type) { case *T: v.m() }
	select { case y := <-c: go y(); default: defer f[int](n) }
	return func() int { return b.C(&T{A: 1}) }()
}
`

/** `new(f(x))`, of Go 1.26: the grammar expects a type there. */
const mendGo = (text: string): { text: string; isWhole: boolean } => ({
  text: text.replaceAll(/\bnew(?=\((?![\s*\w.[\]]*\)))/g, 'ne_'),
  isWhole: true,
})

export const go: CodeLanguage = {
  kind: 'code',
  grammar: 'go',
  sample,
  mend: mendGo,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  receiver: {
    replace: {
      argument_list: '()',
      literal_value: '{}',
      interpreted_string_literal: '""',
      raw_string_literal: '""',
      func_literal: 'func()',
      binary_expression: '…',
      // The brackets are left out below: `x.(Foo)` must not look like a field of x.
      type_assertion_expression: '…',
    },
    spaced: [],
    drop: ['(', ')', '*', '&', 'type_arguments'],
  },
  declare: {
    package_clause: declarePackage,
    import_spec: declareImport,
    function_declaration: defineFunction,
    method_declaration: defineMethod,
    func_literal: { scope: 'function' },
    type_spec: defineType,
    type_alias: defineType,
    field_declaration: defineFields,
    method_elem: defineInterfaceMethod,
    const_spec: declareValues,
    var_spec: declareValues,
    short_var_declaration: declareShort,
    range_clause: declareReceived,
    receive_statement: declareReceived,
    parameter_declaration: declareParameter,
    variadic_parameter_declaration: declareParameter,
    type_parameter_declaration: declareTypeParameter,
    type_switch_statement: declareTypeSwitch,
    type_case: declareTypeCase,
    block: { scope: 'block' },
    if_statement: { scope: 'block' },
    for_statement: { scope: 'block' },
    expression_switch_statement: { scope: 'block' },
    expression_case: { scope: 'block' },
    default_case: { scope: 'block' },
    communication_case: { scope: 'block' },
  },
  use: {
    identifier: { name: 'reads' },
    type_identifier: { name: 'uses_type' },
    package_identifier: { name: 'references' },
    selector_expression: { object: 'operand', property: 'field' },
    qualified_type: { object: 'package', property: 'name', use: 'uses_type' },
    call_expression: { call: 'function' },
    // `Pick[int](x)` is a call of a generic function more often than a conversion to a generic type.
    type_conversion_expression: { intend: { type: 'calls' } },
    type_instantiation_expression: { pass: 'type' },
    generic_type: { pass: 'type' },
    parenthesized_expression: { pass: '*' },
    expression_list: { pass: '*' },
    assignment_statement: { intend: { left: 'writes' } },
    inc_statement: { intend: { '*': 'writes' } },
    dec_statement: { intend: { '*': 'writes' } },
    range_clause: useReceived,
    receive_statement: useReceived,
    field_declaration: useField,
    type_elem: useInterfaceElement,
    var_spec: useAssertion,
    keyed_element: useKey,
    package_clause: { skip: true },
    import_declaration: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
