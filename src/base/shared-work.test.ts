import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { shareWork } from './shared-work.ts'

describe('shared work', () => {
  it('a caller gets a run that began after its call, and callers who wait share one', async () => {
    let begun = 0
    const share = shareWork(async () => {
      const number = ++begun
      await sleep(5)
      return number
    })
    const first = share('a')
    const late = [share('a'), share('a'), share('a')]
    expect(await share('b')).toBe(2)
    expect(await first).toBe(1)
    expect(await Promise.all(late)).toEqual([3, 3, 3])
    expect(await share('a')).toBe(4)
  })
  it('a run that fails does not fail the next one', async () => {
    let begun = 0
    const share = shareWork(async () => {
      if (++begun === 1) throw new Error('first')
      return begun
    })
    const first = share('a')
    const second = share('a')
    await expect(first).rejects.toThrow('first')
    expect(await second).toBe(2)
  })
})
