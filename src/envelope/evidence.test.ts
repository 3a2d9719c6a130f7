/** Promise EN16 of docs/spec/envelope.md, on real answers of every tool, as every surface prints them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import { shapeOf } from './item-shape.ts'
import { renderForPeople } from './render-for-people.ts'
import { renderText } from './render-text.ts'

const body = Array.from({ length: 225 }, (_, at) => `    total = total + order.lines[${at}].price  # step ${at}`)
const callers = Array.from({ length: 40 }, (_, at) => `def caller_${at}(order):\n    return settle(order)  # call ${at} ü€😀\n`)
const files = {
  'README.md': `# Shop\n\n${'How orders are settled. '.repeat(60)}\n\n## Settle\n\n${'Settle adds up the prices. '.repeat(80)}\n`,
  'src/settle.py': `"""${'Settles orders. '.repeat(30)}"""\n\n\ndef settle(order):\n    """${'Adds up. '.repeat(60)}"""\n    total = 0\n${body.join('\n')}\n    return total\n`,
  'src/callers.py': `from settle import settle\n\n\n${callers.join('\n\n')}`,
  'src/long.py': `from settle import settle\n\nVALUE = [${'1, '.repeat(3000)}settle(None), ${'2, '.repeat(3000)}]\n`,
  ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/many/file_${at}.py`, `def f_${at}():\n    return ${at}\n`])),
}
const questions: [string, Record<string, unknown>][] = [
  ['rag_search', { query: 'settle', limit: 100 }],
  ['rag_search', { query: 'settle(None)' }],
  ['where_used', { symbol: 'settle', limit: 100 }],
  ['definition', { symbol: 'settle' }],
  ['lineage', { symbol: 'settle', max_results: 100 }],
  ['search_code', { query: 'settle an order', limit: 20, explain: true }],
  ['search_code', { query: 'settle an order', level: 'symbol', limit: 20 }],
  ['search_code', { query: 'settle prices', level: 'doc' }],
  ['search_code', { query: 'settle', level: 'module' }],
  ['search_code', { query: 'settle', level: 'repo' }],
  ['get_file', { file_path: 'src/settle.py' }],
  ['get_file', { file_path: 'src/long.py' }],
  ['explore_structure', { path: 'src/many', include_summaries: true }],
  ['explore_structure', { path: 'src/callers.py' }],
  ['list_repos', {}],
  ['ask_codebase', { query: 'settle an order', limit: 20 }],
  ['ask_codebase', { query: 'settle', level: 'module' }],
]
const surfaces = {
  json: (result: AnyResult) => JSON.stringify(result.toDict()),
  mcp: (result: AnyResult) => renderText(result),
  terminal: (result: AnyResult) => renderForPeople(result),
}
const sizes = [400, 700, 1000, 1600, 2600, 4500, 8000, 16_000, 40_000]

/** What answers the question: the line of a hit, the first quoted line, the text itself, or an entry. */
function evidenceOf(given: unknown): string {
  const { shape, item } = shapeOf(given)
  switch (shape) {
    case 'navigation':
    case 'definition':
      return item.snippet.text.split('\n')[item.line - item.snippet.location.start_line] ?? ''
    case 'search':
      if (item.source_offset !== undefined) return item.content.slice(item.source_offset).split('\n', 1)[0] ?? ''
      if (item.best) return item.best[0]?.snippet.text.split('\n')[0] ?? ''
      if (item.snippet && item.line !== undefined)
        return item.snippet.text.split('\n')[item.line - item.snippet.location.start_line] ?? ''
      return item.content.split('\n', 1)[0] ?? ''
    case 'file':
      return item.code.split('\n', 1)[0] ?? ''
    case 'structure':
      return item.outline?.[0]?.name ?? item.files[0]?.path ?? item.directories[0] ?? ''
    case 'repo':
      return item.repo_id
    case 'answer':
      return item.citations[0]?.path ?? ''
    default:
      return ''
  }
}

