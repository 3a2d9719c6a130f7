/** Swift, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import { skipLabels, skipTupleLabels } from './arguments.ts'
import {
  declareDeinit,
  declareFunction,
  declareInit,
  declareLambdaParameter,
  declareMacro,
  declareParameter,
  declareSubscript,
} from './declare-callables.ts'
import { declareCapture, declareCase, declareCatch, declareCondition, declareImport, declareLoop } from './declare-names.ts'
import {
  declareAlias,
  declareCases,
  declarePrecedence,
  declareProtocol,
  declareType,
  declareTypeParameter,
} from './declare-types.ts'
import { declareAccessor, declareProperty } from './declare-values.ts'
import { useAttribute, useConstructor, useHeritage, useMacro, useTransfer } from './heritage.ts'
import { completeDefinition } from './marks.ts'
import { maskSwift } from './mask.ts'
import { useCall, useCondition, useIdentifier, useNavigation, usePattern, usePrefix, useType } from './uses.ts'

const sample = `// c
import struct A.B
@Main public final class C<T: P>: D<T>, E.F where T: Q {
  @State private(set) var a = G(), b: [H?] = []
  static let s = C<Int>()
  var x: Int { get { self.y } set(v) { y = v } }
  var z = 0 { didSet { n(oldValue) } }
  init?(_ a: T, with b: Int = 0) throws { super.init(); self.b += 1 }
  subscript(i: Int) -> T { xs[i] }
  func m<U>(from u: U, then f: @escaping (U) -> Void) async throws -> [U] where U: V {
    guard let i = c[u], case .some(let v) = o else { return [] }
    for (k, e) in xs.enumerated() where k > 0 { e?.go { [weak self] (q: Int) in "\\(q) \\\\" } }
    switch v { case .a(let n, _): break; case let f as F: f.x(); default: \\C.b.c }
  }
}
indirect enum K: String { case l = "l", m(Int, n: K) }
protocol P: R { associatedtype A: B = C; var p: Int { get set }; func q() }
extension P where A == Int { typealias T = Int }
/* d */ #Preview("x") { V() }
`

export const swift: CodeLanguage = {
  kind: 'code',
  grammar: 'swift',
  sample,
  mask: maskSwift,
  comments: ['comment', 'multiline_comment'],
  wrappers: [],
  decorators: ['attribute'],
  // `value-type.ts` writes receivers: the grammar has one node for calls and subscripts.
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    import_declaration: declareImport,
    class_declaration: declareType,
    protocol_declaration: declareProtocol,
    typealias_declaration: declareAlias,
    associatedtype_declaration: declareAlias,
    precedence_group_declaration: declarePrecedence,
    enum_entry: declareCases,
    type_parameter: declareTypeParameter,
    function_declaration: declareFunction,
    protocol_function_declaration: declareFunction,
    init_declaration: declareInit,
    deinit_declaration: declareDeinit,
    subscript_declaration: declareSubscript,
    macro_declaration: declareMacro,
    parameter: declareParameter,
    lambda_parameter: declareLambdaParameter,
    property_declaration: declareProperty,
    protocol_property_declaration: declareProperty,
    computed_property: { scope: 'function' },
    computed_setter: declareAccessor,
    willset_didset_block: { scope: 'function' },
    willset_clause: declareAccessor,
    didset_clause: declareAccessor,
    lambda_literal: { scope: 'function' },
    capture_list_item: declareCapture,
    if_statement: declareCondition,
    guard_statement: declareCondition,
    while_statement: declareCondition,
    for_statement: declareLoop,
    switch_entry: declareCase,
    catch_block: declareCatch,
    statements: { scope: 'block' },
  },
  use: {
    simple_identifier: useIdentifier,
    type_identifier: { name: 'uses_type' },
    user_type: useType,
    class_declaration: useHeritage,
    protocol_declaration: useHeritage,
    attribute: useAttribute,
    call_expression: useCall,
    constructor_expression: useConstructor,
    navigation_expression: useNavigation,
    prefix_expression: usePrefix,
    macro_invocation: useMacro,
    if_statement: useCondition,
    guard_statement: useCondition,
    while_statement: useCondition,
    pattern: usePattern,
    assignment: { intend: { target: 'writes' } },
    directly_assignable_expression: { pass: '*' },
    postfix_expression: { pass: 'target' },
    tuple_expression: skipTupleLabels,
    tuple_type_item: skipLabels,
    enum_type_parameters: skipLabels,
    call_suffix: skipLabels,
    control_transfer_statement: useTransfer,
    value_argument_label: { skip: true },
    identifier: { skip: true },
    availability_condition: { skip: true },
    playground_literal: { skip: true },
    import_declaration: { skip: true },
    operator_declaration: { skip: true },
    precedence_group_declaration: { skip: true },
  },
  defined: completeDefinition,
}
