/** Promises EN16 and EN17, for a definition with its body. */
import { expect, it } from 'vitest'
import { fitBudget } from './budget.ts'
import { renderForPeople } from './render-for-people.ts'
import { okResult } from './result.ts'

const item = {
  repo_id: 'acme/shop',
  file: 'src/pay.ts',
  line: 12,
  snippet: { text: '\nfunction refund() {\n  one()', location: { path: 'src/pay.ts', start_line: 11, end_line: 13 } },
  symbol: 'sym:src.pay.refund',
  kind: 'function',
  tier: 'resolved',
  binding: 'indexed',
  signature: 'function refund()',
  doc: 'Gives money back. '.repeat(20),
  start_line: 12,
  end_line: 90,
  source: ['function refund() {', ...Array.from({ length: 59 }, (_, at) => `  step(${at}) // ${'x'.repeat(20)}`)].join('\n'),
  source_left_out: 19,
}

it('[EN17] a definition shows its body, and the command for the rest', () => {
  const text = renderForPeople(okResult([item]), { writeCall: (call) => call })
  expect(text).toContain('  > 12 function refund() {\n    13   step(0)')
  expect(text).toContain('    71   step(58)')
  expect(text).toContain('  … 19 more lines: get_file acme/shop src/pay.ts start_line=72')
})

it('[EN16] with a small limit the doc is removed first, then the end of the body; its first line stays', () => {
  for (let max_chars = 6_000; max_chars > 900; max_chars -= 300) {
    const result = fitBudget({ items: [item], total: 1 }, [], { max_chars })
    const [shown] = result.items as (typeof item)[]
    expect(Buffer.byteLength(JSON.stringify(result.toDict()))).toBeLessThanOrEqual(max_chars)
    const lines = shown?.source.split('\n') ?? []
    expect(lines[0]).toBe('function refund() {')
    expect(lines.length + (shown?.source_left_out ?? 0)).toBe(79)
    if (lines.length < 60) expect(shown?.doc).toBe('')
    if (shown?.doc !== item.doc) expect(result.meta.message).toContain('Shortened to fit')
  }
})
