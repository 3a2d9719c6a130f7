/**
 * Masks what the Haskell grammar misreads. Lines of the C preprocessor are blanked, because the grammar skips everything after
 * `#else`: so both branches are read. Escaped characters are made plain: `'\n'` before a name with a prime would be read as one
 * with it.
 */

import { withoutProse } from './literate.ts'

export function maskHaskell(given: string): string {
  const text = withoutProse(given)
  const whole = /^#/m.test(text) ? text.replace(/^#[^\n]*/gm, (line) => line.replace(/[^\r]/g, ' ')) : text
  return whole.includes("'\\")
    ? whole.replace(/'\\(?:[abfnrtv0"'\\]|x[0-9a-fA-F]+|\d+)'/g, (char) => `'a'`.padEnd(char.length))
    : whole
}
