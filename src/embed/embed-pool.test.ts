import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { smallModel } from '../../test/kit/small-model.ts'
import { tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { builtFile } from '../base/built-file.ts'
import { createEmbedPool, type EmbedPool, type EmbedPoolOptions } from './embed-pool.ts'
import type { EmbedDocument } from './port.ts'
import { loadModel, type ModelBytes, readModel } from './read-model.ts'
import { createStaticModel } from './static-model.ts'

const documents: EmbedDocument[] = Array.from({ length: 1_000 }, (_, at) => [
  { kind: 'body', text: ['get user', 'set name', 'unknowable', 'find the path'][at % 4] ?? '' },
])
let model: ModelBytes
let expected: (Float32Array | undefined)[]
let embedHere: EmbedPoolOptions['embedHere']
beforeAll(async () => {
  model = await loadModel(await smallModel())
  const { embedDocument } = createStaticModel(readModel(model), 8)
  embedHere = async (batch) => batch.map(embedDocument)
  expected = documents.map(embedDocument)
})

const pools: EmbedPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})
function poolWith(changes: Partial<EmbedPoolOptions>): EmbedPool {
  const pool = createEmbedPool({ model, dimensions: 8, threads: 2, embedHere, ...changes })
  pools.push(pool)
  return pool
}

/** A worker with other code. */
function worker(code: string): string {
  const folder = tempFolder('worker')
  writeFiles(folder, { 'worker.mjs': `import { parentPort } from 'node:worker_threads'\n${code}` })
  return path.join(folder, 'worker.mjs')
}

describe('the pool of embedding threads', () => {
  it('[EM10] embeds in its threads, not in the calling one', async () => {
    const nowhere = () => Promise.reject(new Error('embedded in the calling thread'))
    const pool = poolWith({ embedHere: nowhere })
    expect(await pool.embed(documents)).toEqual(expected)
    expect(await pool.embed(documents.slice(0, 3))).toEqual(expected.slice(0, 3))
    expect(await pool.embed([])).toEqual([])
  })

  it.each([
    ['fails at its start', 'throw new Error("no")'],
    ['is a file that does not exist', undefined],
    ['ends with its first batch', "parentPort.on('message', () => process.exit(0))"],
    ['throws in its first batch', "parentPort.on('message', () => { throw new Error('no') })"],
  ])('[EM10] a thread that %s loses nothing', async (_, code) => {
    const workerFile = code === undefined ? '/nowhere/worker.mjs' : worker(code)
    const pool = poolWith({ workerFile })
    expect(await pool.embed(documents)).toEqual(expected)
    expect(await pool.embed(documents)).toEqual(expected)
  })

  it('[EM10] a thread that dies in the middle loses nothing', async () => {
    const built = pathToFileURL(builtFile('./embed-worker.js', import.meta.url)).href
    const workerFile = worker(`await import(${JSON.stringify(built)})
      let batches = 0
      parentPort.on('message', () => { if (++batches === 3) process.exit(1) })`)
    expect(await poolWith({ workerFile }).embed(documents)).toEqual(expected)
  })

  it('[EM11] closing ends work in progress, and no work begins after it', async () => {
    const pool = poolWith({ workerFile: worker("parentPort.on('message', () => undefined)") })
    const work = pool.embed(documents)
    work.catch(() => undefined)
    await pool.close()
    await expect(work).rejects.toThrow('closed')
    await expect(pool.embed(documents)).rejects.toThrow('closed')
    const unused = poolWith({})
    await unused.close()
    await expect(unused.embed(documents)).rejects.toThrow('closed')
  })
})

describe('a process that embeds', () => {
  const run = (code: string, file: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', code, file], { encoding: 'utf8', timeout: 30_000 })
  const start = `
    import { openLocalEmbedder } from ${JSON.stringify(pathToFileURL(builtFile('./local-embedder.js', import.meta.url)).href)}
    const embedder = await openLocalEmbedder({ file: process.argv[1], threads: 2 })
    const documents = Array.from({ length: 1000 }, () => [{ kind: 'body', text: 'get user' }])`

  it('[EM11] waits for its threads, and ends by itself though it does not close them', async () => {
    const twice = 'for (const _ of [1, 2]) console.log((await embedder.embedDocuments(documents)).length)'
    expect(run(`${start}\n${twice}`, await smallModel())).toMatchObject({ status: 0, stdout: '1000\n1000\n', signal: null })
  })
})
