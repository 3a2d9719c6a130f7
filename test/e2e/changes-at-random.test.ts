/**
 * Random test of the change set: after each of many operations on files and git it must agree with a comparison of every byte.
 * The rows are caught up now and then. Seeded; CAIRN_TEST_RUNS makes it longer.
 */
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { setGitEnvironment } from '../../src/workspace/git-environment.ts'
import { caughtUp, checkedChanges, REST_MS } from '../kit/checked-changes.ts'
import { changeAtRandom, randomFrom } from '../kit/random-changes.ts'
import { indexed } from '../kit/recorded.ts'
import { files } from '../kit/scenario.ts'
import { gitRepo } from '../kit/temp-repo.ts'

const SEED = Number(process.env.CAIRN_TEST_SEED ?? 20261115)
const RUNS = Number(process.env.CAIRN_TEST_RUNS ?? 6)
const STEPS = 24

beforeAll(() => setGitEnvironment(process.env))

describe('the change set, at random', () => {
  it('[DI13, DI14, DI15, DI18] agrees with a comparison of every byte, step by step', async () => {
    // In parallel, so that the waiting times overlap.
    for (let from = 0; from < RUNS; from += 8)
      await Promise.all(Array.from({ length: Math.min(8, RUNS - from) }, (_, at) => walk(SEED + from + at)))
  }, 3_600_000)
})

async function walk(seed: number): Promise<void> {
  const pick = randomFrom(seed)
  const root = realpathSync(gitRepo({ ...files, 'src/deep/e.ts': 'export const e = 1\n', 'src/copy.ts': files['src/c.ts'] }))
  const log = [`seed ${seed}`]
  await sleep(REST_MS)
  let rows = await indexed(root, {})
  for (let step = 0; step < STEPS; step++) {
    for (let count = pick(3); count >= 0; count--) log.push(changeAtRandom(root, pick))
    if (pick(12) === 0) {
      log.push('rest')
      await sleep(REST_MS)
    }
    try {
      const taken = await checkedChanges(root, rows)
      if (pick(3) === 0) {
        rows = await caughtUp(root, rows, taken)
        log.push('caught up')
        expect((await checkedChanges(root, rows)).changes).toEqual([])
      }
    } catch (error) {
      throw new Error(`${log.join('\n  ')}\nin ${root}\n${error instanceof Error ? error.message : error}`, { cause: error })
    }
  }
}
