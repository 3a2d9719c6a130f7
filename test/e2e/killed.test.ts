/** Several processes on one repo, and processes killed at random moments: in the end the graph equals that of a clean build. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { GraphReport } from '../../src/contract/reports.ts'
import { withoutHead } from '../kit/graph-forgeries.ts'
import { ask, startCairn } from '../kit/run-cairn.ts'
import { commitAll, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { createRandom, type Random } from '../soak/random.ts'

const MODULES = 400
/** Each module calls a function of the next one. */
const moduleText = (at: number, edition = 0): string => {
  const next = (at + 1) % MODULES
  const more = edition === 0 ? '' : `\n\ndef edition_${at}_${edition}(x):\n    return f${at}(x + ${edition})\n`
  return `from pkg.m${next} import f${next}\n\n\ndef f${at}(x):\n    return f${next}(x)\n${more}`
}
const many = Object.fromEntries(Array.from({ length: MODULES }, (_, at) => [`pkg/m${at}.py`, moduleText(at)]))

type Finished = { status: number | null; stdout: string; stderr: string }
function finished(child: ReturnType<typeof startCairn>): Promise<Finished> {
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })))
}

/** The exported graph of one home. */
function graphIn(root: string, home: string): string {
  const { items, meta } = ask<GraphReport>(['build-graph'], { cwd: root, home })
  expect(meta.status, JSON.stringify(meta)).toBe('OK')
  expect(items[0]!.relations).toBeGreaterThan(MODULES)
  return withoutHead(items[0]!.graph_file)
}

describe('several at once', () => {
  it('[IX7] two indexers at once: both succeed or one says INDEX_LOCKED', async () => {
    const home = tempFolder('home')
    const root = gitRepo(many)
    const runs = await Promise.all([0, 1].map(() => finished(startCairn(['index', root], { cwd: root, home }))))
    for (const run of runs) expect([0, 5], run.stderr).toContain(run.status)
    expect(runs.some((run) => run.status === 0)).toBe(true)
    const found = ask(['search', '--level', 'text', 'f7'], { cwd: root, home })
    expect(found.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
    expect(found.items.length).toBeGreaterThan(0)
  })

  it('[IX7] a second indexer says INDEX_LOCKED, with exit 5 and that a retry can help; then the first one succeeds', async () => {
    const home = tempFolder('home')
    const root = gitRepo(many)
    const first = startCairn(['index', root], { cwd: root, home })
    const ended = finished(first)
    const status = path.join(root, '.llmc/rag/index_status.json')
    const state = (): unknown => (existsSync(status) ? JSON.parse(readFileSync(status, 'utf8') || '{}').index_state : undefined)
    while (state() !== 'rebuilding' && first.exitCode === null) await sleep(2)
    // Suspended, not ended: it holds the lock for as long as this test needs.
    first.kill('SIGSTOP')
    try {
      expect([state(), first.exitCode]).toEqual(['rebuilding', null])
      const second = ask(['index', root], { cwd: root, home, env: { CAIRN_LOCK_WAIT_MS: '200' } })
      expect(second.run.status).toBe(5)
      expect(second.items).toEqual([])
      expect(second.meta).toMatchObject({
        status: 'ERROR',
        error_code: 'INDEX_LOCKED',
        message: expect.stringMatching(/^Another process is indexing repo\b.*try again/s),
        retry: true,
      })
      expect(state()).toBe('rebuilding')
    } finally {
      first.kill('SIGCONT')
    }
    const run = await ended
    expect(run.status, run.stderr).toBe(0)
    expect(state()).toBe('fresh')
    expect(ask(['index', root], { cwd: root, home }).meta.status).toBe('OK')
  })
})

describe('killed', () => {
  const ROUNDS = 12
  type Kill = { args(root: string): string[]; most_ms: number }

  /** Edits, starts, kills; returns how many processes were killed while they worked. */
  async function killed(root: string, home: string, random: Random, { args, most_ms }: Kill): Promise<number> {
    let hits = 0
    for (let round = 1; round <= ROUNDS; round++) {
      for (let edits = random.between(1, 12); edits > 0; edits--) {
        const at = random.below(MODULES)
        writeFiles(root, { [`pkg/m${at}.py`]: moduleText(at, round), [`pkg/new${at}.py`]: moduleText(at, round) })
      }
      if (random.chance(0.3)) commitAll(root)
      const child = startCairn(args(root), { cwd: root, home })
      // Listen from the start: on a fast machine the process may end before the kill.
      const ended = finished(child)
      await sleep(random.between(20, most_ms))
      child.kill('SIGKILL')
      if ((await ended).status === null) hits++
    }
    return hits
  }

  it.each<[string, Kill]>([
    ['an index', { args: (root) => ['index', root], most_ms: 1200 }],
    ['a first index', { args: (root) => ['index', '--fresh', root], most_ms: 2000 }],
    ['a question that catches up', { args: () => ['where-used', 'f7'], most_ms: 900 }],
  ])(
    '[IX8] %s at random moments: finished afterwards, the graph is that of a clean build',
    async (what, kill) => {
      const home = tempFolder('home')
      const root = gitRepo(many)
      // Random moments; a failure message contains the seed.
      const seed = process.env.CAIRN_TEST_SEED ?? String(Date.now() % 1_000_000)
      if (what !== 'a first index') ask(['index', root], { cwd: root, home })
      const hits = await killed(root, home, createRandom(seed, what), kill)
      expect(hits, `seed ${seed}`).toBeGreaterThan(0)
      expect(graphIn(root, home) === graphIn(root, tempFolder('home')), `CAIRN_TEST_SEED=${seed}`).toBe(true)
    },
    300_000,
  )
})
