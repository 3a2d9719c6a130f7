import { describe, expect, it } from 'vitest'
import { emptyFacts } from '../contract/empty-facts.ts'
import { FolderTexts } from './folder-texts.ts'

type Text = { summary: string; span_hash: string }

/** Files by path with the hash of what they say; texts by path and hash. */
function world(files: Record<string, string>) {
  const texts = new Map<string, Text>()
  const reader = {
    get files() {
      return Object.entries(files).map(([path, content_hash]) => ({
        ...{ path, content_hash, language: 'typescript', role: 'source', parser_version: '1' },
      }))
    },
    outlines: async (paths: readonly string[]) =>
      new Map(
        paths.map((path) => [
          path,
          { outline: () => ({ ...emptyFacts(), span_hash: files[path] ?? '', doc: `Doc ${files[path]}.` }) },
        ]),
      ),
    texts: async (asked: readonly { path: string }[]) => asked.map(({ path }) => texts.get(path)),
  }
  /** A text for what is there now. */
  const write = async (path: string, summary: string) => {
    const span_hash = files[path] ?? (await new FolderTexts<Text>(reader).of(path))?.now.span_hash ?? ''
    texts.set(path, { summary, span_hash })
  }
  const states = async () => {
    const folders = new FolderTexts<Text>(reader)
    return Object.fromEntries(
      await Promise.all(folders.paths().map(async (path) => [path, (await folders.of(path))?.isFresh] as const)),
    )
  }
  return { reader, files, write, states }
}

const tree = { 'a/x.ts': 'x1', 'a/b/y.ts': 'y1', 'c/z.ts': 'z1', 'main.ts': 'm1' }

describe('texts about folders', () => {
  it('[EC24] rest on the texts of what is directly in them, deepest first, and the repo is last', async () => {
    const { reader, write } = world({ ...tree })
    const folders = new FolderTexts<Text>(reader)
    expect(folders.paths()).toEqual(['a/b', 'a', 'c', ''])
    expect((await folders.of('a'))?.parts).toEqual(['- b/', '- x.ts: Doc x1.'])
    await write('a/x.ts', 'Is X.')
    await write('a/b', 'Is B.')
    expect((await new FolderTexts<Text>(reader).of('a'))?.parts).toEqual(['- b/: Is B.', '- x.ts: Is X.'])
    expect((await new FolderTexts<Text>(reader).of(''))?.now).toMatchObject({ kind: 'repo', qualified_name: '', path: '' })
    expect(await folders.of('none')).toBeUndefined()
  })

  it('[EC24] an edit makes stale the folders above it and nothing else; undone, all are up to date again', async () => {
    const { files, write, states } = world({ ...tree })
    for (const path of [...Object.keys(tree), 'a/b', 'a', 'c', '']) await write(path, `About ${path}.`)
    expect(await states()).toEqual({ 'a/b': true, a: true, c: true, '': true })
    files['a/b/y.ts'] = 'y2'
    expect(await states()).toEqual({ 'a/b': false, a: false, c: true, '': false })
    files['a/b/y.ts'] = 'y1'
    expect(await states()).toEqual({ 'a/b': true, a: true, c: true, '': true })
  })

  it('[EC24] a new text about the same words changes nothing above it; other words do', async () => {
    const { files, write, states } = world({ ...tree })
    for (const path of [...Object.keys(tree), 'a/b', 'a', 'c', '']) await write(path, `About ${path}.`)
    files['c/z.ts'] = 'z2'
    await write('c/z.ts', 'About c/z.ts.')
    expect(await states()).toEqual({ 'a/b': true, a: true, c: true, '': true })
    files['c/z.ts'] = 'z3'
    await write('c/z.ts', 'Other.')
    expect(await states()).toEqual({ 'a/b': true, a: true, c: false, '': false })
  })
})
