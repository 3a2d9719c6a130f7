/** TypeScript and TSX: JavaScript's tables, plus types. */
import type { CodeLanguage, DeclareRule, UseRule } from '../../language.ts'
import { declareField } from '../javascript/declare-members.ts'
import { declareRules, finishDeclared, plainJavaScript, useHeritage, useRules } from '../javascript/javascript.ts'
import {
  declareEnumAssignment,
  declareEnumBody,
  declareImportAlias,
  declareIndexSignature,
  declareInfer,
  declareInterface,
  declareMethodSignature,
  declareNamespace,
  declarePropertySignature,
  declareTypeAlias,
  declareTypeParameter,
} from './declare-types.ts'
import { mendTypeScript } from './mend.ts'

const declare: Readonly<Record<string, DeclareRule>> = {
  ...declareRules,
  abstract_class_declaration: { define: 'class' },
  function_signature: { define: 'function', type: 'return_type' },
  public_field_definition: declareField,
  method_signature: declareMethodSignature,
  abstract_method_signature: declareMethodSignature,
  interface_declaration: declareInterface,
  type_alias_declaration: declareTypeAlias,
  property_signature: declarePropertySignature,
  enum_declaration: { define: 'enum' },
  enum_body: declareEnumBody,
  enum_assignment: declareEnumAssignment,
  internal_module: declareNamespace,
  module: declareNamespace,
  import_alias: declareImportAlias,
  type_parameter: declareTypeParameter,
  mapped_type_clause: declareTypeParameter,
  index_signature: declareIndexSignature,
  infer_type: declareInfer,
  conditional_type: { scope: 'block' },
  function_type: { scope: 'function' },
  constructor_type: { scope: 'function' },
  call_signature: { scope: 'function' },
  construct_signature: { scope: 'function' },
}

const use: Readonly<Record<string, UseRule>> = {
  ...useRules,
  type_identifier: { name: 'uses_type' },
  nested_type_identifier: { object: 'module', property: 'name', use: 'uses_type' },
  nested_identifier: { object: 'object', property: 'property', use: 'references' },
  generic_type: { pass: 'name' },
  type_query: { context: 'references' },
  extends_clause: useHeritage,
  extends_type_clause: { intend: { type: 'extends' } },
  implements_clause: { intend: { '*': 'implements' } },
  non_null_expression: { pass: '*' },
}

const sample = `${plainJavaScript.sample.split('\n').slice(1, 6).join('\n')}
import type { A1 } from './a'; import x1 = require('y'); export * as ns from 'z'
export abstract class M<T extends A = B> extends N<T> implements O, P.Q<R> {
  @Dec() private readonly s?: S = new S<T>(); constructor(private v: V, w?: W) { super() } abstract aa(): asserts this is B
}
interface J<T> extends K<T> { readonly m?: T; n<U>(o: U): U; new (p: W): J<T>; (z: number): void; [k: string]: F }
type C2 = { [K in keyof T]?: T[K] extends infer U ? U : typeof a.b } | (() => void) & Array<string>
declare module 'mm' { export const n: number }
namespace Aa.Bb { export const enum E1 { A, B = 2 } }
let v2 = <any>w!.x as const satisfies Foo
`

const base: Omit<CodeLanguage, 'grammar'> = {
  ...plainJavaScript,
  sample,
  mend: mendTypeScript,
  typesApart: true,
  wrappers: ['export_statement', 'ambient_declaration'],
  declare,
  use,
  declared: (file) => finishDeclared(file, { undeclared: false }),
}

export const typescript: CodeLanguage = { ...base, grammar: 'typescript' }

export const tsx: CodeLanguage = {
  ...base,
  grammar: 'tsx',
  sample: `${sample.replace('<any>', '')}\nlet t = <S.T u="v" {...w}>{x}text<br/></S.T>\n`,
}
