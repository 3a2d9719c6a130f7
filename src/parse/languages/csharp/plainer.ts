/** C# that the grammar does not read, put so that it does: as long as the text, with the same line ends. Facts are read from the text itself. */
import { withoutBrokenConditionals } from './conditionals.ts'

export const mendCsharp = (text: string): { text: string; isWhole: boolean } => withoutBrokenConditionals(plainer(text))

const blank = (text: string): string => text.replaceAll(/[^\r\n]/g, ' ')

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
    .replaceAll(/\[\s*(?:_|\.\.)?\s*\](?=\s+when\b)/g, (list) => `_${blank(list.slice(1))}`)
    .replaceAll(/(?:\$@|@\$)"""[^\n]*/g, (line) => line.replace(/"""/, '"  ').replaceAll(/\}"""/g, '}  "'))
    .replaceAll(/\$@?"[^"\n]*\{\{(?=\{[^{])/g, (start) => `${start.slice(0, -2)}  `)
}

/** `extension(string text) { … }`: its members are those of the class around it. */
function withoutExtensionBlocks(text: string): string {
  let built = text
  for (const { 0: head, index } of text.matchAll(/extension(?<=^[ \t]*extension)\s*(?:<[^<>\n]*>\s*)?\([^()\n]*\)[^{};]*\{/gm)) {
    const close = closeBehind(text, index + head.length)
    if (close < 0) continue
    built = `${built.slice(0, index)}${blank(head)}${built.slice(index + head.length, close)} ${built.slice(close + 1)}`
  }
  return built
}

/** Of the brace that is open at `from`. */
function closeBehind(text: string, from: number): number {
  let depth = 1
  const sign = /[{}]|@"(?:[^"]|"")*"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\//g
  sign.lastIndex = from
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    if (found[0] === '{') depth++
    else if (found[0] === '}' && --depth === 0) return found.index
  }
  return -1
}
