/** Vectors: by content, and model by model. */
import { describe, expect, it } from 'vitest'
import { asRepoId, type RepoId } from '../../src/contract/ids.ts'
import type { NoteVector, VectorEntry } from '../../src/store/port.ts'
import { batch, note, record, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import type { Stage } from './store-behaviour.ts'
import { entry, keyOf, MODEL, similarity, unitVector } from './vector-samples.ts'
import { asked, cart, vectorStage, vectorsOf, WIDE } from './vector-stage.ts'

const later = (): Date => new Date(Date.now() + 60_000)

export function vectorBehaviour(stage: Stage): void {
  const { nearest, places, missing, embed } = vectorStage(stage)

  describe('vectors', () => {
    it('[ST28] vectors are read as they were put, sorted by unit and ordinal', async () => {
      const vectors = [
        entry('passage', 300, unitVector(1, WIDE)),
        entry('section', 0, unitVector(2, WIDE)),
        { ...entry('symbol', 70_000, unitVector(3, WIDE)), start_line: 5, end_line: 66_000 },
        entry('symbol', 2, unitVector(4, WIDE)),
      ]
      await embed(SHOP, cart, vectors)
      const [passage, section, far, near] = vectors
      await stage.ask(async (now) => {
        expect(await now.vectorsOf(SHOP, MODEL, ['cart.ts', 'not/there.ts'])).toEqual(
          new Map([['cart.ts', [near, far, section, passage]]]),
        )
        expect(await now.vectorsMadeAt(MODEL, ['cart.ts', 'x.ts'])).toEqual(new Map([['cart.ts', [near, far, section, passage]]]))
        expect(await now.vectorsMadeAt('other', ['cart.ts'])).toEqual(new Map())
        expect([await now.knowsModel(MODEL), await now.knowsModel('other')]).toEqual([true, false])
        expect(await now.vectorsOf(SHOP, 'other', ['cart.ts'])).toEqual(new Map())
      })
    })

    it('[ST28] a replaced file has no vectors until its own are put; its earlier ones are found by its path', async () => {
      await embed(SHOP, cart, vectorsOf(1))
      const edited = { ...cart, words: { edited: 1 } }
      await stage.writer.apply(SHOP, replaceAll(edited))
      expect(await places(asked())).toEqual([])
      expect(await missing(SHOP)).toEqual(['cart.ts'])
      const made = () => stage.ask(async (now) => (await now.vectorsMadeAt(MODEL, ['cart.ts'])).get('cart.ts'))
      expect(await made()).toEqual(vectorsOf(1))
      await stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(edited)), vectors: vectorsOf(2, 1) }])
      expect(await made()).toEqual([...vectorsOf(2, 1), ...vectorsOf(1)])
      expect(await nearest(asked())).toMatchObject({
        documents: [{ path: 'cart.ts', similarity: similarity(asked().vector, vectorsOf(2)[0] as VectorEntry) }],
      })
      await stage.writer.apply(SHOP, replaceAll(cart))
      expect(await places(asked())).toHaveLength(2)
    })

    it('[ST28] a second worktree has the vectors of its content; a moved file has none until it gets them, nor has a removed one', async () => {
      await embed(SHOP, cart, vectorsOf(1))
      const { vectors: before } = await stage.reader.size()
      await stage.writer.apply(TOOLS, replaceAll(cart))
      expect(await places(asked({ repos: [TOOLS, SHOP] }))).toHaveLength(4)
      expect(await missing(TOOLS)).toEqual([])
      expect((await stage.reader.size()).vectors).toBe(before)
      const moved = { ...cart, path: 'lib/cart.ts' }
      await stage.writer.apply(SHOP, batch({ remove: ['cart.ts'], replace: [record(moved)] }))
      expect(await places(asked())).toEqual([])
      expect(await missing(SHOP)).toEqual(['lib/cart.ts'])
      await stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(moved)), vectors: vectorsOf(1) }])
      expect((await places(asked())).sort()).toEqual([`${SHOP} lib/cart.ts 0`, `${SHOP} lib/cart.ts 1`])
      await stage.writer.apply(SHOP, batch({ remove: ['lib/cart.ts'] }))
      expect(await places(asked())).toEqual([])
      expect(await places(asked({ repos: [TOOLS] }))).toHaveLength(2)
    })

    it('[ST10, ST28] vectors put for one repo are found in every repo with the content at that path, and its generation grows', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      await stage.writer.apply(TOOLS, replaceAll(cart))
      const generations = () => stage.ask(async (now) => [await now.generation(SHOP), await now.generation(TOOLS)])
      expect(await places(asked({ repos: [TOOLS] }))).toEqual([])
      const before = await generations()
      await stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(cart)), vectors: vectorsOf(1) }])
      const after = await generations()
      expect(after.map((generation, at) => generation > (before[at] ?? 0))).toEqual([true, true])
      expect(await places(asked({ repos: [TOOLS] }))).toHaveLength(2)
    })

    it('[ST14, ST28] vectors are deleted with their facts, not before', async () => {
      await embed(SHOP, cart, vectorsOf(1))
      await stage.writer.apply(TOOLS, replaceAll(cart))
      await stage.writer.removeRepo(SHOP)
      await stage.writer.collect({ unreferenced_since: later(), quota_bytes: null })
      expect(await places(asked({ repos: [SHOP, TOOLS] }))).toHaveLength(2)
      await stage.writer.removeRepo(TOOLS)
      expect((await stage.reader.size()).vectors).toBeGreaterThan(0)
      await stage.writer.collect({ unreferenced_since: later(), quota_bytes: null })
      expect((await stage.reader.size()).vectors).toBe(0)
      await stage.writer.putVectors(TOOLS, MODEL, [{ key: keyOf(record(cart)), vectors: vectorsOf(1) }])
      expect((await stage.reader.size()).vectors).toBe(0)
    })

    it('[ST14] a quota counts the vectors that go with unused content', async () => {
      const files = [0, 1].map((at): Sample => ({ path: `${at}.ts`, words: { [`w${at}`]: 1 } }))
      for (const [at, file] of files.entries()) await embed(SHOP, file, vectorsOf(at, 100, 4096))
      for (const { path } of files) {
        await stage.writer.apply(SHOP, batch({ remove: [path] }))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await stage.writer.collect({ unreferenced_since: new Date(0), quota_bytes: 1e12 })
      const { total, vectors } = await stage.reader.size()
      expect(vectors).toBeGreaterThan(800_000)
      await stage.writer.collect({ unreferenced_since: new Date(0), quota_bytes: total - 200_000 })
      const kept = await stage.ask((now) => now.vectorsMadeAt(MODEL, ['0.ts', '1.ts']))
      expect([...kept].map(([path, entries]) => [path, entries.length])).toEqual([['1.ts', 100]])
    })

    it('[ST14] the size of a repo includes the vectors that it has alone', async () => {
      await stage.writer.apply(SHOP, batch({ ...replaceAll(cart), notes: [note('src', { a: 1 })] }))
      const sizeOf = async (repo: RepoId) => (await stage.reader.size()).repos.find(({ repo_id }) => repo_id === repo)?.bytes ?? 0
      const empty = await sizeOf(SHOP)
      await embed(SHOP, cart, vectorsOf(1, 2, 4096))
      const embedded = await sizeOf(SHOP)
      expect(embedded - empty).toBeGreaterThan(8_000)
      await stage.writer.putNoteVectors(SHOP, MODEL, await noteVectors(4096))
      expect((await sizeOf(SHOP)) - embedded).toBeGreaterThan(4_000)
      await stage.writer.apply(TOOLS, replaceAll(cart))
      expect(await sizeOf(TOOLS)).toBeLessThan(4_000)
    })

    it('[ST30] a file without known words, put with an empty list, is not missing; coverage counts files', async () => {
      const data: Sample = { path: 'data.json', role: 'data' }
      const plain: Sample = { path: 'plain.md', role: 'document', sections: [{ a: 1 }] }
      const bare: Sample = { path: 'bare.ts', facts: false }
      await stage.writer.apply(SHOP, replaceAll(plain, cart, data, bare))
      await stage.writer.apply(TOOLS, replaceAll({ ...cart, words: { other: 1 } }))
      expect(await stage.ask((now) => now.unembedded(SHOP, MODEL))).toEqual([keyOf(record(cart)), keyOf(record(plain))])
      expect(await stage.ask((now) => now.unembedded(SHOP, MODEL, 1))).toHaveLength(1)
      expect(await stage.ask((now) => now.vectorModels([SHOP, TOOLS]))).toEqual([])
      await stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(plain)), vectors: [] }])
      expect(await missing(SHOP)).toEqual(['cart.ts'])
      expect(await stage.ask((now) => now.vectorsOf(SHOP, MODEL, ['plain.md']))).toEqual(new Map([['plain.md', []]]))
      await stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(cart)), vectors: vectorsOf(1) }])
      await stage.writer.putVectors(SHOP, 'another', [{ key: keyOf(record(cart)), vectors: vectorsOf(1, 2, 8) }])
      await stage.ask(async (now) => {
        expect(await now.vectorModels([SHOP])).toEqual([
          { model: 'another', files: 1, of: 2 },
          { model: MODEL, files: 2, of: 2 },
        ])
        expect(await now.vectorModels([SHOP, TOOLS, SHOP])).toMatchObject([
          { files: 1, of: 3 },
          { files: 2, of: 3 },
        ])
        expect(await now.vectorModels([TOOLS, asRepoId('not/there')])).toEqual([])
      })
      await stage.writer.apply(SHOP, batch({ remove: ['plain.md'] }))
      expect(await stage.ask((now) => now.vectorModels([SHOP]))).toContainEqual({ model: MODEL, files: 1, of: 1 })
    })

    it('[ST30] two models are separate; a vector of another length is refused, not compared', async () => {
      await embed(SHOP, cart, vectorsOf(1))
      const short = { key: keyOf(record(cart)), vectors: vectorsOf(5, 1, 16) }
      await stage.writer.putVectors(SHOP, 'short', [short])
      expect(await places(asked())).toHaveLength(2)
      expect(await places(asked({ model: 'short', vector: unitVector(7, 16) }))).toHaveLength(1)
      expect(await places(asked({ model: 'unknown' }))).toEqual([])
      await expect(nearest(asked({ model: 'short' }))).rejects.toThrow(/vector of 24 numbers.* short have 16/)
      await expect(stage.writer.putVectors(SHOP, MODEL, [short])).rejects.toThrow(/vector of 16 numbers.* have 24/)
      expect(await places(asked())).toHaveLength(2)
      await stage.writer.dropVectors(MODEL)
      expect(await places(asked())).toEqual([])
      expect(await missing(SHOP)).toEqual(['cart.ts'])
      expect(await stage.ask((now) => now.vectorModels([SHOP]))).toEqual([{ model: 'short', files: 1, of: 1 }])
      await stage.writer.putVectors(SHOP, MODEL, [short])
      expect(await places(asked({ vector: unitVector(7, 16) }))).toHaveLength(1)
      await stage.writer.dropVectors('unknown')
    })

    it('[ST30] vectors that break the rules are refused, and nothing of their file is stored', async () => {
      await stage.writer.apply(SHOP, replaceAll(cart))
      const [one, two] = vectorsOf(1) as [VectorEntry, VectorEntry]
      const wrong: [VectorEntry[], RegExp][] = [
        [[one, { ...two, vector: two.vector.subarray(1) }], /numbers/],
        [[one, { ...two, ordinal: 0 }], /twice/],
        [[{ ...one, scale: Number.NaN }], /scale/],
        [[{ ...one, end_line: 0 }], /lines/],
        [[{ ...one, text_hash: 'abc' }], /hash/],
      ]
      for (const [vectors, message] of wrong)
        await expect(stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(cart)), vectors }])).rejects.toThrow(message)
      expect(await missing(SHOP)).toEqual(['cart.ts'])
      await expect(nearest(asked({ vector: unitVector(1, WIDE).fill(Number.NaN) }))).resolves.toMatchObject({ documents: [] })
      await stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(cart)), vectors: [one, two] }])
      await expect(nearest(asked({ vector: unitVector(1, WIDE).fill(Number.NaN) }))).rejects.toThrow(/finite/)
    })

    const noteVectors = (wide = WIDE): Promise<NoteVector[]> =>
      stage.ask(async (now) =>
        (await now.unembeddedNotes(SHOP, MODEL)).map(({ level, path, content_hash }, at) => {
          const { vector, scale } = entry('passage', 0, unitVector(at, wide))
          return { level, path, content_hash, vector, scale }
        }),
      )

    it('[ST31] a note has its vector until its content changes or it is removed', async () => {
      const notes = [note('', { shop: 1 }), note('src', { a: 1 }), note('lib', { b: 1 })]
      await stage.writer.apply(SHOP, batch({ notes }))
      const vectors = await noteVectors()
      expect(vectors.map(({ level, path }) => `${level} ${path}`)).toEqual(['module lib', 'module src', 'repo '])
      await stage.writer.putNoteVectors(SHOP, MODEL, vectors)
      const folders = () => places(asked({ level: 'module' }))
      expect((await folders()).sort()).toEqual([`${SHOP} lib 0`, `${SHOP} src 0`])
      expect(await nearest(asked({ level: 'repo' }))).toMatchObject({
        documents: [
          { path: '', level: 'repo', ordinal: 0, best: [], similarity: similarity(asked().vector, vectors[2] as NoteVector) },
        ],
      })
      await stage.writer.apply(SHOP, batch({ notes: [note('src', { other: 1 })] }))
      expect(await folders()).toHaveLength(2)
      await stage.writer.apply(SHOP, batch({ notes: [note('src', { a: 1 }, 'another text')], removeNotes: ['lib'] }))
      expect(await folders()).toEqual([])
      await stage.writer.putNoteVectors(SHOP, MODEL, vectors)
      expect(await folders()).toEqual([])
      expect((await noteVectors()).map(({ path }) => path)).toEqual(['src'])
      const silent = (await noteVectors()).map((each) => ({ ...each, vector: new Int8Array(0), scale: 0 }))
      await stage.writer.putNoteVectors(SHOP, MODEL, silent)
      expect(await noteVectors()).toEqual([])
      expect(await folders()).toEqual([])
      expect(await places(asked({ level: 'repo', filter: { languages: ['typescript'] } }))).toEqual([])
      expect(await places(asked({ level: 'repo', filter: { tests: 'only' } }))).toHaveLength(1)
      await stage.writer.removeRepo(SHOP)
      await stage.writer.apply(SHOP, batch({ notes }))
      expect(await places(asked({ level: 'repo' }))).toEqual([])
    })
  })
}
