/** The head of a definition on one line: from behind its decorators to its body. */
import type { NodeIndex } from './language.ts'
import type { SyntaxTree } from './syntax-tree.ts'

const MAX_LENGTH = 300

/** `body` -1: the definition's first lines, cut. `decorators`: per type id, 1 where the node is left out. */
export function signatureOf(tree: SyntaxTree, span: NodeIndex, body: NodeIndex, decorators: Uint8Array): string {
  const start = behindDecorators(tree, span, decorators)
  const end = body >= 0 ? tree.start(body) : tree.end(span)
  // Twice the length: what is left out below is indentation.
  const head = tree.text
    .slice(start, Math.min(end, start + MAX_LENGTH * 2))
    .replace(/\s+/g, ' ')
    .trim()
  const bare = head.replace(/\s*(\{|=>|=|:|;|,)$/, '')
  return bare.length > MAX_LENGTH ? `${bare.slice(0, MAX_LENGTH)}…` : bare
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
