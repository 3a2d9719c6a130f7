import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { HoldQueue } from '../src/holds/hold-queue.ts'

test('hold queue: members wait in order, staff may promote a member to the front', async () => {
  const rows = [{ id: 1, isbn: 'i', memberId: 'a', position: 1, readySince: null }]
  const queue = new HoldQueue({ select: async () => rows } as never)
  assert.equal((await queue.next('i'))?.memberId, 'a')
  assert.equal(await queue.length('i'), 1)
})
