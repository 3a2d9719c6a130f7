import { describe, expect, it } from 'vitest'
import { CairnProblem } from '../contract/problems.ts'
import { KeepCurrent, type KeepCurrentRooms } from './keep-current.ts'

type Started = Parameters<KeepCurrentRooms['watch']>[0]

/** A watcher that runs until it is stopped, unless `end` says otherwise. */
function keeper(options: { isOn?: boolean; end?: () => Promise<unknown> } = {}) {
  const started: Started[] = []
  const warnings: string[] = []
  const clock = { now: 0 }
  const keep = new KeepCurrent({
    isOn: options.isOn ?? true,
    watch: (work) => {
      started.push(work)
      if (options.end) return options.end()
      return new Promise((resolve) => work.signal.addEventListener('abort', resolve))
    },
    warn: (words) => warnings.push(words),
    now: () => clock.now,
  })
  return { keep, started, warnings, clock }
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('KeepCurrent', () => {
  it('[AP6] starts one watcher, however often it is called, and ends it on close', async () => {
    const { keep, started } = keeper()
    expect(started).toEqual([])
    for (let at = 0; at < 3; at++) keep.start()
    expect(started).toHaveLength(1)
    await keep.close()
    expect(started[0]?.signal.aborted).toBe(true)
    keep.start()
    expect(started).toHaveLength(1)
  })

  it('[AP6] while another process watches, tries again at a later question, at most once a minute, and says nothing', async () => {
    const locked = async () => {
      throw new CairnProblem('INDEX_LOCKED', { repo: 'the repos of a home' })
    }
    const { keep, started, warnings, clock } = keeper({ end: locked })
    for (const now of [0, 1_000, 59_999, 60_000, 61_000, 120_000]) {
      clock.now = now
      keep.start()
      await settled()
    }
    expect(started).toHaveLength(3)
    expect(warnings).toEqual([])
  })

  it('[AP6] a failure is one warning, and so is a problem that the watcher reports', async () => {
    const failing = keeper({
      end: async () => {
        throw new Error('no file descriptors are left')
      },
    })
    for (const now of [0, 60_000]) {
      failing.clock.now = now
      failing.keep.start()
      await settled()
    }
    expect(failing.warnings).toEqual(['Keeping indexes up to date in the background: no file descriptors are left'])
    const { keep, started, warnings } = keeper()
    keep.start()
    const at = new Date(0).toISOString()
    const problem = { at, event: 'problem', repo_id: 'acme/shop', code: 'INTERNAL', message: 'Cannot read it.', fix: '' } as const
    started[0]?.onEvent(problem)
    started[0]?.onEvent(problem)
    started[0]?.onEvent({ at, event: 'busy', repo_id: 'acme/shop' })
    expect(warnings).toEqual(['Keeping indexes up to date in the background: acme/shop: Cannot read it.'])
    await keep.close()
  })

  it('[AP6] does nothing when the setting is off', () => {
    const { keep, started } = keeper({ isOn: false })
    keep.start()
    expect(started).toEqual([])
  })
})
