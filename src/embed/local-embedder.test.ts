import { copyFileSync, renameSync, rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { smallContents, smallModel, smallWords } from '../../test/kit/small-model.ts'
import { type LocalEmbedderOptions, openLocalEmbedder } from './local-embedder.ts'
import type { EmbedDocument, Embedder, EmbedPart } from './port.ts'

const made: Embedder[] = []
afterEach(async () => {
  for (const embedder of made.splice(0)) await embedder.close()
})
async function opened(options: LocalEmbedderOptions): Promise<Embedder> {
  const embedder = await openLocalEmbedder(options)
  made.push(embedder)
  return embedder
}

const words = smallWords.split(' ')
/** Different documents; each thirteenth has no known word. */
const manyDocuments = (count: number): EmbedDocument[] =>
  Array.from({ length: count }, (_, at) => [
    { kind: 'name', text: at % 13 === 0 ? 'qqq' : `${words[at % 40]}_${words[(at * 7) % 40]}` },
    { kind: 'body', text: at % 13 === 0 ? '' : `${words[(at * 3) % 40]} `.repeat(at % 9) },
  ])

describe('the local embedder', () => {
  it('[EM7] reads the weights at the first text, once for all callers', async () => {
    const file = await smallModel()
    const embedder = await opened({ file })
    expect(embedder).toMatchObject({ dimensions: 8 })
    renameSync(file, `${file}.away`)
    await expect(embedder.embedQuery('get')).rejects.toMatchObject({ code: 'BAD_FILE' })
    renameSync(`${file}.away`, file)
    const vectors = await Promise.all([embedder.embedQuery('get'), embedder.embedQuery('get')])
    rmSync(file)
    expect(await embedder.embedQuery('get')).toEqual(vectors[0])
    expect(vectors[0]).toEqual(vectors[1])
  })

  it('[EM7] refuses a file that was replaced by another model after it was opened', async () => {
    const file = await smallModel()
    const embedder = await opened({ file })
    copyFileSync(await smallModel({ rows: smallContents.rows.map((number) => number + 1) }), file)
    await expect(embedder.embedQuery('get')).rejects.toThrow('it was replaced while Cairn was running')
  })

  it('[EM7] a missing file is found when it is opened', async () => {
    await expect(openLocalEmbedder({ file: '/nowhere/none.bin' })).rejects.toMatchObject({ code: 'BAD_FILE' })
  })

  it('[EM5] takes a number of dimensions that the model has', async () => {
    const file = await smallModel()
    expect((await (await opened({ file, dimensions: 3 })).embedQuery('get'))?.length).toBe(3)
    for (const dimensions of [0, 9, 2.5, Number.NaN]) {
      await expect(openLocalEmbedder({ file, dimensions })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    }
  })

  it('[EM9] names the model by all that changes its vectors, and by nothing else', async () => {
    const model = async (changes: Parameters<typeof smallModel>[0], dimensions = 8) =>
      (await opened({ file: await smallModel(changes), dimensions })).model
    const name = await model({})
    expect(name).toMatch(/^small:8:[\w-]{12}$/)
    expect(await model({})).toBe(name)
    const others = [
      await model({}, 4),
      await model({ name: 'other' }),
      await model({ rows: smallContents.rows.map((number) => number + 1) }),
      await model({ words: words.toReversed() }),
      await model({ parts: { ...smallContents.parts, doc: 1 } }),
    ]
    expect(new Set([name, ...others]).size).toBe(6)
  })

  it('[EM11] stops when its signal is aborted, and gives the reason', async () => {
    const embedder = await opened({ file: await smallModel(), threads: 2 })
    const reason = new Error('enough')
    await expect(embedder.embedQuery('get', AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(embedder.embedDocuments([], AbortSignal.abort(reason))).rejects.toBe(reason)
    for (const count of [255, 100_000]) {
      const controller = new AbortController()
      const work = embedder.embedDocuments(manyDocuments(count), controller.signal)
      setImmediate(() => controller.abort(reason))
      await expect(work).rejects.toBe(reason)
    }
  })

  it('[EM11] works no more after it was closed, and may be closed twice', async () => {
    const embedder = await openLocalEmbedder({ file: await smallModel(), threads: 2 })
    await embedder.embedQuery('get')
    const interrupted = embedder.embedDocuments(manyDocuments(20_000))
    interrupted.catch(() => undefined)
    await embedder.close()
    await embedder.close()
    await expect(interrupted).rejects.toThrow('closed')
    await expect(embedder.embedQuery('get')).rejects.toThrow('closed')
    await expect(embedder.embedDocuments(manyDocuments(1))).rejects.toThrow('closed')
    const early = await openLocalEmbedder({ file: await smallModel(), threads: 2 })
    const loading = early.embedDocuments(manyDocuments(300))
    loading.catch(() => undefined)
    await early.close()
    await expect(loading).rejects.toThrow('closed')
  })
})

describe('threads', () => {
  it('[EM4, EM10] give the bits that one thread gives, in the order of the documents', async () => {
    const file = await smallModel()
    const documents = manyDocuments(3_000)
    const alone = await (await opened({ file, threads: 1 })).embedDocuments(documents)
    const shared = await (await opened({ file, threads: 3 })).embedDocuments(documents)
    expect(shared).toEqual(alone)
    expect(alone.map((vector) => vector === undefined)).toEqual(documents.map((_, at) => at % 13 === 0))
  })

  it('[EM4, EM10] give the same vectors for any text, several calls at once included', async () => {
    const file = await smallModel()
    const alone = await opened({ file, threads: 1 })
    const shared = await opened({ file, threads: 2 })
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
    const text = fc.array(fc.oneof(fc.constantFrom(...words), unit, fc.constant(' '))).map((pieces) => pieces.join(''))
    const kind = fc.constantFrom<EmbedPart['kind']>('path', 'name', 'doc', 'body')
    const document = fc.array(fc.record({ kind, text }), { maxLength: 3 })
    const documents = fc.array(document, { minLength: 256, maxLength: 400, size: 'max' })
    await fc.assert(
      fc.asyncProperty(documents, documents, async (one, other) => {
        const together = await Promise.all([shared.embedDocuments(one), shared.embedDocuments(other)])
        expect(together).toEqual([await alone.embedDocuments(one), await alone.embedDocuments(other)])
      }),
      { numRuns: 5 },
    )
  })
})
