/**
 * Words of suggested calls and commands. A name of a repo stays one word, whatever it contains: it cannot become another argument, end
 * the call or, pasted into a shell, run anything.
 */
import { hides, visibleJson } from './visible.ts'

/** A word of a call such as `get_file acme/shop src/a.ts`: as it is, or as a JSON text. */
export const callWord = (text: string): string =>
  /^[^\s"`|\\]+$/.test(text) && !optionLike.test(text) && !hides(text) ? text : visibleJson(text).replaceAll('`', '\\u0060')

/** `start_line=3`, with the value quoted where it must be. */
export const callOption = (name: string, value: string | number): string => `${name}=${callWord(String(value))}`

const optionLike = /^[a-z_]+=/

export type CallParts = { tool: string; words: string[]; options: [name: string, value: string][] }

/** The parts of a call. Words that are not quoted and follow each other are words of a query. */
export function callParts(call: string): CallParts {
  const [tool = '', ...tokens] = call.match(/(?:[a-z_]+=)?"(?:[^"\\]|\\.)*"|\S+/g) ?? []
  const words: string[] = []
  const options: [string, string][] = []
  for (const token of tokens) {
    const [, name, value] = /^([a-z_]+)=(.+)$/.exec(token) ?? []
    if (name !== undefined && value !== undefined) options.push([name, unquoted(value)])
    else words.push(unquoted(token))
  }
  return { tool, words, options }
}

function unquoted(token: string): string {
  if (!token.startsWith('"')) return token
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}

/** A word for a shell. Characters that cannot be seen, and backticks, are written as codes, which bash and zsh read. */
export function shellWord(text: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./~-]*$/.test(text)) return text
  return hides(text) || text.includes('`') ? `$'${[...text].map(shellCode).join('')}'` : `'${text.replaceAll("'", "'\\''")}'`
}

function shellCode(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`
  if (character !== '`' && !hides(character)) return character
  const code = character.codePointAt(0) ?? 0
  const hex = (length: number): string => code.toString(16).padStart(length, '0')
  return code < 0x80 ? `\\x${hex(2)}` : code < 0x1_0000 ? `\\u${hex(4)}` : `\\U${hex(8)}`
}
