/** Finds the symbol of an anchor in a graph file: the reverse of `graph/anchors.ts`, limited to unchanged files. */
import { Lru } from '../base/lru.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { modulePath, symbolKey } from '../contract/identity.ts'
import { languageNamed } from '../contract/languages.ts'
import type { CurrentFiles } from './current-files.ts'

/** `fact` is null, `ordinal` -1 and `key` '' for the module itself. */
export type MeantSymbol = { path: string; ordinal: number; key: string; fact: SymbolFact | null }

/** Files whose symbols are cached: the targets of links are in no order. */
const FILES_AT_HAND = 2000
const ANCHORS_AT_HAND = 20_000

export class GraphAnchors {
  private readonly modules = new Map<string, string[]>()
  private readonly symbols = new Lru<string, ReadonlyMap<string, readonly MeantSymbol[]>>(FILES_AT_HAND)
  private readonly meant = new Lru<string, readonly MeantSymbol[]>(ANCHORS_AT_HAND)
  private readonly current: CurrentFiles

  /** `unchanged`: the files that have the same bytes in the graph and in the index. */
  constructor(unchanged: Iterable<string>, current: CurrentFiles) {
    this.current = current
    for (const path of unchanged) {
      const module = modulePath(path)
      const known = this.modules.get(module)
      if (known) known.push(path)
      else this.modules.set(module, [path])
    }
  }

  /** The symbol in the unchanged files that has this anchor; undefined when there is none or more than one. */
  async one(anchor: string): Promise<MeantSymbol | undefined> {
    let found = this.meant.get(anchor)
    if (!found) {
      const files = this.filesOf(anchor)
      found = (await Promise.all(files.map((path) => this.inFile(anchor, path)))).flat()
      if (found.length > 1) found = await this.withoutDocuments(found)
      this.meant.set(anchor, found)
    }
    return found.length === 1 ? found[0] : undefined
  }

  /** Every symbol of this file, unchanged or not, that matches the anchor. */
  async inFile(anchor: string, path: string): Promise<readonly MeantSymbol[]> {
    const module = modulePath(path)
    const body = bodyOf(anchor)
    if (!body.startsWith(module)) return []
    const behind = body.slice(module.length)
    if (behind !== '' && behind[0] !== '.' && behind[0] !== '~') return []
    const rest = behind[0] === '.' ? behind.slice(1) : behind
    const named = await this.symbolsOf(path)
    return splits(rest).flatMap(({ name, mark }) =>
      (behind[0] === '.' && name === '' ? [] : (named.get(name) ?? [])).filter((symbol) => fitsMark(mark, symbol)),
    )
  }

  /** If both `app.ts` and `app.md` exist, the plain anchor of the module belongs to the code. */
  private async withoutDocuments(found: readonly MeantSymbol[]): Promise<readonly MeantSymbol[]> {
    const kept: MeantSymbol[] = []
    for (const symbol of found) if (symbol.fact !== null || (await this.isCode(symbol.path))) kept.push(symbol)
    return kept
  }

  private async isCode(path: string): Promise<boolean> {
    const language = await this.current.languageOf(path)
    return languageNamed(language)?.kind === 'code' || language === 'notebook'
  }

  /** A dot may end the module or be part of a name, so every beginning of the anchor that is a module is tried. */
  private filesOf(anchor: string): string[] {
    const body = bodyOf(anchor)
    const found = new Set<string>()
    const add = (module: string): void => {
      for (const path of this.modules.get(module) ?? []) found.add(path)
    }
    for (let at = 0; at < body.length; at++) if (body[at] === '.' || body[at] === '~') add(body.slice(0, at))
    add(body)
    return [...found]
  }

  private async symbolsOf(path: string): Promise<ReadonlyMap<string, readonly MeantSymbol[]>> {
    const known = this.symbols.get(path)
    if (known) return known
    const named = new Map<string, MeantSymbol[]>([['', [{ path, ordinal: -1, key: '', fact: null }]]])
    for (const [ordinal, fact] of ((await this.current.facts(path))?.outline().symbols ?? []).entries()) {
      const symbol = { path, ordinal, key: symbolKey(fact.qualified_name, fact.tag), fact }
      const twins = named.get(fact.qualified_name)
      if (twins) twins.push(symbol)
      else named.set(fact.qualified_name, [symbol])
    }
    this.symbols.set(path, named)
    return named
  }
}

const bodyOf = (anchor: string): string => (anchor.startsWith('sym:') ? anchor.slice(4) : '')

/** `~` begins a mark, and is also part of some names (destructors), so the text is split at each `~`. */
function splits(text: string): { name: string; mark: string }[] {
  const found = [{ name: text, mark: '' }]
  for (let cut = text.indexOf('~'); cut >= 0; cut = text.indexOf('~', cut + 1))
    found.push({ name: text.slice(0, cut), mark: text.slice(cut + 1) })
  return found
}

/** The marks that `graph/anchors.ts` prints. */
function fitsMark(mark: string, { path, fact }: MeantSymbol): boolean {
  const tag = fact?.tag ?? ''
  const extension = path.slice(modulePath(path).length + 1)
  return ['', extension, tag, path, `${path}~${tag}`].includes(mark)
}
