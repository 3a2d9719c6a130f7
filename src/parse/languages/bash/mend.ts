/**
 * Rewrites shell code that the Bash grammar cannot read, mostly zsh, with the same length and positions. Only tried where a file
 * does not parse completely; facts are read from the original text.
 */
import { bracePairs, fillSpans, type Span, fill as write } from '../../blank.ts'

// A lookbehind of any length must match its own character first: otherwise a long line costs quadratic time.
export function mend(text: string): { text: string; isWhole: boolean } {
  const plain = text
    .replaceAll(wordAsName, (word) => `${word.slice(0, -1)}_`)
    // A loop over all arguments.
    .replaceAll(/(?=[ \t]do\s)(?<=\bfor [A-Za-z_]\w*)[ \t]/g, ';')
    .replaceAll(/\$\{\+(?=[\w:])/g, ' ${')
    .replaceAll(/\$\+(?=[\w:])/g, ' $')
    .replaceAll(flags, (whole: string, next: string) =>
      /\w/.test(next) ? `${fill(whole.slice(2))}\${` : `${fill(whole.slice(3))}\${_`,
    )
    .replaceAll(cutPattern, (_, head: string, pattern: string) => head + fill(pattern))
    .replaceAll(/:g?s\/(?<=\$\{\w+:g?s\/)[^}\n]{0,200}(?=\})/g, (change) => `:-${fill(change.slice(2))}`)
    .replaceAll(globQualifier, fill)
    .replaceAll(patternGroup, fill)
    .replaceAll(casePattern, (_, margin: string, group: string, behind: string) => `${margin}${fill(group)}${behind}`)
    .replaceAll(moreNames, (_, head: string, names: string) => head + ' '.repeat(names.length))
    // A function without a name, and process substitution by `=(…)`.
    .replaceAll(/^([ \t]*)\(\)(?=\s*\{)/gm, '$1  ')
    .replaceAll(/(?<=\s)=(?=\()/g, '<')
    .replaceAll(/(?<=\$\{@:)\$#(?=\})/g, '$1')
  const easy = withoutNested(plain)
  return { text: easy, isWhole: easy === plain }
}

const fill = (text: string): string => write(text, 'x')

/** `done="true"` is an assignment. */
const wordAsName = /^[ \t]*(?:done|fi|esac|then|do|in)(?==)/gm

/** `${(f@)lines}` */
const flags = /\$\{\([^()\s]*\)(?=(.))/g

/** `${path##*[}`: a bracket in the pattern need not be closed. */
const cutPattern = /(\$\{\w+(?:##?|%%?))([^{}"'$`\n[\]]*[[\]][^{}"'$`\n]*)(?=\})/g

/** `*.zwc(N)`, `"$dir"/*(:t)`; a group of patterns (`*(a|b)`) is different, and known to Bash. */
const globQualifier = /(?<=[*\w"}/])\((?=[^()|\s"$]+\))(?=[:NDU./@^oO#-])[^()|\s]*\)/g

/** `function take mkcd() {`: several functions with one body. */
const moreNames = /^([ \t]*function[ \t]+[\w-]+)((?:[ \t]+[\w-]+)+)(?=[ \t]*(?:\(\)[ \t]*)?\{)/gm

/** `[[ $x == (a|b)* ]]` */
const patternGroup = /\((?<=[!=]= *[\w"$*.]*\()[\w|*. -]+\)(?=\S{0,200} )/g

/** `(darwin|freebsd)*) …` among the cases. */
const casePattern = /^([ \t]+)(\([\w|*. -]+\))([\w*]*\))/gm

/** `${${x:-y}:h}`, `${$(cmd)#v}`: nested expansions. */
function withoutNested(text: string): string {
  if (!/\$\{\$[{(]/.test(text)) return text
  const closes = bracePairs(text, /[{}\n]/g)
  const nested = [...text.matchAll(/\$\{\$[{(]/g)].flatMap(({ index }): Span[] => {
    const close = closes.get(index + 1)
    return close === undefined ? [] : [[index, close + 1]]
  })
  return fillSpans(text, nested, 'x')
}
