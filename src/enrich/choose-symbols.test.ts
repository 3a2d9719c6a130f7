import { describe, expect, it } from 'vitest'
import { createParser } from '../parse/create-parser.ts'
import { chooseSymbols } from './choose-symbols.ts'

const source = `
class Ledger:
    limit = 3
    def __init__(self):
        self.rows = []
        self.open = True
    def size(self):
        return 1
    def post(self, row):
        def helper():
            a = 1
            return a
        self.rows.append(row)
        return helper()

def short(): return 1

def test_post():
    ledger = Ledger()
    assert ledger.post(1)
`

describe('which symbols are described', () => {
  it('[EC23] callables and types of three lines or more; no tests, no data, nothing inside a function', async () => {
    const parser = await createParser()
    const parsed = await parser.parse(source, 'python')
    parser.close()
    if (!('parsed' in parsed)) throw new Error(parsed.reason)
    const { symbols } = parsed.parsed.facts
    expect(chooseSymbols(symbols).map((ordinal) => symbols[ordinal]?.qualified_name)).toEqual([
      'Ledger',
      'Ledger.__init__',
      'Ledger.post',
    ])
    expect(chooseSymbols(symbols, { tests: true }).map((ordinal) => symbols[ordinal]?.name)).toContain('test_post')
  })
})
