/**
 * Some tests need something that not every machine has: another Node, a mount, a second user. If it is missing the test is
 * skipped and says why; if CAIRN_TEST_REQUIRE lists it (`tmpfs,node-22`, or `all`), the test fails.
 */
import { it } from 'vitest'

export function requireOrSkip(name: string, available: boolean, reason: string): typeof it | typeof it.skip {
  if (available) return it
  const required = (process.env.CAIRN_TEST_REQUIRE ?? '').split(',').map((part) => part.trim())
  if (required.includes(name) || required.includes('all')) throw new Error(`${name} is required here, but ${reason}`)
  process.stderr.write(`skipped what needs ${name}: ${reason}\n`)
  return it.skip
}
