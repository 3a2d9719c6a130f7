import { describe, expect, it } from 'vitest'
import { parsed, record } from '../../test/store/samples.ts'
import { type FormerFile, indexFormerFiles } from './former-files.ts'

const spans = (...names: string[]) => parsed({ path: '', symbols: names.map((name) => ({ name })) }).facts.symbols
const former = (path: string, ...names: string[]): FormerFile => ({ row: record({ path }).row, symbols: spans(...names) })
const find = (files: FormerFile[], ...names: string[]) => indexFormerFiles(files)(spans(...names), 'typescript')?.path

describe('the former file of an added one', () => {
  it('[EC11] is the one that shares more than half with it, on both sides', () => {
    const files = [former('a.ts', 'f', 'g', 'h'), former('b.ts', 'k', 'l')]
    expect(find(files, 'f', 'g', 'new')).toBe('a.ts')
    expect(find(files, 'f', 'new', 'newer')).toBeUndefined()
    expect(find(files, 'k')).toBeUndefined()
    expect(find(files, 'k', 'l', 'x', 'y')).toBeUndefined()
    expect(find(files)).toBeUndefined()
  })

  it('[EC11] is none where two fit equally well, or the language differs', () => {
    const copies = [former('a.ts', 'f', 'g'), former('b.ts', 'f', 'g')]
    expect(find(copies, 'f', 'g')).toBeUndefined()
    expect(indexFormerFiles([former('a.ts', 'f')])(spans('f'), 'python')).toBeUndefined()
  })
})
