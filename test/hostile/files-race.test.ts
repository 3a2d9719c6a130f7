/**
 * While a folder or file of a repo is replaced by a link to the outside and back, no answer of any tool, and nothing that is indexed,
 * holds a byte of the outside: with the index and without, under every policy, with the workers that parse.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { stalePolicies } from '../../src/contract/freshness.ts'
import { type SwapWorld, startSwapping, swapWorld, WORD } from '../kit/swap-world.ts'
import { openDesk, type ToolDesk } from '../kit/tool-desk.ts'

const SECONDS = Number(process.env.CAIRN_TEST_SECONDS ?? 6)
const isLinux = process.platform === 'linux'

/** Each kind of reading: by the scan, by quotes, by `get_file`, from the store. */
function questions(at: number): { tool: string; args: Record<string, unknown> }[] {
  const file = `top/mid/low/m${at % 30}.py`
  return [
    { tool: 'rag_search', args: { query: WORD } },
    { tool: 'rag_search', args: { query: `part${at % 30}` } },
    { tool: 'rag_search', args: { query: 'return part', regex: false } },
    { tool: 'search_code', args: { query: `part${at % 30}` } },
    { tool: 'search_code', args: { query: WORD, level: 'file' } },
    { tool: 'where_used', args: { symbol: `part${at % 30}` } },
    { tool: 'definition', args: { symbol: `part${at % 30}` } },
    { tool: 'lineage', args: { symbol: `part${at % 30}` } },
    { tool: 'search_code', args: { query: 'only part given', level: 'symbol' } },
    { tool: 'definition', args: { symbol: file } },
    { tool: 'get_file', args: { file_path: file } },
    { tool: 'explore_structure', args: { path: 'top/mid/low', include_summaries: true } },
    { tool: 'explore_structure', args: { include_summaries: true } },
  ]
}

type Tally = { asked: number; leaked: string[]; codes: Map<string, number> }

async function askFor(ms: number, desk: ToolDesk, { canary }: SwapWorld): Promise<Tally> {
  const tally: Tally = { asked: 0, leaked: [], codes: new Map() }
  const until = performance.now() + ms
  for (let round = 0; round === 0 || performance.now() < until; round++) {
    // The workers read the files once more, by their paths.
    await desk.app.index([], { fresh: true }).catch(() => undefined)
    const policy = stalePolicies[round % stalePolicies.length]
    for (const { tool, args } of questions(round)) {
      const answer = await desk.ask(tool, tool === 'get_file' ? args : { ...args, stale_policy: policy })
      tally.asked++
      const code = answer.meta.error_code ?? 'none'
      tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1)
      if (JSON.stringify(answer).includes(canary)) tally.leaked.push(`${tool} ${policy} ${answer.meta.freshness_state}`)
    }
  }
  return tally
}

/** Whatever was stored while the paths were swapped: the file of the store, and its log, hold no such text. */
function stored(home: string, { canary }: SwapWorld): string[] {
  const found = spawnSync('grep', ['-rlaF', canary, home], { encoding: 'utf8' })
  return found.stdout.split('\n').filter((line) => line !== '')
}

describe('a path that is replaced by a link while answers are made', () => {
  const cases = [
    ['the folder of the files', 'top/mid/low'],
    ['a folder two levels above', 'top'],
    ['a file itself', 'top/mid/low/m0.py'],
  ] as const
  it.runIf(isLinux).each(cases)('[BA2] %s: no answer holds text from outside', { timeout: 600_000 }, async (what, relative) => {
    const world = swapWorld(`swap-${path.basename(relative).replace('.', '-')}`)
    const desk = await openDesk(world.root, 'library')
    await desk.app.index([world.root])
    const swapping = await startSwapping(world, relative)
    const tally = await askFor((SECONDS * 1000) / cases.length, desk, world).finally(() => swapping.stop())
    expect(tally.leaked.slice(0, 10), `${what}: ${tally.leaked.length} of ${tally.asked} answers`).toEqual([])
    expect(tally.codes.get('INTERNAL'), JSON.stringify([...tally.codes])).toBeUndefined()
    expect(tally.asked).toBeGreaterThan(5)
    expect(stored(process.env.CAIRN_HOME ?? '', world)).toEqual([])
    // The last swap left the original in its place: the answers are those of the repo again.
    rmSync(path.join(world.root, `${relative}.link~`), { force: true })
    const after = await desk.ask('where_used', { symbol: 'part3' })
    expect(JSON.stringify(after)).not.toContain(world.canary)
    expect(after.items.length).toBeGreaterThan(0)
  })
})
