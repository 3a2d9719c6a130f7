/** A line and a column in a file, both counted from 1. The word has no other meaning in Cairn (docs/glossary.md). */
export type Place = { line: number; column: number }
