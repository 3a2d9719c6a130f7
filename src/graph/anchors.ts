/**
 * Prints symbols as anchors and reads anchors. The plain form is `sym:src.auth.Auth.login`. If two symbols have the same plain
 * form, both get `~` and the first of extension, tag, path that distinguishes them. Every form that was ever printed can still be
 * read, because the text after `~` only narrows the choice.
 */
import { compareText } from '../base/compare-text.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { modulePath, plainAnchor } from '../contract/identity.ts'
import { type Anchor, asAnchor, type RepoId } from '../contract/ids.ts'
import { languageNamed } from '../contract/languages.ts'
import type { IndexView } from '../store/index-view.ts'
import type { FileRow, SymbolOrdinal } from '../store/port.ts'
import { type Definition, handleOf } from './definition.ts'

/** A symbol to print; `fact` is null for the module itself. */
export type Printed = { path: string; fact: Pick<SymbolFact, 'qualified_name' | 'tag'> | null }

/** A symbol that an anchor may refer to. */
type Candidate = { path: string; ordinal: number; fact: SymbolFact | null }

export class Anchors {
  private readonly view: IndexView
  private readonly alike = new Map<string, readonly Candidate[]>()
  private readonly byModule = new Map<string, ReadonlyMap<string, readonly SymbolOrdinal[]>>()

  constructor(view: IndexView) {
    this.view = view
  }

  /** One anchor each, in the order given. `stands`: whether the indexed symbols of a file are still valid. */
  async ofMany(repo: RepoId, symbols: readonly Printed[], stands: (path: string) => boolean = () => true): Promise<Anchor[]> {
    const plain = symbols.map(({ path, fact }) => plainAnchor(path, fact?.qualified_name ?? ''))
    await this.load(repo, plain)
    return symbols.map((symbol, at) => {
      const text = plain[at] ?? ''
      const others = this.known(repo, text).filter((other) => !isThis(other, symbol) && stands(other.path))
      return asAnchor(others.length === 0 ? text : text + separator(symbol.path, symbol.fact?.tag ?? '', others))
    })
  }

  /** The anchor of one symbol. For several symbols use `ofMany`, which reads the store once. */
  async of(repo: RepoId, path: string, fact: Printed['fact'], stands?: (path: string) => boolean): Promise<Anchor> {
    const [anchor] = await this.ofMany(repo, [{ path, fact }], stands)
    return anchor ?? asAnchor(plainAnchor(path, fact?.qualified_name ?? ''))
  }

  async definitions(repo: RepoId, symbols: readonly Candidate[]): Promise<Definition[]> {
    const anchors = await this.ofMany(repo, symbols)
    return symbols.flatMap(({ path, ordinal, fact }, at) => {
      const anchor = anchors[at]
      return anchor === undefined ? [] : [{ repo_id: repo, path, ordinal, fact, handle: handleOf(path, fact), anchor }]
    })
  }

  /** Every symbol of the repo that has this anchor, by path and ordinal. */
  async read(repo: RepoId, anchor: string): Promise<Definition[]> {
    const cuts = cutsOf(anchor)
    await this.load(
      repo,
      cuts.map(({ plain }) => plain),
    )
    for (const { plain, marks } of cuts) {
      const meant = this.known(repo, plain).filter((one) => marks.every((mark) => isMarkOf(mark, one)))
      if (meant.length > 0) return this.definitions(repo, meant)
    }
    return []
  }

  private known(repo: RepoId, plain: string): readonly Candidate[] {
    return this.alike.get(`${repo}\0${plain}`) ?? []
  }

