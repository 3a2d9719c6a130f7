/**
 * Enough of each language's syntax to tell code from comments and strings, and to find blocks, without parsing. A language that
 * is not listed is always parsed in full, which is slower but not wrong.
 */

export type Lexis = {
  blocks: 'braces' | 'indentation'
  lineComment: '//' | '#'
  /** Delimiters of strings that may run over several lines, longest first. */
  longQuotes: readonly string[]
  /** A backslash means itself in long strings (Go). */
  rawLongQuotes: boolean
  /** `` `a ${b} c` `` and `/re/`: JavaScript and related languages. */
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
