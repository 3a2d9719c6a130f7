/** Version of extraction and grammars together. Facts are keyed by it: change it whenever the same text gives other facts. */
export const PARSER_VERSION = '6'
