/** Promise CL15 of docs/spec/cli.md. */
import { describe, expect, it } from 'vitest'
import type { Progress } from '../../contract/progress.ts'
import { createProgress } from './progress.ts'

function watch(isTTY: boolean, events: [at: number, event: Progress][]): string[] {
  const written: string[] = []
  let time = 0
  const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) }
  const progress = createProgress(stream, () => time)
  for (const [at, event] of events) {
    time = at
    progress.onProgress(event)
  }
  progress.end()
  return written
}
const parse = (done: number, file?: string): Progress => ({
  phase: 'parse',
  repo_id: 'acme/shop',
  done,
  total: 100,
  ...(file && { file }),
})

describe('progress', () => {
  it('[CL15] short work shows nothing', () => {
    expect(
      watch(true, [
        [0, parse(1)],
        [250, parse(99)],
      ]),
    ).toEqual([])
    expect(
      watch(false, [
        [0, parse(1)],
        [900, parse(99)],
      ]),
    ).toEqual([])
  })
  it('[CL15] without a terminal, a plain line every few seconds', () => {
    const events = Array.from({ length: 80 }, (_, index): [number, Progress] => [index * 100, parse(index)])
    expect(watch(false, events)).toEqual([
      'cairn: acme/shop: reading files, 10 of 100\n',
      'cairn: acme/shop: reading files, 40 of 100\n',
      'cairn: acme/shop: reading files, 70 of 100\n',
    ])
  })
  it('[CL15] on a terminal, a bar that stays on one line and is removed at the end', () => {
    const written = watch(true, [[400, parse(50, 'src/a\nvery/long/path/that/does/not/fit/on/the/line.ts')]])
    expect(written).toHaveLength(2)
    expect(written[0]).toBe('\r\u001b[2K[============            ] acme/shop: reading files, 50 of ')
    expect(written[1]).toBe('\r\u001b[2K')
  })
  it('[CL15] a total that is not known yet is not guessed', () => {
    expect(watch(false, [[5000, { phase: 'list', done: 7, total: null }]])).toEqual(['cairn: listing files, 7\n'])
  })
})
