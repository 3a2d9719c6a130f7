import { afterAll, describe, expect, it } from 'vitest'
import { sectionFact, symbolFact } from '../../test/kit/facts.ts'
import { splitLines } from '../base/text.ts'
import { createParser } from '../parse/create-parser.ts'
import { type FileText, textOfNote, textsOfFile } from './embed-texts.ts'
import { moduleNote } from './module-note.ts'
import { repoNote } from './repo-note.ts'

const parser = await createParser()
afterAll(() => parser.close())

async function textsOf(path: string, language: string, text: string): Promise<FileText[]> {
  const outcome = await parser.parse(text, language)
  if (!('parsed' in outcome)) throw new Error(outcome.reason)
  return textsOfFile({ path, language, outline: outcome.parsed.facts, lines: splitLines(text) })
}
/** `symbol 0 1-3 path|name|doc|body` */
const shown = ({ unit, ordinal, start_line, end_line, parts }: FileText): string =>
  `${unit} ${ordinal} ${start_line}-${end_line} ${parts.map(({ kind, text }) => `${kind}=${text}`).join('|')}`

const numbered = (count: number, word: string, end = ''): string =>
  Array.from({ length: count }, (_, at) => `  ${word}${at}${end}`).join('\n')
const defined = (count: number, word: string): string => `function ${word.slice(0, 5)}s() {\n${numbered(count, word, '()')}\n}\n`

describe('the texts of a file', () => {
  it('[EC14] a definition has path, name, doc and code, the file its doc and first lines; a variable without a doc has no text', async () => {
    const code =
      '"""Money."""\nrate = 2\n\ndef add(a, b):\n    """Adds."""\n    return a + b\n\nclass Till:\n    def open(self): pass\n    def shut(self): pass\n    def count(self): pass\n'
    const texts = await textsOf('apps/shop/src/pay/money.py', 'python', code)
    expect(texts.map(shown)).toEqual([
      'symbol 1 4-6 path=shop/src/pay/money.py|name=add|doc=Adds.|body=def add(a, b):\n    return a + b',
      'symbol 2 8-11 path=shop/src/pay/money.py|name=Till|body=class Till:\n    def open(self): pass\n    def shut(self): pass\n    def count(self): pass\nopen\nshut\ncount',
      'symbol 3 9-9 path=shop/src/pay/money.py|name=Till.open|body=    def open(self): pass',
      'symbol 4 10-10 path=shop/src/pay/money.py|name=Till.shut|body=    def shut(self): pass',
      'symbol 5 11-11 path=shop/src/pay/money.py|name=Till.count|body=    def count(self): pass',
      'passage 0 1-11 path=shop/src/pay/money.py|doc=Money.|body=def add(a, b):\nclass Till:\n    def open(self): pass\n    def shut(self): pass\n    def count(self): pass',
      'passage 1 1-2 path=shop/src/pay/money.py|body="""Money."""\nrate = 2',
    ])
  })

  it('[EC14] a section has its headings and its text', async () => {
    const texts = await textsOf('docs/a.md', 'markdown', '# Shop\n\nSells.\n\n## Refunds\n\nBack.\n')
    expect(texts.filter(({ unit }) => unit === 'section').map(shown)).toEqual([
      'section 0 1-4 path=docs/a.md|name=Shop|doc=\nSells.\n',
      'section 1 5-7 path=docs/a.md|name=Shop Refunds|doc=\nBack.',
    ])
  })

  it.each([
    [
      'lines outside of definitions, and a long one',
      'javascript',
      `${numbered(45, 'note')}\n${defined(100, 'step')}function short() {}\n`,
    ],
    ['a definition with long lines', 'javascript', defined(50, 'x'.repeat(90))],
    [
      'a table, which is no definition with a text',
      'javascript',
      `let table = [\n${numbered(30, 'cell', ',')}\n]\n${defined(20, 'step')}`,
    ],
    ['few lines among definitions', 'javascript', `${defined(30, 'one')}start()\n${defined(30, 'two')}stop()\n`],
    [
      'fields of a class with methods',
      'javascript',
      `class A {\n${numbered(25, 'long_name_of_a_field', ' = 1')}\n  f() {}\n  g() {}\n  h() {}\n}\n`,
    ],
    ['a section with long lines', 'markdown', `# Head\n\n${numbered(40, `word ${'more '.repeat(20)}`)}\n`],
  ])('[EC15] every line that says something is in a text: %s', async (_, language, code) => {
    const texts = await textsOf(language === 'markdown' ? 'a.md' : 'a.js', language, code)
    const read = texts
      .filter(({ unit, ordinal }) => unit !== 'passage' || ordinal > 0)
      .flatMap(({ parts }) => parts.map(({ text }) => text))
    const all = new Set(read.flatMap((text) => text.split('\n')).map((line) => line.trim()))
    const missing = splitLines(code).filter((line) => /\w\w/.test(line) && !line.startsWith('#') && !all.has(line.trim()))
    expect(missing).toEqual([])
  })

  it('[EC16] texts of hostile files are bounded, and the lines of further definitions are in passages', () => {
    const oneLine = 'x'.repeat(5_000_000)
    const many = Array.from({ length: 100_000 }, (_, at) =>
      symbolFact({ name: `f${at}`, parent: at === 0 ? -1 : 0, end_line: 2 }),
    )
    const texts = textsOfFile({
      path: 'a.py',
      language: 'python',
      outline: {
        doc: oneLine,
        symbols: many,
        sections: Array.from({ length: 20_000 }, () => sectionFact({ header_path: oneLine })),
      },
      lines: [oneLine, oneLine],
    })
    expect(texts.length).toBeLessThan(25_000)
    const sizes = texts.map(({ parts }) => parts.reduce((sum, { text }) => sum + text.length, 0))
    expect(sizes.reduce((most, size) => Math.max(most, size))).toBeLessThan(6_000)
    const spread = many.map((each, at) => ({ ...each, parent: -1, start_line: at + 1, end_line: at + 1 }))
    const lines = spread.map(() => 'xy')
    const far = textsOfFile({ path: 'a.js', language: 'javascript', outline: { doc: '', symbols: spread, sections: [] }, lines })
    expect(far.at(-1)).toMatchObject({ unit: 'passage', ordinal: 1_999 })
    expect(far.find(({ unit, ordinal }) => unit === 'passage' && ordinal === 1)).toMatchObject({ start_line: 10_001 })
  })

  it('[EC16] quotes that never end, and thousands of decorators, cost no more than their length', () => {
    const odd = [
      `def f(${'a:\n'.repeat(600)}`,
      `${'@a\n'.repeat(600)}def f():\n    """`,
      `def f():${'\n'.repeat(1_900)}"""`,
      `${' '.repeat(2_000)}@`,
    ]
    for (const code of odd) {
      const lines = code.split('\n')
      const symbols = Array.from({ length: 2_000 }, () => symbolFact({ end_line: lines.length }))
      const texts = textsOfFile({ path: 'a.py', language: 'python', outline: { doc: '', symbols, sections: [] }, lines })
      expect(texts.filter(({ unit }) => unit === 'symbol')).toHaveLength(2_000)
    }
  })
})

