/** OCaml, implementations and interfaces: values, types, modules, classes. */
import type { CodeLanguage } from '../../language.ts'
import { definedBy } from '../defined-by.ts'
import { completeDefinition, declareLet, declareOpen, defineBound } from './declare.ts'
import { useApplication, usePath } from './uses.ts'

const sample = `(** Doc *)
open Base
module M = Map.Make (String)
type 'a t = { mutable name : string; age : int } | Leaf | Node of 'a t
exception E of string
let rec f ~a ?(b = 1) (c : int) : int = match c with 0 -> a | n when n > 1 -> M.g (f ~a n) | _ -> b
let (x, y) = 1, 2
module I : S = struct include L let h z = z.name end
module type S = sig val h : int -> int end
class k p = object (self) inherit j method m d = self#m d; val mutable v = p end
external e : int -> int = "c"
`

const table: CodeLanguage = {
  kind: 'code',
  grammar: 'ocaml',
  sample,
  comments: ['comment'],
  wrappers: ['value_definition', 'type_definition', 'module_definition', 'class_definition', 'exception_definition'],
  decorators: [],
  receiver: { replace: { parenthesized_expression: '…' }, spaced: [], drop: [] },
  declare: {
    let_binding: declareLet,
    value_specification: definedBy({ kind: 'function', name: ['value_name'], opens: 'none' }),
    external: definedBy({ kind: 'function', name: ['value_name'], opens: 'none' }),
    type_binding: defineBound('type', 'type_constructor'),
    constructor_declaration: definedBy({ kind: 'constant', name: ['constructor_name'], opens: 'none' }),
    field_declaration: definedBy({ kind: 'property', name: ['field_name'], opens: 'none' }),
    module_binding: defineBound('module', 'module_name'),
    module_type_definition: definedBy({ kind: 'interface', name: ['module_type_name'], body: 'signature' }),
    class_binding: defineBound('class', 'class_name'),
    class_type_binding: defineBound('interface', 'class_type_name'),
    method_definition: definedBy({ kind: 'method', name: ['method_name'] }),
    method_specification: definedBy({ kind: 'method', name: ['method_name'], opens: 'none' }),
    instance_variable_definition: definedBy({ kind: 'property', name: ['instance_variable_name'], opens: 'none' }),
    open_module: declareOpen,
    include_module: declareOpen,
    value_pattern: (node, file) => file.bind({ name: node, at: node, role: 'parameter' }),
    fun_expression: { scope: 'function' },
    function_expression: { scope: 'function' },
    let_expression: { scope: 'block' },
    match_case: { scope: 'block' },
  },
  use: {
    value_path: usePath('value_name', 'reads'),
    constructor_path: usePath('constructor_name', 'reads'),
    type_constructor_path: usePath('type_constructor', 'uses_type'),
    class_path: usePath('class_name', 'references'),
    module_type_path: usePath('module_type_name', 'references'),
    field_path: usePath('field_name', 'reads'),
    module_path: usePath('module_name', 'references'),
    application_expression: useApplication,
    inheritance_definition: (node, file) => file.intend(file.tree.child(node, 'class'), 'extends'),
    method_invocation: (node, file) => {
      const name = file.tree.child(node, 'method')
      if (name >= 0) file.use(file.tree.textOf(name), 'calls', name, file.receiverText(file.tree.child(node, 'object')))
    },
    parenthesized_expression: { pass: 'expression' },
  },
  defined: completeDefinition,
  declared(file) {
    file.facts.doc ||= file.docs
      .ofModule(0)
      .replace(/^\(\*+\s?/, '')
      .replace(/\*\)$/, '')
      .trim()
  },
}

export const ocaml = table
export const ocamlInterface: CodeLanguage = {
  ...table,
  grammar: 'ocaml_interface',
  sample: '(** Doc *)\nval f : int -> int\ntype t\nmodule M : sig val x : int end\nexception E\n',
}
