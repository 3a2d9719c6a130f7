/** A head of several lines on one: without comments, directives and backslashes at line ends. */

export const leftOut = /\/\*.*?(?:\*\/|$)|\/\/[^\n]*|(?<=\n)[ \t]*#[^\n]*/gs

const LONGEST = 300

export function oneLine(text: string): string {
  const line = text
    .replaceAll(leftOut, ' ')
    .replaceAll(/\\?\s+/g, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
