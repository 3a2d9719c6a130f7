/** Everything that writes a home, at once and from several processes: nothing fails, no file is torn. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RagResult } from '../../src/contract/envelope.ts'
import { type RunOptions, runCairn, startCairn } from '../kit/run-cairn.ts'
import { shopFiles } from '../kit/shop-repos.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

type Ended = { words: string; code: number | null; out: string; errors: string }

function run(args: readonly string[], options: RunOptions): Promise<Ended> {
  const child = startCairn(args, options)
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ words: args.join(' '), code, out, errors })))
}

const rounds = process.env.CAIRN_TEST_LONG === '1' ? 12 : 1

describe('a busy home', () => {
  it('[XG13] several `build-graph` at once write one whole graph, and none fails', async () => {
    const root = gitRepo(shopFiles, 'shop')
    const options = { cwd: root, home: tempFolder('home') }
    const file = path.join(root, '.llmc/rag_graph.json')
    for (let round = 0; round < rounds; round++) {
      writeFiles(root, { 'src/round.py': `def round_${round}():\n    return ${round}\n` })
      const ended = await Promise.all([0, 1, 2].map(() => run(['build-graph'], options)))
      for (const each of ended) expect(each).toMatchObject({ code: 0 })
      const graph = JSON.parse(readFileSync(file, 'utf8')) as { files: string[]; entities: { name: string }[] }
      expect(graph.files).toContain('src/round.py')
      expect(graph.entities.some(({ name }) => name.includes(`round_${round}`))).toBe(true)
      expect(readdirSync(path.dirname(file)).filter((name) => name.includes('tmp'))).toEqual([])
    }
  })

  it('[ST46] index, build-graph, gc, remove and questions at once fail only because another process writes', async () => {
    const [shop, other] = [gitRepo(shopFiles, 'shop'), gitRepo(shopFiles, 'other')]
    const options = { cwd: shop, home: tempFolder('home') }
    expect(runCairn(['index', shop, other], options).status).toBe(0)
    for (let round = 0; round < rounds; round++) {
      writeFiles(shop, { 'src/round.py': `def round_${round}():\n    return ${round}\n` })
      const commands = [
        ['index', shop],
        ['index', '--fresh', shop],
        ['build-graph'],
        ['gc', '--now'],
        ['remove', 'other'],
        ['where-used', 'open_ledger'],
        ['code', 'money ledger'],
        ['definition', `round_${round}`],
        ['status'],
      ]
      for (const ended of await Promise.all(commands.map((args) => run(args, options)))) {
        const isLocked = ended.code === 5 && (JSON.parse(ended.out) as RagResult<unknown>).meta.error_code === 'INDEX_LOCKED'
        if (!isLocked) expect(ended, `${ended.words}: ${ended.out.slice(0, 500)} ${ended.errors}`).toMatchObject({ code: 0 })
        expect(ended.errors).not.toMatch(/damaged/)
      }
      expect(runCairn(['index', other], options).status).toBe(0)
    }
    const store = (JSON.parse(runCairn(['doctor'], options).stdout) as RagResult<{ checks: { name: string; state: string }[] }>)
      .items[0]
    expect(store?.checks.find(({ name }) => name === 'store')).toMatchObject({ state: 'ok' })
  })
})
