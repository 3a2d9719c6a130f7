/**
 * The change set must agree with a comparison of every byte, whatever happens to git and the disk. Rows are recorded with the
 * real clock, two seconds after the files were written, so that file times count as in real use.
 */
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordedFile } from '../../src/contract/freshness.ts'
import { takeInventory } from '../../src/discover/inventory.ts'
import { UntrackedFiles } from '../../src/discover/untracked-files.ts'
import { setGitEnvironment } from '../../src/workspace/git-environment.ts'
import { caughtUp, checkedChanges, lines, REST_MS } from '../kit/checked-changes.ts'
import { diskScenarios } from '../kit/disk-scenarios.ts'
import { gitScenarios } from '../kit/git-scenarios.ts'
import { indexed } from '../kit/recorded.ts'
import { files, type Scenario } from '../kit/scenario.ts'
import { gitRepo } from '../kit/temp-repo.ts'

const scenarios: Scenario[] = [...gitScenarios, ...diskScenarios]

describe('the change set is the truth', () => {
  const prepared = new Map<Scenario, { root: string; rows: RecordedFile[]; untracked: UntrackedFiles }>()
  beforeAll(async () => {
    setGitEnvironment(process.env)
    const roots = scenarios.map((scenario) => {
      const root = realpathSync(scenario.make?.() ?? gitRepo(scenario.files ?? files))
      scenario.before?.(root)
      return root
    })
    await sleep(REST_MS)
    for (const [index, scenario] of scenarios.entries()) {
      const root = roots[index] as string
      const untracked = new UntrackedFiles()
      prepared.set(scenario, { root, rows: await indexed(root, {}), untracked })
      // As in a server that has been asked a few times.
      for (let question = 0; question < 3; question++) {
        await takeInventory(root, { untracked })
        await untracked.preparing
      }
    }
  }, 120_000)

  it.each(scenarios)('[DI13, DI15] $name', async (scenario) => {
    const { root, rows, untracked } = prepared.get(scenario)!
    expect(lines(await checkedChanges(root, rows))).toEqual([])
    scenario.change(root)
    const taken = await checkedChanges(root, rows, { untracked })
    expect(lines(taken)).toEqual(scenario.wanted)
    // After a catch-up the change set is empty.
    expect(lines(await checkedChanges(root, await caughtUp(root, rows, taken)))).toEqual([])
  })
})
