/** A stop that any number of works listen to at once. Node takes more than ten listeners of one signal for a leak and warns. */
import { setMaxListeners } from 'node:events'

export function sharedStop(): AbortController {
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  return stop
}
