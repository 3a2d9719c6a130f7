import { describe, expect, it } from 'vitest'
import { documentLanguages } from './document-languages.ts'

const formats = Object.keys(documentLanguages) as (keyof typeof documentLanguages)[]

/** `2-4 ## Guide > Install`: span, level, path. */
const outline = (text: string, language: keyof typeof documentLanguages): string[] =>
  documentLanguages[language]
    .read(text)
    .sections.map((section) => `${section.start_line}-${section.end_line} ${'#'.repeat(section.level)} ${section.header_path}`)
const text = (...lines: string[]): string => `${lines.join('\n')}\n`

describe('sections of any document', () => {
  it('[PD1] a section ends where the next heading of any level begins, and knows its parent', () => {
    const { sections } = documentLanguages.markdown.read(
      text('# Guide', 'a', '## Install', '### Linux', 'b', '## Use', '# Other'),
    )
    expect(sections).toEqual([
      { title: 'Guide', header_path: 'Guide', level: 1, parent: -1, start_line: 1, end_line: 2 },
      { title: 'Install', header_path: 'Guide > Install', level: 2, parent: 0, start_line: 3, end_line: 3 },
      { title: 'Linux', header_path: 'Guide > Install > Linux', level: 3, parent: 1, start_line: 4, end_line: 5 },
      { title: 'Use', header_path: 'Guide > Use', level: 2, parent: 0, start_line: 6, end_line: 6 },
      { title: 'Other', header_path: 'Other', level: 1, parent: -1, start_line: 7, end_line: 7 },
    ])
  })
  it('[PD1] a skipped level belongs to the nearest heading above it', () => {
    expect(outline(text('### Deep', '# Top', '#### Far', '## Near'), 'markdown')).toEqual([
      '1-1 ### Deep',
      '2-2 # Top',
      '3-3 #### Top > Far',
      '4-4 ## Top > Near',
    ])
  })
  it('[PD2] text before the first heading is a section of level 0, titled by its first line', () => {
    expect(outline(text('', 'A **small** tool.', '', '# Use', 'x'), 'markdown')).toEqual(['2-3  A small tool.', '4-5 # Use'])
  })
  it('[PD2] pictures and tags above the first heading are no section', () => {
    expect(outline(text('<div><img src="x"></div>', '', '# Use'), 'markdown')).toEqual(['3-3 # Use'])
  })
  it.each(formats)('[PD2] a %s document without headings is one section', (language) => {
    expect(outline(text('', 'Remember the milk.', 'And bread.'), language)).toEqual(['2-3  Remember the milk.'])
  })
  it.each(formats)('[PD2] an empty %s document has no section', (language) => {
    expect([outline('', language), outline(' \n\t\n', language)]).toEqual([[], []])
  })
  it('[PD1] carriage returns and a missing last line end change nothing', () => {
    expect(outline('# A\r\nx\r\n## B\r\ny', 'markdown')).toEqual(['1-2 # A', '3-4 ## A > B'])
  })
  it('[PD9] a document is described by its first paragraph or its front matter', () => {
    const page = text('# Cairn', '', '[![ci](x.svg)](y)', '', 'Finds **code**', 'that moved.', '', 'More.')
    expect(documentLanguages.markdown.read(page).doc).toBe('Finds code that moved.')
    expect(documentLanguages.mdx.read(text('---', 'description: "In short."', '---', 'Long.')).doc).toBe('In short.')
    expect(documentLanguages.rst.read(text('Title', '=====', '', '.. image:: x', '', 'A *tool*.')).doc).toBe('A tool.')
    expect(documentLanguages.text.read(text('Buy milk.')).doc).toBe('Buy milk.')
  })
})

