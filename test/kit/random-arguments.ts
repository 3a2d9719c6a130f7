/** Random arguments for a tool, made from its declaration: right values, wrong values, and values meant to do harm. */
import fc from 'fast-check'
import type { ArgumentSpec, ArgumentSpecs } from '../../src/contract/tool.ts'

const harmful = fc.constantFrom(
  '../../../../../../etc/passwd',
  '/etc/passwd',
  '..\\..\\secret.txt',
  'src/../../outside/canary.txt',
  'link-outside/canary.txt',
  '.git/config',
  '.GIT/config',
  '.env',
  'src/\0/etc/passwd',
  '%2e%2e%2fcanary.txt',
  '\ud800',
  '(a+)+$',
  '**/'.repeat(200),
  '['.repeat(500),
  'a'.repeat(100_000),
  '$(id)',
  "'; DROP TABLE file; --",
  '{"$ne": null}',
  '__proto__',
  '',
  ' ',
  '*',
)
const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, -1, 0, 1e21, Number.MAX_SAFE_INTEGER, 1.5, '∞', {}, [], [[]], { a: { b: [1] } }),
  fc.array(fc.string(), { maxLength: 5 }),
)

function right(spec: ArgumentSpec): fc.Arbitrary<unknown> {
  switch (spec.type) {
    case 'integer':
      return fc.integer({ min: spec.min, max: Math.min(spec.max, spec.min + 2_000) })
    case 'boolean':
      return fc.boolean()
    case 'strings':
      return fc.array(spec.values ? fc.constantFrom(...spec.values) : fc.string({ maxLength: 20 }), { maxLength: 3 })
    default:
      return spec.values ? fc.constantFrom(...spec.values) : fc.string({ maxLength: 30 })
  }
}

/** `known`: values that lead somewhere, such as names and paths of a test repo. */
export function randomArguments(specs: ArgumentSpecs, known: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(specs).map(([name, spec]) => {
    const value = fc.oneof(
      { weight: 4, arbitrary: right(spec) },
      { weight: 3, arbitrary: fc.constantFrom(...known) },
      { weight: 2, arbitrary: harmful },
      { weight: 1, arbitrary: wrong },
    )
    const given = spec.required ? fc.option(value, { freq: 20, nil: undefined }) : fc.option(value, { freq: 1, nil: undefined })
    return [name, given] as const
  })
  const own = fc.record(Object.fromEntries(fields))
  const unknown = fc.option(fc.dictionary(fc.string({ maxLength: 10 }), wrong, { maxKeys: 2 }), { freq: 1, nil: {} })
  return fc
    .tuple(own, unknown, fc.nat(9))
    .map(([mine, other, dice]) =>
      Object.fromEntries(Object.entries(dice === 0 ? { ...other, ...mine } : mine).filter(([, value]) => value !== undefined)),
    )
}
