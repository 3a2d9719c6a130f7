/**
 * Shell that the grammar of Bash cannot read, above all zsh, put as it can, letter for letter in the same place. Only tried where
 * a file does not parse whole; facts are read from the text as it is.
 */

// What looks back over any number of letters looks for its own sign first: else a long line costs its square.
export function mend(text: string): { text: string; isWhole: boolean } {
  const plain = text
    .replaceAll(wordAsName, (word) => `${word.slice(0, -1)}_`)
    // Over all arguments.
    .replaceAll(/(?=[ \t]do\s)(?<=\bfor [A-Za-z_]\w*)[ \t]/g, ';')
    .replaceAll(/\$\{\+(?=[\w:])/g, ' ${')
    .replaceAll(/\$\+(?=[\w:])/g, ' $')
    .replaceAll(flags, (whole: string, next: string) =>
      /\w/.test(next) ? `${fill(whole.slice(2))}\${` : `${fill(whole.slice(3))}\${_`,
    )
    .replaceAll(cutPattern, (_, head: string, pattern: string) => head + fill(pattern))
    .replaceAll(/(?=:g?s\/)(?<=\$\{\w+):g?s\/[^}\n]*(?=\})/g, (change) => `:-${fill(change.slice(2))}`)
    .replaceAll(globQualifier, fill)
    .replaceAll(patternGroup, fill)
    .replaceAll(casePattern, (_, margin: string, group: string, behind: string) => `${margin}${fill(group)}${behind}`)
    .replaceAll(moreNames, (_, head: string, names: string) => head + ' '.repeat(names.length))
    // A function without a name, and a command whose output is a file.
    .replaceAll(/^([ \t]*)\(\)(?=\s*\{)/gm, '$1  ')
    .replaceAll(/(?<=\s)=(?=\()/g, '<')
    .replaceAll(/(?<=\$\{@:)\$#(?=\})/g, '$1')
  const easy = withoutNested(plain)
  return { text: easy, isWhole: easy === plain }
}

const fill = (text: string): string => text.replaceAll(/[^\r\n]/g, 'x')

/** `done="true"` is an assignment. */
const wordAsName = /(?=(?:done|fi|esac|then|do|in)=)(?<=^[ \t]*)\w+/gm

/** `${(f@)lines}` */
const flags = /\$\{\([^()\s]*\)(?=(.))/g

/** `${path##*[}`: a bracket in the pattern need not be closed. */
const cutPattern = /(\$\{\w+(?:##?|%%?))([^{}"'$`\n]*[[\]][^{}"'$`\n]*)(?=\})/g

/** `*.zwc(N)`, `"$dir"/*(:t)`; a group of patterns (`*(a|b)`) is another thing, and known to Bash. */
const globQualifier = /(?<=[*\w"}/])\((?=[^()|\s"$]+\))(?=[:NDU./@^oO#-])[^()|\s]*\)/g

/** `function take mkcd() {`: several functions with one body. */
const moreNames = /^([ \t]*function[ \t]+[\w-]+)((?:[ \t]+[\w-]+)+)(?=[ \t]*(?:\(\))?[ \t]*\{)/gm

/** `[[ $x == (a|b)* ]]` */
const patternGroup = /(?=\()(?<=[!=]= *[\w"$*.]*)\([\w|*. -]+\)(?=\S* )/g

/** `(darwin|freebsd)*) …` among the cases. */
const casePattern = /^([ \t]+)(\([\w|*. -]+\))([\w*]*\))/gm

/** `${${x:-y}:h}`, `${$(cmd)#v}`: what is changed more than once. */
function withoutNested(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const { index } of text.matchAll(/\$\{\$[{(]/g)) {
    const end = index < from ? 0 : endOf(text, index)
    if (end === 0) continue
    parts.push(text.slice(from, index), fill(text.slice(index, end)))
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** Nobody writes longer ones. */
const LONGEST = 400

/** Behind the brace that closes the expansion; 0: none on its line. */
function endOf(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < start + LONGEST && at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at + 1
  }
  return 0
}
