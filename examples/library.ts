// Cairn as a library: build an index, ask where something is used, edit a file, ask again.
// In a program of your own, import from 'codecairn'.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildGraphForRepo, toolRagLineage, toolRagWhereUsed } from '../dist/surfaces/library/index.js'

const repo = mkdtempSync(path.join(tmpdir(), 'cairn-example-'))
try {
  writeFileSync(path.join(repo, 'price.py'), 'def price(item):\n    return item.amount\n')
  writeFileSync(
    path.join(repo, 'cart.py'),
    'from price import price\n\n\ndef total(items):\n    return sum(price(item) for item in items)\n',
  )

  // README
  const status = await buildGraphForRepo(repo) // { index_state: 'fresh', last_indexed_commit, … }
  const uses = await toolRagWhereUsed('price', repo)
  for (const { file, line, use, tier, enclosing } of uses.items) console.log(`${file}:${line} ${use} ${tier} in ${enclosing}`)
  // README ends
  assert.equal(status.index_state, 'fresh')
  assert.ok(uses.items.some((item) => item.file === 'cart.py' && item.line === 5 && item.use === 'calls'))

  // An edit is seen by the next question; nothing has to be rebuilt by hand.
  writeFileSync(path.join(repo, 'invoice.py'), 'from price import price\n\n\ndef invoice(item):\n    return price(item)\n')
  const callers = await toolRagLineage('price', 'callers', repo)
  console.log(
    callers.direction,
    callers.items.map((item) => item.symbol),
  )
  assert.deepEqual(callers.items.map((item) => item.symbol).sort(), ['sym:cart.total', 'sym:invoice.invoice'])
  console.log('ok')
} finally {
  rmSync(repo, { recursive: true, force: true })
}
