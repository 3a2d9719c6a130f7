/** The rules of a style sheet, by their braces; ignores comments, strings and URLs. */

/** From the first character of its prelude, before its brace (`open`), to after the closing one. */
export type Rule = { from: number; open: number; to: number; parent: number }

/** `code`: the text with comments and strings blanked. */
export function scanStyles(text: string, options: { lineComments: boolean }): { rules: Rule[]; code: string } {
  const code = blankQuiet(text, options.lineComments)
  const rules: Rule[] = []
  const open: number[] = []
  let from = 0
  for (let at = 0; at < code.length; at++) {
    const letter = code[at]
    if (letter === '#' && code[at + 1] === '{') at = endOfInsert(code, at + 1)
    else if (letter === '{') {
      const lead = /^\s*/.exec(code.slice(from, at))?.[0].length ?? 0
      open.push(rules.push({ from: from + lead, open: at, to: code.length, parent: open.at(-1) ?? -1 }) - 1)
      from = at + 1
    } else if (letter === '}') {
      const rule = rules[open.pop() ?? -1]
      if (rule) rule.to = at + 1
      from = at + 1
    } else if (letter === ';') from = at + 1
  }
  return { rules, code }
}

/** `#{$name}` of SCSS, on one line. */
function endOfInsert(code: string, brace: number): number {
  const end = code.indexOf('}', brace)
  return end < 0 ? code.length : end
}

function blankQuiet(text: string, lineComments: boolean): string {
  const line = lineComments ? '|(?<!:)\\/\\/[^\\n]*' : ''
  const quiet = new RegExp(
    `\\/\\*[\\s\\S]*?(?:\\*\\/|$)|"(?:[^"\\\\\\n]|\\\\[\\s\\S])*"?|'(?:[^'\\\\\\n]|\\\\[\\s\\S])*'?|\\burl\\([^)\\n]*\\)?${line}`,
    'g',
  )
  return text.replace(quiet, (found) => found.replace(/[^\n]/g, ' '))
}
