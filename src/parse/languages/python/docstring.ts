/** Docstrings: the first string of a body, without quotes and common indentation. */
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

const MAX_LENGTH = 2000

/** `body` is a block or the module. */
export function docstringAt(tree: SyntaxTree, body: NodeIndex): string {
  if (body < 0) return ''
  const end = tree.after(body)
  let first = body + 1
  while (first < end && tree.is(first, 'comment')) first = tree.after(first)
  return first < end ? docstringOf(tree, first) : ''
}

/** The text when a statement is only a plain string. */
export function docstringOf(tree: SyntaxTree, statement: NodeIndex): string {
  if (!tree.is(statement, 'expression_statement')) return ''
  const value = statement + 1
  if (!tree.is(value, 'string') || tree.after(value) !== tree.after(statement)) return ''
  const start = tree.childOfType(value, 'string_start')
  const end = tree.childOfType(value, 'string_end')
  if (start < 0 || end < 0 || /[fb]/i.test(tree.textOf(start))) return ''
  return dedent(tree.text.slice(tree.end(start), Math.min(tree.start(end), tree.end(start) + MAX_LENGTH * 2))).slice(
    0,
    MAX_LENGTH,
  )
}

function dedent(text: string): string {
  const [first = '', ...rest] = text.split('\n')
  const margins = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const margin = Math.min(...(margins.length > 0 ? margins : [0]))
  return [first.trim(), ...rest.map((line) => line.slice(margin).trimEnd())].join('\n').trim()
}
