import { describe, expect, it } from 'vitest'
import { splitLines } from '../../base/text.ts'
import { readNotebook } from './notebook.ts'

const notebook = {
  cells: [
    { cell_type: 'code', source: ['import x\n', '# no heading'], outputs: [{ text: ['# no'] }] },
    { cell_type: 'markdown', metadata: { source: '# no' }, source: ['# Load "it"\n', '\n', 'text\n', '## Read\n', 'é'] },
    { cell_type: 'code', source: 'y = 1\n# no\nz = "\\"# no"' },
    { cell_type: 'markdown', source: ['```\n', '# no\n', '```'] },
    { source: ['## Plot'], cell_type: 'markdown' },
  ],
  nbformat: 4,
}

describe('notebooks', () => {
  it('[PD7] Markdown cells give the sections and lines are those of the file on disk', () => {
    const file = JSON.stringify(notebook, null, 1)
    const lines = splitLines(file)
    const { sections, bodies } = readNotebook(file)
    expect(sections.map((section) => [section.header_path, lines[section.start_line - 1]?.trim()])).toEqual([
      ['import x', '"import x\\n",'],
      ['Load "it"', '"# Load \\"it\\"\\n",'],
      ['Load "it" > Read', '"## Read\\n",'],
      ['Load "it" > Plot', '"## Plot"'],
    ])
    expect(sections.slice(1).map((section, at) => section.start_line - 1 === sections[at]?.end_line)).toEqual([true, true, true])
    expect(sections.at(-1)?.end_line).toBe(lines.length)
    expect(bodies[2]).toBe('## Read\né\ny = 1\n# no\nz = "\\"# no"\n```\n# no\n```')
  })
  it('[PD7] a notebook on one line has its sections on that line', () => {
    const { sections } = readNotebook(JSON.stringify(notebook))
    expect(sections.map(({ title, start_line, end_line }) => `${title} ${start_line}-${end_line}`)).toEqual([
      'import x 1-1',
      'Load "it" 1-1',
      'Read 1-1',
      'Plot 1-1',
    ])
  })
  it('[PD7] an older notebook keeps its cells in worksheets, its code in input, its headings in cells', () => {
    const old = {
      worksheets: [
        {
          cells: [
            { cell_type: 'heading', level: 2, source: ['Old'] },
            { cell_type: 'code', input: ['a = 1'] },
          ],
        },
      ],
    }
    const { sections, bodies } = readNotebook(JSON.stringify(old, null, 1))
    expect([sections.map(({ title }) => title), bodies]).toEqual([['Old'], ['Old\na = 1']])
  })
  it('[PD7] a notebook that breaks off gives what precedes the break', () => {
    const file = JSON.stringify(notebook, null, 1)
    const cut = file.slice(0, file.indexOf('"## Read'))
    expect(readNotebook(cut).sections.map(({ title }) => title)).toEqual(['import x', 'Load "it"'])
    expect(readNotebook('not json').sections).toEqual([])
  })
})
