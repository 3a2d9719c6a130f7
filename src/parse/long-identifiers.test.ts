import { expect, it } from 'vitest'
import { LONG_IDENTIFIER } from '../contract/text-need.ts'
import { createParser } from './create-parser.ts'

const parser = createParser()
const identifiers = async (text: string, language: string): Promise<string[]> => {
  const outcome = await parser.parse(text, language)
  return 'parsed' in outcome ? [...outcome.parsed.identifiers.keys()].sort() : []
}

it('[PA18] identifiers too long to be names are left out, and a mark says that there are some', async () => {
  const long = 'x'.repeat(129)
  for (const language of ['typescript', 'markdown', 'unknown', 'vue', 'json']) {
    expect(await identifiers(`// short ${long.slice(1)}\n`, language)).toEqual(['short', long.slice(1)])
    expect(await identifiers(`// short ${long}\n`, language)).toEqual(['short', LONG_IDENTIFIER])
  }
})

it('[PA18] identifiers in comments, strings and lines that cannot be parsed are found', async () => {
  expect(await identifiers('/* one */ const two = "three" ]] four ((\n', 'typescript')).toEqual([
    'const',
    'four',
    'one',
    'three',
    'two',
  ])
})
