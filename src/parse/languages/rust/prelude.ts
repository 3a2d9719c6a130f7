/**
 * What precedes a Rust item and belongs to it: doc comments and attributes, in any order. Both are siblings of the item, so each
 * is passed to the next sibling. Inner ones (`//!`, `#![…]`) belong to the enclosing node.
 */
import { cleanComment } from '../../doc-comments.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export type Prelude = { docs: string[]; attributes: NodeIndex[] }

const none: Prelude = { docs: [], attributes: [] }
const preludes = new WeakMap<FileFactsBuilder, Map<NodeIndex, Prelude>>()
/** Nodes directly after an inner comment: a comment above does not describe the item itself. */
const behindInner = new WeakMap<FileFactsBuilder, Set<NodeIndex>>()
const MAX_DOC = 2000

export const preludeOf = (node: NodeIndex, file: FileFactsBuilder): Prelude => preludes.get(file)?.get(node) ?? none

export const isBehindInner = (node: NodeIndex, file: FileFactsBuilder): boolean => behindInner.get(file)?.has(node) ?? false

export const docOf = ({ docs }: Prelude): string => docs.join('\n').trim().slice(0, MAX_DOC)

/** The attributes as written, without `#[…]` and spaces: `cfg(unix)`, `tokio::test`. */
export const attributeTexts = (node: NodeIndex, file: FileFactsBuilder): string[] =>
  preludeOf(node, file).attributes.map((attribute) =>
    file.tree
      .textOf(attribute)
      .slice(0, 400)
      .replace(/^#!?\[|\]$/g, '')
      .replaceAll(/\s+/g, ''),
  )

export function noteComment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.child(node, 'inner') >= 0) addInner(node, cleanComment(tree.textOf(node)), file)
  else
    handOn(node, file, (prelude) => {
      if (tree.child(node, 'outer') >= 0) prelude.docs.push(cleanComment(tree.textOf(node)))
    })
}

export function noteAttribute(node: NodeIndex, file: FileFactsBuilder): void {
  handOn(node, file, (prelude) => {
    const doc = docAttribute(node, file)
    if (doc !== '') prelude.docs.push(doc)
    prelude.attributes.push(node)
  })
}

export function noteInnerAttribute(node: NodeIndex, file: FileFactsBuilder): void {
  const doc = docAttribute(node, file)
  if (doc !== '') addInner(node, doc, file)
}

function handOn(node: NodeIndex, file: FileFactsBuilder, add: (prelude: Prelude) => void): void {
  const { tree } = file
  const after = tree.after(node)
  if (isBehindInner(node, file)) behindInner.get(file)?.add(after)
  if (after >= tree.after(tree.parent(node))) return
  const known = preludes.get(file) ?? new Map<NodeIndex, Prelude>()
  preludes.set(file, known)
  const prelude = known.get(node) ?? { docs: [], attributes: [] }
  add(prelude)
  if (prelude.docs.length > 0 || prelude.attributes.length > 0) known.set(after, prelude)
}

/** `#[doc = "…"]` */
function docAttribute(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const attribute = tree.childOfType(node, 'attribute')
  const value = tree.child(attribute, 'value')
  if (!tree.is(value, 'string_literal', 'raw_string_literal')) return ''
  if (tree.textOf(tree.namedChildren(attribute)[0] ?? -1) !== 'doc') return ''
  return tree.textOf(tree.childOfType(value, 'string_content')).replace(/^ /, '')
}

/** Only directly inside of what it documents: a file, a module, a function. */
function addInner(node: NodeIndex, text: string, file: FileFactsBuilder): void {
  const { tree, facts } = file
  if (!tree.is(tree.parent(node), 'source_file', 'declaration_list', 'block')) return
  const behind = behindInner.get(file) ?? new Set<NodeIndex>()
  behindInner.set(file, behind.add(tree.after(node)))
  const holder = file.symbol(file.ownerOf(node)) ?? facts
  holder.doc = (holder.doc === '' ? text : `${holder.doc}\n${text}`).slice(0, MAX_DOC)
}
