/**
 * What a use costs does not grow with the repo: counted in looks at a candidate (the work that `Bench` counts) and in questions to
 * the source, for repos in which thousands of symbols have one name, and for deep and wide ones. Never in time.
 */
import { expect, it } from 'vitest'
import { linkAll, parseFiles, sourceOf } from '../../test/kit/linked-repo.ts'
import { type CrowdedRepo, crowdedRepos, shapes } from '../../test/kit/repos-of-size.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { Bench } from './bench.ts'
import { families } from './families.ts'

/** The last two are compared with the first; 50,000 symbols take a minute to parse for each family. */
const SIZES = process.env.CAIRN_TEST_LONG ? [500, 5_000, 50_000] : [500, 5_000]
/** Files whose uses are counted: spread over the repo, and the one that uses all. */
const SAMPLE = 5

type Cost = { work: number; questions: number; uses: number; linked: number }

async function costOf({ files, users }: CrowdedRepo): Promise<Cost> {
  const facts = await parseFiles(files)
  const paths = [...facts.keys()]
  const step = Math.ceil(paths.length / SAMPLE)
  const sample = new Map<string, FactsView>()
  for (const [path, view] of facts) if (users.includes(path) || paths.indexOf(path) % step === 0) sample.set(path, view)
  const definers = new Map<string, string[]>()
  for (const [path, view] of facts)
    for (const name of new Set(view.outline().symbols.map((symbol) => symbol.name)))
      definers.set(name, [...(definers.get(name) ?? []), path])
  const cost: Cost = { work: 0, questions: 0, uses: 0, linked: 0 }
  const source = {
    ...sourceOf(files, facts),
    facts: async (path: string) => {
      cost.questions++
      return facts.get(path)
    },
    filesDefining: async (name: string) => {
      cost.questions++
      return definers.get(name)?.sort() ?? []
    },
  }
  const unpin = Bench.prototype.unpin
  Bench.prototype.unpin = function (this: Bench) {
    cost.work += this.spent()
    unpin.call(this)
  }
  try {
    for (const { uses, followed } of (await linkAll(source, sample)).values()) {
      expect(followed).toBeUndefined()
      cost.uses += uses.length
      cost.linked += uses.filter(({ to }) => to === 'symbol').length
    }
  } finally {
    Bench.prototype.unpin = unpin
  }
  return cost
}

/** A look more or less for each use: a table of more entries costs more, once for each file. */
const MORE = 1.25

it.each(Object.entries({ ...crowdedRepos, ...shapes }))(
  '[RE131] what a use costs does not grow with the repo (%s)',
  { timeout: 600_000 },
  async (_, repo) => {
    const [first, ...others] = SIZES
    const least = await costOf(repo(first as number))
    expect(least.linked).toBeGreaterThan(least.uses / 3)
    for (const size of others) {
      const { work, questions, uses } = await costOf(repo(size))
      expect(work / uses).toBeLessThan(MORE * (least.work / least.uses) + 5)
      expect(questions / uses).toBeLessThan(MORE * (least.questions / least.uses) + 0.3)
    }
  },
)

it('[RE131] every family has a crowded repo', () => {
  const covered = new Set(Object.keys(crowdedRepos).map((language) => families.get(language)))
  expect([...new Set(families.values())].filter((family) => !covered.has(family)).map(({ languages }) => languages)).toEqual([])
})