describe('reStructuredText', () => {
  it('[PD4] levels follow the order in which the marks appear', () => {
    const page = ['=====', 'Title', '=====', '', 'Part', '====', 'x', '', 'Chapter', '-------', '', 'Next part', '=========']
    expect(outline(text(...page), 'rst')).toEqual([
      '1-4 # Title',
      '5-8 ## Title > Part',
      '9-11 ### Title > Part > Chapter',
      '12-13 ## Title > Next part',
    ])
  })
  it('[PD4] directive bodies, literal blocks, tables and transitions are no headings', () => {
    const page = [
      'Real',
      '====',
      '',
      '.. code-block:: rst',
      '',
      '   Fake',
      '   ====',
      '',
      'Example::',
      '',
      '   Fake',
      '   ----',
      '',
    ]
    const more = [
      '=====  =====',
      'A      B',
      '=====  =====',
      '1      2',
      '=====  =====',
      '',
      'text',
      '',
      '----------',
      '',
      'text',
    ]
    expect(outline(text(...page, ...more), 'rst')).toEqual(['1-24 # Real'])
  })
  it('[PD4] a label may touch its title; a paragraph may not; three dots are text', () => {
    const page = ['.. _top:', 'Title', '=====', '', 'some text', 'and more', '--------', '', 'and so', '...', '']
    expect(outline(text(...page), 'rst')).toEqual(['1-1  .. _top:', '2-11 # Title'])
  })
  it('[PD4] a title may be indented between its lines, and its markup is removed', () => {
    const page = [
      '==========',
      '  ``a_b`` :ref:`See <x>`  ',
      '==========',
      '',
      '*Big* `Link <http://x>`_ here',
      '~~~~~~~~~~~~~~~~~~~~~~~~~~~~~',
    ]
    expect(outline(text(...page), 'rst')).toEqual(['1-4 # a_b See', '5-6 ## a_b See > Big Link here'])
  })
})

describe('AsciiDoc', () => {
  it('[PD5] equals signs give the level; a closing row of them is not part of the title', () => {
    expect(outline(text('= Book', ':toc:', '', '== First ==', '=== `deep` *part*', '## Second'), 'asciidoc')).toEqual([
      '1-3 # Book',
      '4-4 ## Book > First',
      '5-5 ### Book > First > deep part',
      '6-6 ## Book > Second',
    ])
  })
  it('[PD5] nothing inside a delimited block is a heading', () => {
    const page = [
      '== Real',
      '----',
      '== no',
      '....',
      '----',
      '====',
      '== no',
      '----',
      '====',
      '----',
      '====',
      '////',
      '== no',
      '////',
      '== Next',
    ]
    expect(outline(text(...page), 'asciidoc')).toEqual(['1-14 ## Real', '15-15 ## Next'])
  })
  it('[PD5] the two-line form is a heading, a listing of another length is not', () => {
    expect(outline(text('Title', '-----', 'x', '', 'Some long line of text', '----', 'code', '----'), 'asciidoc')).toEqual([
      '1-8 ## Title',
    ])
  })
})

describe('plain text', () => {
  it('[PD6] words underlined to their length are headings', () => {
    expect(outline(text('NEWS', '====', '', '1.0', '---', 'x', '', 'a long row of a table', '-----'), 'text')).toEqual([
      '1-3 # NEWS',
      '4-9 ## NEWS > 1.0',
    ])
  })
})

describe('hostile documents', () => {
  const hostile: Record<string, string> = {
    'one line of 10 MB': '# a*_`<[!'.repeat(1_200_000),
    '100,000 headings': '# a\nb\n=\n\n'.repeat(50_000),
    'deep lists': Array.from({ length: 20_000 }, (_, at) => `${' '.repeat((at * 2) % 3000)}- x`).join('\n'),
    'unclosed brackets': `# ${'['.repeat(100_000)}\n`.repeat(20),
    'rows of marks': `${'- '.repeat(500_000)}x\n${'='.repeat(1_000_000)}\n`,
    'deep JSON': `{"cells":${'['.repeat(2_000_000)}`,
  }
  it.each(Object.keys(hostile))('[PD8] %s is read in linear time', (name) => {
    for (const language of formats) {
      const began = performance.now()
      documentLanguages[language].read(hostile[name] ?? '')
      expect(performance.now() - began, language).toBeLessThan(3000)
    }
  })
})
