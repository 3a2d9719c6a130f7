/** C, as tables; functions of this folder handle the rest. C++ and Objective-C reuse these tables. */
import type { CodeLanguage } from '../../language.ts'
import { completeDefinition } from './complete.ts'
import { defineFunction } from './declare-functions.ts'
import { completeFile, declareInclude, defineMacro } from './declare-names.ts'
import { defineEnumerator, defineType, defineTypedef } from './declare-types.ts'
import { declareAll, declareFields, declareOldParameters, declareParameter } from './declare-values.ts'
import { useMacroBody } from './macro-body.ts'
import { makeReady } from './ready/ready.ts'
import { useCall, useDesignator, useField, useIdentifier, useTypeName } from './uses.ts'
import { writtenIn } from './written-in.ts'

const sample = `/* Doc. */
#include "a.h"
#include <b.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#ifdef X
typedef struct { int x : 3, *y; union { int a; }; } point_t, *point_p;
#else
enum E { A = 1, B };
#endif
struct S { int (*fn)(int); struct S *next; } s1, *s2 = &s1;
static int (*table[3])(int a, char *b);
int old(a, b) int a; char *b; { return a; }
static inline void *f(const struct S *p, ...) {
  for (int i = 0; i < 3; i++) p->fn(i), (*p->fn)(2);
  switch (s1.e) { case A: goto out; default: break; }
  out: return (struct S){ .fn = f, [1] = "x" };
}
`

export const cDeclare: CodeLanguage['declare'] = {
  preproc_include: declareInclude,
  preproc_def: defineMacro,
  preproc_function_def: defineMacro,
  function_definition: defineFunction,
  declaration: declareAll,
  type_definition: defineTypedef,
  struct_specifier: defineType,
  union_specifier: defineType,
  enum_specifier: defineType,
  enumerator: defineEnumerator,
  field_declaration: declareFields,
  parameter_declaration: declareParameter,
  parameter_list: declareOldParameters,
  compound_statement: { scope: 'block' },
  for_statement: { scope: 'block' },
}

export const cUse: CodeLanguage['use'] = {
  identifier: useIdentifier,
  type_identifier: useIdentifier,
  call_expression: useCall,
  field_expression: useField,
  field_designator: useDesignator,
  struct_specifier: useTypeName,
  union_specifier: useTypeName,
  enum_specifier: useTypeName,
  preproc_arg: useMacroBody,
  preproc_ifdef: { intend: { name: 'references' } },
  preproc_defined: { intend: { '*': 'references' } },
  preproc_include: { skip: true },
  assignment_expression: { intend: { left: 'writes' } },
  update_expression: { intend: { argument: 'writes' } },
  parenthesized_expression: { pass: '*' },
  pointer_expression: { pass: 'argument' },
  subscript_expression: { pass: 'argument' },
  attribute_specifier: { skip: true },
  attribute_declaration: { skip: true },
  gnu_asm_expression: { skip: true },
}

export const cReceiver: CodeLanguage['receiver'] = {
  replace: {
    argument_list: '()',
    string_literal: '""',
    concatenated_string: '""',
    char_literal: "''",
    binary_expression: '…',
    conditional_expression: '…',
    cast_expression: '…',
    compound_literal_expression: '…',
    lambda_expression: '…',
    comma_expression: '…',
  },
  spaced: ['new'],
  drop: ['(', ')', '*', '&', 'template_argument_list'],
}

export const c: CodeLanguage = {
  kind: 'code',
  grammar: 'c',
  sample,
  comments: ['comment'],
  wrappers: ['linkage_specification'],
  decorators: [],
  writtenIn,
  mask: (text) => makeReady(text, { plusPlus: false }),
  receiver: cReceiver,
  declare: cDeclare,
  use: cUse,
  defined: completeDefinition,
  declared: completeFile,
}
