/** One statement that declares thousands of names: each asks the statement for its parts, and reading it stays linear. */
import { expect, it } from 'vitest'
import { createParser } from '../../src/parse/create-parser.ts'

const NAMES = 20_000
/** Ten times what it takes. It was half a minute or more. */
const MOST_CPU_MS = 12_000

const list = (name: (at: number) => string, between = ',\n'): string =>
  Array.from({ length: NAMES }, (_, at) => name(at)).join(between)

const shared: Readonly<Record<string, string>> = {
  c: `typedef int ${list((i) => `t${i}`)};\nint ${list((i) => `a${i}`)};`,
  cpp: `struct A { int ${list((i) => `a${i}`)}; };`,
  'objective-c': `@interface A { int ${list((i) => `a${i}`)}; }\n@end`,
  php: `<?php\nconst ${list((i) => `A${i} = 1`)};`,
  swift: `var ${list((i) => `a${i} = 1`)}\nenum E { case ${list((i) => `c${i}`)} }`,
  dart: `var ${list((i) => `a${i}`)};\nclass A { int ${list((i) => `b${i}`)}; }`,
  ocaml: `let rec f = 1\n${list((i) => `and g${i} = f`, '\n')}`,
  haskell: `module A where\n${list((i) => `data T${i} = T${i} { x${i} :: Int }`, '\n')}`,
  css: `${list((i) => `.a${i}`)} { color: red }`,
  make: `${list((i) => `a${i}`, ' \\\n')}: b`,
  bash: `declare ${list((i) => `a${i}=1`, ' \\\n')}`,
}

it.each(Object.entries(shared))('[PA21] %s', { timeout: 300_000 }, async (language, text) => {
  const before = process.cpuUsage().user
  const outcome = await createParser().parse(text, language, { budget_ms: 60_000 })
  expect(outcome).toHaveProperty('parsed')
  if ('parsed' in outcome) expect(outcome.parsed.facts.symbols.length).toBeGreaterThanOrEqual(NAMES)
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(MOST_CPU_MS)
})
