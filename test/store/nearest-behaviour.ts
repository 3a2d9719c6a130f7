/** The search by vectors: exact order, filters first. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asRepoId, type RepoId } from '../../src/contract/ids.ts'
import { record, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import type { Stage } from './store-behaviour.ts'
import { type Embedded, entry, keyOf, MODEL, naiveNearest, similarity, unitVector } from './vector-samples.ts'
import { asked, cart, place, vectorStage, vectorsOf, WIDE } from './vector-stage.ts'

export function nearestBehaviour(stage: Stage): void {
  const { nearest, places, embed } = vectorStage(stage)

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
        // All equally far from the question, each in another direction, so that rounding alone orders them.
        const other = unitVector(at, 128)
        const along = other.reduce((sum, value, index) => sum + value * (question[index] as number), 0)
        const aside = other.map((value, index) => value - along * (question[index] as number))
        const length = Math.hypot(...aside)
        const vector = question.map((value, index) => value * 0.6 + ((aside[index] as number) / length) * 0.8)
        return entry('symbol', at, vector)
      })
      await embed(SHOP, cart, vectors)
      const exact = naiveNearest([{ repo_id: SHOP, sample: cart, vectors }], asked({ vector: question, limit: 4_000 }))
      for (const limit of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000])
        expect((await nearest(asked({ vector: question, limit }))).documents).toEqual(exact.slice(0, limit))
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
