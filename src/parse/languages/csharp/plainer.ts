/** Rewrites C# that the grammar cannot read, with the same length and line ends. Facts are read from the original text. */
import { blank, bracePairs, fillSpans, type Span } from '../../blank.ts'
import { withoutBrokenConditionals } from './conditionals.ts'

export const mendCsharp = (text: string): { text: string; isWhole: boolean } => withoutBrokenConditionals(plainer(text))

function plainer(text: string): string {
  return withoutExtensionBlocks(text)
    .replaceAll(/^#[:!].*$/gm, blank)
    .replaceAll(/\basync\b(?=\s*(?:[,);:.?\]}=&|!](?!>)|$))/gm, 'asyn_')
    .replaceAll(
      /\b(?:property|type|field|event|method|param|module|assembly|typevar)(?<=[[,]\s*\w+)(?=\s*[\],.?([+])/g,
      (word) => `${word.slice(0, -1)}_`,
    )
    .replaceAll(/\?(?=\[[^[\]\n]*\]\s*(?:[-+*/%&|^]|\?\?)?=[^=>])/g, ' ')
    .replaceAll(/\?(?=\.[A-Za-z_][\w.]*\s*(?:[-+*/%&|^]|\?\?)?=[^=>])/g, ' ')
    .replaceAll(/\[\s*(?:(?:_|\.\.)\s*)?\](?=\s+when\b)/g, (list) => `_${blank(list.slice(1))}`)
    .replaceAll(/(?:\$@|@\$)"""[^\n]*/g, (line) => line.replace(/"""/, '"  ').replaceAll(/\}"""/g, '}  "'))
    .replaceAll(/\$@?"[^"\n]*\{\{(?=\{[^{])/g, (start) => `${start.slice(0, -2)}  `)
}

/** `extension(string text) { … }`: its members belong to the enclosing class. */
function withoutExtensionBlocks(text: string): string {
  const heads = [...text.matchAll(extensionHead)]
  const [first] = heads
  if (!first) return text
  // Not from the top of the file: a misreading there would have effects here.
  const token = new RegExp(brace, 'g')
  token.lastIndex = first.index
  const closes = bracePairs(text, token)
  const spans = heads.flatMap(({ 0: head, index }): Span[] => {
    const close = closes.get(index + head.length - 1)
    return close === undefined
      ? []
      : [
          [index, index + head.length],
          [close, close + 1],
        ]
  })
  return fillSpans(text, spans)
}

const extensionHead = /extension(?<=^[ \t]*extension)\s*(?:<[^<>\n]*>\s*)?\([^()\n]*\)[^{};]{0,500}\{/gm

/** A brace, or a token that may contain one. */
const brace = /[{}]|@"(?:[^"]|"")*"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/
