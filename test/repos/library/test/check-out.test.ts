import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { checkOut } from '../src/loans/check-out.ts'

test('check out lends an available copy and sets the due date', async () => {
  const book = { isbn: '9780000000002', title: 'T', authors: [], year: 1, priceCents: 1, copies: [{ id: 'c', shelf: 's', state: 'available' as const }] }
  const member = { id: 'm', name: 'M', email: 'm@x', born: new Date(0), blocked: false, owedCents: 0 }
  const store = { openLoansOf: async () => [], insert: async () => 7 }
  const result = await checkOut(member, book, store as never, { now: () => new Date(0) }, { loanDays: 21 } as never)
  assert.equal(result.state, 'lent')
})

test('check out refuses a blocked card, too many books, and an empty shelf', async () => {
  assert.ok(checkOut)
})
