/** Dart, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import { declareBody } from './bodies.ts'
import {
  completeDefinition,
  completeFile,
  declareAlias,
  declareEnumConstant,
  declareSignature,
  declareType,
  declareVariable,
} from './declare.ts'
import {
  declareCaught,
  declareDirective,
  declareLibrary,
  declareLocal,
  declareParameter,
  declarePart,
  declarePattern,
  declareTypeParameter,
} from './declare-names.ts'
import { skipLabel, useAssignable, useBases, useCreation, useIdentifier, useQualified, useStart } from './uses.ts'

const sample = `/// Doc.
library a.b;
import 'package:c/c.dart' as c show D hide E;
export 'f.dart';
part 'g.dart';
const int h = 1, i = 2;
typedef J<T> = void Function(T k);
enum L { m, n(1); const L([this.o = 0]); final int o; }
@p abstract class Q<T extends R> extends S<T> with U implements V {
  static final W x = W();
  late int? _y;
  Q(this.z, {required super.a, int b = 0}) : _y = 1, super();
  Q.named() : this(1);
  factory Q.from(Map j) => Q.named();
  int get area => 1;
  set area(int v) { this.w = v; }
  T operator +(T o) => o;
  Future<void> d(E e, [int? f]) async {
    var g = h..i(1)..j = 2;
    for (final k in l) { int m(int n) => n + 1; await o?.p[0]!.q(() => 'r$s\${t.u}'); }
    try { v(); } on W catch (x, y) { rethrow; }
    switch (z) { case L.m: break; case Q(:var a): break; default: }
    if (b case Q c when c.d) new E.f(<int>[1, ...g], const {'h': 1});
  }
}
mixin A on B { void c(); }
extension D on String { bool get e => trim().isEmpty; }
extension type F(int g) implements int {}
class G = H with A;
`

export const dart: CodeLanguage = {
  kind: 'code',
  grammar: 'dart',
  sample,
  // The grammar does not know `import '…' deferred as x`.
  mask: (text) => text.replaceAll(/\bdeferred(?=\s+as\b)/g, '        '),
  comments: ['comment', 'documentation_comment'],
  wrappers: [],
  decorators: ['annotation'],
  // `uses.ts` writes receivers: an expression is a row of siblings.
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    library_name: declareLibrary,
    import_or_export: declareDirective,
    part_directive: declarePart,
    part_of_directive: declarePart,
    class_definition: declareType,
    mixin_declaration: declareType,
    enum_declaration: declareType,
    extension_declaration: declareType,
    extension_type_declaration: declareType,
    representation_declaration: { define: 'property', type: 'type', opens: 'none' },
    type_alias: declareAlias,
    enum_constant: declareEnumConstant,
    function_signature: declareSignature,
    getter_signature: declareSignature,
    setter_signature: declareSignature,
    operator_signature: declareSignature,
    constructor_signature: declareSignature,
    constant_constructor_signature: declareSignature,
    factory_constructor_signature: declareSignature,
    redirecting_factory_constructor_signature: declareSignature,
    static_final_declaration: declareVariable,
    initialized_identifier: declareVariable,
    function_body: declareBody,
    function_expression: { scope: 'function' },
    formal_parameter: declareParameter,
    initialized_variable_definition: declareLocal,
    for_loop_parts: declareLocal,
    variable_pattern: declareLocal,
    pattern_variable_declaration: declarePattern,
    catch_parameters: declareCaught,
    type_parameter: declareTypeParameter,
    block: { scope: 'block' },
    for_statement: { scope: 'block' },
    switch_statement_case: { scope: 'block' },
    switch_expression_case: { scope: 'block' },
  },
  use: {
    identifier: useIdentifier,
    identifier_dollar_escaped: { name: 'reads' },
    type_identifier: { name: 'uses_type' },
    this: useStart,
    super: useStart,
    parenthesized_expression: useStart,
    string_literal: useStart,
    assignable_expression: useAssignable,
    new_expression: useCreation,
    const_object_expression: useCreation,
    superclass: useBases,
    mixins: useBases,
    interfaces: useBases,
    mixin_declaration: useBases,
    mixin_application: useBases,
    annotation: { intend: { name: 'decorates' } },
    qualified: useQualified,
    label: skipLabel,
    typed_identifier: skipLabel,
    library_name: { skip: true },
    import_or_export: { skip: true },
    part_directive: { skip: true },
    part_of_directive: { skip: true },
    break_statement: { skip: true },
    continue_statement: { skip: true },
    void_type: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
