/**
 * Random files and random arguments against a real app and the real command: no INTERNAL, nothing far over its budget, quoted lines
 * are true, memory is bounded. `npm run fuzz -- --minutes 10 --seed x` runs longer; each round has a seed that repeats it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { DeclaredTool } from '../../src/contract/tool.ts'
import { randomFile } from '../kit/hostile/random-files.ts'
import { randomArguments } from '../kit/random-arguments.ts'
import { runCairn } from '../kit/run-cairn.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { createRandom, type Random } from '../soak/random.ts'

const MINUTES = Number(process.env.CAIRN_FUZZ_MINUTES ?? 0.25)
const SEED = process.env.CAIRN_FUZZ_SEED ?? 'default'
/** Only this round; from a failure. */
const ONLY = process.env.CAIRN_FUZZ_ROUND

const budgets = { budget_ms: 1_000, finish_ms: 3_000, scan_ms: 1_000 }
/** Twice the budgets of a question, in CPU time of this process, which a busy machine does not change much. */
const MOST_CPU_MS = 2 * (budgets.budget_ms + budgets.finish_ms + budgets.scan_ms)
/** An index of a dozen files: each may take the work that parsing and linking allow. */
const MOST_INDEX_CPU_MS = 60_000
const MOST_RSS = 3_000_000_000
const CALLS = 30

type Round = { app: App; root: string; random: Random; tools: readonly DeclaredTool[]; name: string }

it('[TO42] random files and arguments find nothing', { timeout: (MINUTES + 15) * 60_000 }, async () => {
  const end = Date.now() + MINUTES * 60_000
  const failures: string[] = []
  let calls = 0
  let round = Number(ONLY ?? 0)
  for (; ONLY === undefined ? Date.now() < end && failures.length < 20 : round === Number(ONLY); round++) {
    say(`round ${round}`)
    const found = await playRound(round)
    calls += found.calls
    for (const failure of found.failures) {
      failures.push(`round ${round} (npm run fuzz -- --seed ${SEED} --round ${round}): ${failure}`)
      console.error(failures.at(-1))
    }
  }
  console.log(`${round} rounds, ${calls} calls, seed ${SEED}`)
  expect(failures).toEqual([])
})

async function playRound(number: number): Promise<{ calls: number; failures: string[] }> {
  const random = createRandom(SEED, number)
  const home = tempFolder('home')
  const root = gitRepo(Object.fromEntries(Array.from({ length: random.between(3, 12) }, () => randomFile(random))))
  say(
    `  files: ${readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.startsWith('.git/'))
      .join(' ')}`,
  )
  const flags = { home, watch: 'false', ...Object.fromEntries(Object.entries(budgets).map(([key, ms]) => [key, String(ms)])) }
  const surface = random.pick(['mcp', 'cli', 'library'] as const) ?? 'mcp'
  const app = await createApp({ cwd: root, surface, flags })
  const failures: string[] = []
  let calls = 0
  try {
    const before = cpu()
    await app.index([]).catch((error: Error) => failures.push(`index: ${error.stack}`))
    if (cpu() - before > MOST_INDEX_CPU_MS) failures.push(`index took ${Math.round(cpu() - before)} ms`)
    const tools = await app.tools()
    const made: Round = { app, root, random, tools, name: String(number) }
    for (; calls < CALLS; calls++) {
      if (random.chance(0.1)) edit(made)
      failures.push(...(await askAtRandom(made, calls)))
    }
    if (process.memoryUsage().rss > MOST_RSS) failures.push(`memory: ${process.memoryUsage().rss}`)
  } finally {
    await app.close()
  }
  if (number % 8 === 0) failures.push(...overBatch(root, home, random))
  return { calls, failures }
}

/** A hang is found by the last line. */
function say(words: string): void {
  if (process.env.CAIRN_FUZZ_VERBOSE) console.error(words)
}

const cpu = (): number => process.cpuUsage().user / 1000

function edit({ root, random }: Round): void {
  try {
    writeFiles(root, Object.fromEntries([randomFile(random)]))
  } catch {
    // A folder has this name.
  }
}

function known(root: string): string[] {
  const files = ['src', 'crowd', 'README.md', '*', '**/*.py', '!src', '.', 'repo']
  const names = ['f', 'A', 'A.m1', 'C1.m', 'sym:a.f', 'README.md:1', 'crowd/1.c:3:1', 'main', 'x', 'a b', 'self', root]
  return [...files, ...names, 'symbol', 'file', 'doc', 'module', '5', 'true', 'f\\w+', '(a|b)*c{3,9}', '\\p{L}+$']
}

async function askAtRandom(round: Round, at: number): Promise<string[]> {
  const tool = round.random.pick(round.tools)
  if (!tool) return []
  const [args = {}] = fc.sample(randomArguments(tool.arguments, known(round.root)), {
    numRuns: 1,
    seed: round.random.below(2 ** 31),
  })
  const failures: string[] = []
  const about = `${tool.name} ${JSON.stringify(args).slice(0, 400)} (call ${at})`
  say(`  ${about}`)
  const before = cpu()
  const result = await round.app.callTool(tool.name, args)
  if (cpu() - before > MOST_CPU_MS) {
    // Once more alone: compiling code and collecting garbage count too.
    const again = cpu()
    await round.app.callTool(tool.name, args)
    if (cpu() - again > MOST_CPU_MS) failures.push(`${about} took ${Math.round(cpu() - again)} ms`)
  }
  if (result.meta.error_code === 'INTERNAL') failures.push(`${about}: ${result.meta.message}`)
  failures.push(...untrueLines(result, round.root).map((words) => `${about}: ${words}`))
  return failures
}

type Quoted = { snippet?: { text: string; location: { path: string; start_line: number } } }

/** Lines that are not those on disk. */
function untrueLines({ items }: RagResult<unknown>, root: string): string[] {
  return (items as Quoted[]).flatMap(({ snippet }) => {
    if (!snippet || typeof snippet.text !== 'string') return []
    const { path: file, start_line } = snippet.location
    let lines: string[]
    try {
      lines = readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n').split('\n')
    } catch {
      return [`${file} is quoted and cannot be read`]
    }
    const [first = ''] = snippet.text.split('\n')
    // Bytes that are no UTF-8 are decoded in another way, and long lines are cut.
    if (first.includes('…') || lines.some((line) => line.includes('\ufffd'))) return []
    return lines[start_line - 1]?.includes(first.trimEnd()) ? [] : [`${file}:${start_line} is quoted as ${first.slice(0, 80)}`]
  })
}

/** The same through the command: every line is answered. */
function overBatch(root: string, home: string, random: Random): string[] {
  const questions = Array.from({ length: 20 }, (_, id) => ({
    id,
    tool: random.pick(['rag_search', 'definition', 'where_used', 'get_file', 'explore_structure', 'search_code', 'no_tool']),
    arguments: { query: random.pick(known(root)), symbol: random.pick(known(root)) },
  }))
  const { stdout, stderr, status } = runCairn(['batch'], {
    cwd: root,
    home,
    input: questions.map((question) => JSON.stringify(question)).join('\n'),
  })
  const answers = stdout.trim().split('\n')
  if (status !== 0 || answers.length !== questions.length)
    return [`batch ended with ${status} and ${answers.length} answers: ${stderr}`]
  return answers.filter((answer) => answer.includes('"INTERNAL"')).map((answer) => `batch: ${answer.slice(0, 300)}`)
}
