/**
 * Random edits of manifests, configs that others extend, package roots and nested modules: linking only the affected files must give
 * the links of a clean build, after every edit. In memory, so that hundreds of walks take seconds; on disk also with manifests that
 * change and are put back while a build or a catch-up links. CAIRN_TEST_RUNS makes it longer.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { families } from '../../src/resolve/families.ts'
import type { Family } from '../../src/resolve/family.ts'
import { importWorlds } from '../kit/import-worlds.ts'
import { cleanLinks, openLinkingHouse, watchedAll } from '../kit/linking-house.ts'
import { type MovingWorld, movingWorlds } from '../kit/moving-worlds.ts'
import { randomFrom } from '../kit/random-changes.ts'
import { caughtUp, type Files, plain, type State, stateOf } from '../kit/relinked.ts'
import { gitRepo, writeFiles } from '../kit/temp-repo.ts'

const SEED = Number(process.env.CAIRN_TEST_SEED ?? 20261117)
const RUNS = Number(process.env.CAIRN_TEST_RUNS ?? 2)
const STEPS = 12
const STEPS_ON_DISK = 3

type Pick = (below: number) => number

describe('links after random edits of what they were made from', () => {
  for (const [name, world] of Object.entries({ ...movingWorlds, ...importWorlds }))
    it(`[RE20, RE43] equal those of a clean build (${name})`, async () => {
      for (let run = 0; run < RUNS; run++) await walk(world, SEED + run)
    }, 3_600_000)
})

describe('an index after random edits of what its links were made from', () => {
  for (const [name, world] of Object.entries(movingWorlds))
    it(`[IX21, IX22] equals a clean build, manifests that change for a moment included (${name})`, async () => {
      for (let run = 0; run < Math.ceil(RUNS / 6); run++) await walkOnDisk(world, SEED + run)
    }, 3_600_000)
})

const MANIFEST = /(?:\.(?:mod|toml|json|csproj|props)|Package\.swift|composer\.json)$/

async function walkOnDisk(world: MovingWorld, seed: number): Promise<void> {
  const pick = randomFrom(seed)
  let files = startOf(world, pick)
  const root = gitRepo(files)
  const log = [`seed ${seed}: ${Object.keys(files).join(' ')}`]
  const house = await openLinkingHouse(root)
  try {
    await house.index({ families: disturbed(root, files, pick, log) })
    for (let step = 0; step < STEPS_ON_DISK; step++) {
      const before = files
      for (let count = pick(3); count >= 0; count--) files = edited(world, files, pick, log)
      write(root, before, files)
      const outcome = await house.catchUp({ families: disturbed(root, files, pick, log) }, { steps: pick(2) === 0 })
      log.push(outcome.state)
      // Now everything is put back, and the next question must notice what was linked otherwise.
      write(root, files, files)
      expect((await house.catchUp()).state, log.join('\n  ')).toBe('done')
      const found = await house.links()
      expect(found.outcomes, log.join('\n  ')).toEqual(await cleanLinks(root))
      expect(found.fresh, log.join('\n  ')).toBe(true)
    }
  } finally {
    await house.close()
  }
}

/** While files are linked, a manifest changes in half of the runs; it is put back when the next family or try begins, or at the end. */
function disturbed(root: string, files: Files, pick: Pick, log: string[]): ReadonlyMap<string, Family> {
  const manifests = Object.keys(files).filter((file) => MANIFEST.test(file))
  const chosen = manifests[pick(Math.max(1, 2 * manifests.length))]
  if (chosen === undefined) return families
  log.push(`for a moment: ${chosen}`)
  let opened = 0
  const flip = () => writeFiles(root, { [chosen]: opened++ === 0 ? `${files[chosen]}\n` : (files[chosen] ?? '') })
  return watchedAll(flip)
}

function write(root: string, before: Files, after: Files): void {
  for (const file of Object.keys(before)) if (!(file in after)) rmSync(path.join(root, file))
  writeFiles(root, { ...after })
}

const startOf = (world: MovingWorld, pick: Pick): Files =>
  Object.fromEntries(Object.entries(world).flatMap(([file, texts]) => (pick(4) ? [[file, textFor(texts, pick)]] : [])))

async function walk(world: MovingWorld, seed: number): Promise<void> {
  const pick = randomFrom(seed)
  let files = startOf(world, pick)
  const log = [`seed ${seed}: ${Object.keys(files).join(' ')}`]
  let state: State = await stateOf(files)
  for (let step = 0; step < STEPS; step++) {
    for (let count = pick(3); count >= 0; count--) files = edited(world, files, pick, log)
    const clean = await stateOf(files, state)
    state = await caughtUp(state, clean)
    expect(plain(state.links), log.join('\n  ')).toEqual(plain(clean.links))
  }
}

const textFor = (texts: readonly string[], pick: Pick): string => texts[pick(texts.length)] as string

function edited(world: MovingWorld, files: Files, pick: Pick, log: string[]): Files {
  const all = Object.keys(world)
  const file = all[pick(all.length)] as string
  const { [file]: text, ...rest } = files
  const kind = pick(4)
  if (kind === 0) {
    log.push(`remove ${file}`)
    return rest
  }
  // A file of the same kind, in the same folder or another one.
  const ending = /\.[^./]*$/.exec(file)?.[0] ?? ''
  const others = all.filter((other) => other !== file && other.endsWith(ending))
  const to = others[pick(Math.max(1, others.length))]
  if (kind === 1 && text !== undefined && to !== undefined) {
    log.push(`rename ${file} ${to}`)
    return { ...rest, [to]: text }
  }
  const next = textFor(world[file] ?? [], pick)
  log.push(`write ${file} ${JSON.stringify(next)}`)
  return { ...files, [file]: next }
}
