/** How much of a text is parsed: larger or generated files are only searched as text. */

/** Why work is counted: docs/decisions, "What a grammar is shown". Sizes in UTF-16 units, so that only the content decides. */
export const limits = {
  /** Larger files give definitions and imports, but no uses. */
  fullFacts: 1_000_000,
  /** Larger files are text. */
  parse: 2_000_000,
  /**
   * Larger data are read by every search for text. Their identifiers, often thousands of random ones, would take more room and time than
   * those of all code.
   */
  knownData: 100_000,
  /** More nodes than any hand-written file has at 2 MB. */
  nodes: 2_000_000,
  /**
   * Steps of the parser and reads of its lexer. Code takes about ten for a kilobyte, 60,000 take one to four seconds; a text that
   * takes more is not of this language. Counted rather than timed, so that a busy machine finds what an idle one does.
   */
  work: 60_000,
  /** The clock only stops what counting cannot detect. */
  milliseconds: 8000,
  /** Each round of unwrapping parses the text again. */
  unwrapped: 500_000,
  /** Mean line length from which a file counts as generated. */
  meanLine: 500,
  /** WebAssembly memory never shrinks: above this the engine is discarded. */
  heapBytes: 256 * 1024 * 1024,
}

export function whyNotParsed(text: string): string | undefined {
  if (text.length > limits.parse) return `larger than ${limits.parse / 1_000_000} MB`
  if (text.length > 10_000 && text.length / countLines(text) > limits.meanLine) return 'very long lines: generated or minified'
  return undefined
}

/** As an editor counts: a final line end starts no further line. */
export function countLines(text: string): number {
  let lines = 0
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    lines++
    start = at + 1
  }
  return start < text.length ? lines + 1 : lines
}
