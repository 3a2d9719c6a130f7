/**
 * Items in a macro's braces, written as they would be without it: `cfg_rt! { pub mod runtime; }`, `pin_project! { pub struct
 * Sleep {…} }`, `thread_local! { static X: … }`. To readers and callers they are ordinary items.
 */
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import type { Wrapping } from '../../unwrap.ts'

/**
 * After comments and attributes the first word of an item, or another macro in braces. The pattern must be unambiguous: otherwise
 * every way to match a text would be tried.
 */
const itemFirst =
  /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/|#!?\[(?:[^[\]]|\[[^[\]]*\])*\])*(?:pub|fn|mod|use|impl|struct|enum|trait|type|const|static|unsafe|async|extern|union|macro_rules!|[a-z_]\w*!\s*\{)(?:\s|[({!]|$)/

export function wrappedItems(tree: SyntaxTree): Wrapping[] {
  const found: Wrapping[] = []
  for (let node = 0; node < tree.count; node++) {
    if (!tree.is(node, 'macro_invocation') || !tree.is(tree.parent(node), 'source_file', 'declaration_list')) continue
    const tokens = tree.childOfType(node, 'token_tree')
    if (tokens < 0 || tree.text.charAt(tree.start(tokens)) !== '{') continue
    const inside = tree.text.slice(tree.start(tokens) + 1, tree.end(tokens) - 1)
    if (itemFirst.test(inside.slice(0, 8000))) found.push(wrappingOf(node, tokens, inside, tree))
  }
  return found
}

function wrappingOf(node: NodeIndex, tokens: NodeIndex, inside: string, tree: SyntaxTree): Wrapping {
  const macro = tree.child(node, 'macro')
  const last = tree.is(macro, 'scoped_identifier') ? tree.child(macro, 'name') : macro
  const open = tree.start(tokens) + 1
  // `static ref X` is the syntax of lazy_static.
  const words = [...inside.matchAll(/(?<![^\n])[^\n/]*\bstatic (ref) /g)].map(({ 0: line, index }): [number, number] => {
    const at = open + index + line.length - 4
    return [at, at + 3]
  })
  return {
    from: tree.start(node),
    to: tree.end(node),
    blanks: [[tree.start(node), open], ...words, [tree.end(tokens) - 1, tree.end(tokens)]],
    name: {
      name: tree.textOf(last),
      receiver: last === macro ? '' : tree.text.slice(tree.start(macro), tree.start(last)).replaceAll(/\s+/g, ''),
      offset: tree.start(last),
      use: 'calls',
    },
  }
}
