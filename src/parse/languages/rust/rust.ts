/** Rust, as tables; functions of this folder handle the rest. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage } from '../../language.ts'
import { declareTypeParameter, openImpl } from './declare-generics.ts'
import {
  completeDefinition,
  defineField,
  defineFunction,
  defineMacro,
  defineModule,
  defineType,
  defineValue,
  defineVariant,
} from './declare-items.ts'
import {
  declareArm,
  declareClosure,
  declareLet,
  declareLetCondition,
  declareLoop,
  declareParameter,
  declareSelf,
} from './declare-names.ts'
import { declareExternCrate, declareModuleFile, declareUse } from './declare-use.ts'
import { maskRust, mendRust } from './mask.ts'
import { noteAttribute, noteComment, noteInnerAttribute } from './prelude.ts'
import { useTokens } from './token-trees.ts'
import {
  useAttribute,
  useCall,
  useFieldExpression,
  useFieldPattern,
  useIdentifier,
  useImpl,
  useInitializer,
  useMacro,
  useScoped,
  useTrait,
} from './uses.ts'
import { wrappedItems } from './wrapped-items.ts'

const sample = `//! Doc.
use a::{b::{self, c as d}, e::*};
/// Doc.
#[derive(Debug)]
pub(crate) struct Foo<'a, T: Bar<X> = u8, const N: usize>(pub T, &'a u8) where T: Baz;
impl<T> fmt::Display for Foo<T> {
    type Out = T;
    fn f(&self, Foo { a, b: c, .. }: X) -> Self {
        let (x, mut y) = Self::new::<T>(1)?;
        x.y().z += vec![a.b(c), d::e!()];
        if let Some(ref z) = x { Foo { a: 1, b } } else { match y { A::B(q) | C => |w: u8| w[0].await } }
    }
}
pub trait Tr: Base { const N: u8 = <T as Tr>::N; fn m(self: Box<Self>); }
enum E { A, B(u8), C { x: u8 } = 3 }
macro_rules! m { ($a:expr) => { foo($a) }; }
extern "C" { fn c(x: i32); static S: u8; }
mod tests { #![allow(x)] }
`

export const rust: CodeLanguage = {
  kind: 'code',
  grammar: 'rust',
  sample,
  mask: maskRust,
  mend: mendRust,
  wrapped: wrappedItems,
  comments: ['line_comment', 'block_comment'],
  wrappers: [],
  decorators: ['attribute_item'],
  receiver: {
    replace: {
      arguments: '()',
      field_initializer_list: '{}',
      token_tree: '()',
      string_literal: '""',
      raw_string_literal: '""',
      array_expression: '…',
      binary_expression: '…',
      range_expression: '…',
      closure_expression: '…',
      type_cast_expression: '…',
      if_expression: '…',
      match_expression: '…',
      block: '…',
      unsafe_block: '…',
      async_block: '…',
      tuple_expression: '…',
    },
    spaced: ['as'],
    drop: ['(', ')', '&', '*', 'mutable_specifier', 'type_arguments', 'lifetime', 'dyn'],
  },
  declare: {
    line_comment: noteComment,
    block_comment: noteComment,
    attribute_item: noteAttribute,
    inner_attribute_item: noteInnerAttribute,
    use_declaration: declareUse,
    extern_crate_declaration: declareExternCrate,
    mod_item: (node, file) => {
      declareModuleFile(node, file)
      defineModule(node, file)
    },
    function_item: defineFunction,
    function_signature_item: defineFunction,
    struct_item: defineType,
    union_item: defineType,
    enum_item: defineType,
    trait_item: defineType,
    type_item: defineType,
    associated_type: defineType,
    impl_item: openImpl,
    field_declaration: defineField,
    enum_variant: defineVariant,
    const_item: defineValue,
    static_item: defineValue,
    macro_definition: defineMacro,
    type_parameter: declareTypeParameter,
    const_parameter: declareTypeParameter,
    parameter: declareParameter,
    variadic_parameter: declareParameter,
    self_parameter: declareSelf,
    let_declaration: declareLet,
    let_condition: declareLetCondition,
    for_expression: declareLoop,
    match_arm: declareArm,
    closure_expression: declareClosure,
    block: { scope: 'block' },
    if_expression: { scope: 'block' },
    while_expression: { scope: 'block' },
  },
  use: {
    identifier: useIdentifier,
    type_identifier: useIdentifier,
    call_expression: useCall,
    macro_invocation: useMacro,
    token_tree: useTokens,
    scoped_identifier: useScoped,
    scoped_type_identifier: useScoped,
    field_expression: useFieldExpression,
    generic_function: { pass: 'function' },
    generic_type: { pass: 'type' },
    generic_type_with_turbofish: { pass: 'type' },
    field_initializer: useInitializer,
    shorthand_field_initializer: useInitializer,
    field_pattern: useFieldPattern,
    tuple_struct_pattern: { intend: { type: 'references' } },
    impl_item: useImpl,
    trait_item: useTrait,
    attribute: useAttribute,
    assignment_expression: { intend: { left: 'writes' } },
    compound_assignment_expr: { intend: { left: 'writes' } },
    unary_expression: { pass: '*' },
    index_expression: (node, file) => {
      const intent = file.intentOf(node)
      if (intent) file.intend(file.tree.namedChildren(node)[0] ?? -1, intent)
    },
    parenthesized_expression: { pass: '*' },
    type_binding: (node, file) => file.notAUse(file.tree.child(node, 'name')),
    token_tree_pattern: { skip: true },
    use_declaration: { skip: true },
    visibility_modifier: { skip: true },
    lifetime: { skip: true },
    label: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}

/** The few prelude names that no crate redefines; others (`Result`, `Error`) many do. */
function completeFile(file: FileFactsBuilder): void {
  for (const name of ['Some', 'None', 'Ok', 'Err', 'Option', 'Vec', 'Box', 'String'])
    file.scopes.declare(0, name, { local: true })
}
