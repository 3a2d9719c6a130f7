/**
 * The whole recipe of `training/` on a few installed packages: archives, pairs, vocabulary, training, the model's file. It must
 * learn: the loss falls, and pairs of a package that it never saw are found.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { createEmbedder } from '../../src/embed/create-embedder.ts'
import { tempFolder } from '../kit/temp-repo.ts'
import { requireOrSkip } from '../requirements.ts'

const root = path.resolve(import.meta.dirname, '../..')
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import numpy, torch'], { stdio: 'ignore' }).status === 0,
)
const withTorch = requireOrSkip('torch', python !== undefined, 'no python3 with numpy and torch (Debian: python3-torch)')

type Pair = { q: string; p: string; n: string; d: string; b: string; g: string; k: string }

/** An archive as the npm registry has it, and its line in the list of packages. */
function packed(archives: string, name: string): string {
  const { version, license } = JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'))
  const file = `${name.replace('/', '-').replace('@', '')}.tgz`
  mkdirSync(path.join(archives, 'npm'), { recursive: true })
  const hash = '0123456789abcdef'
  execFileSync('tar', ['czf', path.join(archives, 'npm', `${hash}-${file}`), '-C', path.join(root, 'node_modules'), name])
  return ['npm', name, version, hash, license, `x/${file}`].join('\t')
}

function pairsOf(file: string): Pair[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Pair)
}

/** For each query the place of its own document among all. */
async function meanReciprocalRank(file: string, pairs: readonly Pair[]): Promise<number> {
  const embedder = await createEmbedder({ kind: 'local', file, threads: 1 })
  const documents = await embedder?.embedDocuments(
    pairs.map(({ p, n, d, b }) => [
      { kind: 'path', text: p },
      { kind: 'name', text: n },
      { kind: 'doc', text: d },
      { kind: 'body', text: b },
    ]),
  )
  const ranks = pairs.map(async ({ q }, own) => {
    const query = await embedder?.embedQuery(q)
    const scores = (documents ?? []).map((document) => (query && document ? dot(query, document) : -1))
    return 1 / (1 + scores.filter((score) => score > (scores[own] as number)).length)
  })
  return (await Promise.all(ranks)).reduce((sum, rank) => sum + rank, 0) / pairs.length
}

/** Encodes pairs with the vocabulary of the whole corpus, trains, and writes the model. */
function trainOn(pairs: readonly Pair[], folder: string, settings: readonly string[]): string {
  const at = (name: string) => path.join(folder, name)
  const script = (name: string) => path.join(root, 'training', name)
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })
  writeFileSync(at('part.jsonl'), pairs.map((pair) => JSON.stringify(pair)).join('\n'))
  run(process.execPath, script('pairs/encode.mjs'), at('part'), at('part.jsonl'), '--vocabulary', at('encoded/words.txt'))
  run(python ?? '', script('train.py'), at('part'), '--out', at('part-trained'), '--set', ...settings)
  const model = path.join(tempFolder(), 'part.bin')
  run(process.execPath, script('pack.mjs'), at('part-trained'), model)
  return model
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, number, at) => sum + number * (b[at] as number), 0)

describe('the training recipe on a tiny corpus', () => {
  const small = ['dimensions=64', 'prefixes=[64,32]', 'batch=128', 'block=16']

  withTorch('[TR1] learns, and leaves out evaluation projects', { timeout: 300_000 }, async () => {
    const folder = tempFolder()
    const archives = path.join(folder, 'archives')
    const list = path.join(folder, 'list.tsv')
    const packages = ['@types/node', 'fast-check', 'web-tree-sitter', 'prom-client', 'jsonc-parser', 'ajv', 'hono']
    writeFileSync(list, packages.map((name) => packed(archives, name)).join('\n'))
    const settings = [...small, 'epochs=2'].flatMap((set) => ['--set', set])
    const files = ['--list', list, '--archives', archives, '--out', path.join(folder, 'tiny.bin')]
    const args = [
      path.join(root, 'training/make.mjs'),
      folder,
      ...files,
      '--words',
      '6000',
      '--python',
      python ?? '',
      ...settings,
    ]
    execFileSync(process.execPath, args, { stdio: 'pipe' })
    const { report } = JSON.parse(readFileSync(path.join(folder, 'trained/model.json'), 'utf8'))
    expect(report.loss_last).toBeLessThan(report.loss_first * 0.8)
    const pairs = pairsOf(path.join(folder, 'clean.jsonl'))
    expect(pairs.length).toBeGreaterThan(1000)
    expect(new Set(pairs.map(({ g }) => g))).not.toContain('hono')

    // Pairs that training never saw. Random vectors find texts that share words, so they are what it is compared with.
    const held = pairs.filter(({ k }, at) => at % 8 === 0 && k === 'doc')
    const seen = pairs.filter((_, at) => at % 8 !== 0)
    const learned = await meanReciprocalRank(trainOn(seen, folder, [...small, 'epochs=8']), held)
    const random = await meanReciprocalRank(trainOn(seen, folder, [...small, 'epochs=1', 'rate=0', 'field_rate=0']), held)
    expect(learned).toBeGreaterThan(random * 1.5)
  })
})
