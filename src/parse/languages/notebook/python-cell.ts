/**
 * A cell of IPython without what is not Python: magics (`%matplotlib inline`), shell commands (`!pip install x`), help queries
 * (`frame?`). Code that a magic measures (`%time fit()`) is kept; a cell under `%%bash` is not code.
 */
import type { WovenText } from '../../embedded/woven-text.ts'

/** Magics that run the code after them. */
const running = 'time|timeit|prun|memit|mprun|lprun|capture|debug|snakeviz'
const cellMagic = /^\s*%%(\w+)/
const runningCell = new RegExp(`^(?:${running})$`)
const runningLine = new RegExp(`^\\s*%(?:${running})\\b(?:\\s+-\\w+(?:\\s+\\d+)?)*[ \\t]*`)
/** `files = !ls`, `spent = %timeit -o f()` */
const assigned = /^([\w.,\s[\]]+=\s*)[!%](?=[\w.~/(])/
const magicLine = /^\s*(?:[!]|%\w|%%\w|\?{1,2}\w|[\w.]+\?{1,2}\s*$)/

/** `cell`: the text of the cell, woven from the file. */
export function weavePython(cell: WovenText, woven: WovenText): void {
  const { text } = cell
  const magic = cellMagic.exec(text)?.[1]
  if (magic !== undefined && !runningCell.test(magic)) return
  const open = new OpenBrackets()
  let from = 0
  while (from < text.length) {
    let to = lineEnd(text, from)
    const line = text.slice(from, to)
    const given = open.isClosed ? assigned.exec(line)?.[1] : undefined
    const isMagic = given === undefined && open.isClosed && magicLine.test(line)
    if (isMagic) weaveMagic(line, from, cell, woven)
    else if (given !== undefined) woven.join(cell, from, from + given.length).put('...\n')
    else {
      open.read(line)
      woven.join(cell, from, to)
    }
    // A backslash continues a shell command on the next line.
    if (isMagic || given !== undefined) while (text.slice(to - 2, to) === '\\\n' && to < text.length) to = lineEnd(text, to)
    from = to
  }
}

/** After the line end, or at the end of the text. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}

/** A removed line is replaced by a statement: it may be the only one of a block. */
function weaveMagic(line: string, from: number, cell: WovenText, woven: WovenText): void {
  const [head = ''] = runningLine.exec(line) ?? []
  const isCode = head !== '' && line.slice(head.length).trim() !== ''
  woven.join(cell, from, from + line.length - line.trimStart().length)
  if (isCode) woven.join(cell, from + head.length, from + line.length)
  else woven.put(/^\s*%%/.test(line) ? '\n' : 'pass\n')
}

/** Do the lines so far leave a bracket or a long string open? There `%d` is not a magic. */
class OpenBrackets {
  private depth = 0
  private quote = ''

  get isClosed(): boolean {
    return this.depth <= 0 && this.quote === ''
  }

  read(line: string): void {
    for (let at = 0; at < line.length; at++) {
      const letter = line[at] as string
      if (this.quote !== '') {
        if (letter === '\\') at++
        else if (line.startsWith(this.quote, at)) {
          at += this.quote.length - 1
          this.quote = ''
        }
      } else if (letter === '#') break
      else if (letter === '"' || letter === "'") {
        this.quote = line.startsWith(letter.repeat(3), at) ? letter.repeat(3) : letter
        at += this.quote.length - 1
      } else if (/[([{]/.test(letter)) this.depth++
      else if (/[)\]}]/.test(letter)) this.depth--
    }
    // A short string ends with its line.
    if (this.quote.length === 1) this.quote = ''
  }
}
