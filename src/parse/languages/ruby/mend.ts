/**
 * Rewrites Ruby that the grammar cannot read, with the same length and positions. Only tried where a file does not parse
 * completely.
 */
import { fill } from '../../blank.ts'

export const mend = (text: string): { text: string; isWhole: boolean } => {
  const plain = text.replaceAll(oddSymbol, (_, before: string) => `${before}:a_`)
  return plain.includes('<%') ? { text: withoutTemplate(plain), isWhole: false } : { text: plain, isWhole: true }
}

/** `:$'`, `:$"`: the symbol of a global variable with a punctuation name, which would open a string. */
const oddSymbol = /([\s([{,|])(?::\$["'`:;@&+~!?*$/\\<>,.=])(?=[\s,)\]}]|$)/gm

/**
 * A generator's template (`class <%= prefix %>SessionsController`): a tag inside a name is removed from it, a tag as a value
 * becomes a number, which uses nothing. The length of tags is bounded: otherwise many open ones would cost quadratic time.
 */
const withoutTemplate = (text: string): string =>
  text.replaceAll(/(?:<%(?:[^%]|%(?!>)){0,400}%>)+/g, (tag, at: number) => {
    const isValue = tag.startsWith('<%=') && !/[\w:@]/.test(text[at - 1] ?? '') && !/[\w]/.test(text[at + tag.length] ?? '')
    return fill(tag, isValue ? '1' : text[at - 1] === ':' ? 'x' : ' ')
  })
