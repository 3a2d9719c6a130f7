/** The simplest possible store, all in memory. Every engine must agree with it. */

import { pathFilters } from '../../src/base/glob.ts'
import { symbolKey } from '../../src/contract/identity.ts'
import type { RepoId } from '../../src/contract/ids.ts'
import { wordMap } from '../../src/contract/numbered-words.ts'
import { rarity, wordScore } from '../../src/store/bm25.ts'
import { pathWords } from '../../src/store/path-words.ts'
import type { FileLinks, Link, NoteRecord, RankedDocument, RankQuery } from '../../src/store/port.ts'
import { parsed, type Sample } from './samples.ts'

type Document = {
  repo_id: RepoId
  level: string
  path: string
  ordinal: number
  words: Map<string, number>
  language: string
  kind: string
}

export class NaiveStore {
  readonly files = new Map<string, Sample>()
  readonly notes = new Map<string, NoteRecord>()
  readonly links = new Map<string, FileLinks>()
  readonly repo: RepoId
  constructor(repo: RepoId) {
    this.repo = repo
  }

  replace(sample: Sample): void {
    const before = this.files.get(sample.path)
    if (JSON.stringify(before) !== JSON.stringify(sample)) this.links.delete(sample.path)
    this.files.set(sample.path, sample)
  }
  remove(path: string): void {
    this.files.delete(path)
    this.links.delete(path)
  }

  symbolsNamed(name: string): { path: string; ordinal: number }[] {
    return this.inOrder().flatMap((file) =>
      symbolsOf(file).flatMap((symbol, ordinal) => (symbol.name === name ? [{ path: file.path, ordinal }] : [])),
    )
  }

  filesWithIdentifier(identifier: string): { path: string; count: number }[] {
    return this.inOrder().flatMap((file) => {
      const count = file.facts === false ? undefined : file.identifiers?.[identifier]
      return count === undefined ? [] : [{ path: file.path, count }]
    })
  }

  linksTo(path: string, key: string): Link[] {
    return this.files.has(path) ? this.allLinks().filter(({ target }) => target.path === path && target.key === key) : []
  }
  linksFrom(path: string, key: string): Link[] {
    return this.allLinks().filter(({ source }) => source.path === path && source.key === key)
  }

  documents(level: string): Document[] {
    const fromFiles = this.inOrder().flatMap((file) => {
      const { facts, terms } = parsed(file)
      const ranked = file.facts !== false && ['source', 'document'].includes(file.role ?? 'source')
      return (ranked ? terms : [])
        .filter((term) => term.level === level)
        .map(({ ordinal, words: counted }) => ({ ordinal, words: new Map(wordMap(counted)) }))
        .map(({ ordinal, words }) => ({
          ...{ repo_id: this.repo, level, path: file.path, ordinal, language: file.language ?? 'typescript' },
          words: level === 'file' ? withPath(words, file.path) : words,
          kind: level === 'symbol' ? (facts.symbols[ordinal]?.kind ?? '') : level === 'file' ? 'module' : '',
        }))
    })
    const fromNotes = [...this.notes.values()]
      .filter((note) => note.level === level)
      .map(({ path, words }) => ({ repo_id: this.repo, level, path, ordinal: 0, words, language: '', kind: '' }))
    return [...fromFiles, ...fromNotes]
  }

  private allLinks(): Link[] {
    const links = this.inOrder().flatMap((file) => {
      const own = this.links.get(file.path)
      if (!own) return []
      const { facts } = parsed(file)
      return own.uses.flatMap((outcome, at): Link[] => {
        const use = facts.uses[at]
        if (outcome.to !== 'symbol' || !use || !this.files.has(outcome.target.path)) return []
        const enclosing = facts.symbols[use.enclosing]
        const key = enclosing ? symbolKey(enclosing.qualified_name, enclosing.tag) : ''
        const source = { path: file.path, key }
        return [{ source, target: outcome.target, edge: use.use, tier: outcome.tier, line: use.line, column: use.column }]
      })
    })
    return links.sort((a, b) => compare(a.source.path, b.source.path) || a.line - b.line || a.column - b.column)
  }

  private inOrder(): Sample[] {
    return [...this.files.values()].sort((a, b) => compare(a.path, b.path))
  }
}

/** The words of a file include those of its path. */
function withPath(words: ReadonlyMap<string, number>, path: string): Map<string, number> {
  const all = new Map(words)
  for (const [word, count] of pathWords(path).counts) all.set(word, (all.get(word) ?? 0) + count)
  return all
}

const symbolsOf = (file: Sample): { name: string }[] => (file.facts === false ? [] : parsed(file).facts.symbols)

export function naiveRank(stores: readonly NaiveStore[], query: RankQuery): { documents: RankedDocument[]; total: number } {
  const asked = stores.filter(({ repo }) => query.repos.includes(repo))
  const all = asked.flatMap((store) => store.documents(query.level))
  const lengthOf = ({ words }: Document): number => [...words.values()].reduce((sum, count) => sum + count, 0)
  const average = all.reduce((sum, document) => sum + lengthOf(document), 0) / Math.max(all.length, 1)
  const words = [...query.words].map(([word, weight]) => {
    const holding = all.filter((document) => document.words.has(word)).length
    return { word, factor: weight * rarity(all.length, holding) }
  })
  const ranked = all
    .filter(({ path, language, kind }) => {
      const { paths, only, except, languages, kinds } = query.filter
      return (
        (!paths || pathFilters(paths)(path)) &&
        (!only || only.includes(path)) &&
        !except?.includes(path) &&
        (!languages || languages.includes(language)) &&
        (!kinds || (kinds as string[]).includes(kind))
      )
    })
    .map((document) => {
      const matches = words.flatMap(({ word, factor }) => {
        const count = document.words.get(word)
        return count === undefined ? [] : [{ word, added: wordScore(factor, count, lengthOf(document), average) }]
      })
      return { document, matches, score: matches.reduce((sum, { added }) => sum + added, 0) }
    })
    .filter(({ matches }) => matches.length > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        compare(a.document.repo_id, b.document.repo_id) ||
        compare(a.document.path, b.document.path) ||
        a.document.ordinal - b.document.ordinal,
    )
  const page = ranked.slice(query.offset, query.offset + query.limit)
  return {
    total: ranked.length,
    documents: page.map(({ document: { repo_id, path, ordinal }, score, matches }) => ({
      repo_id,
      level: query.level,
      path,
      ordinal,
      score,
      matches,
    })),
  }
}

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
