/** Ranked questions: filters first, one stable order, every score explained. */
import { describe, expect, it } from 'vitest'
import { asRepoId, type RepoId } from '../../src/contract/ids.ts'
import type { RankQuery, ScoreQuery } from '../../src/store/port.ts'
import { batch, note, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import type { Stage } from './store-behaviour.ts'

const query = (given: Partial<Omit<RankQuery, 'words'>> & { words: Record<string, number> }): RankQuery => ({
  repos: [SHOP],
  level: 'symbol',
  filter: {},
  offset: 0,
  limit: 5,
  ...given,
  words: new Map(Object.entries(given.words)),
})

const many = (count: number, words: Record<string, number>): Sample[] =>
  Array.from({ length: count }, (_, at) => ({
    path: `src/f${String(at).padStart(3, '0')}.ts`,
    words: { common: 1 },
    symbols: [
      { name: `fn${at}`, words },
      { name: `Type${at}`, kind: 'class' as const, words: { common: 1 } },
    ],
  }))

export function rankBehaviour(stage: Stage): void {
  const ranked = (asked: RankQuery) => stage.ask((now) => now.rank(asked))
  const paths = async (asked: RankQuery): Promise<string[]> => (await ranked(asked)).documents.map(({ path }) => path)

  describe('rank', () => {
    it('[ST8] the better match comes first, and each word’s share of the score is given', async () => {
      await stage.writer.apply(
        SHOP,
        replaceAll(
          { path: 'a.ts', symbols: [{ name: 'a', words: { pay: 1, card: 1, other: 3 } }] },
          { path: 'b.ts', symbols: [{ name: 'b', words: { pay: 4, card: 2 } }] },
          { path: 'c.ts', symbols: [{ name: 'c', words: { pay: 1, nothing: 2 } }] },
          { path: 'd.ts', symbols: [{ name: 'd', words: { unrelated: 1 } }] },
        ),
      )
      const { documents, total } = await ranked(query({ words: { pay: 1, card: 1, absent: 1 } }))
      expect(documents.map(({ path }) => path)).toEqual(['b.ts', 'a.ts', 'c.ts'])
      expect(total).toBe(3)
      expect(documents.map(({ matches }) => matches.map(({ word }) => word))).toEqual([['pay', 'card'], ['pay', 'card'], ['pay']])
      for (const { score, matches } of documents) expect(matches.reduce((sum, { added }) => sum + added, 0)).toBeCloseTo(score, 9)
      const weighted = await ranked(query({ words: { pay: 1, card: 0.001 } }))
      expect(weighted.documents[0]?.matches[1]?.added).toBeLessThan(0.01)
    })

    it('[ST35] a file is found by its name, its extension and its folders, also if its text has none of these words', async () => {
      await stage.writer.apply(
        SHOP,
        replaceAll(
          { path: 'src/auth/token-store.ts', words: { save: 2 } },
          { path: 'src/pay/card.py', words: { token: 1, save: 2 } },
          { path: 'Makefile', words: { all: 1 } },
        ),
      )
      const found = (...words: string[]) =>
        paths(query({ level: 'file', words: Object.fromEntries(words.map((word) => [word, 1])) }))
      expect(await found('makefile')).toEqual(['Makefile'])
      expect(await found('tokenstore')).toEqual(['src/auth/token-store.ts'])
      expect(await found('token')).toEqual(['src/auth/token-store.ts', 'src/pay/card.py'])
      expect(await found('pay', 'py')).toEqual(['src/pay/card.py'])
    })

    it('[ST8] equal scores are ordered by repo, path and ordinal, page by page', async () => {
      const samples = many(40, { same: 1 })
      await stage.writer.apply(TOOLS, replaceAll(...samples.slice(20).reverse()))
      await stage.writer.apply(SHOP, replaceAll(...samples.slice(0, 20).reverse()))
      await stage.writer.apply(SHOP, replaceAll(samples[3] as Sample, samples[1] as Sample))
      const asked = query({ repos: [TOOLS, SHOP], words: { same: 1 }, limit: 100 })
      const all = (await ranked(asked)).documents.map(({ repo_id, path }) => `${repo_id} ${path}`)
      expect(all).toEqual(samples.map(({ path }, at) => `${at < 20 ? SHOP : TOOLS} ${path}`))
      const pages = []
      for (let offset = 0; offset < 40; offset += 7) pages.push(...(await paths({ ...asked, offset, limit: 7 })))
      expect(pages).toEqual(samples.map(({ path }) => path))
      expect((await ranked({ ...asked, offset: 39, limit: 7 })).total).toBe(40)
      expect((await ranked({ ...asked, limit: 0 })).documents).toEqual([])
    })

    it('[ST37] given documents have the scores of the ranking, in the order asked', async () => {
      const samples = many(30, { same: 1, other: 2 })
      await stage.writer.apply(SHOP, replaceAll(...samples))
      await stage.writer.apply(TOOLS, replaceAll(...samples.slice(0, 3)))
      // Replaced files are in a second segment, and their earlier versions must not count.
      const longer = { same: 3, others: 1, filler: 7 }
      await stage.writer.apply(SHOP, replaceAll({ ...(samples[4] as Sample), symbols: [{ name: 'fn4', words: longer }] }))
      await stage.writer.apply(SHOP, batch({ remove: ['src/f005.ts'] }))
      const asked = query({
        repos: [TOOLS, SHOP],
        words: { same: 1, other: 1, others: 0.5, common: 0.3 },
        forms: new Map([['others', 'other']]),
        limit: 200,
      })
      const scored = (given: Partial<ScoreQuery>) => stage.ask((now) => now.scoreDocuments({ ...asked, documents: [], ...given }))
      const { documents } = await ranked(asked)
      expect(documents).toHaveLength(63)
      const backwards = documents.toReversed()
      const gone = ['src/f005.ts', 'not/there.ts'].map((path) => ({ repo_id: SHOP, path, ordinal: 0 }))
      expect(await scored({ documents: [...gone, ...backwards] })).toEqual(backwards)
      expect(await scored({ documents: backwards, words: new Map([['nowhere', 1]]) })).toEqual([])
      const classes = { kinds: ['class' as const], except: ['src/f001.ts'] }
      const wanted = (await ranked({ ...asked, filter: classes })).documents.toReversed()
      expect(await scored({ documents: backwards, filter: classes })).toEqual(wanted)
      expect(wanted.length).toBeGreaterThan(20)
      const plain = documents.map((document) => ({ ...document, matches: [] }))
      expect((await ranked({ ...asked, matches: false })).documents).toEqual(plain)
      expect(await scored({ documents: backwards, matches: false })).toEqual(plain.toReversed())
      const only = ['src/f007.ts', 'src/f004.ts', 'src/f005.ts', 'src/f002.ts', 'src/f002.ts']
      const few = documents.filter(({ path }) => only.includes(path))
      expect(await ranked({ ...asked, filter: { only } })).toEqual({ documents: few, total: few.length })
    })

    it('[ST37] so have files and notes', async () => {
      const notes = ['', 'src', 'docs'].map((path) => note(path, { common: 1, [`at${path}`]: 1 }))
      await stage.writer.apply(SHOP, batch({ ...replaceAll(...many(5, { common: 2 })), notes }))
      for (const level of ['file', 'module', 'repo'] as const) {
        const asked = query({ level, words: { common: 1 }, limit: 20 })
        const { documents } = await ranked(asked)
        expect(documents.length).toBeGreaterThan(0)
        expect(await stage.ask((now) => now.scoreDocuments({ ...asked, documents }))).toEqual(documents)
      }
    })

    it('[ST7] path, language and kind are filtered before counting and limiting', async () => {
      const samples = [
        ...many(60, { needle: 1 }),
        { path: 'docs/x.py', language: 'python', symbols: [{ name: 'x', words: { needle: 1, filler: 60 } }] },
        { path: 'docs/y.ts', symbols: [{ name: 'Y', kind: 'class' as const, words: { needle: 1, filler: 90 } }] },
      ]
      await stage.writer.apply(SHOP, replaceAll(...samples))
      const words = { needle: 1 }
      expect(await ranked(query({ words, filter: { paths: ['docs'] } }))).toMatchObject({
        total: 2,
        documents: [{ path: 'docs/x.py' }, { path: 'docs/y.ts' }],
      })
      expect(await paths(query({ words, filter: { languages: ['python', 'cobol'] } }))).toEqual(['docs/x.py'])
      expect(await paths(query({ words, filter: { kinds: ['class'] } }))).toEqual(['docs/y.ts'])
      expect((await ranked(query({ words, filter: { kinds: ['function', 'class'] } }))).total).toBe(62)
      expect((await ranked(query({ words, filter: { languages: ['cobol'] } }))).total).toBe(0)
      const all = await ranked(query({ words, limit: 100 }))
      const filtered = await ranked(query({ words, filter: { kinds: ['class'] } }))
      expect(filtered.documents[0]?.score).toBe(all.documents.find(({ path }) => path === 'docs/y.ts')?.score)
    })

    it('[ST7] filters by path, excluded path, glob and tests apply before counting', async () => {
      const words = { needle: 1 }
      const one = (path: string, test = false) => ({ path, test, symbols: [{ name: 'x', words }] })
      const samples = [one('a.ts'), one('b.ts'), one('lib/a.ts'), one('lib/a.test.ts', true), one('spec/b.ts', true)]
      await stage.writer.apply(SHOP, replaceAll(...samples))
      const found = async (filter: RankQuery['filter']) => (await paths(query({ words, filter }))).sort()
      expect(await found({ only: ['b.ts', 'lib/a.ts', 'gone.ts'] })).toEqual(['b.ts', 'lib/a.ts'])
      expect(await found({ except: ['b.ts', 'lib/a.ts'] })).toEqual(['a.ts', 'lib/a.test.ts', 'spec/b.ts'])
      expect(await found({ paths: ['lib', 'b.ts'] })).toEqual(['b.ts', 'lib/a.test.ts', 'lib/a.ts'])
      expect(await found({ paths: ['!lib'] })).toEqual(['a.ts', 'b.ts', 'spec/b.ts'])
      expect(await found({ paths: ['lib', '!*.test.ts'] })).toEqual(['lib/a.ts'])
      expect(await found({ tests: 'exclude' })).toEqual(['a.ts', 'b.ts', 'lib/a.ts'])
      expect(await found({ tests: 'only' })).toEqual(['lib/a.test.ts', 'spec/b.ts'])
      expect(await found({ tests: 'only', paths: ['lib'], except: ['lib/a.test.ts'] })).toEqual([])
    })

    it('[ST7] a rare level fills the limit however many other documents there are', async () => {
      const notes = ['', 'src', 'src/a', 'docs'].map((path) => note(path, { common: 1, [`at${path}`]: 1 }))
      await stage.writer.apply(SHOP, batch({ ...replaceAll(...many(200, { common: 5 })), notes }))
      expect(await paths(query({ level: 'module', words: { common: 1 } }))).toEqual(['docs', 'src', 'src/a'])
      expect(await paths(query({ level: 'repo', words: { common: 1 } }))).toEqual([''])
      expect(await paths(query({ level: 'module', words: { common: 1 }, filter: { paths: ['src'] } }))).toEqual(['src', 'src/a'])
      expect(await paths(query({ level: 'module', words: { common: 1 }, filter: { languages: [''] } }))).toEqual([])
      expect((await ranked(query({ level: 'file', words: { common: 1 } }))).total).toBe(200)
      expect((await ranked(query({ level: 'doc', words: { common: 1 } }))).total).toBe(0)
    })

    it('[ST7] a level with ten documents, and one repo among 500, fill the limit in an index of 100,000 documents', async () => {
      const repos = Array.from({ length: 500 }, (_, at) => asRepoId(`many/r${String(at).padStart(3, '0')}`))
      const symbols = Array.from({ length: 200 }, (_, at) => ({ name: `fn${at}`, words: { common: 5, [`w${at}`]: 1 } }))
      for (const repo of repos) await stage.writer.apply(repo, replaceAll({ path: 'src/all.ts', words: { common: 9 }, symbols }))
      const small = repos[250] as RepoId
      const guides = Array.from({ length: 10 }, (_, at) => ({
        path: `docs/g${at}.md`,
        role: 'document' as const,
        language: 'markdown',
        words: { common: 1 },
        sections: [{ common: 1, guide: 1 }],
        symbols: [{ name: `sample${at}`, words: { common: 1, rest: 9 } }],
      }))
      await stage.writer.apply(small, replaceAll({ path: 'src/all.ts', words: { common: 9 }, symbols }, ...guides))
      const asked = (given: Partial<RankQuery>) => ranked({ ...query({ words: { common: 1 } }), repos, limit: 10, ...given })
      expect((await asked({})).total).toBe(100_010)
      expect((await asked({ level: 'doc' })).documents).toHaveLength(10)
      expect((await asked({ filter: { paths: ['docs'] } })).documents).toHaveLength(10)
      expect(await asked({ repos: [small], limit: 210 })).toMatchObject({ total: 210, documents: { length: 210 } })
    })

    it('[ST7] files that are not ranked have no documents, but their names and identifiers are found', async () => {
      const generated: Sample = {
        path: 'gen/pb.ts',
        role: 'generated',
        words: { message: 1 },
        symbols: [{ name: 'Message', words: { message: 1 } }],
        identifiers: { Message: 2 },
      }
      await stage.writer.apply(SHOP, replaceAll(generated, { ...generated, path: 'src/message.ts', role: 'source' }))
      expect(await paths(query({ words: { message: 1 } }))).toEqual(['src/message.ts'])
      expect(await paths(query({ level: 'file', words: { message: 1 } }))).toEqual(['src/message.ts'])
      await stage.ask(async (now) => {
        expect((await now.symbolsNamed(SHOP, 'Message')).map(({ path }) => path)).toEqual(['gen/pb.ts', 'src/message.ts'])
        expect((await now.filesWithIdentifier(SHOP, 'Message')).map(({ path }) => path)).toEqual(['gen/pb.ts', 'src/message.ts'])
      })
    })

    it('[ST7] sections are documents of their file', async () => {
      const guide: Sample = {
        path: 'GUIDE.md',
        role: 'document',
        language: 'markdown',
        words: { guide: 1 },
        sections: [{ start: 1 }, { install: 2 }],
      }
      await stage.writer.apply(SHOP, replaceAll(guide))
      const { documents } = await ranked(query({ level: 'doc', words: { install: 1 } }))
      expect(documents).toMatchObject([{ path: 'GUIDE.md', ordinal: 1, level: 'doc' }])
    })

    it('[ST6] word rarity is computed only from the asked repos, and unknown repos are skipped', async () => {
      const rare: Sample = { path: 'a.ts', symbols: [{ name: 'a', words: { word: 1 } }] }
      await stage.writer.apply(SHOP, replaceAll(rare, ...many(10, { filler: 1 })))
      const alone = await ranked(query({ words: { word: 1 } }))
      await stage.writer.apply(TOOLS, replaceAll(...many(50, { word: 1 })))
      expect(await ranked(query({ words: { word: 1 } }))).toEqual(alone)
      const both = await ranked(query({ repos: [SHOP, TOOLS, SHOP], words: { word: 1 }, limit: 100 }))
      expect(both.total).toBe(51)
      expect(both.documents.find(({ repo_id }) => repo_id === SHOP)?.score).toBeLessThan(alone.documents[0]?.score ?? 0)
    })

    it('[ST4] notes are replaced and removed like files', async () => {
      await stage.writer.apply(SHOP, batch({ notes: [note('src', { old: 1 }, 'old'), note('', { whole: 1 }, 'repo')] }))
      await stage.writer.apply(SHOP, batch({ notes: [note('src', { fresh: 1 }, 'new')] }))
      expect(await paths(query({ level: 'module', words: { old: 1 } }))).toEqual([])
      expect(await paths(query({ level: 'module', words: { fresh: 1 } }))).toEqual(['src'])
      expect(await stage.ask((now) => now.note(SHOP, 'module', 'src'))).toEqual({ content: 'new' })
      await stage.writer.apply(SHOP, batch({ removeNotes: ['src', ''] }))
      expect(await paths(query({ level: 'module', words: { fresh: 1 } }))).toEqual([])
      expect(await stage.ask((now) => now.modulePaths(SHOP))).toEqual([])
      expect(await stage.ask((now) => now.note(SHOP, 'repo', ''))).toBeUndefined()
    })
  })
}
