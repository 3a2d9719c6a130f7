import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRequestGate } from './request-gate.ts'

const never = new AbortController().signal

describe('the gate', () => {
  it('[RS19] runs a few questions at a time, the others in the order in which they came', async () => {
    const gate = createRequestGate({ at_once: 2, most_waiting: 10 })
    let most = 0
    const order: number[] = []
    const work = (number: number) => async () => {
      order.push(number)
      most = Math.max(most, gate.running)
      await sleep(2)
    }
    await Promise.all([1, 2, 3, 4, 5].map((number) => gate.run(never, work(number))))
    expect(most).toBe(2)
    expect(order).toEqual([1, 2, 3, 4, 5])
    expect([gate.running, gate.waiting]).toEqual([0, 0])
  })
  it('[RS19] refuses a question when too many wait', async () => {
    const gate = createRequestGate({ at_once: 1, most_waiting: 1 })
    const running = [gate.run(never, () => sleep(5)), gate.run(never, () => sleep(5))]
    await expect(gate.run(never, async () => 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await Promise.all(running)
    expect(await gate.run(never, async () => 1)).toBe(1)
  })
  it('[RS15] a caller that gives up leaves the queue, and a question that fails frees its place', async () => {
    const gate = createRequestGate({ at_once: 1, most_waiting: 5 })
    const first = gate.run(never, () => sleep(5))
    const stop = new AbortController()
    const second = gate.run(stop.signal, async () => 2)
    const third = gate.run(never, async () => Promise.reject(new Error('broken')))
    const fourth = gate.run(never, async () => 4)
    stop.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    await expect(third).rejects.toThrow('broken')
    expect(await fourth).toBe(4)
    await first
    await gate.idle()
    expect([gate.running, gate.waiting]).toEqual([0, 0])
  })
})
