/**
 * The text of a receiver: `make(a, b) . client` → `make().client`. Bounded in length and in visited nodes, because a chain of
 * 10,000 calls has 10,000 receivers, each one call longer than the last.
 */
import type { GrammarNames } from './engine.ts'
import type { NodeIndex, ReceiverRules } from './language.ts'
import type { SyntaxTree } from './syntax-tree.ts'

const MAX_LENGTH = 120
const MAX_NODES = 512

export type ReceiverText = (tree: SyntaxTree, node: NodeIndex) => string

const DROP = ''

export function compileReceiverText(rules: ReceiverRules, comments: readonly string[], names: GrammarNames): ReceiverText {
  const replacement = names.types.map((type): string | undefined => {
    if (rules.drop.includes(type) || comments.includes(type)) return DROP
    return rules.spaced.includes(type) ? `${type} ` : rules.replace[type]
  })
  const dropped = new Set((rules.dropFields ?? []).map((field) => names.fieldIds.get(field)))
  return (tree, node) => {
    const { flat, text } = tree
    if (node < 0) return ''
    const end = flat.next[node] as number
    let built = ''
    let looked = 0
    for (let at = node; at < end; looked++) {
      if (built.length > MAX_LENGTH || looked > MAX_NODES) return `${built.slice(0, MAX_LENGTH)}…`
      const isDropped = at > node && dropped.has(flat.field[at])
      const put = isDropped ? DROP : replacement[flat.type[at] as number]
      const after = flat.next[at] as number
      if (put !== undefined) {
        built += put
        at = after
      } else {
        if (after === at + 1)
          built += text.slice(flat.start[at], Math.min(flat.end[at] as number, (flat.start[at] as number) + MAX_LENGTH + 1))
        at++
      }
    }
    return built
  }
}