  /** `a.b.c` may be c in a/b.py, b.c in a.py, or the module a/b/c.py. */
  private async load(repo: RepoId, plain: readonly string[]): Promise<void> {
    const missing = [...new Set(plain)].filter((one) => !this.alike.has(`${repo}\0${one}`))
    if (missing.length === 0) return
    const rows = await this.view.rows(repo)
    const texts = missing.map((one) => one.replace(/^sym:/, ''))
    const named = await this.view.symbolsNamed(repo, texts.map(lastPart))
    const below = texts.map((text) => this.symbolsBelow(repo, text, named.get(lastPart(text)) ?? []))
    const facts = await this.view.facts(
      repo,
      below.flat().map(({ path }) => path),
    )
    for (const [at, one] of missing.entries()) {
      const text = texts[at] ?? ''
      const modules = rows
        .ofModule(text)
        .filter(isCode)
        .map(({ path }): Candidate => ({ path, ordinal: -1, fact: null }))
      const symbols = (below[at] ?? []).flatMap(({ path, ordinal }): Candidate[] => {
        const fact = facts.get(path)?.outline().symbols[ordinal]
        return fact && `${modulePath(path)}.${fact.qualified_name}` === text ? [{ path, ordinal, fact }] : []
      })
      this.alike.set(`${repo}\0${one}`, [...modules, ...symbols])
    }
  }

  /**
   * Of the symbols of one name those in a module that the text begins with, by path and ordinal. The symbols are grouped by module
   * once: a graph asks this for each of thousands of symbols that have the same name.
   */
  private symbolsBelow(repo: RepoId, text: string, symbols: readonly SymbolOrdinal[]): SymbolOrdinal[] {
    const id = `${repo}\0${lastPart(text)}`
    const groups = this.byModule.get(id) ?? groupByModule(symbols)
    this.byModule.set(id, groups)
    const found = modulesOf(text).flatMap((module) => groups.get(module) ?? [])
    return found.sort((a, b) => compareText(a.path, b.path) || a.ordinal - b.ordinal)
  }
}

const lastPart = (text: string): string => text.slice(text.lastIndexOf('.') + 1)

function groupByModule(symbols: readonly SymbolOrdinal[]): ReadonlyMap<string, readonly SymbolOrdinal[]> {
  const groups = new Map<string, SymbolOrdinal[]>()
  for (const symbol of symbols) {
    const module = modulePath(symbol.path)
    const group = groups.get(module)
    if (group) group.push(symbol)
    else groups.set(module, [symbol])
  }
  return groups
}

/** Every beginning of the text that ends before a dot. */
function modulesOf(text: string): string[] {
  const modules: string[] = []
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) modules.push(text.slice(0, dot))
  return modules
}

const isCode = ({ language }: FileRow): boolean => languageNamed(language)?.kind === 'code' || language === 'notebook'

/** A `~` may be part of a folder's name, so the anchor is cut at each `~`, the longest plain part first. */
function cutsOf(anchor: string): { plain: string; marks: string[] }[] {
  const cuts = [{ plain: anchor, marks: [] as string[] }]
  for (let cut = anchor.lastIndexOf('~'); cut > 0; cut = anchor.lastIndexOf('~', cut - 1))
    cuts.push({ plain: anchor.slice(0, cut), marks: anchor.slice(cut + 1).split('~') })
  return cuts
}

const isMarkOf = (mark: string, { path, fact }: Candidate): boolean =>
  mark === path || mark === extensionOf(path) || mark === (fact?.tag ?? '')

const isThis = (candidate: Candidate, { path, fact }: Printed): boolean =>
  candidate.path === path && (candidate.fact?.tag ?? '') === (fact?.tag ?? '') && (candidate.fact === null) === (fact === null)

function separator(path: string, tag: string, others: readonly Candidate[]): string {
  const extension = extensionOf(path)
  if (others.every((other) => extensionOf(other.path) !== extension)) return `~${extension}`
  if (tag !== '' && others.every((other) => (other.fact?.tag ?? '') !== tag)) return `~${tag}`
  if (others.every((other) => other.path !== path)) return `~${path}`
  return `~${path}~${tag}`
}

function extensionOf(path: string): string {
  return path.slice(modulePath(path).length + 1)
}
