/** Promise WA11 of docs/spec/watch.md: what is printed for each event, with a fake app. */
import { describe, expect, it } from 'vitest'
import { run } from '../../../test/kit/run-command.ts'
import type { App } from '../../app/port.ts'
import type { WatchEnd, WatchNews } from '../../contract/watch.ts'

const app = (news: readonly WatchNews[], end: WatchEnd = 'stopped', given: unknown[] = []): Partial<App> => ({
  watch: async (repos, { onEvent, onProgress }) => {
    given.push(repos)
    for (const each of news) {
      onEvent({ at: '2026-01-31T00:00:00.000Z', ...each })
      if (each.event === 'indexing') onProgress?.({ phase: 'parse', done: 1, total: 2 })
    }
    return end
  },
})
const caughtUp = { event: 'caught-up', repo_id: 'acme/shop', how: 'files', commit: 'abcdef0123456789', seconds: 0.234 } as const
const words = async (...news: WatchNews[]) => (await run(['watch', '--text'], { app: app(news) })).stdout

describe('cairn watch', () => {
  it('[WA11] prints a line for each event: JSON in a pipe, words on a terminal', async () => {
    const news: WatchNews[] = [
      { event: 'ready', repos: 2, current: 2, polled: 0 },
      { event: 'back', repo_id: 'a', root: '/a' },
    ]
    const given: unknown[] = []
    const piped = await run(['watch', 'shop', '../lib'], { app: app(news, 'stopped', given) })
    expect(given).toEqual([['shop', '../lib']])
    const lines = piped.stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(news.map((each) => ({ at: '2026-01-31T00:00:00.000Z', ...each })))
    expect(piped.exit).toBe(0)
    expect((await run(['watch', '--json'], { app: app(news), terminal: true })).stdout).toBe(piped.stdout)
    expect((await run(['watch'], { app: app(news), terminal: true })).stdout).toContain('All up to date.')
  })

  it('[WA11] says what was caught up', async () => {
    const none = { added: 0, edited: 0, deleted: 0 }
    expect(await words({ ...caughtUp, ...none, files: 3, edited: 2, added: 1 })).toBe(
      'acme/shop  3 files caught up in 0.2 s (2 edited, 1 new)\n',
    )
    expect(await words({ ...caughtUp, ...none, files: 1, deleted: 1 })).toBe('acme/shop  1 file caught up in 0.2 s (1 gone)\n')
    expect(await words({ ...caughtUp, ...none, files: 0 })).toBe('acme/shop  now at abcdef01, no file changed\n')
    expect(await words({ ...caughtUp, ...none, how: 'repo', files: 1204, added: 1204 })).toBe(
      'acme/shop  1,204 files indexed in 0.2 s (1,204 new)\n',
    )
  })

  it('[WA11] says what the problem is, and what to do', async () => {
    const of = { repo_id: 'acme/shop', root: '/src/shop' }
    expect(await words({ event: 'started', pid: 1, home: '/h', repos: [] })).toContain('No repo is registered yet')
    expect(await words({ event: 'ready', repos: 3, current: 2, polled: 1 })).toBe('2 of 3 up to date; 1 without file events.\n')
    expect(await words({ event: 'gone', ...of })).toBe('acme/shop  /src/shop is not there; waiting for it\n')
    expect(await words({ event: 'added', ...of }, { event: 'removed', ...of })).toBe(
      'acme/shop  registered, watching /src/shop\nacme/shop  unregistered, no longer watched\n',
    )
    expect(await words({ event: 'indexing', repo_id: 'a', changed: 4 }, { event: 'busy', repo_id: 'a' })).toBe(
      'a  4 files changed, indexing …\na  another process is indexing it; trying again\n',
    )
    expect(await words({ event: 'polling', repo_id: 'a', every_s: 60, reason: 'why', fix: 'Do it.' })).toBe(
      'a  no file events: why; looking every 60 s. Do it.\n',
    )
    expect(await words({ event: 'problem', repo_id: null, code: 'X', message: 'It broke.', fix: 'Mend it.' })).toBe(
      'It broke. Mend it.\n',
    )
    expect(await words({ event: 'rescan', repo_id: null, reason: 'sleep' })).toBe('looking at everything again: sleep\n')
  })

  it('[WA9] it ends when its parent process is gone, with the same status as for a closed terminal', async () => {
    expect((await run(['watch'], { app: app([{ event: 'ended', reason: 'orphaned' }], 'orphaned') })).exit).toBe(129)
  })
})
