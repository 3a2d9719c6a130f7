/** PHP, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import { completeDefinition, defineAnonymousClass, defineClass, defineFunction } from './declare-definitions.ts'
import { completeFile, declareInclude, declareNamespace, declareUse } from './declare-imports.ts'
import { declareParameter, defineByCall, defineConstant, defineEnumCase, defineProperty } from './declare-values.ts'
import {
  declareAssignment,
  declareAugmented,
  declareCaught,
  declareDocumented,
  declareElsewhere,
  declareLoop,
} from './declare-variables.ts'
import { mask } from './mask.ts'
import {
  useArgument,
  useAssignment,
  useAttribute,
  useBareName,
  useCall,
  useClassConstant,
  useCreation,
  useDynamicName,
  useHook,
  useInstanceOf,
  useMember,
  useQualifiedName,
  useScoped,
  useTraitRule,
  useTraits,
  useUpdate,
} from './uses.ts'

const sample = `<p><?= $t ?></p>
<?php
namespace A\\B;
use C\\{D, E as F};
/** Doc. */
#[G(1)]
abstract class H extends I implements J {
  use K, L { K::m insteadof L; L::m as n; }
  const X = 1, Y = self::X;
  private static ?D $p = null;
  public function __construct(private readonly D $d, int ...$r) { parent::__construct($d); }
  function f(?D &$a): static { return $this->d?->g($a)[0] ?? new static(...$a); }
}
enum N: string { case O = 'o'; }
function q() { global $z; foreach ($z as $k => [$v, 'w' => $w]) yield $k => fn() => "$v[0] {$w->x()}"; }
$c = function () use (&$z): void { try { y(); } catch (R | S $e) { throw $e; } };
echo match (true) { $c instanceof T => <<<U
 h {$c->i}
 U, default => \\strlen(...) };
`

export const php: CodeLanguage = {
  kind: 'code',
  grammar: 'php',
  sample,
  mask,
  comments: ['comment'],
  wrappers: [],
  decorators: ['attribute_list'],
  receiver: {
    replace: {
      arguments: '()',
      string: '""',
      encapsed_string: '""',
      heredoc: '""',
      nowdoc: '""',
      array_creation_expression: '[]',
      binary_expression: '…',
      conditional_expression: '…',
      cast_expression: '…',
      match_expression: '…',
      anonymous_function: '…',
      arrow_function: '…',
      anonymous_class: '…',
    },
    spaced: ['new'],
    drop: ['(', ')', 'clone', '@'],
  },
  declare: {
    namespace_definition: declareNamespace,
    namespace_use_declaration: declareUse,
    include_expression: declareInclude,
    include_once_expression: declareInclude,
    require_expression: declareInclude,
    require_once_expression: declareInclude,
    class_declaration: defineClass,
    interface_declaration: defineClass,
    trait_declaration: defineClass,
    enum_declaration: defineClass,
    anonymous_class: defineAnonymousClass,
    function_definition: defineFunction,
    method_declaration: defineFunction,
    property_element: defineProperty,
    const_element: defineConstant,
    enum_case: defineEnumCase,
    function_call_expression: defineByCall,
    simple_parameter: declareParameter,
    variadic_parameter: declareParameter,
    property_promotion_parameter: declareParameter,
    anonymous_function: { scope: 'function' },
    arrow_function: { scope: 'function' },
    property_hook: { scope: 'function' },
    assignment_expression: declareAssignment,
    reference_assignment_expression: declareAssignment,
    augmented_assignment_expression: declareAugmented,
    foreach_statement: declareLoop,
    catch_clause: declareCaught,
    global_declaration: declareElsewhere,
    static_variable_declaration: declareElsewhere,
    comment: declareDocumented,
  },
  use: {
    name: useBareName,
    qualified_name: useQualifiedName,
    relative_name: useQualifiedName,
    variable_name: { skip: true },
    namespace_name: { skip: true },
    function_call_expression: useCall,
    member_call_expression: useMember,
    nullsafe_member_call_expression: useMember,
    member_access_expression: useMember,
    nullsafe_member_access_expression: useMember,
    scoped_call_expression: useScoped,
    scoped_property_access_expression: useScoped,
    class_constant_access_expression: useClassConstant,
    object_creation_expression: useCreation,
    named_type: { intend: { '*': 'uses_type' } },
    base_clause: { intend: { '*': 'extends' } },
    class_interface_clause: { intend: { '*': 'implements' } },
    use_declaration: useTraits,
    use_as_clause: useTraitRule,
    use_instead_of_clause: useTraitRule,
    binary_expression: useInstanceOf,
    attribute: useAttribute,
    assignment_expression: useAssignment,
    reference_assignment_expression: useAssignment,
    augmented_assignment_expression: useAssignment,
    update_expression: useUpdate,
    unset_statement: { intend: { '*': 'writes' } },
    parenthesized_expression: { pass: '*' },
    argument: useArgument,
    property_hook: useHook,
    dynamic_variable_name: useDynamicName,
    namespace_use_declaration: { skip: true },
    goto_statement: { skip: true },
    named_label_statement: { skip: true },
    declare_directive: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
