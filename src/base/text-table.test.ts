import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashUnits, TextTable } from './text-table.ts'
import { TextUnits } from './text-units.ts'

const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units))
const few = fc.stringMatching(/^[ab]{0,6}$/)

it('[EM2] a table of texts finds what a Map finds, in the middle of any text, also when it has grown and after it was emptied', () => {
  const table = new TextTable<number>()
  const read = new TextUnits()
  const map = new Map<string, number>()
  const ask = (text: string, before: string): void => {
    read.read(`${before}${text}after`)
    const [start, end] = [before.length, before.length + text.length]
    const hash = hashUnits(read.units, start, end)
    expect(table.find(hash, read.units, start, end)).toBe(map.get(text))
    if (map.has(text)) return
    table.add(hash, read.units, start, end, map.size)
    map.set(text, map.size)
  }
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(anyText, few), few), { maxLength: 60 }), fc.integer({ max: 200 }), (texts, chance) => {
      for (const [text, before] of texts) ask(text, before)
      if (chance > 5) return
      table.clear()
      map.clear()
    }),
    { numRuns: 300 },
  )
  for (let at = 0; at < 3000; at++) ask(`word${at}`, 'before')
  for (let at = 0; at < 3000; at++) ask(`word${at}`, '')
  expect(table.size).toBe(map.size)
})

it('[EM2] a table that folds takes capitals for small letters', () => {
  const table = new TextTable<string>(32)
  const read = new TextUnits()
  const ask = (text: string) => {
    read.read(text)
    const hash = hashUnits(read.units, 0, text.length, 32)
    return { found: table.find(hash, read.units, 0, text.length), hash }
  }
  table.add(ask('Get').hash, read.units, 0, 3, 'get')
  expect(ask('gET').found).toBe('get')
  expect(ask('gets').found).toBeUndefined()
})
