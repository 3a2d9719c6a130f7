/** Python, as tables; functions of this folder handle the rest. */

import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, DeclareRule, NodeIndex } from '../../language.ts'
import { maskCython } from './cython.ts'
import { completeDefinition, defineClass, defineFunction } from './declare-definitions.ts'
import { completeModule, importModules, importNames, readExportList } from './declare-imports.ts'
import {
  declareAs,
  declareCapture,
  declareElsewhere,
  declareLoop,
  declareParameters,
  declareRest,
  declareTypeParameters,
  declareWalrus,
  defineTypeAlias,
} from './declare-names.ts'
import { declareAssignment } from './declare-values.ts'
import { useAssignment, useAsTarget, useCall, useClass, useDottedName, useKeyword, useString, useSubscript } from './uses.ts'

const sample = `import a.b as c
from .d import (e, f as g)
@deco(1)
class A(B, metaclass=M):
    """Doc."""
    x: int = 1
    async def f(self, *a, k=2, **o) -> "T":
        with open(k) as h, i: pass
        return [y for y in a if y] + [lambda z: f"{z!r:>{k}}"]
match p:
    case P(x=0) | [q, *r]: print(q)
try: d = {1: 2, **e}
except (E, F) as x: raise G from x
`

const declare: Record<string, DeclareRule> = {
  function_definition: defineFunction,
  class_definition: defineClass,
  lambda: { scope: 'function' },
  parameters: declareParameters,
  lambda_parameters: declareParameters,
  assignment(node, file) {
    if (startsWithAll(node, file)) readExportList(node, file)
    declareAssignment(node, file)
  },
  augmented_assignment(node, file) {
    if (startsWithAll(node, file)) readExportList(node, file)
  },
  call(node, file) {
    if (startsWithAll(node, file)) readExportList(node, file)
  },
  named_expression: declareWalrus,
  for_statement: declareLoop,
  for_in_clause: declareLoop,
  list_comprehension: { scope: 'block' },
  set_comprehension: { scope: 'block' },
  dictionary_comprehension: { scope: 'block' },
  generator_expression: { scope: 'block' },
  as_pattern: declareAs,
  dotted_name: declareCapture,
  splat_pattern: declareRest,
  global_statement: declareElsewhere,
  nonlocal_statement: declareElsewhere,
  type_parameter: declareTypeParameters,
  type_alias_statement: defineTypeAlias,
  import_statement: importModules,
  import_from_statement: importNames,
  future_import_statement: importNames,
}

/** `__all__ = …`, `__all__ += …`, `__all__.extend(…)`. */
const startsWithAll = (node: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.text.startsWith('__all__', file.tree.start(node))

export const python: CodeLanguage = {
  kind: 'code',
  grammar: 'python',
  sample,
  mask: maskCython,
  comments: ['comment'],
  wrappers: ['decorated_definition'],
  decorators: ['decorator'],
  receiver: {
    replace: {
      argument_list: '()',
      generator_expression: '()',
      string: '""',
      concatenated_string: '""',
      list: '[]',
      list_comprehension: '[]',
      dictionary: '{}',
      dictionary_comprehension: '{}',
      tuple: '()',
      boolean_operator: '…',
      binary_operator: '…',
      comparison_operator: '…',
      conditional_expression: '…',
      not_operator: '…',
      lambda: '…',
    },
    spaced: [],
    drop: ['(', ')', 'await', 'line_continuation'],
  },
  declare,
  use: {
    identifier: { name: 'reads' },
    attribute: { object: 'object', property: 'attribute' },
    call: useCall,
    decorator: { intend: { '*': 'decorates' } },
    class_definition: useClass,
    subscript: useSubscript,
    type: { context: 'uses_type' },
    string: useString,
    keyword_argument: useKeyword,
    keyword_pattern: useKeyword,
    dotted_name: useDottedName,
    assignment: useAssignment,
    augmented_assignment: { intend: { left: 'writes' } },
    for_statement: { intend: { left: 'writes' } },
    delete_statement: { intend: { '*': 'writes' } },
    as_pattern_target: useAsTarget,
    pattern_list: { pass: '*' },
    tuple_pattern: { pass: '*' },
    list_pattern: { pass: '*' },
    expression_list: { pass: '*' },
    parenthesized_expression: { pass: '*' },
    import_statement: { skip: true },
    import_from_statement: { skip: true },
    future_import_statement: { skip: true },
    global_statement: { skip: true },
    nonlocal_statement: { skip: true },
  },
  defined: completeDefinition,
  declared: completeModule,
}
