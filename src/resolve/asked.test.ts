import { expect, it } from 'vitest'
import { type Answer, Asked } from './asked.ts'

it('[RE130] what a kept answer took to find counts once for each file that gets it', () => {
  let spent = 0
  const asked = new Asked({
    looks: () => spent,
    spend: (looks) => {
      spent += looks
    },
  })
  const answers = new Map<string, Answer<string>>()
  const ask = (): string =>
    asked.kept(answers, 'key', true, () => {
      spent += 1_000
      return 'found'
    })
  const ofFile = (): number => {
    spent = 0
    asked.begin()
    for (let time = 0; time < 100; time++) expect(ask()).toBe('found')
    return spent
  }
  const first = ofFile()
  expect(first).toBeLessThan(1_200)
  // The next file finds the answer kept. Its uses must not be followed any further for that.
  expect(ofFile()).toBe(first)
})
