import { expect, it } from 'vitest'
import { asRepoId } from '../contract/ids.ts'
import type { Progress } from '../contract/progress.ts'
import { backgroundWords, dueWords, noIndexWords } from './catch-up-words.ts'
import type { BackgroundProgress, GatewayRooms } from './gateway-rooms.ts'
import type { Known } from './repo-view.ts'

const repo = { repo_id: asRepoId('acme/shop'), root: '/src/shop' }
const working = (what: BackgroundProgress['what'], last?: Progress) =>
  ({ background: { progressOf: () => ({ what, last }), catchUp: () => undefined } }) as unknown as GatewayRooms
const changed = (count: number) =>
  ({ changes: { changes: Array.from({ length: count }, (_, at) => ({ state: 'edited', path: `${at}` })) } }) as unknown as Known

it('[FR19] gives the progress of the first index as files done of all files', () => {
  expect(noIndexWords(repo, working('build', { phase: 'parse', done: 40, total: 900 }))).toBe(
    'acme/shop has no index yet, so its files were read from disk; the index is being built in the background (reading files, 40 of 900).',
  )
  expect(noIndexWords(repo, {} as GatewayRooms)).toContain('`cairn index /src/shop`')
})

it('[FR16, FR18] says what is not in the index yet, and what Cairn does about it', () => {
  expect(dueWords(changed(1), 0)).toBe('1 file changed since it was indexed and was read from disk')
  expect(dueWords(changed(3), 20)).toBe(
    '3 files changed since they were indexed and were read from disk; 20 files are still to be linked',
  )
  expect(backgroundWords(repo, working('catch-up', { phase: 'link', done: 5, total: 20 }))).toBe(
    'the index is being updated in the background (linking files, 5 of 20).',
  )
})
