/** The names in the body of a macro, which is plain text to the grammar. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

const word =
  /[\p{L}_][\p{L}\p{N}_]*|"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'|\/\*.{0,2000}?\*\/|\/\/[^\n]*|\d[\w.]*/gsu
const keywords: ReadonlySet<string> = new Set(
  (
    'alignas alignof and asm auto bool break case catch char class const constexpr const_cast continue decltype default defined delete do double ' +
    'dynamic_cast else enum explicit extern false float for friend goto if inline int long namespace new noexcept not nullptr operator or ' +
    'private protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template ' +
    'this throw true try typedef typename union unsigned using virtual void volatile while typeof __typeof__ __VA_ARGS__ __attribute__ ' +
    '__func__ __FILE__ __LINE__ __FUNCTION__ NULL L u8'
  ).split(' '),
)

/** The body of a macro is plain text to the grammar; its names are used wherever the macro is. */
export function useMacroBody(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const text = tree.textOf(node)
  if (text.length > MAX_MACRO || !tree.is(tree.parent(node), 'preproc_def', 'preproc_function_def')) return
  let line = 0
  let lineStart = -1
  for (const found of text.matchAll(word)) {
    const name = found[0]
    for (let end = text.indexOf('\n', lineStart + 1); end >= 0 && end < found.index; end = text.indexOf('\n', end + 1)) {
      line++
      lineStart = end
    }
    if (!/^[\p{L}_]/u.test(name) || keywords.has(name) || file.scopes.isLocal(file.scope[node] as number, name)) continue
    const before = text.slice(Math.max(0, found.index - NEAR), found.index)
    const behind = text.slice(found.index + name.length, found.index + name.length + 8)
    // A member, or a part of a pasted name: not a name on its own.
    if (/(?:\.|->|#)\s*$/.test(before) || /^\s*##/.test(behind)) continue
    file.use(name, /^\s*\(/.test(behind) ? 'calls' : 'references', node)
    const fact = file.facts.uses.at(-1)
    if (!fact) continue
    fact.line += line
    fact.column = line === 0 ? fact.column + found.index : found.index - lineStart
  }
}

/** Most white space between a character and the name after it. */
const NEAR = 100

/** Longer ones are generated tables. */
const MAX_MACRO = 20_000
