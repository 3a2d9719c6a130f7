/** Variables, constants and attributes: `our` is global, `my` local to its block, `has` defines a method. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { builtinVariables } from './builtins.ts'
import { isInClass } from './declare-packages.ts'
import { namesSub } from './declare-subs.ts'
import { packageAround, stateOf } from './file-state.ts'
import { defineWord, quotedWords, type Word, wordAt } from './words.ts'

const variableTypes = ['scalar', 'array', 'hash']

/** `my $x`, `our ($x, @y)`, `field $x` */
export function declareVariables(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree.children(node).filter((child) => tree.is(child, ...variableTypes))
  const keyword = tree.textOf(node + 1)
  if (namesSub(node, file)) {
    for (const name of names) file.notAUse(name)
    return
  }
  for (const name of names) {
    if (keyword === 'our') defineOur(name, node, file)
    else bindMy(name, node, file)
    if (keyword === 'field')
      defineValue(innerName(name, file), 'property', { span: statementOf(node, file), exported: false }, file)
  }
}

/** `for my $x (…)`, `catch ($e)` */
export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const isOwn = tree.is(node, 'try_statement') || tree.childOfType(node, 'my', 'state') >= 0
  if (!isOwn) return
  for (const field of ['variable', 'variables', 'catch_expr'])
    for (const name of tree.childrenIn(node, field)) if (tree.is(name, ...variableTypes)) bindMy(name, node, file)
}

/** The sigil is part of the name here: `$x`, `@x` and `x()` are three names. Even at the top level it is local. */
function bindMy(name: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  file.scopes.declare(file.scope[at] ?? 0, file.tree.textOf(name), { local: true })
  file.bind({ name, at, role: 'variable', type: typeOf(at, file) })
}

/** `Foo::Bar` of `my $x = Foo::Bar->new(…)` */
function typeOf(declaration: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const value = tree.child(tree.parent(declaration), 'right')
  const isNew = tree.is(value, 'method_call_expression') && tree.textOf(tree.child(value, 'method')) === 'new'
  const of = isNew ? tree.child(value, 'invocant') : -1
  return tree.is(of, 'bareword') ? tree.textOf(of) : ''
}

function defineOur(name: NodeIndex, node: NodeIndex, file: FileFactsBuilder): void {
  const text = file.tree.textOf(innerName(name, file))
  file.notAUse(name)
  const around = file.symbol(packageAround(node, file))?.qualified_name
  const isKnown = file.ordinalNamed(around === undefined ? text : `${around}.${text}`) >= 0
  if (!isKnown && !builtinVariables.has(text))
    defineValue(innerName(name, file), 'variable', { span: statementOf(node, file), exported: true }, file)
}

const innerName = (variable: NodeIndex, { tree }: FileFactsBuilder): NodeIndex => tree.childOfType(variable, 'varname')

function statementOf(node: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  const up = tree.is(tree.parent(node), 'assignment_expression') ? tree.parent(node) : node
  return tree.is(tree.parent(up), 'expression_statement') ? tree.parent(up) : up
}

type Extra = { span: NodeIndex; exported: boolean }

function defineValue(name: NodeIndex, kind: SymbolKind, extra: Extra, file: FileFactsBuilder): void {
  if (name >= 0 && file.tree.isLeaf(name)) defineNamed(wordAt(name, file), kind, extra, file)
}

function defineNamed(word: Word, kind: SymbolKind, { span, exported }: Extra, file: FileFactsBuilder): void {
  const parent = packageAround(word.node, file)
  const { tree } = file
  // A constant in a list: its own line.
  const from = tree.start(span)
  const text = span === word.node ? (tree.text.slice(from, from + 400).split(/[,}]?\s*\n/, 1)[0] ?? '') : tree.textOf(span)
  const signature = headOf(text.slice(0, 400))
  defineWord(word, { node: word.node, kind, span, signature, parent, exported, opens: 'none', owns: false, binds: false }, file)
}

/** The first line, shortened. */
function headOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const head = line.trim().slice(0, 160)
  return head.length < text.trim().length ? `${head.replace(/(?<![\s;])[\s;]+$/, '')} …` : head.replace(/(?<!\s)\s*;$/, '')
}

/** `use constant A => 1`, `use constant { A => 1, B => 2 }` */
export function defineConstants(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const hash = tree.childOfType(node, 'anonymous_hash_expression')
  const list = tree.childOfType(hash < 0 ? node : hash, 'list_expression')
  const names = hash < 0 ? [tree.namedChildren(list)[0] ?? tree.childOfType(node, 'string_literal')] : keysIn(list, file)
  for (const name of names) {
    const word = tree.is(name, 'autoquoted_bareword') ? wordAt(name, file) : quotedWords(name, file)[0]
    if (!word || !/^[^\W\d]\w*$/u.test(word.text)) continue
    stateOf(file).subs.add(word.text)
    defineNamed(word, 'constant', { span: hash < 0 ? node : name, exported: !word.text.startsWith('_') }, file)
  }
}

/** The keys before `=>`; the grammar nests each pair into the one before. */
function keysIn(list: NodeIndex, file: FileFactsBuilder): NodeIndex[] {
  const { tree } = file
  const keys: NodeIndex[] = []
  for (let pair = list; pair >= 0; pair = tree.childOfType(pair, 'list_expression')) {
    const children = tree.children(pair).filter((child) => !tree.is(child, 'comment', 'pod'))
    for (const [at, child] of children.entries()) if (tree.is(children[at + 1] ?? -1, '=>')) keys.push(child)
  }
  return keys
}

/** `has name => …`, `has 'name'`, `has [qw(a b)] => …` of Moose and similar modules. */
export function defineAttributes(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.textOf(tree.child(node, 'function')) !== 'has' || !isInClass(node, file)) return
  const given = tree.child(node, 'arguments')
  const first = tree.is(given, 'list_expression') ? (tree.namedChildren(given)[0] ?? -1) : given
  const words = tree.is(first, 'autoquoted_bareword') ? [wordAt(first, file)] : quotedWords(first, file)
  const up = tree.parent(node)
  const span = tree.is(up, 'expression_statement') ? up : node
  // `has '+name'` changes an attribute of a parent.
  for (const word of words)
    if (/^[^\W\d]\w*$/u.test(word.text)) defineNamed(word, 'property', { span, exported: !word.text.startsWith('_') }, file)
}
