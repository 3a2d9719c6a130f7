/**
 * Limits how many questions are answered at the same time. Each question may start git and read files; with hundreds at once all
 * of them would time out. Further questions wait in the order in which they came.
 */
import { CairnProblem } from '../../contract/problems.ts'

export interface RequestGate {
  /** Runs `work` when it is its turn. RATE_LIMITED if too many wait already; rejects at once when `signal` aborts. */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>
  /** Resolves when no question is running or waiting. */
  idle(): Promise<void>
  readonly running: number
  readonly waiting: number
}

export function createRequestGate(limits: { at_once: number; most_waiting: number }): RequestGate {
  const queue: (() => void)[] = []
  const idlers: (() => void)[] = []
  let running = 0
  const leave = (): void => {
    running--
    const next = queue.shift()
    if (next) next()
    else if (running === 0) for (const done of idlers.splice(0)) done()
  }
  const enter = (signal: AbortSignal): Promise<void> => {
    if (running < limits.at_once) {
      running++
      return Promise.resolve()
    }
    if (queue.length >= limits.most_waiting) return Promise.reject(new CairnProblem('RATE_LIMITED', { seconds: 1 }))
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        signal.removeEventListener('abort', giveUp)
        running++
        resolve()
      }
      const giveUp = (): void => {
        queue.splice(queue.indexOf(turn), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      queue.push(turn)
    })
  }
  return {
    async run(signal, work) {
      signal.throwIfAborted()
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
    get running() {
      return running
    },
    get waiting() {
      return queue.length
    },
  }
}
