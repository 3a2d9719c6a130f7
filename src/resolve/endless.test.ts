/** Everything that can refer to itself: in circles and in chains of ten thousand, linking ends, and a cut use has no target. */
import { describe, expect, it } from 'vitest'
import { compiled } from '../../test/kit/hostile/compiled.ts'
import { scripts } from '../../test/kit/hostile/scripts.ts'
import { deepFiles, manyFiles, oneFile } from '../../test/kit/hostile/world.ts'
import { linkAll, parseFiles, sourceOf } from '../../test/kit/linked-repo.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import type { FileLinks } from '../contract/links.ts'
import { families } from './families.ts'

const worlds = { ...scripts, ...compiled }
/** Chains of ten thousand take many minutes, so they have a script of their own (`npm run test:long`). */
const LONG = process.env.CAIRN_TEST_LONG ? 10_000 : 1_000
const IN_ONE_FILE = process.env.CAIRN_TEST_LONG ? LONG : 500

type Linked = { facts: Map<string, FactsView>; links: Map<string, FileLinks> }

/** Files are parsed on request: of a chain of ten thousand only those near its start are parsed. */
async function linked(files: Record<string, string>, sample = Object.keys(files)): Promise<Linked> {
  const known = new Map<string, FactsView | undefined>()
  const facts = async (path: string): Promise<FactsView | undefined> => {
    if (!known.has(path)) known.set(path, (await parseFiles({ [path]: files[path] ?? '' })).get(path))
    return known.get(path)
  }
  const mentions = new Map<string, Set<string>>()
  for (const [path, text] of Object.entries(files))
    for (const word of new Set(text.match(/\w+/g))) mentions.set(word, (mentions.get(word) ?? new Set()).add(path))
  const filesDefining = async (name: string): Promise<string[]> => {
    const found: string[] = []
    for (const path of mentions.get(name) ?? [])
      if ((await facts(path))?.outline().symbols.some((symbol) => symbol.name === name)) found.push(path)
    return found.sort()
  }
  const asked = new Map<string, FactsView>()
  for (const path of sample) {
    const view = await facts(path)
    if (view) asked.set(path, view)
  }
  return { facts: asked, links: await linkAll({ ...sourceOf(files, asked), facts, filesDefining }, asked) }
}

/** `name → path` of every use of one of the names that has a target in this repo. */
function targetsOf({ facts, links }: Linked, names: readonly string[], isAsked: (path: string) => boolean): string[] {
  const found: string[] = []
  for (const [path, { uses }] of links) {
    if (!isAsked(path)) continue
    facts
      .get(path)
      ?.uses()
      .forEach(({ name, use }, at) => {
        const outcome = uses[at]
        if (
          use !== 'imports' &&
          use !== 'reexports' &&
          names.includes(name) &&
          outcome?.to === 'symbol' &&
          outcome.target.key !== ''
        )
          found.push(`${name} → ${outcome.target.path}`)
      })
  }
  return found
}

/** Every use has one outcome: a target or a reason. */
function expectWhole({ facts, links }: Linked): void {
  expect(links.size).toBe(facts.size)
  for (const [path, view] of facts) expect(links.get(path)?.uses.length).toBe(view.uses().length)
}

const isOf = (number: number) => (path: string) => new RegExp(`(?<!\\d)${number}\\.`).test(path) || path.includes(`${number}/`)

it('[RE7] every family has hostile sources', () => {
  expect(Object.keys(worlds).sort()).toEqual([...new Set([...families.values()].map(({ languages }) => languages[0]))].sort())
})

describe.each(Object.entries(worlds))('%s', (_, world) => {
  it('[RE7] a short chain is followed to its end', async () => {
    const repo = await linked(manyFiles(world, { length: 3, closed: false }))
    const targets = new Set(targetsOf(repo, world.found, isOf(0)).filter((target) => isOf(2)(target)))
    expect([...targets].map((target) => target.split(' ')[0])).toEqual(expect.arrayContaining([...world.found]))
  })

  for (const length of [1, 2, 3]) {
    it(`[RE7] circles of ${length} end`, async () => {
      const files = await linked(manyFiles(world, { length, closed: true }))
      expectWhole(files)
      expectWhole(await linked(oneFile(world, { length, closed: true })))
    })
  }

  it(`[RE7] [RE36] a chain of ${LONG} files ends, and no use leads astray`, { timeout: 300_000 }, async () => {
    const files = manyFiles(world, { length: LONG, closed: false })
    const sample = [0, 1, LONG / 2, LONG - 100, LONG - 50, LONG - 3, LONG - 1].map(isOf)
    const chain = await linked(
      files,
      Object.keys(files).filter((path) => sample.some((isSampled) => isSampled(path))),
    )
    expectWhole(chain)
    expect(targetsOf(chain, world.found, () => true).filter((target) => !isOf(LONG - 1)(target))).toEqual([])
  })

  it(`[RE7] [RE36] chains of ${IN_ONE_FILE} in one file end`, { timeout: 600_000 }, async () => {
    const repo = await linked(oneFile(world, { length: IN_ONE_FILE, closed: false }))
    expectWhole(repo)
    expect(Object.keys(world.lines).map((path) => (repo.facts.get(path)?.uses().length ?? 0) > IN_ONE_FILE / 10)).toEqual(
      Object.keys(world.lines).map(() => true),
    )
  })

  it(`[RE7] [PA4] what is nested or chained ${LONG} times ends`, { timeout: 300_000 }, async () => {
    expectWhole(await linked(deepFiles(world, LONG)))
  })
})
