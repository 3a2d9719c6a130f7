/** Splits Markdown into lines of prose and fenced blocks, and joins them again. */

export type Fence = { kind: 'fence'; marks: string; info: string; lines: string[]; closed: boolean }
export type Prose = { kind: 'prose'; line: string }
export type Block = Prose | Fence

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: Fence | undefined
  for (const line of markdown.split('\n')) {
    if (open) {
      if (closes(line, open)) {
        open.closed = true
        open = undefined
      } else open.lines.push(line)
      continue
    }
    const [, marks, info = ''] = /^\s{0,8}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/.exec(line) ?? []
    if (marks === undefined) {
      blocks.push({ kind: 'prose', line })
      continue
    }
    open = { kind: 'fence', marks, info: info.trim(), lines: [], closed: false }
    blocks.push(open)
  }
  return blocks
}

const closes = (line: string, { marks }: Fence): boolean => {
  const text = line.trim()
  return text.length >= marks.length && [...text].every((mark) => mark === marks[0])
}

/** Of blank lines beside each other, one is written. */
export const markdownOf = (blocks: readonly Block[]): string =>
  blocks
    .filter((block, at) => !isBlank(block) || !isBlank(blocks[at - 1]))
    .flatMap((block) => (block.kind === 'prose' ? [block.line] : fenceLines(block)))
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()

const isBlank = (block: Block | undefined): boolean => block?.kind === 'prose' && block.line.trim() === ''

/** A fence that is longer than any in its lines. An open one is closed. */
function fenceLines({ info, lines }: Fence): string[] {
  const runs = lines.join('\n').match(/`{3,}/g) ?? []
  const marks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  return [`${marks}${info}`, ...lines, marks]
}
