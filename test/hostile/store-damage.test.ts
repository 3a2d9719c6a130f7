/** Random damage to everything that Cairn stores: no lie, no bug, no wait without end, and `cairn index` heals it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DamageWorld } from '../kit/damage-world.ts'

const long = process.env.CAIRN_TEST_LONG === '1'
const runs = Number(process.env.CAIRN_DAMAGES ?? (long ? 1_000 : 7))
const first = Number(process.env.CAIRN_DAMAGE_SEED ?? 1)

describe('a damaged home', () => {
  const worlds: DamageWorld[] = []
  beforeAll(async () => {
    const files = Number(process.env.CAIRN_DAMAGE_FILES ?? 30)
    // Opening the embedding takes longer than all else, so most damages do without it.
    for (const vectors of long ? [true, false, false] : [false]) worlds.push(await DamageWorld.make(files, { vectors }))
  }, 240_000)

  it(
    `[ST42, ST43] answers without a lie, and is healed by indexing (${runs} damages from seed ${first})`,
    async () => {
      const faults: string[] = []
      for (let seed = first; seed < first + runs; seed++) {
        const found = await (worlds[seed % worlds.length] as DamageWorld).faultsOf(seed)
        if (found.length > 0) console.error(found.join('\n').slice(0, 2_000))
        faults.push(...found)
        if (long && (seed - first) % 50 === 49) console.error(`${seed - first + 1} damages, ${faults.length} faults`)
      }
      expect(faults).toEqual([])
    },
    24 * 60 * 60_000,
  )
})
