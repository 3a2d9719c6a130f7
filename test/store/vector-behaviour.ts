/** Vectors: by content, model by model, and the exact search among them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asRepoId, type RepoId } from '../../src/contract/ids.ts'
import type { NearDocument, NearestQuery, NoteVector, VectorEntry } from '../../src/store/port.ts'
import { batch, note, record, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import type { Stage } from './store-behaviour.ts'
import { type Embedded, entry, keyOf, MODEL, naiveNearest, similarity, unitVector } from './vector-samples.ts'

const WIDE = 24
const asked = (given: Partial<NearestQuery> = {}): NearestQuery => ({
  repos: [SHOP],
  model: MODEL,
  level: 'symbol',
  vector: unitVector(7, WIDE),
  filter: {},
  limit: 10,
  ...given,
})
const cart: Sample = {
  path: 'cart.ts',
  symbols: [
    { name: 'add', words: { add: 1 } },
    { name: 'Cart', kind: 'class', words: { cart: 1 } },
  ],
}
const later = (): Date => new Date(Date.now() + 60_000)
const vectorsOf = (seed: number, symbols = 2, wide = WIDE): VectorEntry[] =>
  Array.from({ length: symbols }, (_, at) => entry('symbol', at, unitVector(seed * 100 + at, wide)))
const place = ({ repo_id, path, ordinal }: NearDocument): string => `${repo_id} ${path} ${ordinal}`

export function vectorBehaviour(stage: Stage): void {
  const nearest = (query: NearestQuery) => stage.ask((now) => now.nearest(query))
  const places = async (query: NearestQuery): Promise<string[]> => (await nearest(query)).documents.map(place)
  const missing = (repo: RepoId, model = MODEL) =>
    stage.ask(async (now) => (await now.unembedded(repo, model)).map(({ path }) => path))
  const embed = async (repo: RepoId, sample: Sample, vectors: readonly VectorEntry[], model = MODEL): Promise<void> => {
    await stage.writer.apply(repo, replaceAll(sample))
    await stage.writer.putVectors(repo, model, [{ key: keyOf(record(sample)), vectors }])
  }

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
        expect(await now.vectorsFor(MODEL, [keyOf(record(cart)), keyOf(record({ path: 'x.ts' }))])).toEqual([
          [near, far, section, passage],
          undefined,
        ])
        expect(await now.vectorsOf(SHOP, 'other', ['cart.ts'])).toEqual(new Map())
      })
    })

    it('[ST28] a replaced file has no vectors until its own are put; its earlier ones are found by content', async () => {
      await embed(SHOP, cart, vectorsOf(1))
      const edited = { ...cart, words: { edited: 1 } }
      await stage.writer.apply(SHOP, replaceAll(edited))
      expect(await places(asked())).toEqual([])
      expect(await missing(SHOP)).toEqual(['cart.ts'])
      expect((await stage.ask((now) => now.vectorsFor(MODEL, [keyOf(record(cart))])))[0]).toHaveLength(2)
      await stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(edited)), vectors: vectorsOf(2, 1) }])
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

  describe('nearest', () => {
    const aFile = fc.record({
      symbols: fc.array(fc.record({ kind: fc.constantFrom('function' as const, 'class' as const), seed: fc.nat(40) }), {
        maxLength: 4,
      }),
      sections: fc.array(fc.nat(40), { maxLength: 2 }),
      passages: fc.array(fc.nat(40), { maxLength: 3 }),
      language: fc.constantFrom('typescript', 'python'),
      test: fc.boolean(),
    })
    it('[ST29] any files, filters and lengths of vectors: the order is that of the exact dot products', async () => {
      let run = 0
      const scene = fc.record({
        wide: fc.constantFrom(1, 3, 16, 24, 50),
        files: fc.array(aFile, { minLength: 1, maxLength: 12 }),
        seed: fc.nat(1000),
        limit: fc.constantFrom(0, 1, 4, 100),
        units: fc.constantFrom(0, 1, 3),
      })
      const one = async ({ wide, files, seed, limit, units }: typeof scene extends fc.Arbitrary<infer Scene> ? Scene : never) => {
        run += 1
        const model = `model ${run}`
        const repos = [asRepoId(`acme/a${run}`), asRepoId(`acme/b${run}`)]
        const embedded = files.map((file, at): Embedded => {
          const vector = (from: number) => unitVector(from, wide)
          return {
            repo_id: repos[at % 2] as RepoId,
            sample: {
              path: `${at % 3}/f${at}.ts`,
              language: file.language,
              test: file.test,
              words: { [`file${at}`]: 1 },
              symbols: file.symbols.map(({ kind }, index) => ({ name: `s${run}_${at}_${index}`, kind, words: { a: 1 } })),
            },
            vectors: [
              ...file.symbols.map(({ seed: from }, index) => entry('symbol', index, vector(from))),
              ...file.sections.map((from, index) => entry('section', index, vector(from))),
              ...file.passages.map((from, index) => entry('passage', index, vector(from))),
            ],
          }
        })
        for (const repo of repos) {
          const own = embedded.filter(({ repo_id }) => repo_id === repo)
          await stage.writer.apply(repo, replaceAll(...own.map(({ sample }) => sample)))
          const entries = own.map(({ sample, vectors }) => ({ key: keyOf(record(sample)), vectors }))
          await stage.writer.putVectors(repo, model, entries)
        }
        for (const level of ['symbol', 'doc', 'file'] as const) {
          for (const filter of [
            {},
            { kinds: ['class' as const] },
            { languages: ['python'] },
            { paths: ['1', '2'] },
            { tests: 'exclude' as const },
            { kinds: ['module' as const], except: ['0/f0.ts'] },
          ]) {
            const query = asked({ repos, model, level, filter, limit, units, vector: unitVector(seed, wide) })
            expect((await nearest(query)).documents).toEqual(naiveNearest(embedded, query))
          }
        }
      }
      await fc.assert(fc.asyncProperty(scene, one), { numRuns: 40 })
    })

    it('[ST29] the nearest unit decides for a file; documents asked for are compared whatever their rank or the filter', async () => {
      const question = asked().vector
      const far = question.map((value) => -value)
      const files = [
        { sample: cart, vectors: [entry('symbol', 0, far), entry('passage', 1, question)] },
        { sample: { path: 'b.ts', words: { b: 1 } }, vectors: [entry('passage', 0, unitVector(1, WIDE))] },
        { sample: { path: 'c.ts', words: { c: 1 } }, vectors: [] },
      ]
      for (const { sample, vectors } of files) await embed(SHOP, sample, vectors)
      const also = ['c.ts', 'b.ts', 'not/there.ts', 'cart.ts'].map((path) => ({ repo_id: SHOP, path, ordinal: 0 }))
      const found = await nearest(asked({ level: 'file', limit: 1, also, units: 2, filter: { only: ['cart.ts'] } }))
      expect(found.documents.map(place)).toEqual([`${SHOP} cart.ts 0`])
      expect(found.documents[0]?.similarity).toBeGreaterThan(0.99)
      expect(found.documents[0]?.best).toMatchObject([
        { unit: 'passage', ordinal: 1, start_line: 11, end_line: 14 },
        { unit: 'symbol', ordinal: 0 },
      ])
      expect(found.also.map(place)).toEqual([`${SHOP} b.ts 0`, `${SHOP} cart.ts 0`])
      expect(found.also[1]).toEqual(found.documents[0])
      const symbols = { level: 'symbol' as const, limit: 0, also: [...also, { repo_id: TOOLS, path: 'cart.ts', ordinal: 0 }] }
      const { documents, also: compared } = await nearest(asked(symbols))
      expect(documents).toEqual([])
      expect(compared).toMatchObject([{ path: 'cart.ts', ordinal: 0, similarity: similarity(question, entry('symbol', 0, far)) }])
    })

    it('[ST29] equal similarities are ordered by repo, path and ordinal, whatever the order of writing', async () => {
      const same = [0, 1].map((at) => entry('symbol', at, unitVector(3, WIDE)))
      for (const repo of [TOOLS, SHOP])
        for (const path of ['z.ts', 'a.ts', 'm/b.ts', 'ü.ts']) await embed(repo, { ...cart, path, words: { [path]: 1 } }, same)
      const all = [SHOP, TOOLS].flatMap((repo) =>
        ['a.ts', 'm/b.ts', 'z.ts', 'ü.ts'].flatMap((path) => [`${repo} ${path} 0`, `${repo} ${path} 1`]),
      )
      for (const limit of [1, 3, 9, 100])
        expect(await places(asked({ repos: [TOOLS, SHOP], limit }))).toEqual(all.slice(0, limit))
    })

    it('[ST29] thousands of vectors that differ by less than rounding have the order of their exact dot products', async () => {
      const question = unitVector(7, 128)
      const vectors = Array.from({ length: 4_000 }, (_, at) => {
        const noise = unitVector(at, 128)
        const near = question.map((value, index) => value + (noise[index] as number) * 0.02)
        const length = Math.hypot(...near)
        return entry(
          'symbol',
          at,
          near.map((value) => value / length),
        )
      })
      await embed(SHOP, cart, vectors)
      const query = asked({ vector: question, limit: 50 })
      expect((await nearest(query)).documents).toEqual(naiveNearest([{ repo_id: SHOP, sample: cart, vectors }], query))
    })

    it('[ST29] a rare level, and one small repo among many, fill the limit', async () => {
      const repos = Array.from({ length: 500 }, (_, at) => asRepoId(`many/r${String(at).padStart(3, '0')}`))
      const question = unitVector(7, 16)
      const nearly = question.map((value, at) => (at === 0 ? value + 0.01 : value))
      const file = (at: number): Sample => ({ path: `f${at}.ts`, words: { [`w${at}`]: 1 } })
      const filler = Array.from({ length: 200 }, (_, at) => entry('symbol', at, nearly))
      for (const repo of repos) await stage.writer.apply(repo, replaceAll(file(0)))
      await stage.writer.putVectors(SHOP, MODEL, [{ key: keyOf(record(file(0))), vectors: filler }])
      const small = repos[250] as RepoId
      for (let at = 1; at <= 10; at++) {
        const vectors = [entry('section', 0, unitVector(at, 16)), entry('symbol', 0, unitVector(at, 16))]
        await stage.writer.apply(small, replaceAll(file(at)))
        await stage.writer.putVectors(small, MODEL, [{ key: keyOf(record(file(at))), vectors }])
      }
      expect(await places(asked({ repos, level: 'doc', vector: question }))).toHaveLength(10)
      expect(await places(asked({ repos, vector: question, filter: { except: ['f0.ts'] } }))).toHaveLength(10)
      const inOne = await nearest(asked({ repos: [small], vector: question, limit: 205 }))
      expect(inOne.documents).toHaveLength(205)
      expect(inOne.documents.slice(200).every(({ path }) => path !== 'f0.ts')).toBe(true)
      expect(await places(asked({ repos, vector: question, limit: 3 }))).toEqual([0, 1, 2].map((at) => `many/r000 f0.ts ${at}`))
    })

    it('[ST1, ST28] a snapshot sees the vectors of its own moment, also while newer ones are in memory', async () => {
      await embed(SHOP, cart, vectorsOf(1))
      const before = await stage.reader.snapshot()
      expect((await before.nearest(asked())).documents).toHaveLength(2)
      await embed(SHOP, { ...cart, path: 'b.ts', words: { b: 1 } }, vectorsOf(2, 3))
      expect(await places(asked())).toHaveLength(5)
      expect((await before.nearest(asked())).documents).toHaveLength(2)
      await before.close()
      expect(await places(asked())).toHaveLength(5)
    })
  })
}
