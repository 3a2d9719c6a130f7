/** Ruby that the grammar cannot read, put as it can, letter for letter in the same place. Only tried where a file does not parse whole. */
import { fill } from '../../blank.ts'

export const mend = (text: string): { text: string; isWhole: boolean } => {
  const plain = text.replaceAll(oddSymbol, (_, before: string) => `${before}:a_`)
  return plain.includes('<%') ? { text: withoutTemplate(plain), isWhole: false } : { text: plain, isWhole: true }
}

/** `:$'`, `:$"`: the symbol of a global variable whose name is a sign, which would open a string. */
const oddSymbol = /([\s([{,|])(?::\$["'`:;@&+~!?*$/\\<>,.=])(?=[\s,)\]}]|$)/gm

/**
 * A generator's template (`class <%= prefix %>SessionsController`): what is written into a name is left out of it, what is a value is
 * put as a number, which is no use of anything. Tags are short: looked for to the end, many open ones would cost the square of a file.
 */
const withoutTemplate = (text: string): string =>
  text.replaceAll(/(?:<%(?:[^%]|%(?!>)){0,400}%>)+/g, (tag, at: number) => {
    const isValue = tag.startsWith('<%=') && !/[\w:@]/.test(text[at - 1] ?? '') && !/[\w]/.test(text[at + tag.length] ?? '')
    return fill(tag, isValue ? '1' : text[at - 1] === ':' ? 'x' : ' ')
  })
