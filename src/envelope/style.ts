/** The styles of the parts of a printed answer. A surface may pass colours; the default is plain text. */

export type Paint = (text: string) => string
export type Style = {
  strong: Paint
  faint: Paint
  place: Paint
  name: Paint
  good: Paint
  warn: Paint
  bad: Paint
  /** A word that was searched for. */
  match: Paint
}

const same: Paint = (text) => text
export const plainStyle: Style = {
  strong: same,
  faint: same,
  place: same,
  name: same,
  good: same,
  warn: same,
  bad: same,
  match: same,
}

/** A line of a minified file can be longer than a page. The omitted characters are counted; get_file returns the whole line. */
export function clipped(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine)}… (+${line.length - longestLine} characters)` : line
}
const longestLine = 400

/**
 * Text from files and paths, safe to print on one line: a control sequence in a source file must not reach the terminal, and
 * a newline in a file name must not look like the next item.
 */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    if (character === '\n') return '\\n'
    if (character === '\r') return '\\r'
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}
