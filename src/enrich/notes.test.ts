import { describe, expect, it } from 'vitest'
import { symbolFact } from '../../test/kit/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'
import { digestOf, type FileDigest } from './file-digest.ts'
import { fileSummary } from './file-summary.ts'
import { keyFiles } from './key-files.ts'
import { moduleNote } from './module-note.ts'
import { firstSentence } from './prose.ts'
import { readmeOf, repoNote } from './repo-note.ts'

const outline = (given: Partial<Outline>): Outline => ({
  partial: false,
  line_count: 10,
  package: '',
  doc: '',
  symbols: [],
  imports: [],
  exports: [],
  bindings: [],
  sections: [],
  ...given,
})
const named = (name: string, exported: boolean): Outline['symbols'][number] =>
  symbolFact({
    name,
    qualified_name: name,
    end_line: 2,
    signature: `function ${name}()`,
    doc: `Does ${name}. And more.`,
    exported,
  })
const digest = (path: string, given: Partial<FileDigest> = {}): FileDigest => ({
  ...digestOf(path, 'typescript', 'source', undefined),
  line_count: 10,
  ...given,
})

describe('fileSummary', () => {
  it('[EC3] contains the purpose, exports, imports and size of the file', () => {
    const text = fileSummary({
      path: 'src/pay.ts',
      language: 'typescript',
      outline: outline({
        doc: 'Payments.',
        symbols: [named('refund', true), named('helper', false)],
        imports: [
          { module: './ledger', name: 'a', alias: 'a', kind: 'named', line: 1, column: 1, scope: -1, type_only: false },
          { module: 'zod', name: '', alias: 'z', kind: 'namespace', line: 2, column: 1, scope: -1, type_only: false },
        ],
        exports: [{ name: 'Money', local: 'Money', module: './money', line: 3, column: 1 }],
      }),
    })
    expect(text).toBe(
      [
        'src/pay.ts (typescript, 10 lines)',
        'Payments.',
        'Exports:',
        '- function refund: Does refund.',
        'Internal: helper',
        'Re-exports: Money from ./money',
        'Relative imports: ./ledger',
        'Imports: zod',
      ].join('\n'),
    )
  })
  it('[EC3] a document is named by its first heading and lists its sections', () => {
    const section = (title: string) => ({ title, header_path: title, level: 1, parent: -1, start_line: 1, end_line: 2 })
    const text = fileSummary({
      path: 'README.md',
      language: 'markdown',
      outline: outline({ sections: [section('Cairn'), section('Install')] }),
    })
    expect(text).toBe('README.md (markdown, 10 lines)\nCairn\nSections: Cairn; Install')
  })
})

describe('digestOf', () => {
  it('[EC4] keeps at most 20 symbols, exported ones first, and no tests', () => {
    const symbols = [
      ...Array.from({ length: 30 }, (_, at) => named(`own${at}`, false)),
      named('given', true),
      { ...named('t', true), test: true },
    ]
    const { symbols: kept } = digestOf('a.ts', 'typescript', 'source', outline({ symbols }))
    expect(kept).toHaveLength(20)
    expect(kept[0]).toEqual({ name: 'given', kind: 'function', exported: true })
    expect(kept.some(({ name }) => name === 't')).toBe(false)
  })
})

describe('moduleNote', () => {
  const files = [
    digest('src/auth/session.ts', {
      doc: 'Opens sessions. Closes them.',
      symbols: [{ name: 'openSession', kind: 'function', exported: true }],
    }),
    digest('src/auth/README.md', { language: 'markdown', doc: 'Sign-in and sessions.', title: 'Auth' }),
  ]
  const subfolders = [{ path: 'src/auth/tokens', files: 3 }]
  const note = moduleNote('src/auth', files, subfolders)

  it('[EC5] describes a folder: its README first, then key files, files and their main names', () => {
    expect(note.content).toBe(
      [
        'Folder src/auth/: 2 files (markdown 1, typescript 1), 20 lines; 1 subfolder',
        'Sign-in and sessions.',
        'Subfolders: tokens/ (3 files)',
        'Key files: README.md (readme)',
        'Files:',
        '- README.md: Sign-in and sessions.',
        '- session.ts: Opens sessions. [openSession]',
      ].join('\n'),
    )
  })
  it('[EC5] its own name weighs most, but its contents can be found too', () => {
    expect(note.words.get('auth')).toBeGreaterThan(note.words.get('session') ?? Number.POSITIVE_INFINITY)
    expect(note.words.get('opensession')).toBe(1)
    expect(note.words.get('tokens')).toBe(2)
  })
  it('[EC6] the same tree gives the same bytes, in whatever order it is read', () => {
    const again = moduleNote('src/auth', [...files].reverse(), subfolders)
    expect([again.content, [...again.words]]).toEqual([note.content, [...note.words]])
  })
})

describe('repoNote', () => {
  const paths = [
    'package.json',
    'README.md',
    'src/main.ts',
    'src/pay/refund.ts',
    'test/refund.test.ts',
    'test/main.ts',
    'logo.png',
  ]
  const files = paths.map((path) => ({
    path,
    language: path.endsWith('.ts') ? 'typescript' : '',
    role: path.endsWith('.png') ? 'binary' : 'source',
    line_count: 5,
  }))
  const readme = digest('README.md', { title: 'Shop', doc: 'Sells things.' })
  it('[EC7] describes a repo: README, languages, folders, key files, entry points, counts', () => {
    expect(repoNote({ name: 'acme/shop', files, readme }).content).toBe(
      [
        'Repo acme/shop: 7 files, 30 lines of code and documents',
        'Shop',
        'Sells things.',
        'Languages by files: typescript 4',
        'Folders: src/ (2 files), test/ (2 files)',
        'Key files: README.md (readme), package.json (config), src/main.ts (entry point), test/ (tests)',
        'Entry points: src/main.ts',
      ].join('\n'),
    )
  })
  it('[EC6] the same files in another order give the same note', () => {
    const one = repoNote({ name: 'acme/shop', files, readme })
    const two = repoNote({ name: 'acme/shop', files: [...files].reverse(), readme })
    expect([two.content, [...two.words]]).toEqual([one.content, [...one.words]])
  })
  it('[EC7] an empty repo has a note too', () => {
    expect(repoNote({ name: 'empty', files: [], readme: undefined }).content).toBe(
      'Repo empty: 0 files, 0 lines of code and documents\nLanguages by files: none',
    )
  })
})

describe('keyFiles', () => {
  it('[EC8] the nearest to the root wins; hidden files count', () => {
    const paths = [
      'docs/a.md',
      'sub/package.json',
      'go.mod',
      'x/README.md',
      'readme.rst',
      '.github/workflows/ci.yml',
      'LICENSE',
      'Dockerfile',
      'Makefile',
      'pkg/tests/a.py',
      'cmd/x/main.go',
    ]
    expect(keyFiles(paths)).toEqual({
      readme: 'readme.rst',
      config: 'go.mod',
      build: 'Makefile',
      entry_point: 'cmd/x/main.go',
      tests: 'pkg/tests/',
      ci: '.github/workflows/ci.yml',
      container: 'Dockerfile',
      license: 'LICENSE',
      docs: 'docs/',
    })
    expect(readmeOf(paths)).toBe('readme.rst')
  })
})

describe('firstSentence', () => {
  it('[EC2] ends at a full stop that ends a sentence, not at one inside a word', () => {
    expect(firstSentence('Reads e.g. v1.2 files. Then writes.')).toBe('Reads e.g. v1.2 files.')
    expect(firstSentence('\n\nArgs:\n  x')).toBe('')
  })
})
