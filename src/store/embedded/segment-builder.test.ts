import { expect, it } from 'vitest'
import { type Block, contentOf, findInBlock, LAST_TERM } from './posting-blocks.ts'
import { termBytes } from './posting-list.ts'
import { SegmentBuilder } from './segment-builder.ts'

/** Every order of JavaScript's strings but the last two is that of their bytes. */
const alphabets = {
  plain: ['a', 'z', 'é', '中'],
  above: ['a', '\ue000', '\uffee'],
  emoji: ['a', '中', '🧭', '𝒳'],
  both: ['中', '🧭', '\ue000', '\uffee'],
  halves: ['a', '\ud83e', '\udfff', '🧭'],
}

it.each(Object.entries(alphabets))(
  '[ST61] the terms of a segment are found whatever characters they have: %s',
  (_name, letters) => {
    const words = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three + 'x'.repeat(40))))
    const builder = new SegmentBuilder()
    builder.addNote('repo', new Map(words.map((word) => [word, 1])))
    const blocks = [...builder.blocks({ deflate: false })]
    for (const { term, next } of blocks) expect(Buffer.compare(term, next)).toBeLessThan(0)
    expect(blocks.at(-1)?.next).toEqual(LAST_TERM)
    for (const word of words)
      expect([word, isFound(blocks, termBytes('repo', Buffer.from(word).toString()))]).toEqual([word, true])
  },
)

function isFound(blocks: readonly Block[], wanted: Uint8Array): boolean {
  const block = blocks.find(({ term, next }) => Buffer.compare(term, wanted) <= 0 && Buffer.compare(wanted, next) < 0)
  return block !== undefined && findInBlock(contentOf(block.bytes), wanted) !== undefined
}
