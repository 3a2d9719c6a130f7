/** A thousand symbols, a server that fails in every way, and a process that is killed again and again: nothing is paid for twice. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { EnrichReport, GraphReport } from '../../src/contract/reports.ts'
import { chatServer, type ScriptedReply } from '../kit/chat-server.ts'
import { answer, enrichAsked, recordAbout } from '../kit/enrich-script.ts'
import { startCairn } from '../kit/run-cairn.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'
import { createRandom } from '../soak/random.ts'

const FOLDERS = 5
const FILES = 10
const FUNCTIONS = 20
const SYMBOLS = FOLDERS * FILES * FUNCTIONS
const KILLS = 5
const CONCURRENCY = 6

const functionText = (at: number): string => `def work_${at}(order):
    total = order.total + ${at}
    order.log(total)
    return total
`
const fileText = (folder: number, file: number): string =>
  Array.from({ length: FUNCTIONS }, (_, at) => functionText((folder * FILES + file) * FUNCTIONS + at)).join('\n\n')
const files = Object.fromEntries(
  Array.from({ length: FOLDERS * FILES }, (_, at) => {
    const [folder, file] = [Math.floor(at / FILES), at % FILES]
    return [`part${folder}/m${file}.py`, fileText(folder, file)]
  }),
)

/** One of the ways in which a server fails. None of them is an answer that could be used. */
const failures = (record: ScriptedReply): readonly ScriptedReply[] => [
  { fails: 'rate-limited', headers: { 'retry-after': '0' } },
  { fails: 'overloaded' },
  { fails: 'reset' },
  { fails: 'empty' },
  { fails: 'html' },
  { ...record, quirk: 'cut-off' },
  { ...record, quirk: 'error-in-stream' },
  { text: 'I would rather not.' },
  { text: '{"summary": "It works", "inputs": [' },
]

/** Answers most requests well, and counts the good answers to each. */
async function flakyServer(seed: string) {
  const random = createRandom(seed, 'enrich')
  const answered = new Map<string, number>()
  const server = await chatServer((request) => {
    const asked = enrichAsked(request)
    const good = answer(recordAbout(asked))
    const bad = failures(good)
    if (random.chance(0.03)) return bad[random.below(bad.length)] ?? good
    answered.set(asked.data, (answered.get(asked.data) ?? 0) + 1)
    return good
  })
  return { server, answered, random }
}

describe('enrich, killed', () => {
  it(`[EC25] ${SYMBOLS} symbols against a flaky server, killed ${KILLS} times: each has a text, and none was paid for twice`, async () => {
    const seed = process.env.CAIRN_TEST_SEED ?? String(Date.now() % 1_000_000)
    const { server, answered, random } = await flakyServer(seed)
    const home = tempFolder('home')
    const root = gitRepo(files, 'many')
    const env = { CAIRN_LLM: 'local', CAIRN_LLM_URL: server.url, CAIRN_LLM_MODEL: 'small', CAIRN_EMBEDDER: 'none' }
    const start = (...args: string[]) => {
      const child = startCairn(args, { cwd: root, home, env })
      let stdout = ''
      let stderr = ''
      child.stdout.on('data', (chunk) => {
        stdout += chunk
      })
      child.stderr.on('data', (chunk) => {
        stderr += chunk
      })
      const ended = new Promise<number | null>((resolve) => child.on('close', (status) => resolve(status)))
      return { child, ended, said: () => ({ stdout, stderr }) }
    }
    const enrich = () => start('enrich', '--yes', '--concurrency', String(CONCURRENCY))
    for (let kill = 0; kill < KILLS; kill++) {
      const more = server.chats.length + random.between(20, 180)
      const run = enrich()
      await until(() => server.chats.length >= more || run.child.exitCode !== null)
      expect(run.child.exitCode, `${seed}: ${run.said().stderr}`).toBeNull()
      run.child.kill('SIGKILL')
      await run.ended
    }
    // A server that is down for long ends a run; the next one continues.
    let report: EnrichReport | undefined
    for (let run = 0; run < 3 && !report; run++) {
      const last = enrich()
      const status = await last.ended
      expect([0, 6], `${seed}: ${last.said().stderr}`).toContain(status)
      if (status === 0) report = JSON.parse(last.said().stdout).items[0]
    }
    expect(report, seed).toMatchObject({ left: 0, refused_total: 0, stopped: null })

    const repeated = [...answered.values()].reduce((sum, times) => sum + times - 1, 0)
    // Only an answer that was on its way when the process was killed is asked for again.
    expect(repeated, seed).toBeLessThanOrEqual(KILLS * CONCURRENCY)
    expect(answered.size, seed).toBe(SYMBOLS + FOLDERS * FILES + FOLDERS + 1)

    const asked = server.chats.length
    const again = enrich()
    expect(await again.ended).toBe(0)
    expect(JSON.parse(again.said().stdout).items[0]).toMatchObject({ requests: 0, known: answered.size })
    expect(server.chats.length).toBe(asked)

    const graph = start('build-graph')
    expect(await graph.ended).toBe(0)
    const [{ graph_file }] = JSON.parse(graph.said().stdout).items as [GraphReport]
    const { entities } = JSON.parse(readFileSync(graph_file, 'utf8')) as { entities: Entity[] }
    const described = entities.filter(({ kind, metadata }) => kind === 'function' && metadata.summary?.startsWith('This symbol'))
    expect(described).toHaveLength(SYMBOLS)
  }, 180_000)
})

type Entity = { kind: string; metadata: { summary?: string } }
