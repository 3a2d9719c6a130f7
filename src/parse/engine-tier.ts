/**
 * Which WebAssembly V8 may optimise in the child that parses. The engine is small, takes three quarters of the time of a parse, and
 * pays for being optimised; a grammar does not: optimising the large ones takes seconds, and on Node 24 gigabytes.
 *
 * Before V8 13 a module keeps the tiers that were allowed when it was compiled, so the engine is compiled first and optimising is then
 * turned off. Later versions look at the flags for each function, when it is first called: there, nothing is optimised.
 */
import { setFlagsFromString } from 'node:v8'

const keepsTiers = Number.parseInt(process.versions.v8, 10) < 13

/** For the start of the process: flags that come later do not reach all of V8. */
export const tierFlags: readonly string[] = keepsTiers ? [] : ['--liftoff-only']

/** Between compiling the engine and the first grammar. */
export function stopOptimising(): void {
  if (!keepsTiers) return
  setFlagsFromString('--no-wasm-dynamic-tiering')
  setFlagsFromString('--no-wasm-tier-up')
}
