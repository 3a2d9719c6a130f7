/**
 * Keeps the heap of a large piece of work near what is in use. V8 lets garbage grow to several times that, the more the larger the machine:
 * exporting a graph of 31,000 files took 940 MB instead of 620. Collecting it more often costs a few percent of CPU, so a small heap is
 * left alone.
 *
 * This is a flag of the whole process: only a process of our own may call this, never the library.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'

const MB = 1024 * 1024
const LARGE_BYTES = 256 * MB
/** A process that has run for so long has much to do, or serves: there a few percent of CPU are the smaller cost sooner. */
const LONG_MS = 20_000
const LARGE_IN_LONG_BYTES = 128 * MB
const LOOK_MS = 250

export function growHeapSlowly(): void {
  const timer = setInterval(() => {
    const large = performance.now() > LONG_MS ? LARGE_IN_LONG_BYTES : LARGE_BYTES
    if (getHeapStatistics().used_heap_size < large) return
    setFlagsFromString('--heap-growing-percent=40')
    clearInterval(timer)
  }, LOOK_MS).unref()
}
