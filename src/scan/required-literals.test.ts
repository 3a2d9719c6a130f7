import { RE2JS } from 're2js'
import { expect, it } from 'vitest'
import { holdsLiterals, requiredLiterals } from './required-literals.ts'

const literals = (source: string) => requiredLiterals(RE2JS.compile(source))
const holds = (source: string, text: string): boolean => holdsLiterals(literals(source))(Buffer.from(text))

it('[SC14] the literals of a pattern, in which all and which any must occur', () => {
  expect(literals('foo')).toEqual({ literal: 'foo' })
  expect(literals('foo\\w+bar')).toEqual({ all: [{ literal: 'foo' }, { literal: 'bar' }] })
  expect(literals('foo|bar')).toEqual({ any: [{ literal: 'foo' }, { literal: 'bar' }] })
  for (const source of ['foo|', '(?i)foo', '\\w+', '(foo)?', '(foo)*']) expect(literals(source)).toBeUndefined()
})

it('[SC14] a file without the literals is not decoded', () => {
  expect(holds('foo\\w+bar', 'bar foo')).toBe(true)
  expect(holds('foo\\w+bar', 'bar fo')).toBe(false)
  expect(holds('foo|bar', 'ba')).toBe(false)
  expect(holds('foo|bar', 'bar')).toBe(true)
  // Not the bytes that the literal has in UTF-8: the file may be in another encoding.
  expect(holds('größe', 'x')).toBe(true)
})
