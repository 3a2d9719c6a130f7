import { describe, expect, it } from 'vitest'
import { record } from '../../test/store/samples.ts'
import { recordedRows } from './recorded-rows.ts'

const rowsOf = (...paths: string[]) => paths.map((path) => record({ path }).row)
const paths = (rows: readonly { path: string }[]): string[] => rows.map(({ path }) => path)

describe('recorded rows', () => {
  it('[ST27] a file is found by its path and by its module, whatever dots its folders have', () => {
    const found = recordedRows(rowsOf('a.b/c.ts', 'a/b.c.ts', 'a/b/c.py', 'a/b/c.ts', 'bin/tool', '.bashrc'))
    expect(found.at('a/b/c.py')?.path).toBe('a/b/c.py')
    expect(found.at('a/b/c')).toBeUndefined()
    expect(paths(found.ofModule('a.b.c'))).toEqual(['a.b/c.ts', 'a/b.c.ts', 'a/b/c.py', 'a/b/c.ts'])
    expect(paths(found.ofModule('bin.tool'))).toEqual(['bin/tool'])
    expect(paths(found.ofModule('.bashrc'))).toEqual(['.bashrc'])
    expect(found.ofModule('a.b')).toEqual([])
  })

  it('[ST27] one list is arranged once', () => {
    const rows = rowsOf('a.ts')
    expect(recordedRows(rows)).toBe(recordedRows(rows))
  })
})
