/** Filters that are written inside a question: `retry path:src/pay lang:ts kind:function repo:shop -path:test`. */
import { languageIds, languageSynonyms } from '../contract/languages.ts'
import { symbolKinds } from '../contract/symbol.ts'

export type QueryFilters = {
  /** The question without its filters. */
  text: string
  path: string[]
  language: string[]
  kind: string[]
  repo: string[]
}

/** A value follows without a space, so that `std::path:` and `kind: x` stay text. */
const filter = /(?<=^|\s)(-?)(path|lang|language|kind|repo):("[^"]+"|[^\s":][^\s"]*)(?=\s|$)/gi

export function readFilters(query: string): QueryFilters {
  const found: QueryFilters = { text: '', path: [], language: [], kind: [], repo: [] }
  const text = query.replaceAll(filter, (whole: string, minus: string, name: string, written: string) => {
    const value = written.replaceAll('"', '')
    return take(found, name.toLowerCase(), value, minus === '-') ? ' ' : whole
  })
  const isFiltered = [found.path, found.language, found.kind, found.repo].some((values) => values.length > 0)
  return { ...found, text: isFiltered ? text.replaceAll(/\s+/g, ' ').trim() : query }
}

/** False when it cannot be a filter: then it is text. */
function take(found: QueryFilters, name: string, value: string, isLeftOut: boolean): boolean {
  if (name === 'path') return found.path.push(isLeftOut ? `!${value}` : value) > 0
  if (isLeftOut) return false
  if (name === 'repo') return found.repo.push(value) > 0
  const known = name === 'kind' ? symbolKinds.find((kind) => kind === value.toLowerCase()) : languageOf(value.toLowerCase())
  if (known === undefined) return false
  return (name === 'kind' ? found.kind : found.language).push(known) > 0
}

/** `Object.hasOwn`, because `constructor` would find a property that every object has. */
const languageOf = (name: string): string | undefined =>
  languageIds.find((id) => id === name) ?? (Object.hasOwn(languageSynonyms, name) ? languageSynonyms[name] : undefined)
