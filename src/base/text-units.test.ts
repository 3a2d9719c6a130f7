import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TextUnits } from './text-units.ts'

it('[PA2] the numbers of a text are its characters, half characters too, whatever was read before', () => {
  const read = new TextUnits(4)
  const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 3000 }).map((units) => String.fromCharCode(...units))
  fc.assert(
    fc.property(anyText, anyText, (text, more) => {
      for (const each of [text, text + more, (text + more).slice(1)]) {
        read.read(each)
        expect([...read.units.subarray(0, each.length)]).toEqual(Array.from(each.split(''), (unit) => unit.charCodeAt(0)))
      }
    }),
  )
})
