/** Functions that a macro defines: `TEST(Suite, Name) { … }`, `PHP_FUNCTION(strlen) { … }`. The brackets contain their names. */
import { classKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { type Declarator, splitName } from './declarator.ts'

const suites =
  /^(?:GTEST_)?(?:TYPED_)?TEST(?:_[FPS])?$|^(?:TYPED_TEST_P|FRIEND_TEST|MATCHER_P?\d*|TEST_GROUP|IGNORE_TEST|FUZZ_TEST)$/
const cases =
  /^(?:CATCH_)?(?:SCENARIO|(?:TEMPLATE_|TYPED_)*(?:TEST_CASE|LIST_TEST_CASE|PRODUCT_TEST_CASE)(?:_METHOD|_FIXTURE|_TEMPLATE|_SIG|_CLASS)*)$|^(?:BOOST_(?:AUTO|FIXTURE|DATA|PARAM)_TEST_CASE(?:_TEMPLATE)?|START_TEST|Test|ParameterizedTest|CTEST2?|UTEST(?:_[FI])?|TEST_METHOD|TEST_CASE_[A-Z]+|GIVEN)$/
const writer = /^(?=\w{1,200}$)[A-Z][A-Z0-9_]*(?:DEFINE|DEFUN|FUNC|METHOD|TEST|BENCH|CMD|COMMAND|HANDLER)[A-Z0-9_]*$/

/** A function without a type, named like a macro, outside of classes. */
export function isMacroFunction(node: NodeIndex, { name, qualifier, callable }: Declarator, file: FileFactsBuilder): boolean {
  const { tree } = file
  if (callable < 0 || qualifier.length > 0 || classKinds.has(file.symbol(file.ownerAround(node))?.kind ?? 'module')) return false
  if (tree.child(node, 'type') >= 0 && splitName(tree, node, name) < 0) return false
  const text = macroName(node, name, file)
  return suites.test(text) || cases.test(text) || /^[A-Z][A-Z0-9_]*$/.test(text)
}

export function defineThroughMacro(node: NodeIndex, { name, parameters }: Declarator, file: FileFactsBuilder): void {
  const { tree } = file
  const split = splitName(tree, node, name)
  const macro = macroName(node, name, file)
  const given = argumentsOf(tree.text.slice(tree.start(parameters) + 1, tree.end(parameters) - 1))
  const called = calledBy(macro, given)
  file.define({
    node,
    kind: 'function',
    name: split >= 0 ? split : name,
    nameText: called.name,
    ...(called.qualifier === '' ? {} : { qualifier: within(called.qualifier, node, file) }),
    parameters,
    body: tree.child(node, 'body'),
    test: suites.test(macro) || cases.test(macro) || /(?:^|_)TEST(?:_|$)/.test(macro),
    binds: false,
  })
  file.notAUse(name)
  file.notAUse(split)
  for (let at = parameters; at < tree.after(parameters); at++) file.notAUse(at)
}

/** A fixture is searched in the enclosing namespace of its test. */
function within(suite: string, node: NodeIndex, file: FileFactsBuilder): string {
  const around = file.symbol(file.ownerAround(node))?.qualified_name
  return around === undefined ? suite : `${around}.${suite}`
}

function macroName(node: NodeIndex, name: NodeIndex, { tree }: FileFactsBuilder): string {
  const split = splitName(tree, node, name)
  return tree.text.slice(tree.start(split >= 0 ? split : name), tree.end(name))
}

function calledBy(macro: string, given: readonly string[]): { name: string; qualifier: string } {
  const [first = '', second = ''] = given
  if (suites.test(macro) && isName(first) && isName(second)) return { name: second, qualifier: first }
  const title = given.find((one) => one.startsWith('"'))
  if (title !== undefined && cases.test(macro))
    return { name: title.slice(1, -1).replaceAll('.', ' ').slice(0, 120).trim(), qualifier: '' }
  if (isName(first) && (given.length === 1 || writer.test(macro) || cases.test(macro))) return { name: first, qualifier: '' }
  return { name: macro, qualifier: '' }
}

const isName = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text)

/** Split at commas; of a title in several strings only the first counts. */
function argumentsOf(text: string): string[] {
  const found: string[] = []
  for (const [part] of text.slice(0, 400).matchAll(/"(?:[^"\\]|\\.)*"|[^,"\s][^,"]*/g)) found.push(part.trim())
  return found
}
