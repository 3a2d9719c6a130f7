/** Java, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import {
  completeDefinition,
  declareParameter,
  declareVariable,
  defineEnumConstant,
  openNamelessBody,
  useConstructor,
} from './declare-members.ts'
import {
  completeFile,
  declareCaught,
  declareImport,
  declareInstanceOf,
  declareLambda,
  declareLoopVariable,
  declarePackage,
  declarePattern,
  declareResource,
  declareTypeParameter,
} from './declare-names.ts'
import {
  skipName,
  useCreation,
  useFieldAccess,
  useGenericType,
  useInvocation,
  useMethodReference,
  useRecordPattern,
  useScopedName,
  useScopedType,
} from './uses.ts'

const sample = `/** Doc. */
package a.b;
import static a.B.c;
import a.*;
@A(x = 1) public class C<T extends D> extends E<T> implements F, G.H {
  private static final int X = 1, Y[] = {};
  enum K { L("l") { void m() {} }; K(String s) { this.s = s; } }
  record R(int x) { R { } }
  @Override <U> U m(final int a, String... r) throws java.io.IOException {
    for (var i : r) this.n(i -> i.o(), D::p, new E<>(a) { int q; });
    try (G g = h()) { switch (a) { case 1 -> a++; default -> {} } } catch (I | J e) { throw e; }
    return o instanceof K k ? (U) k : super.m(a, r);
  }
}
`

/** `Object @Nullable ... all`: the grammar does not know an annotation before the dots. */
const mendJava = (text: string): { text: string; isWhole: boolean } => ({
  text: text.replaceAll(/@\w+(?:\.\w+)*(?=\s*\.\.\.)/g, (annotation) => ' '.repeat(annotation.length)),
  isWhole: true,
})

export const java: CodeLanguage = {
  kind: 'code',
  grammar: 'java',
  sample,
  mend: mendJava,
  comments: ['line_comment', 'block_comment'],
  wrappers: [],
  decorators: ['annotation', 'marker_annotation'],
  receiver: {
    replace: {
      argument_list: '()',
      string_literal: '""',
      class_body: '',
      binary_expression: '…',
      ternary_expression: '…',
      cast_expression: '…',
      lambda_expression: '…',
      switch_expression: '…',
    },
    spaced: ['new'],
    drop: ['(', ')', 'type_arguments', 'annotation', 'marker_annotation'],
  },
  declare: {
    package_declaration: declarePackage,
    import_declaration: declareImport,
    class_declaration: { define: 'class' },
    record_declaration: { define: 'class' },
    interface_declaration: { define: 'interface' },
    annotation_type_declaration: { define: 'interface' },
    enum_declaration: { define: 'enum' },
    class_body: openNamelessBody,
    method_declaration: { define: 'method', type: 'type' },
    constructor_declaration: { define: 'constructor' },
    compact_constructor_declaration: { define: 'constructor' },
    annotation_type_element_declaration: { define: 'method', type: 'type' },
    variable_declarator: declareVariable,
    enum_constant: defineEnumConstant,
    formal_parameter: declareParameter,
    type_parameter: declareTypeParameter,
    lambda_expression: declareLambda,
    enhanced_for_statement: declareLoopVariable,
    catch_formal_parameter: declareCaught,
    resource: declareResource,
    instanceof_expression: declareInstanceOf,
    type_pattern: declarePattern,
    record_pattern_component: declarePattern,
    block: { scope: 'block' },
    for_statement: { scope: 'block' },
    try_with_resources_statement: { scope: 'block' },
    catch_clause: { scope: 'block' },
    switch_rule: { scope: 'block' },
    switch_block_statement_group: { scope: 'block' },
  },
  use: {
    identifier: { name: 'reads' },
    type_identifier: { name: 'uses_type' },
    method_invocation: useInvocation,
    field_access: useFieldAccess,
    object_creation_expression: useCreation,
    explicit_constructor_invocation: useConstructor,
    method_reference: useMethodReference,
    generic_type: useGenericType,
    scoped_type_identifier: useScopedType,
    scoped_identifier: useScopedName,
    annotated_type: { pass: '*' },
    superclass: { intend: { '*': 'extends' } },
    extends_interfaces: { intend: { '*': 'extends' } },
    super_interfaces: { intend: { '*': 'implements' } },
    type_list: { pass: '*' },
    annotation: { intend: { name: 'decorates' } },
    marker_annotation: { intend: { name: 'decorates' } },
    record_pattern: useRecordPattern,
    assignment_expression: { intend: { left: 'writes' } },
    update_expression: { intend: { '*': 'writes' } },
    parenthesized_expression: { pass: '*' },
    element_value_pair: skipName,
    labeled_statement: skipName,
    break_statement: { skip: true },
    continue_statement: { skip: true },
    package_declaration: { skip: true },
    import_declaration: { skip: true },
    module_declaration: { skip: true },
    receiver_parameter: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
