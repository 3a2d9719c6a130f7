/** Waits for a condition, for tests of other processes. */
import { setTimeout as pause } from 'node:timers/promises'

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 45_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`did not come to hold: ${holds}`)
    await pause(50)
  }
}
