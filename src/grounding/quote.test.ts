import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { asRepoId } from '../contract/ids.ts'
import type { RepoView } from '../freshness/scope.ts'
import { IndexView } from '../store/index-view.ts'
import type { StoreSnapshot } from '../store/port.ts'
import type { GroundRooms } from './ground-rooms.ts'
import { createQuotes, snippetAt } from './quote.ts'
import { createReading } from './reading.ts'

describe('quotes', () => {
  it('[TO3] read a file once per answer, so that all quotes of an answer agree', async () => {
    const root = tempFolder()
    writeFiles(root, { 'a.txt': 'one\n' })
    const quotes = createQuotes()
    expect((await quotes.file(root, 'a.txt'))?.text).toBe('one\n')
    writeFileSync(path.join(root, 'a.txt'), 'two\n')
    expect((await quotes.file(root, 'a.txt'))?.text).toBe('one\n')
    expect((await createQuotes().file(root, 'a.txt'))?.text).toBe('two\n')
  })

  it('[TO3] are empty for a path that is gone, binary or not a file', async () => {
    const root = tempFolder()
    writeFiles(root, { 'b.bin': new Uint8Array([0, 1, 2]), 'folder/x': '' })
    const quotes = createQuotes()
    for (const name of ['gone.txt', 'b.bin', 'folder']) expect(await quotes.file(root, name)).toBeUndefined()
  })

  it('[TO4] a snippet has two lines before and after, fewer at an edge; of a very long line it has a part', async () => {
    const root = tempFolder()
    writeFiles(root, { 'a.txt': '1\r\n2\r\n3\r\n4\r\n5\r\n6', 'long.js': `${'x'.repeat(3000)}HERE${'y'.repeat(3000)}\n` })
    const quotes = createQuotes()
    const file = await quotes.file(root, 'a.txt')
    const quote = (line: number) => file && snippetAt(file, line)
    expect(quote(3)).toEqual({ text: '1\n2\n3\n4\n5', location: { path: 'a.txt', start_line: 1, end_line: 5 } })
    expect(quote(1)?.text).toBe('1\n2\n3')
    expect(quote(6)?.text).toBe('4\n5\n6')
    expect(quote(7)).toBeUndefined()
    const long = await quotes.file(root, 'long.js')
    const cut = long && snippetAt(long, 1, 3001)
    expect(cut?.text).toMatch(/^…x+HEREy+…$/)
    expect(cut?.text.length).toBeLessThan(1100)
  })
})

describe('reading', () => {
  it('[TO3] the indexed facts of a file are used only if the bytes have the recorded hash', async () => {
    const root = tempFolder()
    writeFiles(root, { 'a.py': 'one = 1\n' })
    const before = await createQuotes().file(root, 'a.py')
    const facts = { outline: () => ({}), uses: () => [] }
    const snapshot = {
      recordedFiles: async () => [{ path: 'a.py', language: 'python', content_hash: before?.content_hash }],
      factsOfMany: async () => new Map([['a.py', facts]]),
    }
    const view = new IndexView(snapshot as unknown as StoreSnapshot)
    const repo = { repo_id: asRepoId('r'), root, mode: 'index', changed: new Set(), deleted: new Set() } as unknown as RepoView
    const reading = () => createReading(view, {} as GroundRooms)
    expect((await reading().indexed(repo, 'a.py'))?.binding).toBe('indexed')
    writeFileSync(path.join(root, 'a.py'), 'two = 2\n')
    expect(await reading().indexed(repo, 'a.py')).toBeUndefined()
  })
})
