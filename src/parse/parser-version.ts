/**
 * Version of extraction and grammars together. Facts are keyed by it: change it whenever the same text gives other facts, or when
 * files have to be written or embedded again (6: words of paths; whether a file has identifiers too long to be recorded. 7: texts whose
 * meaning is searched. 8: bounds of names and types. 9: words and identifiers of data).
 */
export const PARSER_VERSION = '9'
