import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

it('[GR1] no file of the room can reach a parser, the disk or the indexer', () => {
  const sources = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const imported = sources.flatMap((file) =>
    [...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/from '([^']+)'/g)].map((found) => found[1] ?? ''),
  )
  const rooms = new Set(imported.filter((name) => name.startsWith('../')).map((name) => name.split('/')[1]))
  expect([...rooms].sort()).toEqual(['base', 'contract', 'store'])
  expect(imported.filter((name) => name.startsWith('node:'))).toEqual([])
})
