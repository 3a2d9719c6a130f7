/** Long work in one thread lets others in: timers, sockets and other questions run only when somebody waits for the event loop. */
import { setImmediate as turn } from 'node:timers/promises'

const WORK_MS = 20

/** Called often, gives way every now and then. */
export function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < WORK_MS) return
    await turn()
    since = performance.now()
  }
}
