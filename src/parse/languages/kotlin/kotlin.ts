/** Kotlin, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import {
  defineClass,
  defineClassParameter,
  defineCompanion,
  defineConstructor,
  defineEnumEntry,
  defineFunction,
  defineObject,
  defineTypeAlias,
  openNamelessBody,
} from './declare-definitions.ts'
import { declareImport, declarePackage } from './declare-imports.ts'
import {
  declareCaught,
  declareIt,
  declareLambda,
  declareLoop,
  declareParameter,
  declareSetter,
  declareTypeParameter,
  declareWhenSubject,
  openAccessor,
} from './declare-names.ts'
import { declareProperty } from './declare-properties.ts'
import { useBareName } from './implicit-receiver.ts'
import { completeDefinition, completeFile } from './marks.ts'
import { mask, plainer } from './mask.ts'
import { useCall } from './use-calls.ts'
import {
  useAnnotation,
  useCallableReference,
  useConstructorCall,
  useConstructorInvocation,
  useDelegation,
  useExplicitDelegation,
  useInfix,
  useLabeled,
  useNavigation,
  useReturn,
  useString,
  useThis,
  useUserType,
  useValueArgument,
} from './uses.ts'

const sample = `@file:JvmName("X")
package a.b
import a.c.*
import a.d.E as F
/** Doc. */
@A("x") data class C<T : D>(private val x: Int = 1, z: E) : Base<T>(x), I by z {
  companion object { const val MAX = 1 }
  init { println(x) }
  constructor(s: String) : this(1) { foo() }
  val p: Int get() = 1
  var q by lazy { 3 }
  fun <U> m(a: Int, vararg b: String, block: (Int) -> Unit = {}): U { return a }
  suspend fun String.ext() = this@C.x
}
enum class K(val n: Int) { A(1) { override fun x() {} }, B(2); abstract fun x() }
typealias Al<T> = Map<String, T>
fun main() {
  val (a, b) = x?.m(1) { it + 1 }
  when (val k = f()) { is Foo -> 1
    in 1..2 -> 3
    else -> "a $b \${c.d}" }
  (x as Foo)!!.bar(); ::main; C::m; a to b; a[1] = 2
  try { } catch (e: Exception) { } finally { }
  object : I { }
}
`

export const kotlin: CodeLanguage = {
  kind: 'code',
  grammar: 'kotlin',
  sample,
  comments: ['line_comment', 'block_comment'],
  wrappers: [],
  decorators: ['annotation'],
  mask,
  rest: { plainer },
  nameQuote: '`',
  receiver: {
    replace: {
      value_arguments: '()',
      // Distinct from call brackets, so that `f(1) { … }` is one call (see `receiverOf`).
      annotated_lambda: '{}',
      string_literal: '""',
      multiline_string_literal: '""',
      binary_expression: '…',
      infix_expression: '…',
      range_expression: '…',
      as_expression: '…',
      if_expression: '…',
      when_expression: '…',
      try_expression: '…',
      lambda_literal: '…',
      object_literal: '…',
      anonymous_function: '…',
    },
    spaced: [],
    drop: ['(', ')', '!!', '!', '-', '+', '++', '--', 'type_arguments', 'annotation', 'label'],
  },
  declare: {
    package_header: declarePackage,
    import: declareImport,
    class_declaration: defineClass,
    object_declaration: defineObject,
    companion_object: defineCompanion,
    class_body: openNamelessBody,
    function_declaration: defineFunction,
    secondary_constructor: defineConstructor,
    class_parameter: defineClassParameter,
    enum_entry: defineEnumEntry,
    type_alias: defineTypeAlias,
    property_declaration: declareProperty,
    parameter: declareParameter,
    type_parameter: declareTypeParameter,
    lambda_literal: declareLambda,
    anonymous_function: { scope: 'function' },
    anonymous_initializer: { scope: 'function' },
    getter: openAccessor,
    setter: declareSetter,
    for_statement: declareLoop,
    when_subject: declareWhenSubject,
    when_expression: { scope: 'block' },
    catch_block: declareCaught,
    block: { scope: 'block' },
    identifier: declareIt,
  },
  use: {
    identifier: (node, file) => useBareName(node, file, 'reads'),
    user_type: useUserType,
    nullable_type: { pass: '*' },
    non_nullable_type: { pass: '*' },
    parenthesized_type: { pass: '*' },
    parenthesized_expression: { pass: '*' },
    delegation_specifier: useDelegation,
    explicit_delegation: useExplicitDelegation,
    constructor_invocation: useConstructorInvocation,
    constructor_delegation_call: useConstructorCall,
    annotation: useAnnotation,
    file_annotation: useAnnotation,
    call_expression: useCall,
    navigation_expression: useNavigation,
    callable_reference: useCallableReference,
    infix_expression: useInfix,
    assignment: { intend: { left: 'writes' } },
    index_expression: (node, file) => {
      const intent = file.intentOf(node)
      if (intent) file.intend(file.tree.namedChildren(node)[0] ?? -1, intent)
    },
    unary_expression: (node, file) => {
      const { tree } = file
      const operator = tree.textOf(tree.child(node, 'operator'))
      if (operator === '++' || operator === '--') file.intend(tree.child(node, 'argument'), 'writes')
      else if (operator === '!!') file.intend(tree.child(node, 'argument'), file.intentOf(node) ?? 'reads')
    },
    value_argument: useValueArgument,
    return_expression: useReturn,
    labeled_expression: useLabeled,
    this_expression: useThis,
    super_expression: useThis,
    string_literal: useString,
    package_header: { skip: true },
    import: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
