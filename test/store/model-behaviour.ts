/** Whatever is written, and however, every answer equals that of the naive store. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchLevel } from '../../src/contract/items.ts'
import type { LinkOutcome, StoreWriter } from '../../src/store/port.ts'
import type { OneRead } from '../kit/one-read.ts'
import { NaiveStore, naiveRank } from './naive-store.ts'
import { batch, note, record, type Sample, SHOP, symbol } from './samples.ts'
import { asking, type OpenEngine } from './store-behaviour.ts'

const vocabulary = ['pay', 'card', 'list', 'näive', '\u{1F600}', 'zz', 'a']
const paths = ['a.ts', 'b/a.ts', 'b/b.py', 'c.md', 'ü.ts']
const folders = ['', 'b', 'c']
const names = ['pay', 'List', 'List.pay']

const words = fc.dictionary(fc.constantFrom(...vocabulary), fc.constantFrom(1, 2, 3, 40, 200), { minKeys: 1, maxKeys: 4 })
const aFile: fc.Arbitrary<Sample> = fc.record(
  {
    path: fc.constantFrom(...paths),
    language: fc.constantFrom('typescript', 'python'),
    role: fc.constantFrom('source', 'document', 'generated'),
    facts: fc.constantFrom(true, true, false),
    words,
    symbols: fc.array(
      fc.record(
        { name: fc.constantFrom(...names), kind: fc.constantFrom('function', 'class'), words },
        { requiredKeys: ['name'] },
      ),
      { maxLength: 3 },
    ),
    uses: fc.array(fc.record({ name: fc.constantFrom(...names), enclosing: fc.integer({ min: -1, max: 1 }) }), { maxLength: 3 }),
    sections: fc.array(words, { maxLength: 2 }),
    identifiers: fc.dictionary(fc.constantFrom(...vocabulary), fc.integer({ min: 1, max: 9 }), { maxKeys: 3 }),
  },
  { requiredKeys: ['path'] },
) as fc.Arbitrary<Sample>

type Change =
  | { do: 'replace'; file: Sample; link: boolean }
  | { do: 'remove'; path: string }
  | { do: 'note'; path: string; words: Record<string, number> }
  | { do: 'unnote'; path: string }

const aChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('replace' as const), file: aFile, link: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path: fc.constantFrom(...paths) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('note' as const), path: fc.constantFrom(...folders), words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unnote' as const), path: fc.constantFrom(...folders) }) },
)
/** Each step is one batch or one build of several changes. */
const aHistory = fc.array(
  fc.record({
    by: fc.constantFrom('apply', 'build', 'flushed-build'),
    changes: fc.array(aChange, { minLength: 1, maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
)

export function modelBehaviour(open: OpenEngine): void {
  describe('any history', () => {
    it('[ST9] however it was written, by batches, builds or merges, the answers are the same', async () => {
      await fc.assert(
        fc.asyncProperty(aHistory, async (history) => {
          const engine = await open()
          const naive = new NaiveStore(SHOP)
          try {
            for (const { by, changes } of history) {
              for (const change of changes) follow(naive, change)
              await (by === 'apply' ? applyEach(engine.writer, changes) : build(engine.writer, changes, by === 'flushed-build'))
            }
            await asking(engine.reader, (snapshot) => compareAll(snapshot, naive))
          } finally {
            await engine.close()
          }
        }),
        { numRuns: 60 },
      )
    })

    it('[ST9] replaced and removed files of a large build stay so, however many small changes are merged after it', async () => {
      const engine = await open()
      const naive = new NaiveStore(SHOP)
      const write = async (change: Change): Promise<void> => {
        follow(naive, change)
        await applyEach(engine.writer, [change])
      }
      await write({ do: 'replace', file: { path: 'first.ts', identifiers: { pay: 1 } }, link: false })
      const large = Array.from(
        { length: 12 },
        (_, at): Sample => ({ path: `large/${at}.ts`, words: { pay: 1 }, identifiers: { pay: 1, ...bulk(at) } }),
      )
      for (const file of large) follow(naive, { do: 'replace', file, link: false })
      await build(
        engine.writer,
        large.map((file) => ({ do: 'replace', file, link: false })),
        false,
      )
      await write({ do: 'remove', path: 'large/3.ts' })
      await write({ do: 'replace', file: { path: 'large/4.ts', words: { card: 1 } }, link: false })
      await write({ do: 'replace', file: { path: 'large/5.ts', facts: false }, link: false })
      for (let at = 0; at < 90; at++) {
        await write({
          do: 'replace',
          file: { path: `small/${at % 30}.ts`, words: { [`v${at}`]: 1 }, identifiers: { pay: at + 1 } },
          link: false,
        })
        if (at % 7 === 0) await asking(engine.reader, (snapshot) => compareAll(snapshot, naive))
      }
      await asking(engine.reader, (snapshot) => compareAll(snapshot, naive))
      await engine.close()
    })

    it('[ST9] a reader that read during a build finds everything after it', async () => {
      const engine = await open()
      const naive = new NaiveStore(SHOP)
      const building = await engine.writer.openBuild(SHOP)
      for (let at = 0; at < 40; at++) {
        const file: Sample = { path: `${at}.ts`, words: { pay: at + 1 }, identifiers: { [vocabulary[at % 7] ?? 'a']: 1 } }
        follow(naive, { do: 'replace', file, link: false })
        await building.add(record(file))
        await building.flush()
      }
      expect(await asking(engine.reader, (snapshot) => snapshot.filesWithIdentifier(SHOP, 'pay'))).toHaveLength(6)
      await building.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
      await asking(engine.reader, (snapshot) => compareAll(snapshot, naive))
      await engine.close()
    })

    it('[ST9] many single replacements give the same answers as one build of the result', async () => {
      const engine = await open()
      const naive = new NaiveStore(SHOP)
      const histories = fc.sample(fc.array(aFile, { minLength: 150, maxLength: 150 }), { numRuns: 1, seed: 11 })
      for (const file of histories[0] ?? []) {
        const moved = { ...file, path: `${file.path}/${(file.words?.pay ?? 0) % 40}` }
        naive.replace(moved)
        await engine.writer.apply(SHOP, batch({ replace: [record(moved)] }))
      }
      await asking(engine.reader, (snapshot) => compareAll(snapshot, naive))
      await engine.close()
    })
  })
}

function follow(naive: NaiveStore, change: Change): void {
  if (change.do === 'remove') naive.remove(change.path)
  if (change.do === 'note') naive.notes.set(change.path, note(change.path, change.words))
  if (change.do === 'unnote') naive.notes.delete(change.path)
  if (change.do !== 'replace') return
  naive.replace(change.file)
  if (change.link) naive.links.set(change.file.path, linksFor(change.file))
}

/** One batch per change, because the order of changes inside a batch does not count. */
async function applyEach(writer: StoreWriter, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    if (change.do === 'remove') await writer.apply(SHOP, batch({ remove: [change.path] }))
    else if (change.do === 'note') await writer.apply(SHOP, batch({ notes: [note(change.path, change.words)] }))
    else if (change.do === 'unnote') await writer.apply(SHOP, batch({ removeNotes: [change.path] }))
    else await writer.apply(SHOP, batch({ replace: [record(change.file)], links: change.link ? [linksFor(change.file)] : [] }))
  }
}

async function build(writer: StoreWriter, changes: readonly Change[], flushes: boolean): Promise<void> {
  const building = await writer.openBuild(SHOP)
  for (const change of changes) {
    if (change.do === 'remove') await building.remove([change.path])
    else if (change.do === 'note') await building.putNotes([note(change.path, change.words)])
    else if (change.do === 'unnote') await building.removeNotes([change.path])
    else {
      await building.add(record(change.file))
      if (change.link) await building.putLinks([linksFor(change.file)])
    }
    if (flushes) await building.flush()
  }
  await building.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
}

/** Enough that a build of a dozen such files is not small to any engine. */
const bulk = (seed: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`id${seed % 3}_${at}`, 1 + (at % 3)]))

const linksFor = (file: Sample) => ({
  path: file.path,
  derived: [],
  uses: (file.facts === false ? [] : (file.uses ?? [])).map((use, at): LinkOutcome => {
    if (at === 2) return { to: 'nothing', reason: 'dynamic' }
    return { to: 'symbol', target: symbol(paths[at] ?? 'a.ts', use.name), tier: at === 0 ? 'proven' : 'resolved' }
  }),
})

async function compareAll(snapshot: OneRead, naive: NaiveStore): Promise<void> {
  const sorted = [...naive.files.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect((await snapshot.recordedFiles(SHOP)).map(({ path }) => path)).toEqual(sorted)
  for (const name of ['pay', 'List', 'absent']) expect(await snapshot.symbolsNamed(SHOP, name)).toEqual(naive.symbolsNamed(name))
  for (const word of vocabulary) expect(await snapshot.filesWithIdentifier(SHOP, word)).toEqual(naive.filesWithIdentifier(word))
  for (const path of paths) {
    for (const name of ['', ...names]) {
      const { key } = symbol(path, name)
      expect(await snapshot.linksTo(SHOP, { path, key })).toEqual(naive.linksTo(path, key))
      expect(await snapshot.linksFrom(SHOP, { path, key })).toEqual(naive.linksFrom(path, key))
    }
  }
  await comparePlural(snapshot)
  for (const level of ['symbol', 'file', 'doc', 'module', 'repo'] as SearchLevel[]) {
    for (const filter of [
      {},
      { kinds: ['class' as const] },
      { languages: ['python'] },
      { paths: ['b*'] },
      { paths: ['*', '!b*'] },
      { except: ['a.ts', 'b.ts'] },
      { only: ['a.ts', 'b.ts'] },
    ]) {
      const asked = {
        repos: [SHOP],
        level,
        filter,
        offset: 1,
        limit: 4,
        words: new Map([
          ['pay', 1],
          ['\u{1F600}', 2],
          ['näive', 0.5],
        ]),
      }
      const [found, wanted] = [await snapshot.rank(asked), naiveRank([naive], asked)]
      expect(found.total).toBe(wanted.total)
      expect(found.documents.map(printed)).toEqual(wanted.documents.map(printed))
    }
  }
}

/** A read of many gives the same as single reads; missing entries are left out. */
async function comparePlural(snapshot: OneRead): Promise<void> {
  const asked = [...paths, 'not/there.ts']
  const handles = asked.flatMap((path) => ['', ...names].map((name) => symbol(path, name)))
  const each = async <Value>(read: (path: string) => Promise<Value | undefined>): Promise<Map<string, Value>> => {
    const found = new Map<string, Value>()
    for (const path of asked) {
      const value = await read(path)
      if (value !== undefined) found.set(path, value)
    }
    return found
  }
  const sizes = (facts: ReadonlyMap<string, { outline(): { symbols: readonly unknown[] } }>) =>
    new Map([...facts].map(([path, view]) => [path, view.outline().symbols.length]))
  expect(await snapshot.filesAt(SHOP, asked)).toEqual(await each((path) => snapshot.file(SHOP, path)))
  expect(sizes(await snapshot.factsOfMany(SHOP, asked))).toEqual(sizes(await each((path) => snapshot.factsOf(SHOP, path))))
  expect(await snapshot.outcomesOf(SHOP, asked)).toEqual(await each((path) => snapshot.linkOutcomes(SHOP, path)))
  const named = ['pay', 'List', 'absent']
  expect([...(await snapshot.symbolsNamedMany(SHOP, named)).entries()]).toEqual(
    await Promise.all(named.map(async (name) => [name, await snapshot.symbolsNamed(SHOP, name)])),
  )
  expect([...(await snapshot.filesWithIdentifiers(SHOP, vocabulary)).entries()]).toEqual(
    await Promise.all(vocabulary.map(async (word) => [word, await snapshot.filesWithIdentifier(SHOP, word)])),
  )
  expect(await snapshot.linksToMany(SHOP, handles)).toEqual(await Promise.all(handles.map((one) => snapshot.linksTo(SHOP, one))))
  expect(await snapshot.linksFromMany(SHOP, handles)).toEqual(
    await Promise.all(handles.map((one) => snapshot.linksFrom(SHOP, one))),
  )
  const state = (await snapshot.states([SHOP])).get(SHOP)
  expect(state?.generation ?? 0).toBe(await snapshot.generation(SHOP))
  expect(state?.complete).toBe(await snapshot.isComplete(SHOP))
}

const printed = ({ path, ordinal, score }: { path: string; ordinal: number; score: number }): string =>
  `${path} ${ordinal} ${score.toFixed(9)}`
