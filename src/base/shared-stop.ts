/**
 * An abort signal that any number of tasks can listen to. Node takes more than ten listeners of one signal for a leak and
 * warns.
 */
import { setMaxListeners } from 'node:events'

export function sharedStop(): AbortController {
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  return stop
}
