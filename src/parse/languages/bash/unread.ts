/**
 * When the grammar fails on an expansion with brackets and quotes, it loses the enclosing function. A line of code that begins
 * like a function is one: it ends at the bracket that is alone in the same column.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import { ERROR_TYPE } from '../../flat-tree.ts'
import { leafAt, lineCounter } from '../leaf-at.ts'

const begins =
  /^([ \t]*)(?:function[ \t]+([\p{L}_][\p{L}\p{N}_:.-]*)(?:[ \t]*\(\))?|([\p{L}_][\p{L}\p{N}_:.-]*)[ \t]*\(\))[ \t]*(?:\n[ \t]*)?\{/gmu

export function defineUnread(file: FileFactsBuilder): void {
  const { tree } = file
  const known = new Set(file.facts.symbols.map((symbol) => `${symbol.name_line} ${symbol.name}`))
  const lineAt = lineCounter(tree.text)
  // After an error, code may be read as strings, and strings as code.
  const isBroken = tree.flat.type.subarray(0, tree.count).includes(ERROR_TYPE)
  const closeAfter = closeFinder(tree.text)
  for (const match of tree.text.matchAll(begins)) {
    const [whole, margin = '', worded = '', bare = ''] = match
    const name = worded || bare
    const offset = match.index + whole.indexOf(name, whole.search(/\S/) + (/^\s*function\s/.test(whole) ? 'function'.length : 0))
    const leaf = leafAt(offset, file)
    const line = lineAt(offset)
    if (known.has(`${line} ${name}`) || tree.is(leaf, ...noCode)) continue
    if (tree.is(leaf, ...quoted) && !(isBroken && margin === '')) continue
    const close = closeAfter(match.index, margin)
    const last = close < 0 ? leaf : leafAt(close + margin.length + 1, file)
    const ordinal = file.define({
      node: leaf,
      kind: 'function',
      name: leaf,
      nameText: name,
      parent: -1,
      span: leafAt(match.index + margin.length, file),
      until: Math.max(leaf, last),
      signature: whole.trim().replace(/(?<!\s)\s*\{$/, ''),
      exported: true,
      opens: 'none',
      owns: false,
      binds: false,
    })
    file.notAUse(leaf)
    const symbol = file.symbol(ordinal)
    if (!symbol) continue
    symbol.name_line = line
    symbol.name_column = offset - tree.text.lastIndexOf('\n', offset - 1)
  }
}

const quoted = ['string', 'string_content']
const noCode = ['comment', 'raw_string', 'ansi_c_string', 'heredoc_body', 'heredoc_content', 'regex']

/** Remembers what it found for a margin: thousands of functions that nobody closes would each be searched to the end of the file. */
function closeFinder(text: string): (from: number, margin: string) => number {
  const last = new Map<string, number>()
  return (from, margin) => {
    const known = last.get(margin)
    if (known !== undefined && (known < 0 || known >= from)) return known
    const found = text.indexOf(`\n${margin}}`, from)
    last.set(margin, found)
    return found
  }
}
