/** The head of a definition on one line: from after its decorators to its body. */
import type { NodeIndex } from './language.ts'
import type { SyntaxTree } from './syntax-tree.ts'

const MAX_LENGTH = 300

/** Per type id: 1 where nodes of that type are left out. */
type LeftOut = { decorators: Uint8Array; comments: Uint8Array }

/** `body` -1: the definition's first lines, shortened. */
export function signatureOf(tree: SyntaxTree, span: NodeIndex, body: NodeIndex, leftOut: LeftOut): string {
  const start = behindDecorators(tree, span, leftOut.decorators)
  const end = body >= 0 ? tree.start(body) : tree.end(span)
  // Twice the length, because indentation is removed below.
  const head = withoutComments(tree, span, start, Math.min(end, start + MAX_LENGTH * 2), leftOut.comments)
    .replace(/\s+/g, ' ')
    .trim()
  const bare = head.replace(/(?<!\s)\s*(\{|=>|=|:|;|,)$/, '')
  return bare.length > MAX_LENGTH ? `${bare.slice(0, MAX_LENGTH)}…` : bare
}

/** A parameter list normalised for identity: without line breaks and comments. */
export function parametersOf(tree: SyntaxTree, list: NodeIndex, comments: Uint8Array): string {
  return withoutComments(tree, list, tree.start(list), tree.end(list), comments)
    .replace(/\s+/g, '')
    .replace(/,(?=[)\]}>])/g, '')
}

function withoutComments(tree: SyntaxTree, span: NodeIndex, start: number, end: number, comments: Uint8Array): string {
  const { flat, text } = tree
  let head = ''
  let from = start
  for (let at = span; at < (flat.next[span] as number) && (flat.start[at] as number) < end; at++) {
    if (comments[flat.type[at] as number] === 0 || (flat.start[at] as number) < from) continue
    head += text.slice(from, flat.start[at])
    from = Math.min(flat.end[at] as number, end)
  }
  return head + text.slice(from, end)
}

function behindDecorators(tree: SyntaxTree, span: NodeIndex, decorators: Uint8Array): number {
  const { flat, text } = tree
  let start = flat.start[span] as number
  const end = flat.next[span] as number
  for (let at = span + 1; at < end && flat.start[at] === start; ) {
    if (decorators[flat.type[at] as number] === 0) {
      at++
      continue
    }
    start = flat.end[at] as number
    while (start < (flat.end[span] as number) && /\s/.test(text.charAt(start))) start++
    at = flat.next[at] as number
  }
  return start
}
