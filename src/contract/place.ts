/** A line and a column in a file, both counted from 1. The noun names nothing else (docs/glossary.md). */
export type Place = { line: number; column: number }
