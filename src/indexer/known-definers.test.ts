import { describe, expect, it } from 'vitest'
import { emptyFacts } from '../contract/empty-facts.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { asContentHash } from '../contract/ids.ts'
import type { FileRow } from '../store/port.ts'
import { keyOfRow } from './index-rooms.ts'
import { KeptOutlines } from './kept-outlines.ts'
import { knownDefiners } from './known-definers.ts'

const rowOf = (path: string, parser_version = '1'): FileRow =>
  ({ path, parser_version, content_hash: asContentHash(`hash of ${path}`), language: 'ruby' }) as FileRow

/** What a build keeps of files that define these names. */
function kept(files: Record<string, readonly string[]>): { rows: Map<string, FileRow>; outlines: KeptOutlines } {
  const [rows, outlines] = [new Map<string, FileRow>(), new KeptOutlines()]
  for (const [path, names] of Object.entries(files)) {
    const row = rowOf(path)
    rows.set(path, row)
    outlines.keep(keyOfRow(row), { ...emptyFacts(), symbols: names.map((name) => ({ name }) as SymbolFact) })
  }
  return { rows, outlines }
}

describe('the files that define a name, from what a build keeps', () => {
  it('[IX10] lists each file once, in the order of their paths', () => {
    const { rows, outlines } = kept({ 'b.rb': ['open', 'close', 'open'], 'a.rb': ['open'], 'c.rb': [] })
    rows.set('image.png', rowOf('image.png', ''))
    expect(knownDefiners(rows, outlines)).toEqual(
      new Map([
        ['open', ['a.rb', 'b.rb']],
        ['close', ['b.rb']],
      ]),
    )
  })

  it('[IX10] says nothing when one file is not kept', () => {
    const { rows, outlines } = kept({ 'a.rb': ['open'] })
    rows.set('b.rb', rowOf('b.rb'))
    expect(knownDefiners(rows, outlines)).toBeUndefined()
    expect(knownDefiners(rows, undefined)).toBeUndefined()
  })
})
