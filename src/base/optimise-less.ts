/**
 * Lets V8 optimise fewer functions, and each with less inlined code. In a run of some seconds its optimising compiler otherwise takes a third of
 * the CPU time, most of it for functions that are not called often enough afterwards (docs/decisions).
 *
 * These are flags of the whole process: only a process of our own may call this, never the library.
 */
import { setFlagsFromString } from 'node:v8'

/** Since V8 12 calls are counted instead of the bytes of code that were run. */
const countsCalls = Number.parseInt(process.versions.v8, 10) >= 12
const flags = [
  countsCalls ? '--invocation-count-for-turbofan=10000' : '--interrupt-budget=500000',
  '--max-inlined-bytecode-size-cumulative=200',
]

export function optimiseLess(): void {
  for (const flag of flags) setFlagsFromString(flag)
}