describe('the text of a note', () => {
  const digest = (path: string, doc: string) => ({
    path,
    language: 'python',
    role: 'source',
    doc,
    title: '',
    symbols: [],
    line_count: 3,
  })

  it('[EC14] a folder has its path, its purpose and what it contains', () => {
    const { content } = moduleNote(
      'shop/pay',
      [digest('shop/pay/__init__.py', 'Takes money.'), digest('shop/pay/card.py', '')],
      [],
    )
    expect(textOfNote('module', 'shop/pay', content)).toEqual([
      { kind: 'path', text: 'shop/pay' },
      { kind: 'doc', text: 'Takes money.' },
      { kind: 'body', text: 'Files:\n- __init__.py: Takes money.\n- card.py' },
    ])
    expect(textOfNote('module', 'a', moduleNote('a', [], []).content)).toEqual([
      { kind: 'path', text: 'a' },
      { kind: 'body', text: '' },
    ])
  })

  it('[EC14] a repo has its name and the beginning of its README', () => {
    const files = [{ path: 'src/a.py', language: 'python', role: 'source', line_count: 3 }]
    const { content } = repoNote({ name: 'acme/shop', files, readme: { ...digest('README.md', 'Sells things.'), title: 'Shop' } })
    expect(textOfNote('repo', '', content)).toEqual([
      { kind: 'path', text: '' },
      { kind: 'name', text: 'acme/shop' },
      { kind: 'doc', text: 'Shop\nSells things.' },
      { kind: 'body', text: 'Languages by files: python 1\nFolders: src/ (1 file)' },
    ])
  })
})
