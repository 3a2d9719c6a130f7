/** What stands beside the hits of an extractive answer: uses, sections of documents, further places; and how long it is. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import type { Answer, Citation } from '../contract/items.ts'
import { renderText } from '../envelope/render-text.ts'

const many = Array.from({ length: 30 }, (_, at) => [
  `src/jobs/job${at}.ts`,
  `import { bookAmount } from '../ledger.ts'\n\n/** Job ${at} books the amount of an order in the ledger, every night. */\nexport function runJob${at}(order: { amount: number }): number {\n  const amount = order.amount * ${at}\n  return bookAmount(amount)\n}\n`,
])
const files = {
  'README.md':
    '# Books\n\n## Ledger\n\nThe ledger books every amount of an order twice, once for each side.\n\n## Other\n\nNothing.\n',
  'src/ledger.ts':
    '/** Books an amount in the ledger. */\nexport function bookAmount(amount: number): number {\n  return amount\n}\n\nexport class Ledger {\n  /** Closes the ledger of a year. */\n  closeYear(): void {}\n}\n',
  'src/audit.ts': 'export const audit = (ledger: { closeYear(): void }): void => ledger.closeYear()\n',
  ...Object.fromEntries(many),
}

let root: string
let desk: ToolDesk
beforeAll(async () => {
  root = gitRepo(files, 'books')
  desk = await openDesk(root)
  await desk.app.index([root])
}, 60_000)

const ask = async (query: string, more: Record<string, unknown> = {}) => {
  const result = await desk.ask('ask_codebase', { query, budget_ms: 60_000, ...more })
  return { result, answer: result.items[0] as Answer }
}
const cited = ({ path: file, start_line, end_line }: Citation): string =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .slice(start_line - 1, end_line)
    .join('\n')
const heads = (markdown: string): string[] => markdown.split('\n').filter((line) => /^##? /.test(line))

describe('uses', () => {
  it('[AG31] come first if the question asks for them, with their number and tiers', async () => {
    const { answer, result } = await ask('who calls bookAmount?')
    expect(answer.level).toBe('symbol')
    expect(result.meta.mode).toBe('level symbol (the question asks who uses a symbol)')
    const lines = answer.answer.split('\n')
    expect(lines.slice(0, 4)).toEqual([
      '## Calls of `bookAmount`',
      'Defined at `src/ledger.ts:2` (function): `sym:src.ledger.bookAmount`',
      '30 calls, 30 resolved:',
      '- `src/jobs/job0.ts:6` in runJob0 (calls): `return bookAmount(amount)`',
    ])
    expect(lines).toContain('- … and 18 more: `where_used sym:src.ledger.bookAmount`')
    expect(answer.citations[0]).toMatchObject({ path: 'src/jobs/job0.ts', start_line: 6, end_line: 6 })
    for (const citation of answer.citations) expect(answer.answer).toContain(cited(citation).trim())
  })

  it('[AG31] says of a use that only fits by its name that it is possible', async () => {
    const { answer } = await ask('what breaks if I rename closeYear')
    expect(answer.answer).toContain('1 use, 1 possible (only the name fits):\n- `src/audit.ts:1`')
    expect(answer.answer).toMatch(/\(calls, possible\): `export const audit/)
  })

  it('[AG31] says that nothing of that name is defined, and answers with hits', async () => {
    const { answer } = await ask('who calls bookNothing?')
    expect(answer.gaps[0]).toBe(
      'Nothing called bookNothing is defined in the repos asked, so its uses are not known; `cairn search bookNothing` finds it as text.',
    )
    expect(answer.answer).not.toContain('## Calls')
    expect(answer.citations.length).toBeGreaterThan(0)
  })

  it('[AG31] stand beside the first hit if it is a definition', async () => {
    const { answer } = await ask('bookAmount', { limit: 2 })
    expect(answer.answer).toContain('```\nWho uses `bookAmount`: 60 uses, 60 resolved:\n- `src/jobs/job0.ts:1`')
    const { answer: doc } = await ask('who calls bookAmount', { level: 'doc' })
    expect(doc.answer).not.toMatch(/Who uses|Calls of/)
  })
})

describe('beside the hits', () => {
  it('[AG32] stands the section of a document that is about the question, after the first hit if it matches as well', async () => {
    const { answer } = await ask('ledger books every amount of an order twice, once for each side', { level: 'symbol' })
    expect(heads(answer.answer)).toContain('## In the documents')
    expect(answer.answer).toContain('`README.md:3-5` Books > Ledger\n')
    expect(answer.citations.some(({ document_id }) => document_id.startsWith('d.'))).toBe(true)
  })

  it('[AG32] stand a few lines of other places, none of them twice', async () => {
    const { answer } = await ask('job books the amount of an order in the ledger every night', { level: 'symbol' })
    expect(heads(answer.answer)).toContain('## In the best files')
    const hits = answer.citations.filter(({ start_line, end_line }) => end_line > start_line)
    for (const [at, one] of hits.entries())
      for (const other of hits.slice(at + 1))
        expect(one.path === other.path && one.start_line === other.start_line && one.end_line === other.end_line).toBe(false)
  })

  it('[AG33] is only what fits 8,000 bytes of text', async () => {
    for (const query of [
      'how are amounts of an order booked in the ledger',
      'which function books the amount',
      'who calls bookAmount',
    ])
      for (const level of [undefined, 'file', 'symbol', 'doc', 'module', 'repo']) {
        const { result, answer } = await ask(query, level ? { level } : {})
        expect(Buffer.byteLength(renderText(result)), `${query} ${level}`).toBeLessThanOrEqual(8_000)
        expect(answer.citations.length).toBeGreaterThan(0)
      }
    const { result } = await ask('how are amounts of an order booked in the ledger', { limit: 20 })
    expect(Buffer.byteLength(renderText(result))).toBeGreaterThan(8_000)
  })
})
