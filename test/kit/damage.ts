/** Damage to files, chosen by a seed: what a failing disk, a killed machine or another program does to them. */
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'

/** The same numbers for the same seed (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Choose = (below: number) => number
type Damage = (file: string, choose: Choose) => void

const PAGE = 4096
const pages = (file: string): number => Math.max(1, Math.floor(statSync(file).size / PAGE))

function flip(file: string, choose: Choose, bits: number): void {
  const bytes = readFileSync(file)
  if (bytes.length === 0) return
  for (let left = bits; left > 0; left--) {
    const at = choose(bytes.length)
    bytes[at] = (bytes[at] as number) ^ (1 << choose(8))
  }
  writeFileSync(file, bytes)
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

function readPage(file: string, page: number): Buffer {
  const bytes = Buffer.alloc(PAGE)
  const handle = openSync(file, 'r')
  readSync(handle, bytes, 0, PAGE, page * PAGE)
  closeSync(handle)
  return bytes
}

const noise = (choose: Choose, length: number): Buffer => Buffer.from(Array.from({ length }, () => choose(256)))

/** By name, with how often each is chosen. */
const damages: readonly [name: string, weight: number, damage: Damage][] = [
  ['one bit', 5, (file, choose) => flip(file, choose, 1)],
  ['eight bits', 5, (file, choose) => flip(file, choose, 8)],
  ['fifty bits', 4, (file, choose) => flip(file, choose, 50)],
  ['five hundred bits', 2, (file, choose) => flip(file, choose, 500)],
  [
    'a header bit',
    2,
    (file, choose) => {
      const at = choose(100)
      const bytes = readFileSync(file)
      if (at < bytes.length) overwrite(file, at, Uint8Array.of((bytes[at] as number) ^ (1 << choose(8))))
    },
  ],
  ['a page of zeros', 4, (file, choose) => overwrite(file, choose(pages(file)) * PAGE, Buffer.alloc(PAGE))],
  ['a page of noise', 4, (file, choose) => overwrite(file, choose(pages(file)) * PAGE, noise(choose, PAGE))],
  ['half a page of zeros', 2, (file, choose) => overwrite(file, choose(pages(file)) * PAGE + PAGE / 2, Buffer.alloc(PAGE / 2))],
  [
    'two pages swapped',
    5,
    (file, choose) => {
      const [one, other] = [choose(pages(file)), choose(pages(file))]
      const [first, second] = [readPage(file, one), readPage(file, other)]
      overwrite(file, one * PAGE, second)
      overwrite(file, other * PAGE, first)
    },
  ],
  ['a page twice', 3, (file, choose) => overwrite(file, choose(pages(file)) * PAGE, readPage(file, choose(pages(file))))],
  ['cut at a page', 3, (file, choose) => truncateSync(file, choose(pages(file)) * PAGE)],
  ['cut anywhere', 3, (file, choose) => truncateSync(file, choose(Math.max(1, statSync(file).size)))],
  ['empty', 1, (file) => truncateSync(file)],
  ['more at its end', 2, (file, choose) => appendFileSync(file, noise(choose, 1 + choose(3 * PAGE)))],
  ['deleted', 2, (file) => rmSync(file)],
  [
    'a folder',
    1,
    (file) => {
      rmSync(file)
      mkdirSync(file)
    },
  ],
  [
    'a link to nothing',
    1,
    (file) => {
      rmSync(file)
      symlinkSync('/nonexistent/nothing', file)
    },
  ],
]
const all = damages.flatMap(([name, weight, damage]) => Array.from({ length: weight }, () => ({ name, damage })))

/** Damages one of the files, the first ones most often; says what was done. */
export function damageOne(files: readonly string[], choose: Choose): string {
  const there = files.filter((file) => existsSync(file) && statSync(file).isFile())
  const weights = there.map((_, at) => (at === 0 ? 12 : at === 1 ? 4 : 1))
  const chances = there.flatMap((file, at) => Array.from({ length: weights[at] as number }, () => file))
  const file = chances[choose(chances.length)] as string
  const { name, damage } = all[choose(all.length)] as (typeof all)[number]
  damage(file, choose)
  return `${name} in ${file}`
}
