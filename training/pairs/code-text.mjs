// The code of a definition without its doc comment.

const docAtStart = {
  python: /^((?:\s*@.*\n)*\s*(?:async\s+)?(?:def|class)\b[\s\S]*?:\s*(?:#.*)?\n)\s*[rRuU]?("""|''')[\s\S]*?\2[ \t]*\n?/,
}

export function codeOf(lines, { start_line, end_line }, language) {
  const code = lines.slice(start_line - 1, Math.min(end_line, start_line + 79)).join('\n')
  const doc = docAtStart[language]
  return doc ? code.replace(doc, '$1') : code
}

/** Occurrences of the name are removed, also as a part of other identifiers: nothing tells it but the code. */
export function withoutName(code, name) {
  return code.replaceAll(new RegExp(name.replaceAll(/[^\w]/g, '\\$&'), 'gi'), ' ')
}

/** Overloads and members repeat a comment inside the code. A block comment that begins like the query is removed. */
export function withoutComment(code, query) {
  if (!code.includes('/**')) return code
  const start = letters(query).slice(0, 30)
  return code.replaceAll(/\/\*\*[\s\S]*?\*\//g, (comment) => (letters(comment).startsWith(start) ? '' : comment))
}
const letters = (text) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
