/** C#, as tables; functions of this folder handle the rest. */
import type { CodeLanguage, UseRule } from '../../language.ts'
import { completeDefinition, completeFile } from './complete.ts'
import { declareAccessor, declareCallable, declareEnumMember, declareProperty, declareVariable } from './declare-members.ts'
import {
  declareDesignation,
  declareForeach,
  declareInto,
  declareLambda,
  declareLet,
  declareParameter,
  declareParameterList,
  declareProgram,
  declareQuery,
  declareRange,
  declareUsing,
} from './declare-names.ts'
import { declareNamespace, declareType, declareTypeParameter } from './declare-types.ts'
import { skipAnonymousNames, useAssignment, useSubpattern, useWithInitializer } from './initializers.ts'
import { mendCsharp } from './plainer.ts'
import {
  skipNames,
  useBases,
  useConstant,
  useConstructorInitializer,
  useGenericName,
  useIdentifier,
  useInvocation,
  useMember,
  useQualifiedName,
  useStep,
  useTypeArguments,
} from './uses.ts'

const sample = `#region A
global using static A.B;
using C = D.E<int>;
[assembly: F("x")]
namespace G.H;
/// <summary>Doc</summary>
[I] public abstract partial class J<T>(int x) : K<T>(x), L where T : class, new()
{
#if M
  private static readonly int N = 1, O;
#endif
  public event P<T> Q { add { } remove { } }
  public int R { get; init; } = 5;
  int L.S => x?.T.U(1)?.V[0] ?? 3;
  public int this[int i] { get => 1; }
  public static J<T> operator +(J<T> a, J<T> b) => a;
  public static implicit operator int(J<T> a) => 1;
  public J(int a) : this(a, 2) { } ~J() { }
  delegate void W(int a); enum X : byte { Y = 1 }
  async Task<int> Z<U>(this U u, params int[] r)
  {
    var (a, b) = F(out var o); foreach (var v in r) { lock (v) await v.A(n => n.B()); }
    if (a is C<int> { P: > 1 } c && b is not null) return $"{a:N}" switch { var d when d => 1, _ => throw new E() { F = 1 } };
    try { var q = from z in zs where z.X > 1 select new { z.A, B = (C)z }; } catch (E e) when (e.X) { }
    int[] l = [1, ..r]; typeof(J<>).K(); goto end; end: return 1;
  }
}
record R(int A, string B = """x""") : S(A); readonly record struct T(int A);
`

const typeOf = { intend: { type: 'uses_type' } } as const satisfies UseRule
const text = '""'

