/**
 * Every database has its own SQL, and the grammar knows a part of it: procedures, `CREATE PROC [dbo].[x]`, bodies in other
 * languages. Text that begins like a definition and was not read as one is still found; it ends where the next one begins.
 */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { withoutQuotes } from '../defined-by.ts'
import { leafAt, lineCounter } from '../leaf-at.ts'

const begins =
  /^[ \t]*(?:CREATE|ALTER)\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|UNIQUE|CLUSTERED|NONCLUSTERED|MATERIALIZED|EDITIONABLE|NONEDITIONABLE|DEFINER\s*=\s*\S+|ALGORITHM\s*=\s*\S+|SQL\s+SECURITY\s+\w+|CONSTRAINT|FORCE|EXTERNAL)\s+)*(TABLE|VIEW|FUNCTION|PROCEDURE|PROC|TRIGGER|PACKAGE(?:\s+BODY)?|INDEX|TYPE)\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?((?:[\w$#]+|"[^"\n]+"|`[^`\n]+`|\[[^\]\n]+\])(?:\.(?:[\w$#]+|"[^"\n]+"|`[^`\n]+`|\[[^\]\n]+\]))*)/gim

const kinds: Readonly<Record<string, SymbolKind>> = {
  table: 'struct',
  view: 'type',
  function: 'function',
  procedure: 'function',
  proc: 'function',
  trigger: 'function',
  package: 'namespace',
  index: 'constant',
  type: 'type',
}

export function defineUnread(file: FileFactsBuilder): void {
  const { tree } = file
  const known = new Set(file.facts.symbols.map((symbol) => `${symbol.name_line} ${symbol.name}`))
  const found = [...tree.text.matchAll(begins)].filter(([text]) => !/^\s*ALTER\s+(?!PROC|FUNC|VIEW|TRIGGER)/i.test(text))
  const lineAt = lineCounter(tree.text)
  for (const [at, match] of found.entries()) {
    const written = match[2] ?? ''
    const parts = written.match(/"[^"]+"|`[^`]+`|\[[^\]]+\]|[^.]+/g) ?? []
    const name = withoutQuotes(parts.at(-1) ?? '')
    const kind = kinds[(match[1] ?? '').toLowerCase().replace(/\s.*/, '')]
    const last = parts.at(-1) ?? ''
    const offset = match.index + match[0].length - last.length + (name === last ? 0 : 1)
    const leaf = leafAt(offset, file)
    const line = lineAt(offset)
    if (name === '' || kind === undefined || known.has(`${line} ${name}`) || isText(leaf, file)) continue
    const first = leafAt(match.index + match[0].length - match[0].trimStart().length, file)
    const next = found[at + 1]?.index ?? tree.text.length
    const end = leafAt(endOf(match.index, next, file), file)
    define(
      { kind, name, qualifier: parts.slice(0, -1).map(withoutQuotes).join('.'), leaf, first, end, line, head: match[0] },
      offset,
      file,
    )
  }
}

type Unread = {
  kind: SymbolKind
  name: string
  qualifier: string
  leaf: NodeIndex
  first: NodeIndex
  end: NodeIndex
  line: number
  head: string
}

function define({ kind, name, qualifier, leaf, first, end, line, head }: Unread, offset: number, file: FileFactsBuilder): void {
  const ordinal = file.define({
    node: first,
    kind,
    name: leaf,
    nameText: name,
    parent: -1,
    ...(qualifier !== '' && { qualifier }),
    until: Math.max(first, end),
    signature: head.trim().replaceAll(/\s+/g, ' '),
    exported: true,
    opens: 'none',
    owns: false,
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  if (!symbol) return
  symbol.name_line = line
  symbol.name_column = offset - file.tree.text.lastIndexOf('\n', offset - 1)
}

/** The end of the last line before the next definition that is neither empty nor a comment nor `GO`. */
function endOf(from: number, next: number, file: FileFactsBuilder): number {
  const { text } = file.tree
  let end = next
  while (end > from) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    if (start <= from || !/^\s*(?:(?:--.*|\/?\*.*|GO)\s*)?$/i.test(text.slice(start, end))) break
    end = start - 1
  }
  while (end > from && /\s/.test(text.charAt(end - 1))) end--
  return Math.max(from, end - 1)
}

const isText = (leaf: NodeIndex, file: FileFactsBuilder): boolean => file.tree.is(leaf, 'comment', 'marginalia', 'literal')
