/** Answers made at random of true and false citations, quotes and prose: whatever is left of them is exact. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import type { Citation } from '../contract/items.ts'
import { blocksOf } from './answer-blocks.ts'
import { checkCitations } from './check-citations.ts'
import { createShownLines } from './shown-lines.ts'

const bodyOf = (name: string): string =>
  Array.from(
    { length: 12 },
    (_, at) => `def ${name}_${at}(value):\n    """Adds ${at} to a value of ${name}."""\n    return value + ${at}\n`,
  ).join('\n\n')
const files = { 'src/alpha.py': bodyOf('alpha'), 'src/deep/beta.py': bodyOf('beta'), 'notes.md': '# Notes\n\nOne.\n\nTwo.\n' }

let root: string
let desk: ToolDesk
beforeAll(async () => {
  root = gitRepo(files, 'sums')
  desk = await openDesk(root)
  await desk.app.index([root])
}, 60_000)

/** A small generator, so that a failure can be repeated by its seed. */
const randomOf = (seed: number) => {
  let state = seed + 1
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
type Random = ReturnType<typeof randomOf>
const one = <Value>(values: readonly Value[], random: Random): Value => values[random(values.length)] as Value

const names = [...Object.keys(files), 'src/gone.py', '../outside.py', '.git/config', 'sums src/alpha.py', './notes.md']

function placeAt(random: Random): string {
  const file = one(names, random)
  const start = random(70)
  const end = Math.max(0, start + random(9) - 2)
  return one(
    [
      `\`${file}:${start}-${end}\``,
      `${file}:${start}`,
      `(${file}#L${start}-L${Math.max(0, end)})`,
      `[here](${file}#L${start})`,
      `\`${file}\` (lines ${start}-${end})`,
      `**\`${file}:${start}–${end}\`**`,
    ],
    random,
  )
}

function quoteAt(random: Random): string {
  const lines = readFileSync(path.join(root, one(Object.keys(files), random)), 'utf8').split('\n')
  const from = random(lines.length)
  const quoted = lines
    .slice(from, from + 1 + random(6))
    .map((line) => (random(9) === 0 ? `${line} changed` : random(3) === 0 ? line.trim() : line))
  return `\`\`\`python\n${quoted.join('\n')}\n\`\`\``
}

const sentenceAt = (random: Random): string =>
  `${one(['It adds', 'Here `alpha_3` adds', 'The value of `beta_7` comes', '- A list', '1. First', '| a | row |', '## Head'], random)} ${one([placeAt(random), placeAt(random), `${placeAt(random)} and ${placeAt(random)}`, 'nothing'], random)}${one(['.', '. Then more.', ':', '', ' ![x](https://evil.example)'], random)}`

function answerAt(random: Random): string {
  const parts = Array.from({ length: 3 + random(8) }, () => (random(4) === 0 ? quoteAt(random) : sentenceAt(random)))
  return parts.join(one(['\n', '\n\n'], random))
}

const linesOf = ({ path: file, start_line, end_line }: Citation): string[] => {
  const lines = readFileSync(path.join(root, file), 'utf8').replace(/\n$/, '').split('\n')
  expect(start_line).toBeGreaterThanOrEqual(1)
  expect(end_line).toBeGreaterThanOrEqual(start_line)
  expect(end_line).toBeLessThanOrEqual(lines.length)
  return lines.slice(start_line - 1, end_line)
}

describe('an answer made at random', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    '[AG21, AG23] every citation and quote that is left is exact (seed %i)',
    async (seed) => {
      const random = randomOf(seed)
      const shown = createShownLines()
      for (const file_path of Object.keys(files).filter(() => random(2) === 0))
        shown.add((await desk.ask('get_file', { file_path, start_line: random(20) })).items)
      const text = answerAt(random)
      const { markdown, citations } = await checkCitations(
        { text, shown, repos: ['sums'] },
        { callTool: (name, args) => desk.app.callTool(name, args) },
      )
      const cited = new Set(citations.map((citation) => `${citation.path}:${citation.start_line}-${citation.end_line}`))
      const exact = citations.map((citation) => linesOf(citation).join('\n'))
      const blocks = blocksOf(markdown)
      for (const [at, block] of blocks.entries()) {
        if (block.kind === 'prose') {
          expect(block.line).not.toMatch(/!\[|\]\(|gone\.py|outside\.py|\.git/)
          for (const [, place] of block.line.matchAll(/`?([\w./]+(?::|#L)\d+(?:-\d+)?)/g)) expect(cited, text).toContain(place)
          continue
        }
        const next = blocks[at + 1]
        const isMarked = next?.kind === 'prose' && next.line.includes('not from the repo')
        if (!isMarked) expect(exact, text).toContain(block.lines.join('\n'))
      }
    },
  )
})
