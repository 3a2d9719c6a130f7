import { describe, expect, it } from 'vitest'
import { symbolFact, useFact } from '../../test/kit/facts.ts'
import type { ImportFact, UseFact } from '../contract/facts.ts'
import { symbolSummary } from './symbol-summary.ts'

const use = (given: Partial<UseFact>): UseFact => useFact({ enclosing: 0, ...given })
const imported = (alias: string): ImportFact => ({
  module: './ledger',
  name: alias,
  alias,
  kind: 'named',
  line: 1,
  column: 1,
  scope: -1,
  type_only: false,
})

describe('symbolSummary', () => {
  const refund = symbolFact({
    name: 'refund',
    qualified_name: 'refund',
    exported: true,
    start_line: 4,
    end_line: 12,
    signature: 'export function refund(order: Order): Money',
    doc: 'Gives the money back.\nOnce an order.\n\nMore words.\n@param order which one',
  })
  const summary = symbolSummary({
    path: 'src/pay.ts',
    language: 'typescript',
    outline: {
      symbols: [refund, symbolFact({ name: 'check', qualified_name: 'refund.check', parent: 0 })],
      imports: [imported('ledger')],
    },
    ordinal: 0,
    uses: [
      use({ name: 'push', receiver: 'list' }),
      use({ name: 'roundUp' }),
      use({ name: 'post', receiver: 'ledger' }),
      use({ name: 'post', receiver: 'ledger' }),
      use({ name: 'deep', enclosing: 1 }),
      use({ name: 'refund' }),
      use({ name: 'elsewhere', enclosing: -1 }),
      use({ name: 'Order', use: 'uses_type' }),
    ],
  })

  it('[EC1] contains kind, name, place, signature and the first paragraph of the doc, then the most informative calls', () => {
    expect(summary).toBe(
      [
        'exported function refund in src/pay.ts (typescript, 9 lines)',
        'export function refund(order: Order): Money',
        'Gives the money back. Once an order.',
        'Calls: ledger.post, roundUp, list.push, deep',
      ].join('\n'),
    )
  })

  it('[EC1] a class is described by its members and bases, not by what its methods call', () => {
    const symbols = [
      symbolFact({ name: 'Auth', qualified_name: 'Auth', kind: 'class', signature: 'class Auth(Base)' }),
      symbolFact({ name: 'login', qualified_name: 'Auth.login', kind: 'method', parent: 0 }),
    ]
    const uses = [use({ name: 'Base', use: 'extends' }), use({ name: 'hash', enclosing: 1 })]
    const text = symbolSummary({ path: 'auth.py', language: 'python', outline: { symbols, imports: [] }, ordinal: 0, uses })
    expect(text).toBe('class Auth in auth.py (python, 1 line)\nclass Auth(Base)\nMembers: login (method)\nExtends: Base')
  })

  it('[EC2] a long list says how much it leaves out', () => {
    const uses = Array.from({ length: 30 }, (_, at) => use({ name: `call${at}` }))
    const text = symbolSummary({
      path: 'a.ts',
      language: 'typescript',
      outline: { symbols: [refund], imports: [] },
      ordinal: 0,
      uses,
    })
    expect(text).toContain('call11 and 18 more')
  })

  it('[EC1] is empty for an ordinal that the file does not have', () => {
    expect(
      symbolSummary({ path: 'a.ts', language: 'typescript', outline: { symbols: [], imports: [] }, ordinal: 3, uses: [] }),
    ).toBe('')
  })
})
