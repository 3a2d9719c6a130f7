/** The span of a name that shares its statement with others: `a, b = 1, 2`, `int x, y;`. */
import type { NodeIndex } from '../language.ts'
import type { SyntaxTree } from '../syntax-tree.ts'

/** Each name's span is read and hashed; a generated list of thousands of names would be read thousands of times. */
const LONG = 2000

export function spanOfShared(tree: SyntaxTree, statement: NodeIndex, part: NodeIndex): NodeIndex {
  return tree.end(statement) - tree.start(statement) > LONG ? part : statement
}
