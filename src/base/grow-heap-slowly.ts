/**
 * Keeps the heap of a large piece of work near what is in use. V8 lets garbage grow to several times that, the more the larger the machine:
 * exporting a graph of 31,000 files took 940 MB instead of 620. Collecting it more often costs a few percent of CPU, so a small heap is
 * left alone.
 *
 * This is a flag of the whole process: only a process of our own may call this, never the library.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'

const LARGE_BYTES = 256 * 1024 * 1024
const LOOK_MS = 250

export function growHeapSlowly(): void {
  const timer = setInterval(() => {
    if (getHeapStatistics().used_heap_size < LARGE_BYTES) return
    setFlagsFromString('--heap-growing-percent=40')
    clearInterval(timer)
  }, LOOK_MS).unref()
}