export const csharp: CodeLanguage = {
  kind: 'code',
  grammar: 'csharp',
  sample,
  mend: mendCsharp,
  comments: ['comment'],
  wrappers: [],
  decorators: ['attribute_list', 'preproc_if_in_attribute_list'],
  receiver: {
    replace: {
      argument_list: '()',
      bracketed_argument_list: '[i]',
      string_literal: text,
      verbatim_string_literal: text,
      raw_string_literal: text,
      interpolated_string_expression: text,
      initializer_expression: '',
      base: 'super',
      typeof_expression: 'new Type()',
      binary_expression: '…',
      conditional_expression: '…',
      prefix_unary_expression: '…',
      assignment_expression: '…',
      cast_expression: '…',
      as_expression: '…',
      is_expression: '…',
      is_pattern_expression: '…',
      await_expression: '…',
      lambda_expression: '…',
      anonymous_method_expression: '…',
      switch_expression: '…',
      with_expression: '…',
      query_expression: '…',
      tuple_expression: '…',
      array_creation_expression: '…',
      implicit_array_creation_expression: '…',
      implicit_object_creation_expression: '…',
      anonymous_object_creation_expression: '…',
      default_expression: '…',
      checked_expression: '…',
      element_binding_expression: '[i]',
    },
    spaced: ['new'],
    drop: ['(', ')', '!'],
  },
  declare: {
    using_directive: declareUsing,
    global_statement: declareProgram,
    namespace_declaration: declareNamespace,
    file_scoped_namespace_declaration: declareNamespace,
    class_declaration: declareType,
    struct_declaration: declareType,
    interface_declaration: declareType,
    record_declaration: declareType,
    enum_declaration: declareType,
    delegate_declaration: declareType,
    type_parameter: declareTypeParameter,
    method_declaration: declareCallable,
    constructor_declaration: declareCallable,
    destructor_declaration: declareCallable,
    operator_declaration: declareCallable,
    conversion_operator_declaration: declareCallable,
    local_function_statement: declareCallable,
    property_declaration: declareProperty,
    indexer_declaration: declareProperty,
    event_declaration: declareProperty,
    accessor_declaration: declareAccessor,
    enum_member_declaration: declareEnumMember,
    variable_declarator: declareVariable,
    parameter: declareParameter,
    parameter_list: declareParameterList,
    bracketed_parameter_list: declareParameterList,
    lambda_expression: declareLambda,
    anonymous_method_expression: { scope: 'function' },
    foreach_statement: declareForeach,
    from_clause: declareRange,
    join_clause: declareRange,
    join_into_clause: declareInto,
    let_clause: declareLet,
    query_expression: declareQuery,
    declaration_expression: declareDesignation,
    declaration_pattern: declareDesignation,
    recursive_pattern: declareDesignation,
    list_pattern: declareDesignation,
    var_pattern: declareDesignation,
    parenthesized_variable_designation: declareDesignation,
    tuple_pattern: declareDesignation,
    catch_declaration: declareDesignation,
    block: { scope: 'block' },
    for_statement: { scope: 'block' },
    using_statement: { scope: 'block' },
    fixed_statement: { scope: 'block' },
    catch_clause: { scope: 'block' },
    switch_section: { scope: 'block' },
    switch_expression_arm: { scope: 'block' },
  },
  use: {
    identifier: useIdentifier,
    generic_name: useGenericName,
    type_argument_list: useTypeArguments,
    qualified_name: useQualifiedName,
    alias_qualified_name: useQualifiedName,
    invocation_expression: useInvocation,
    member_access_expression: useMember,
    conditional_access_expression: useMember,
    element_access_expression: { pass: 'expression' },
    object_creation_expression: { intend: { type: 'calls' } },
    constructor_initializer: useConstructorInitializer,
    base_list: useBases,
    primary_constructor_base_type: { pass: 'type' },
    attribute: { intend: { name: 'decorates' } },
    assignment_expression: useAssignment,
    with_initializer: useWithInitializer,
    subpattern: useSubpattern,
    constant_pattern: useConstant,
    anonymous_object_creation_expression: skipAnonymousNames,
    prefix_unary_expression: useStep,
    postfix_unary_expression: useStep,
    parenthesized_expression: { pass: '*' },
    nullable_type: { pass: 'type' },
    array_type: { pass: 'type' },
    pointer_type: { pass: 'type' },
    ref_type: { pass: 'type' },
    scoped_type: { pass: 'type' },
    tuple_element: skipNames,
    parameter: typeOf,
    parameter_list: typeOf,
    bracketed_parameter_list: typeOf,
    variable_declaration: typeOf,
    property_declaration: typeOf,
    indexer_declaration: typeOf,
    event_declaration: typeOf,
    delegate_declaration: typeOf,
    operator_declaration: typeOf,
    conversion_operator_declaration: typeOf,
    local_function_statement: typeOf,
    lambda_expression: typeOf,
    method_declaration: { intend: { returns: 'uses_type' } },
    explicit_interface_specifier: { intend: { '*': 'uses_type' } },
    type_parameter_constraint: typeOf,
    cast_expression: typeOf,
    as_expression: { intend: { right: 'uses_type' } },
    is_expression: { intend: { right: 'uses_type' } },
    typeof_expression: typeOf,
    default_expression: typeOf,
    sizeof_expression: typeOf,
    refvalue_expression: typeOf,
    array_creation_expression: typeOf,
    stackalloc_expression: typeOf,
    function_pointer_parameter: typeOf,
    function_pointer_type: { intend: { returns: 'uses_type' } },
    catch_declaration: typeOf,
    declaration_expression: typeOf,
    declaration_pattern: typeOf,
    recursive_pattern: typeOf,
    type_pattern: typeOf,
    foreach_statement: typeOf,
    from_clause: typeOf,
    join_clause: typeOf,
    argument: skipNames,
    attribute_argument: skipNames,
    labeled_statement: skipNames,
    goto_statement: skipNames,
    type_parameter_constraints_clause: skipNames,
    preproc_if: skipNames,
    preproc_elif: skipNames,
    preproc_if_in_attribute_list: skipNames,
    preproc_pragma: { skip: true },
    preproc_line: { skip: true },
    extern_alias_directive: { skip: true },
    using_directive: { skip: true },
    calling_convention: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
