/** Which files cannot contain a text, by their identifiers. */
import { describe, expect, it } from 'vitest'
import { type IdentifierPart, LONG_IDENTIFIER, type TextNeed } from '../../src/contract/text-need.ts'
import { batch, replaceAll, type Sample, SHOP } from './samples.ts'
import type { Stage } from './store-behaviour.ts'

const part = (text: string, given: Partial<IdentifierPart> = {}): IdentifierPart => ({
  text,
  any_case: false,
  before: 'anything',
  after: 'anything',
  ...given,
})
const whole = (text: string): IdentifierPart => part(text, { before: 'nothing', after: 'nothing' })

/** More than an engine would leave unasked because reading them is as quick. */
const filler: Sample[] = Array.from({ length: 300 }, (_, at) => ({
  path: `filler/${String(at).padStart(3, '0')}.ts`,
  identifiers: { [`other${at}`]: 1, common: at + 1 },
}))
const files: Sample[] = [
  { path: 'cart.ts', identifiers: { addItem: 1, total: 2 } },
  { path: 'money.php', identifiers: { $total: 1, größe: 1 } },
  { path: 'sums.ts', identifiers: { subtotals: 3, ADDITEM: 1 } },
  { path: 'hash.txt', identifiers: { [LONG_IDENTIFIER]: 1 } },
  { path: 'empty.txt' },
  { path: 'unread.ts', facts: false, identifiers: { total: 1 } },
]

export function textBehaviour(stage: Stage): void {
  const kept = (need: TextNeed) =>
    stage.ask(async (snapshot) => {
      // An engine may prepare itself only for a second question.
      await snapshot.filesWithout(SHOP, need)
      const without = new Set(await snapshot.filesWithout(SHOP, need))
      const all = await snapshot.recordedFiles(SHOP)
      expect(all.filter(({ path }) => without.has(path))).toHaveLength(without.size)
      return all.map(({ path }) => path).filter((path) => !without.has(path))
    })

  describe('files without a text', () => {
    it('[ST36] a part of an identifier is found inside, at its edges and beside `$`; files without facts stay', async () => {
      await stage.writer.apply(SHOP, replaceAll(...filler, ...files))
      // The file without facts may hold anything; the one with long identifiers may hold any part of one.
      expect(await kept(whole('total'))).toEqual(['cart.ts', 'unread.ts'])
      expect(await kept(part('total'))).toEqual(['cart.ts', 'hash.txt', 'money.php', 'sums.ts', 'unread.ts'])
      expect(await kept(part('total', { before: 'dollar', after: 'dollar' }))).toEqual([
        'cart.ts',
        'hash.txt',
        'money.php',
        'unread.ts',
      ])
      expect(await kept(part('total', { before: 'nothing' }))).toEqual(['cart.ts', 'hash.txt', 'unread.ts'])
      expect(await kept(part('Item', { after: 'nothing' }))).toEqual(['cart.ts', 'hash.txt', 'unread.ts'])
      expect(await kept(part('additem', { any_case: true }))).toEqual(['cart.ts', 'hash.txt', 'sums.ts', 'unread.ts'])
      expect(await kept(part('gr'))).toEqual(['hash.txt', 'money.php', 'unread.ts'])
      expect(await kept(part('gr', { after: 'nothing' }))).toEqual(['hash.txt', 'unread.ts'])
    })

    it('[ST36] an identifier too long to be recorded is looked for in the files that have such ones', async () => {
      await stage.writer.apply(SHOP, replaceAll(...filler, ...files))
      expect(await kept(whole('x'.repeat(129)))).toEqual(['hash.txt', 'unread.ts'])
      expect(await kept(whole('x'.repeat(128)))).toEqual(['unread.ts'])
    })

    it('[ST36] all of several parts, and one of several', async () => {
      await stage.writer.apply(SHOP, replaceAll(...filler, ...files))
      expect(await kept({ any: [whole('total'), whole('subtotals')] })).toEqual(['cart.ts', 'sums.ts', 'unread.ts'])
      expect(await kept({ all: [part('omm'), part('ther299')] })).toEqual(['filler/299.ts', 'hash.txt', 'unread.ts'])
      expect(await kept({ all: [whole('total'), whole('subtotals')] })).toEqual(['unread.ts'])
      expect(await kept({ all: [whole('common'), { any: [part('other29'), whole('other1')] }] })).toEqual([
        ...['001', '029', '290', '291', '292', '293', '294', '295', '296', '297', '298', '299'].map((at) => `filler/${at}.ts`),
        'unread.ts',
      ])
    })

    it('[ST36] the newest version of a file counts, also after a removal and in a store of many segments', async () => {
      await stage.writer.apply(SHOP, replaceAll(...filler, ...files))
      await stage.writer.apply(SHOP, replaceAll({ path: 'cart.ts', identifiers: { other: 1 } }))
      await stage.writer.apply(SHOP, replaceAll({ path: 'sums.ts', identifiers: { total: 1 } }))
      await stage.writer.apply(SHOP, batch({ remove: ['money.php'] }))
      expect(await kept(whole('total'))).toEqual(['sums.ts', 'unread.ts'])
      await stage.writer.apply(SHOP, replaceAll(...filler.map((file) => ({ ...file, identifiers: { total: 1 } }))))
      expect(await kept(whole('other1'))).toEqual(['unread.ts'])
      expect(await kept(part('ther1'))).not.toContain('filler/001.ts')
    })

    it('[ST36] of a repo that is not stored no file is known', async () => {
      expect(await stage.ask((snapshot) => snapshot.filesWithout(SHOP, whole('total')))).toEqual([])
    })
  })
}
