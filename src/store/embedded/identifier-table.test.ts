import { expect, it } from 'vitest'
import { IdentifierTable } from './identifier-table.ts'
import { BlockWriter } from './posting-blocks.ts'
import { postingStep, termBytes } from './posting-list.ts'

const identifiers = ['addToCart', 'cart', 'cart$', 'Cartoon', 'größe']

async function table(): Promise<IdentifierTable> {
  const writer = new BlockWriter({ deflate: true })
  const sorted = identifiers.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  for (const text of sorted)
    writer.add({ term: termBytes('identifier', text), list: Uint8Array.of(postingStep(identifiers.indexOf(text), true)) })
  return IdentifierTable.decode([...writer.end()].map(({ bytes }) => bytes))
}

it.each([
  ['cart', false, 'anything', 'anything', ['cart', 'cart$']],
  ['cart', true, 'anything', 'anything', ['addToCart', 'cart', 'cart$', 'Cartoon']],
  ['cart', false, 'nothing', 'dollar', ['cart', 'cart$']],
  ['cart', true, 'anything', 'nothing', ['addToCart', 'cart']],
  ['öß', false, 'anything', 'anything', ['größe']],
  ['zzz', false, 'anything', 'anything', []],
  // No query needs it, but it must end.
  ['', false, 'anything', 'anything', identifiers],
] as const)('[ST36] finds the identifiers that contain %j (any case: %s)', async (text, any_case, before, after, found) => {
  const holds = new Uint8Array(identifiers.length)
  ;(await table()).mark({ text, any_case, before, after }, holds)
  expect(identifiers.filter((_, slot) => holds[slot] === 1)).toEqual(found)
})
