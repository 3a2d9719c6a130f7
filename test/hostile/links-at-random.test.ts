/**
 * Random edits of manifests, configs that others extend, package roots and nested modules: linking only the affected files must give
 * the links of a clean build, after every edit. In memory, so that hundreds of walks take seconds; CAIRN_TEST_RUNS makes it longer.
 */
import { describe, expect, it } from 'vitest'
import { type MovingWorld, movingWorlds } from '../kit/moving-worlds.ts'
import { randomFrom } from '../kit/random-changes.ts'
import { caughtUp, type Files, plain, type State, stateOf } from '../kit/relinked.ts'

const SEED = Number(process.env.CAIRN_TEST_SEED ?? 20261117)
const RUNS = Number(process.env.CAIRN_TEST_RUNS ?? 6)
const STEPS = 12

type Pick = (below: number) => number

describe('links after random edits of what they were made from', () => {
  for (const [name, world] of Object.entries(movingWorlds))
    it(`[RE20, RE43] equal those of a clean build (${name})`, async () => {
      for (let run = 0; run < RUNS; run++) await walk(world, SEED + run)
    }, 3_600_000)
})

async function walk(world: MovingWorld, seed: number): Promise<void> {
  const pick = randomFrom(seed)
  let files: Files = Object.fromEntries(
    Object.entries(world).flatMap(([file, texts]) => (pick(4) ? [[file, textFor(texts, pick)]] : [])),
  )
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
