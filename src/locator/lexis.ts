/**
 * What a text looks like before it is parsed: enough of each language's letters to know code from comments and strings, and
 * where its blocks are. A language that is absent is always parsed in full: slower, never wrong.
 */

export type Lexis = {
  blocks: 'braces' | 'indentation'
  lineComment: '//' | '#'
  /** Delimiters of strings that may run over several lines, longest first. */
  longQuotes: readonly string[]
  /** A backslash means itself in long strings (Go). */
  rawLongQuotes: boolean
  /** `` `a ${b} c` `` and `/re/`: JavaScript and its kin. */
  script: boolean
}

const braces = { blocks: 'braces', lineComment: '//', rawLongQuotes: false, script: false } as const
const script: Lexis = { ...braces, longQuotes: [], script: true }

const table: Readonly<Record<string, Lexis>> = {
  javascript: script,
  typescript: script,
  tsx: script,
  go: { ...braces, longQuotes: ['`'], rawLongQuotes: true },
  java: { ...braces, longQuotes: ['"""'] },
  python: {
    blocks: 'indentation',
    lineComment: '#',
    longQuotes: ['"""', "'''"],
    rawLongQuotes: false,
    script: false,
  },
}

export const lexisOf = (language: string): Lexis | undefined => (Object.hasOwn(table, language) ? table[language] : undefined)
