/** Parses in this process: for a few files, where starting a child would cost more than the parsing. */
import { setFlagsFromString } from 'node:v8'
import { createGrammarModules } from './grammar-modules.ts'
import { createTextParser } from './parse-text.ts'
import type { Parser } from './port.ts'

export function createParser(): Parser {
  // Optimising a grammar takes longer than parsing a few files with it. Must be set before any WebAssembly is compiled.
  setFlagsFromString('--liftoff-only')
  let parser: ReturnType<typeof createTextParser> | undefined
  return {
    parse(text, language, options = {}) {
      parser ??= createTextParser(createGrammarModules())
      return parser.parse(text, language, options)
    },
    close() {
      parser = undefined
    },
  }
}
