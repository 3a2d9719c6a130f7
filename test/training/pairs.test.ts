/** The pairs that are made of a package: each kind of question, and no answer that contains what was asked. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder, writeFiles } from '../kit/temp-repo.ts'

const extract = path.resolve(import.meta.dirname, '../../training/pairs/extract.mjs')

type Pair = { k: string; q: string; p: string; n: string; d: string; b: string; l: string; g: string }

const long = Array.from(
  { length: 6 },
  (_, at) => `  const step${at} = await this.transport.send(chunk, { attempt: ${at} })`,
).join('\n')
const files = {
  'package/README.md': `# Uploads

Sends large files to a server in small chunks.

## Slow networks

When the line is bad, waiting longer between two attempts helps; see \`backOffDelay\` for the numbers.

## Layout

Everything about splitting a file into pieces is in [chunks](src/chunks.ts).
`,
  'package/CHANGELOG.md': '# Changes\n\n## 2.0\n\n- Waits longer when the server is busy, with `backOffDelay`\n',
  'package/src/upload.ts': `/** Uploads of large files over unreliable lines. */
import { backOffDelay } from './delay.ts'

/**
 * Sends a file piece by piece and goes on after a broken connection.
 *
 * The pieces that the server has already seen are not sent a second time.
 */
export async function resumeUpload(file: File): Promise<void> {
${long}
}

export async function collectFinishedPieces(file: File): Promise<number> {
  // Wait a little longer after each failure
  await sleep(backOffDelay(3, 100))
${long}
}
`,
  'package/src/delay.ts': `/** Twice the time for each failed attempt, up to a minute. */
export function backOffDelay(attempt: number, first: number): number {
  return Math.min(60_000, first * 2 ** attempt)
}
`,
  'package/src/chunks.ts': `/** Files cut into pieces of one size. */
export function cutIntoChunks(file: File, size: number): Blob[] {
  return Array.from({ length: Math.ceil(file.size / size) }, (_, at) => file.slice(at * size, (at + 1) * size))
}
export const chunkCount = (file: File, size: number): number => Math.ceil(file.size / size)
`,
  'package/tools/pause.py': 'def pause_between_attempts(attempt):\n    return min(60, 2 ** attempt) if attempt else 0\n',
  'package/tools/test_pause.py':
    'from pause import pause_between_attempts\n\ndef test_pause_between_attempts_never_exceeds_minute():\n    assert pause_between_attempts(20) == 60\n',
  'package/vendor/lodash/map.js':
    '/** Calls a function for every element of a list. */\nfunction mapEach(list, call) {\n  return list.map((one) => call(one))\n}\n',
}

function pairsOf(licence: string): Pair[] {
  const folder = tempFolder()
  writeFiles(path.join(folder, 'files'), files)
  mkdirSync(path.join(folder, 'archives/npm'), { recursive: true })
  const archive = path.join(folder, 'archives/npm/0123456789abcdef-uploads.tgz')
  execFileSync('tar', ['czf', archive, '-C', path.join(folder, 'files'), 'package'])
  writeFileSync(path.join(folder, 'list.tsv'), `npm\tuploads\t2.0.0\t0123456789abcdef\t${licence}\tuploads.tgz\n`)
  const out = path.join(folder, 'pairs.jsonl')
  execFileSync(process.execPath, [extract, path.join(folder, 'list.tsv'), path.join(folder, 'archives'), out], { stdio: 'pipe' })
  const lines = readFileSync(out, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Pair)
}

describe('pairs of a package', () => {
  const pairs = pairsOf('MIT')
  const of = (kind: string) => pairs.filter(({ k }) => k === kind)

  it.each([
    ['doc', 'Sends a file piece by piece', 'transport.send'],
    ['later', 'The pieces that the server has already seen', 'transport.send'],
    ['file', 'Uploads of large files over unreliable lines', 'collectFinishedPieces'],
    ['test', 'pause between attempts never exceeds', 'min(60, 2 ** attempt)'],
    ['call', 'Wait a little longer after each failure', '60_000'],
    ['changelog', 'Waits longer when the server is busy', '60_000'],
    ['heading', 'Slow networks', '60_000'],
    ['heading', 'Layout', 'cutIntoChunks'],
    ['folder', 'Sends large files to a server', 'chunkCount'],
  ])('[TR5] %s: %s', (kind, question, code) => {
    const found = of(kind).filter(({ q }) => q.startsWith(question))
    expect(found.map(({ b }) => b).join('\n'), JSON.stringify(pairs.map(({ k, q }) => [k, q]))).toContain(code)
  })

  it('[TR5] the code does not contain the comment that is asked', () => {
    for (const { q, b } of of('doc')) expect(b).not.toContain(q.slice(0, 30))
  })

  it('[TR5] a hidden name is nowhere in the document', () => {
    const hidden = pairs.filter(({ k, n }) => n === '' && ['name', 'doc', 'call', 'test'].includes(k))
    expect(hidden.length).toBeGreaterThan(0)
    for (const { b } of hidden) expect(b).not.toMatch(/(function|const|def) \w/)
  })

  it('[TR5] a package gives the same pairs each time', () => {
    expect(pairsOf('MIT')).toEqual(pairs)
  })

  it('[TR2, TR3] no pair of a vendored evaluation project, or of a package with another licence', () => {
    expect(pairs.filter(({ p }) => p.includes('lodash'))).toEqual([])
    expect(pairsOf('GPL-3.0-only')).toEqual([])
  })
})
