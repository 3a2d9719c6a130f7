/** Promises WA1–WA3 and WA6–WA9 of docs/spec/watch.md that need fakes: time, lost events, a failing watcher. */

import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { pause, it as withWatcher } from '../../test/kit/watch-process.ts'
import { asRepoId } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { WatchNews } from '../contract/watch.ts'
import type { Brought } from './bring-up-to-date.ts'
import { type FolderEvents, type FolderListener, type Followed, NativeEvents } from './folder-events.ts'
import { watchRepos } from './watch-repos.ts'
import { watchTimings } from './watch-timings.ts'

const fast = { ...watchTimings, quiet_ms: 30, most_ms: 200, retry_ms: 10, beat_ms: 20, poll_ms: 40, git_wait_ms: 300 }

/** File events sent by the test. */
class ToldEvents implements FolderEvents {
  readonly listeners = new Map<string, FolderListener>()
  follows = 0
  answer: () => Followed = () => ({ state: 'on' })

  async follow(root: string, _: readonly string[], listener: FolderListener): Promise<Followed> {
    this.follows++
    this.listeners.set(root, listener)
    return this.answer()
  }
  async leave(root: string): Promise<void> {
    this.listeners.delete(root)
  }
  async close(): Promise<void> {
    this.listeners.clear()
  }
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

type Setup = {
  events?: FolderEvents
  timings?: Partial<typeof fast>
  bring?: (repo: Repo, round: number) => Promise<Brought>
}

function watching(roots: readonly string[], setup: Setup = {}) {
  const news: WatchNews[] = []
  const stop = new AbortController()
  const events = setup.events ?? new ToldEvents()
  const told = {
    rounds: 0,
    now: 1_000_000,
    parent: 42,
    repos: roots.map((root, at) => ({ repo_id: asRepoId(`repo${at}`), root })),
  }
  const ended = watchRepos(
    {
      events,
      bringUpToDate: async (repo) => (await setup.bring?.(repo, ++told.rounds)) ?? (setup.bring ? current : counted(told)),
      listRepos: async () => told.repos,
      say: (each) => void news.push(each),
      home: tempFolder('home'),
      ownFiles: new Set(),
      timings: { ...fast, ...setup.timings },
      now: () => told.now,
      parent: () => told.parent,
    },
    { signal: stop.signal },
  )
  const end = async () => {
    stop.abort()
    return ended
  }
  ends.push(end)
  const of = (kind: WatchNews['event']) => news.filter(({ event }) => event === kind)
  const heard = (kind: WatchNews['event'], times = 1) => holds(() => of(kind).length >= times)
  return { news, told, events: events as ToldEvents, ended, end, of, heard }
}

const current: Brought = { state: 'current' }
const counted = (told: { rounds: number }): Brought => {
  told.rounds++
  return current
}

async function holds(test: () => boolean): Promise<void> {
  const until = Date.now() + 30_000
  while (!test()) {
    if (Date.now() > until) throw new Error(`did not come to hold: ${test}`)
    await pause(5)
  }
}

const repo = () => gitRepo({ 'a.py': 'x = 1\n', '.gitignore': '*.log\nout/\n' })

describe('real events', () => {
  withWatcher('[WA2] one edit causes one comparison; ignored files and files of other repos cause none', async () => {
    const root = repo()
    const watch = watching([root], { events: new NativeEvents(), timings: { beat_ms: 60_000, quiet_ms: 200, most_ms: 2_000 } })
    await watch.heard('ready')
    expect(watch.told.rounds).toBe(1)
    appendFileSync(path.join(root, 'a.py'), 'y = 1\n')
    await holds(() => watch.told.rounds > 1)
    await pause(800)
    expect(watch.told.rounds).toBe(2)
    appendFileSync(path.join(root, 'b.log'), 'line\n')
    writeFiles(root, { '.llmc/rag/index_status.json': '{}', '.git/objects/aa/bb': 'x', '.git/FETCH_HEAD': 'x' })
    await pause(800)
    expect(watch.told.rounds).toBe(2)
    git(root, 'commit', '-q', '--allow-empty', '-m', 'nothing')
    await holds(() => watch.told.rounds > 2)
  })

  withWatcher('[WA1] a file in a folder that had only ignored files is noticed', async () => {
    const root = repo()
    writeFiles(root, { 'notes/a.log': 'x\n', 'out/a.py': 'x\n' })
    const watch = watching([root], { events: new NativeEvents(), timings: { beat_ms: 60_000 } })
    await watch.heard('ready')
    const { rounds } = watch.told
    writeFiles(root, { 'notes/new.py': 'x = 1\n' })
    await holds(() => watch.told.rounds > rounds)
  })

  withWatcher('[WA1] while git locks its index nothing is compared, but an abandoned lock is ignored after a while', async () => {
    const root = repo()
    const watch = watching([root], { events: new NativeEvents(), timings: { beat_ms: 60_000, git_wait_ms: 1_500 } })
    await watch.heard('ready')
    writeFileSync(path.join(root, '.git/index.lock'), '')
    appendFileSync(path.join(root, 'a.py'), 'y = 1\n')
    await pause(700)
    expect(watch.told.rounds).toBe(1)
    await holds(() => watch.told.rounds === 2)
    rmSync(path.join(root, '.git/index.lock'))
  })

  withWatcher('[WA3] a folder whose old watch could not be ended is still watched', async () => {
    const [first, second] = [repo(), repo()]
    const events = new NativeEvents()
    const watch = watching([first, second], { events, timings: { beat_ms: 60_000 } })
    await watch.heard('ready')
    // Moved and removed at once: the underlying watcher then keeps watches of deleted folders.
    const deep = path.join(first, 'd/e/f/g')
    mkdirSync(deep, { recursive: true })
    await holds(() => watch.told.rounds > 2)
    renameSync(path.join(first, 'd'), path.join(first, 'h'))
    await pause(50)
    rmSync(path.join(first, 'h'), { recursive: true })
    await holds(() => watch.told.rounds > 3)
    await pause(200)
    mkdirSync(deep, { recursive: true })
    await holds(() => watch.told.rounds > 4)
    await pause(200)
    for (const root of [first, second]) {
      const { rounds } = watch.told
      appendFileSync(root === first ? path.join(deep, 'm.py') : path.join(root, 'a.py'), 'y = 1\n')
      await holds(() => watch.told.rounds > rounds)
    }
  })
})

describe('time', () => {
  it('[WA7] after a jump of the clock between two heartbeats all repos are compared', async () => {
    const watch = watching([repo(), repo()])
    await watch.heard('ready')
    expect(watch.told.rounds).toBe(2)
    watch.told.now += 3_600_000
    await watch.heard('rescan')
    await holds(() => watch.told.rounds === 4)
    watch.told.now -= 7_200_000
    await holds(() => watch.told.rounds === 6)
  })

  it('[WA7] after lost events all repos are compared and watched again', async () => {
    const root = repo()
    const watch = watching([root])
    await watch.heard('ready')
    const { follows } = watch.events
    watch.events.listeners.get(root)?.onLost('events were dropped')
    await holds(() => watch.told.rounds === 2)
    expect(watch.of('rescan')).toEqual([{ event: 'rescan', repo_id: 'repo0', reason: 'events were dropped' }])
    expect(watch.events.follows).toBeGreaterThan(follows)
  })

  it('[WA9] it ends when its parent process is gone', async () => {
    const watch = watching([repo()])
    await watch.heard('ready')
    watch.told.parent = 1
    expect(await watch.ended).toBe('orphaned')
  })

  it('[WA1] it compares even if events never pause', async () => {
    const root = repo()
    const watch = watching([root])
    await watch.heard('ready')
    const restless = setInterval(
      () => watch.events.listeners.get(root)?.onChanges([{ path: path.join(root, 'a.py'), type: 'update' }]),
      5,
    )
    await holds(() => watch.told.rounds > 2)
    clearInterval(restless)
  })
})

describe('no events', () => {
  it('[WA6] if the watcher cannot be loaded, that is reported once and repos are polled', async () => {
    const load = () => Promise.reject(new Error('No prebuild found. Please …'))
    const watch = watching([repo(), repo()], { events: new NativeEvents(load) })
    await watch.heard('polling', 2)
    expect(watch.of('polling')[0]).toMatchObject({
      every_s: 0.04,
      reason: 'the file watcher could not be loaded (No prebuild found)',
      fix: expect.stringContaining('--omit=optional'),
    })
    const ticking = setInterval(() => {
      watch.told.now += 20
    }, 20)
    await holds(() => watch.told.rounds > 6)
    clearInterval(ticking)
    expect(watch.of('polling')).toHaveLength(2)
  })

  it('[WA6] a failing watcher is tried again before polling starts', async () => {
    const watch = watching([repo()])
    let failing = 2
    watch.events.answer = () => (failing-- > 0 ? { state: 'failed', reason: 'a folder vanished', fix: '' } : { state: 'on' })
    await watch.heard('ready')
    await holds(() => failing < 0)
    expect(watch.of('polling')).toEqual([])
    failing = 99
    for (const listener of watch.events.listeners.values()) listener.onLost('again')
    await watch.heard('polling')
    expect(99 - failing).toBe(4)
  })

  it('[WA6] a failed attempt frees its watches, and the other repos learn that events may be missing', async () => {
    const active = new Set<string>()
    let gaps = 0
    const events = new NativeEvents(async () => async (root) => {
      active.add(root)
      if (root === '/full') throw new Error("inotify_add_watch on '/full' failed: No space left on device")
      return {
        unsubscribe: async () => {
          active.delete(root)
          // Like the real watcher: what a failure left is freed with the last folder.
          if ([...active].every((each) => each === '/full')) active.clear()
        },
      }
    })
    const listener: FolderListener = { onChanges: () => undefined, onLost: () => undefined, onGap: () => void gaps++ }
    expect(await events.follow('/one', [], listener)).toEqual({ state: 'on' })
    expect(await events.follow('/full', [], listener)).toMatchObject({ state: 'limit', fix: expect.stringContaining('sysctl') })
    expect([...active]).toEqual(['/one'])
    expect(gaps).toBe(1)
    await events.close()
    expect([...active]).toEqual([])
  })
})

describe('trouble', () => {
  it('[WA8] a problem is reported once for as long as it lasts, and a different one again', async () => {
    let trouble = 'first'
    const watch = watching([repo()], {
      bring: async () => {
        if (trouble === '') return current
        throw new CairnProblem('RAG_UNAVAILABLE', { detail: trouble })
      },
    })
    await holds(() => watch.told.rounds > 2)
    expect(watch.of('problem')).toMatchObject([
      { repo_id: 'repo0', code: 'RAG_UNAVAILABLE', message: expect.stringContaining('first') },
    ])
    trouble = 'second'
    await watch.heard('problem', 2)
    trouble = ''
    const { rounds } = watch.told
    await holds(() => watch.told.rounds > rounds)
    expect(watch.of('problem')).toHaveLength(2)
  })

  it('[WA8] a locked repo is tried again, reported once, and does not delay others', async () => {
    const [locked, free] = [repo(), repo()]
    let isLocked = true
    const watch = watching([locked, free], {
      bring: async ({ root }) => (root === locked && isLocked ? { state: 'locked' } : current),
    })
    await watch.heard('ready')
    expect(watch.of('ready')).toEqual([{ event: 'ready', repos: 2, current: 1, polled: 0 }])
    await holds(() => watch.told.rounds > 4)
    isLocked = false
    const { rounds } = watch.told
    await holds(() => watch.told.rounds > rounds)
    expect(watch.of('busy')).toEqual([{ event: 'busy', repo_id: 'repo0' }])
  })
})
