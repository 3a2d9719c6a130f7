import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { computeFine } from '../src/fines/compute-fine.ts'

const day = (n: number): Date => new Date(n * 86_400_000)

test('compute fine: the first three late days are free', () => {
  assert.equal(computeFine(day(0), day(3), 1000, { child: false }), 0)
})
test('compute fine: a fine never grows above the price of the book', () => {
  assert.equal(computeFine(day(0), day(300), 1000, { child: false }), 1000)
})
test('compute fine: children pay half', () => {
  assert.equal(computeFine(day(0), day(5), 1000, { child: true }), 25)
})
