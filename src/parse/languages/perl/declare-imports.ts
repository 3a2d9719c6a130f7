/** What a file imports (`use`, `require`), what it exports (`@EXPORT`), and the bases of its packages. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { defineConstants } from './declare-values.ts'
import { quotedWords, useWord, type Word, wordAt } from './words.ts'

/** `use A::B`, `use A::B qw(c d)`, `use parent 'A'`; lowercase words are pragmas. */
export function declareUse(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const at = tree.child(node, 'module')
  const module = tree.textOf(at)
  if (tree.textOf(node + 1) !== 'use') return
  if (module === 'constant') defineConstants(node, file)
  else if (module === 'parent' || module === 'base') importParents(node, file)
  else if (/^[a-z]\w*$/.test(module)) return
  else {
    const names = tree.is(at, 'package') && !isBaseMaker(module) ? namesIn(node, file) : []
    for (const word of names)
      importWord(word, { module, name: word.text.replace('&', ''), alias: word.text, kind: 'named' }, file)
    const kind = tree.childOfType(node, 'stub_expression') >= 0 ? 'namespace' : 'wildcard'
    if (names.length === 0)
      importWord(wordAt(at, file), { module, name: '', alias: kind === 'namespace' ? module : '', kind }, file)
  }
}

type Imported = { module: string; name: string; alias: string; kind: 'named' | 'namespace' | 'wildcard' | 'require' }

function importWord(word: Word, fact: Imported, file: FileFactsBuilder): void {
  const index = file.addImport({ ...fact, type_only: false }, word.node)
  const place = { line: word.line, column: word.column }
  for (const one of [file.facts.imports[index], file.facts.uses.at(-1)]) if (one) Object.assign(one, place)
}

/** Names of subs: no `:tags`, no variables, no options. */
const namesIn = (node: NodeIndex, file: FileFactsBuilder): Word[] =>
  quotedWords(node, file).filter(({ text }) => /^&?[^\W\d]\w*$/u.test(text))

function importParents(node: NodeIndex, file: FileFactsBuilder): void {
  if (/-norequire\b/.test(file.tree.textOf(node).slice(0, 200))) return
  for (const word of quotedWords(node, file))
    importWord(word, { module: word.text, name: '', alias: word.text, kind: 'namespace' }, file)
}

/** `require A::B`, `require 'a.pl'` */
export function declareRequire(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'bareword', 'package')
  const word = name < 0 ? quotedWords(node, file)[0] : wordAt(name, file)
  if (!word) return
  file.notAUse(word.node)
  importWord(word, { module: word.text, name: '', alias: name < 0 ? '' : word.text, kind: 'require' }, file)
}

/** `our @EXPORT_OK = qw(a b)` */
export function declareExports(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  if (!/^(?:our\s+)?@EXPORT(?:_OK)?$/.test(tree.textOf(left).slice(0, 40))) return
  const end = tree.after(node)
  for (let at = tree.after(left); at < end; at = tree.after(at))
    for (const { text, line, column } of quotedWords(at, file))
      file.pushExport({ name: text, local: text.replace(/^[&$@%]/, ''), module: '', line, column })
}

const isBaseMaker = (module: string): boolean => module === 'Mojo::Base'
const isClassName = /^[A-Z]\w*(?:::\w+)*$/

/** `use parent 'A'`, `use Mojo::Base 'A'` */
export function useParents(node: NodeIndex, file: FileFactsBuilder): void {
  const module = file.tree.textOf(file.tree.child(node, 'module'))
  if (module === 'parent' || module === 'base' || isBaseMaker(module)) extendAll(node, 'extends', file)
}

/** `our @ISA = ('A')` */
export function useIsa(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (/^(?:our\s+)?@ISA$/.test(tree.textOf(tree.child(node, 'left')).slice(0, 40))) extendAll(node, 'extends', file)
}

/** Moose: `extends 'A'`, `with 'Role'`; `push @ISA, 'A'`. */
export function useHeritageCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.child(node, 'function'))
  const given = tree.child(node, 'arguments')
  const isPush = word === 'push' && /^@ISA\b/.test(tree.textOf(given).slice(0, 10))
  if (word === 'extends' || isPush) extendAll(given, 'extends', file)
  else if (word === 'with') extendAll(given, 'implements', file)
}

function extendAll(node: NodeIndex, use: EdgeKind, file: FileFactsBuilder): void {
  for (const word of quotedWords(node, file)) if (isClassName.test(word.text)) useWord(word, use, file)
}