describe('an answer that must be short', () => {
  let desk: ToolDesk
  beforeAll(async () => {
    desk = await openDesk(gitRepo(files, 'shop'))
    await desk.app.index([])
    const hit = (await desk.ask('search_code', { query: 'settle', level: 'symbol' })).items.find(
      (item) => item.symbol_name === 'settle',
    )
    questions.push(['get_document', { document_id: hit.document_id, include_source: true }])
  })

  it.each(Object.keys(surfaces) as (keyof typeof surfaces)[])(
    '[EN16] %s: the size is obeyed, every item shown has its evidence, and what is missing is said',
    async (surface) => {
      const print = surfaces[surface]
      for (const [tool, args] of questions) {
        const whole = (await desk.app.callTool(tool, args, { print })) as AnyResult
        expect(whole.items.length, tool).toBeGreaterThan(0)
        let shown = 0
        for (const max_chars of sizes) {
          const result = (await desk.app.callTool(tool, { ...args, max_chars }, { print })) as AnyResult
          const about = `${tool} ${JSON.stringify(args)} in ${max_chars}`
          if (result.meta.status === 'ERROR') {
            expect(result.meta.message, about).toMatch(/max-chars is too small for this answer; it needs about \d+/)
            continue
          }
          shown++
          const text = print(result)
          expect(Buffer.byteLength(text), about).toBeLessThanOrEqual(max_chars)
          expect(result.items.length, about).toBeGreaterThan(0)
          for (const [at, item] of result.items.entries()) expectEvidence(evidenceOf(item), evidenceOf(whole.items[at]), about)
          // For people a lineage prints names and places; `--context` adds the lines.
          const lineage = surface === 'terminal' && tool === 'lineage'
          const evidence = lineage ? `${result.items[0].file}:${result.items[0].line}` : evidenceOf(result.items[0])
          if (surface !== 'json') expect(text, about).toContain(evidence.trim().slice(0, 100))
          const same = JSON.stringify(result.items) === JSON.stringify(whole.items)
          if (!same) expect(result.truncated || /Shortened to fit|entries/.test(result.meta.message ?? ''), about).toBe(true)
        }
        expect(shown, tool).toBeGreaterThan(3)
      }
    },
    240_000,
  )

  it('[EN16] a document of 225 lines is shown with the source that fits, and says where the rest is', async () => {
    const [, args] = questions.at(-1) as [string, Record<string, unknown>]
    const mcp = await desk.app.callTool('get_document', { ...args, max_chars: 5000 }, { print: renderText })
    expect(renderText(mcp)).toContain('total = total + order.lines[20].price')
    expect(mcp.meta.message).toMatch(/without \d+ of 229 lines; the rest: `cairn file src\/settle\.py -r shop --start-line \d+`/)
  })

  it('[EN16] summaries are removed before the lines around a hit, those before whole items', async () => {
    const at = async (max_chars: number | null) =>
      (await desk.app.callTool(
        'search_code',
        { query: 'settle caller', limit: 20, level: 'symbol', max_chars },
        { print: renderText },
      )) as AnyResult
    const whole = Buffer.byteLength(renderText(await at(null)))
    const degrees = ['are shortened.', 'summaries are left out.', 'around the hits are left out.', 'items are left for']
    const ranks: number[] = []
    for (let size = whole - 1; size > 900; size -= Math.ceil(size / 12)) {
      const { message } = (await at(size)).meta
      ranks.push(degrees.findIndex((words) => message?.includes(words)))
    }
    expect(ranks).toEqual([...ranks].sort())
    expect(new Set(ranks)).toEqual(new Set([1, 2, 3]))
  })

  it('[EN16] if quoted lines of files are left out, the message says so', async () => {
    const at = async (max_chars: number | null) =>
      (await desk.app.callTool('search_code', { query: 'settle caller', max_chars }, { print: renderText })) as AnyResult
    const linesOf = ({ items }: AnyResult): number =>
      items.flatMap(({ best = [] }) => best).reduce((sum, { snippet }) => sum + snippet.text.split('\n').length, 0)
    const whole = await at(null)
    let shortened = 0
    for (let size = Buffer.byteLength(renderText(whole)) - 1; size > 900; size -= Math.ceil(size / 12)) {
      const result = await at(size)
      if (result.meta.status === 'ERROR' || linesOf(result) === linesOf(whole)) continue
      shortened++
      expect(result.meta.message).toMatch(/(?:some|most) of the quoted lines are left out|of \d+ quoted lines|of a long line/)
    }
    expect(shortened).toBeGreaterThan(2)
  })
})

/** The same line, or the remaining part of a very long line. */
function expectEvidence(shown: string, whole: string, about: string): void {
  const parts = shown.split('…').filter((part) => part !== '')
  expect(parts.length, about).toBeGreaterThan(0)
  for (const part of parts) expect(whole, about).toContain(part.trimEnd())
  if (!shown.includes('…')) expect(whole.trimEnd(), about).toBe(shown.trimEnd())
}
