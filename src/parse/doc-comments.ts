/** What precedes a definition and belongs to it: the comments directly above it, without their marks, and decorators. */
import type { NodeIndex } from './language.ts'
import type { SyntaxTree } from './syntax-tree.ts'

const MAX_LENGTH = 2000

export class DocComments {
  private readonly tree: SyntaxTree
  /** Node → the comment directly before it, among the same parent's children. */
  private readonly before = new Map<NodeIndex, NodeIndex>()

  /** Node → the decorator directly before it. */
  private readonly decorated = new Map<NodeIndex, NodeIndex>()

  constructor(tree: SyntaxTree) {
    this.tree = tree
  }

  /** Called for every comment, in order. */
  note(comment: NodeIndex): void {
    const after = this.tree.after(comment)
    if (after >= this.tree.after(this.tree.parent(comment))) return
    this.before.set(after, comment)
    // A comment between a decorator and the decorated node does not separate them.
    const decorator = this.decorated.get(comment)
    if (decorator !== undefined) this.decorated.set(after, decorator)
  }

  /** Some grammars make a comment part of the preceding node. */
  attach(comment: NodeIndex, node: NodeIndex): void {
    this.before.set(node, comment)
  }

  /** Some grammars make a decorator a sibling of what it decorates. Called for every decorator, in order. */
  noteDecorator(decorator: NodeIndex): void {
    this.decorated.set(this.tree.after(decorator), decorator)
  }

  /** The first of the decorators before `node` as siblings, or the node itself. */
  decoratorsBefore(node: NodeIndex): NodeIndex {
    let first = node
    for (let before = this.decorated.get(first); before !== undefined; before = this.decorated.get(first)) {
      if (this.tree.parent(before) !== this.tree.parent(node)) break
      first = before
    }
    return first
  }

  /** The text of the comments that end on the line above `node` (or on its own line, before it), or ''. */
  above(node: NodeIndex): string {
    const { flat } = this.tree
    const parts: string[] = []
    let row = flat.row[node] as number
    let comment = this.before.get(node)
    while (comment !== undefined && row - lastRow(this.tree, comment) <= this.reach(comment) && !this.isTrailing(comment)) {
      const isBlock = this.tree.text.startsWith('/*', this.tree.start(comment))
      // A block comment is complete in itself; line comments are read together.
      if (isBlock && parts.length > 0) break
      parts.unshift(cleanComment(this.tree.textOf(comment)))
      if (isBlock) break
      row = flat.row[comment] as number
      comment = this.before.get(comment)
    }
    return parts.join('\n').trim().slice(0, MAX_LENGTH)
  }

  /** A doc block may be followed by an empty line; any other comment must be directly above. */
  private reach(comment: NodeIndex): number {
    return this.tree.text.startsWith('/**', this.tree.start(comment)) ? 2 : 1
  }

  /** The comment a file opens with, unless it documents what follows or is a licence. */
  ofModule(root: NodeIndex): string {
    const { tree } = this
    let first = root + 1
    while (first < tree.after(root) && this.isPreamble(first) && !this.isOpening(first)) first = tree.after(first)
    const opening: NodeIndex[] = []
    let at = first
    while (this.isComment(at, root)) {
      opening.push(at)
      at = tree.after(at)
    }
    return this.firstProse(opening, at, root)
  }

  /** Nodes before a file's actual code: comments do not describe them. */
  private isPreamble(node: NodeIndex): boolean {
    const { tree } = this
    return (
      /^hash_bang|import|^package|^use_|^include|preproc|^php_tag|^declare_|^namespace/.test(tree.typeOf(node)) ||
      /^['"]use /.test(tree.textOf(node).slice(0, 5))
    )
  }

  /** Ends the preamble: an import, or a node that encloses the code of a file (`namespace a { … }`, `#ifndef FILE_H`). */
  private isOpening(node: NodeIndex): boolean {
    const { tree } = this
    return /import/.test(tree.typeOf(node)) || tree.child(node, 'body') >= 0 || tree.is(node, 'preproc_if', 'preproc_ifdef')
  }

  private isComment(node: NodeIndex, root: NodeIndex): boolean {
    return node < this.tree.after(root) && this.tree.typeOf(node).includes('comment')
  }

  private firstProse(opening: readonly NodeIndex[], after: NodeIndex, root: NodeIndex): string {
    const { tree } = this
    let group = ''
    for (const [index, comment] of opening.entries()) {
      const following = opening[index + 1] ?? after
      group += `${cleanComment(tree.textOf(comment))}\n`
      const gap = following < tree.after(root) ? (tree.flat.row[following] as number) - lastRow(tree, comment) : 2
      if (gap < 2 && !tree.text.startsWith('/*', tree.start(comment))) continue
      const isDirective =
        /^\s*(eslint|tslint|prettier|biome|@ts-|global|jshint|istanbul|-\*-|frozen_string_literal|(?:en)?coding:|typed:|rubocop:|warn_indent|shareable_constant)/.test(
          group,
        )
      // Directly above code it is that code's own comment, unless the code is an import or the comment is marked as the file's.
      const belongsToCode =
        following === after &&
        gap < 2 &&
        !this.isPreamble(following) &&
        !/@(file|module|packageDocumentation|overview)/.test(tree.textOf(comment))
      if (!isLicence(group) && !isDirective && !belongsToCode) return group.trim().slice(0, MAX_LENGTH)
      group = ''
    }
    return ''
  }

  /** `total = 1 // so far` describes `total`, not the line below. */
  private isTrailing(comment: NodeIndex): boolean {
    const { text } = this.tree
    for (let at = this.tree.start(comment) - 1; at >= 0; at--) {
      const unit = text.charCodeAt(at)
      if (unit === 10) return false
      if (unit !== 32 && unit !== 9 && unit !== 13) return true
    }
    return false
  }
}

/** Some grammars include the line end in a line comment. */
function lastRow(tree: SyntaxTree, comment: NodeIndex): number {
  const row = tree.flat.endRow[comment] as number
  return tree.text.charCodeAt(tree.end(comment) - 1) === 10 ? row - 1 : row
}

const isLicence = (text: string): boolean => /\b(copyright|licen[sc]e[ds]?|SPDX-|all rights reserved)\b/i.test(text)

/** Without `//`, `///`, `/** … *\/`, leading `*`, `#`, `--`, `;;`. */
export function cleanComment(comment: string): string {
  const text = comment.slice(0, MAX_LENGTH * 2)
  // `#!/bin/sh` is read by the kernel.
  if (/^#!\s*\//.test(text)) return ''
  if (text.startsWith('/*')) {
    const inner = text.replace(/^\/\*+!?/, '').replace(/(?<!\*)\*+\/\s*$/, '')
    return inner
      .split('\n')
      .map((line) => line.replace(/^\s*\*+ ?/, '').trimEnd())
      .join('\n')
      .trim()
  }
  return text.replace(/^(\/\/+!?|#+!?|--+|;+) ?/, '').trimEnd()
}
