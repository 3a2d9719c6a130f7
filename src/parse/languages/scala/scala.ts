/** Scala 2 and 3, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import {
  defineClass,
  defineClassParameter,
  defineEnumCase,
  defineFunction,
  defineGiven,
  defineObject,
  defineType,
  openExtension,
  openNamelessBody,
} from './declare-definitions.ts'
import { declareExport, declareImport, declarePackage } from './declare-imports.ts'
import {
  declareBinding,
  declareCase,
  declareColonLambda,
  declareEnumerator,
  declareLambda,
  declareParameter,
  declareSelf,
  declareTypeParameter,
  declareTypeParameters,
} from './declare-names.ts'
import { declareValue } from './declare-values.ts'
import { completeDefinition, completeFile } from './marks.ts'
import { mask, misread } from './mask.ts'
import { skipNames } from './names.ts'
import {
  useArguments,
  useAssignment,
  useCall,
  useExtends,
  useFieldExpression,
  useGiven,
  useInfix,
  useInfixPattern,
  useInstance,
  useInterpolator,
  usePostfix,
  useProjection,
  useSelfType,
  useStableName,
  useStableType,
} from './uses.ts'

const sample = `package a.b
import x.y.{A, B => C, _}
/** Doc */
@ann(1) sealed case class F[A, +B <: C: Ctx](val x: Int = 1, z: => E)(implicit c: C) extends Base[A](x) with T1 {
  self: Other =>
  def this(a: Int) = this(a, "")
  val (p, q) = pair
  lazy val w: Int = foo(1)
  type N = List[Int]
  private[a] def m(a: Int)(b: String*): Unit = { def local = 2; local }
  def +(o: F): F = new F(1) { def k = s"a $p \${q.r}" }
}
object F { val xs = ys.map(_.foo) foldLeft 0 }
trait T { def foo[A: Monad](x: A): A }
enum Color(val rgb: Int):
  case Red extends Color(1)
  case Mix(m: Int)
given ord: Ord[Int] with
  def compare(a: Int) = 1
extension (s: String)
  def hi: Int = s match
    case Foo(a, b: Bar) => a
    case _ => for { a <- b; c = d if e } yield a
`

export const scala: CodeLanguage = {
  kind: 'code',
  grammar: 'scala',
  sample,
  comments: ['comment', 'block_comment'],
  mask,
  rest: { misread },
  nameQuote: '`',
  wrappers: [],
  decorators: ['annotation'],
  receiver: {
    replace: {
      arguments: '()',
      block: '{}',
      case_block: '{}',
      colon_argument: '{}',
      string: '""',
      interpolated_string_expression: '""',
      infix_expression: '…',
      postfix_expression: '…',
      if_expression: '…',
      match_expression: '…',
      lambda_expression: '…',
      ascription_expression: '…',
      template_body: '',
    },
    spaced: ['new'],
    drop: ['(', ')', 'type_arguments', 'annotation'],
  },
  declare: {
    package_clause: declarePackage,
    import_declaration: declareImport,
    export_declaration: declareExport,
    class_definition: defineClass,
    trait_definition: defineClass,
    enum_definition: defineClass,
    object_definition: defineObject,
    package_object: defineObject,
    simple_enum_case: defineEnumCase,
    full_enum_case: defineEnumCase,
    function_definition: defineFunction,
    function_declaration: defineFunction,
    given_definition: defineGiven,
    type_definition: defineType,
    extension_definition: openExtension,
    val_definition: declareValue,
    var_definition: declareValue,
    val_declaration: declareValue,
    var_declaration: declareValue,
    class_parameter: defineClassParameter,
    parameter: declareParameter,
    name_and_type: declareParameter,
    binding: declareBinding,
    type_parameters: declareTypeParameters,
    covariant_type_parameter: declareTypeParameter,
    contravariant_type_parameter: declareTypeParameter,
    type_lambda: declareTypeParameters,
    self_type: declareSelf,
    template_body: openNamelessBody,
    lambda_expression: declareLambda,
    colon_argument: declareColonLambda,
    case_clause: declareCase,
    enumerator: declareEnumerator,
    for_expression: { scope: 'block' },
    block: { scope: 'block' },
    indented_block: { scope: 'block' },
    refinement: { scope: 'block' },
    structural_type: { scope: 'block' },
  },
  use: {
    identifier: { name: 'reads' },
    type_identifier: { name: 'uses_type' },
    call_expression: useCall,
    field_expression: useFieldExpression,
    generic_function: { pass: 'function' },
    infix_expression: useInfix,
    postfix_expression: usePostfix,
    assignment_expression: useAssignment,
    arguments: useArguments,
    parenthesized_expression: { pass: '*' },
    instance_expression: useInstance,
    extends_clause: useExtends,
    given_definition: useGiven,
    generic_type: { pass: 'type' },
    annotated_type: { pass: '*' },
    compound_type: { pass: '*' },
    stable_type_identifier: useStableType,
    stable_identifier: useStableName,
    projected_type: useProjection,
    singleton_type: { intend: { '*': 'references' } },
    infix_type: { intend: { operator: 'uses_type' } },
    infix_pattern: useInfixPattern,
    self_type: useSelfType,
    annotation: { intend: { name: 'decorates' } },
    interpolated_string_expression: useInterpolator,
    access_qualifier: { skip: true },
    package_clause: (node, file) => skipNames(file.tree.child(node, 'name'), file),
    import_declaration: { skip: true },
    export_declaration: { skip: true },
    using_directive: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
