/**
 * Lets the event loop run during long synchronous work. Otherwise timers, sockets and other questions would have to wait for
 * its end.
 */
import { setImmediate as turn } from 'node:timers/promises'

const WORK_MS = 20

/** Call it often; it yields only after WORK_MS of work. */
export function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < WORK_MS) return
    await turn()
    since = performance.now()
  }
}
