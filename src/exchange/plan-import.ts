/**
 * What of a graph file fits the repo as it is now: enrichment whose span is unchanged, links whose two files are unchanged.
 * Nothing else is taken. Reads the file as a stream and hands out what fits; the indexer writes it.
 */
import { Lru } from '../base/lru.ts'
import type { GraphEntity, GraphMetadata, GraphRelation } from '../contract/graph.ts'
import { modulePath, type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { EdgeKind, SymbolKind, Tier } from '../contract/symbol.ts'
import { readGraph, readGraphHead } from './read-graph.ts'

export type KnownSymbol = { qualified_name: string; tag: string; kind: SymbolKind; span_hash: string }

/** The repo as it is indexed now. */
export interface CurrentFiles {
  contentHash(path: string): Promise<string | undefined>
  /** The hash of the whole text, if it says anything, and every symbol by ordinal; undefined when the file is not there. */
  outline(path: string): Promise<{ span_hash?: string; symbols: readonly KnownSymbol[] } | undefined>
}

export type ImportPick =
  /** Fits `EnrichmentRecord` of the store's port. */
  | { take: 'enrichment'; record: Required<GraphMetadata> & SymbolHandle & Omit<KnownSymbol, 'tag'> }
  | {
      take: 'link'
      link: { source: SymbolHandle; target: SymbolHandle; edge: EdgeKind; tier: Exclude<Tier, 'possible'>; line: number }
    }

/** As in `ImportReport`. */
export type ImportCounts = { enrichment_taken: number; enrichment_left: number; links_taken: number; links_left: number }

export async function* planImport(
  file: string,
  current: CurrentFiles,
  options: { signal?: AbortSignal } = {},
): AsyncGenerator<ImportPick, ImportCounts> {
  const { content } = await readGraphHead(file, options)
  const matcher = new Matcher(content, current)
  const counts: ImportCounts = { enrichment_taken: 0, enrichment_left: 0, links_taken: 0, links_left: 0 }
  for await (const part of readGraph(file, options)) {
    if (part.part === 'entity' && part.entity.metadata.summary) {
      const pick = await matcher.enrichment(part.entity)
      counts[pick ? 'enrichment_taken' : 'enrichment_left']++
      if (pick) yield pick
    } else if (part.part === 'relation') {
      const pick = await matcher.link(part.relation)
      counts[pick ? 'links_taken' : 'links_left']++
      if (pick) yield pick
    }
  }
  return counts
}

/** Files whose symbols are kept at hand: targets of links jump about. */
const FILES_AT_HAND = 2000

class Matcher {
  private readonly modules = new Map<string, string[]>()
  private readonly symbols = new Lru<string, ReadonlyMap<string, readonly KnownSymbol[]>>(FILES_AT_HAND)
  private readonly unchanged = new Map<string, boolean>()
  private readonly content: ReadonlyMap<string, string>
  private readonly current: CurrentFiles

  constructor(content: ReadonlyMap<string, string>, current: CurrentFiles) {
    this.content = content
    this.current = current
    for (const path of content.keys()) {
      const module = modulePath(path)
      const known = this.modules.get(module)
      if (known) known.push(path)
      else this.modules.set(module, [path])
    }
  }

  async enrichment(entity: GraphEntity): Promise<ImportPick | undefined> {
    if (entity.span_hash === '') return undefined
    // Of a file as a whole, graphs of the first version give the hash of its bytes.
    const ofBytes = entity.kind === 'module' && entity.span_hash === (await this.current.contentHash(entity.path))
    const fits = (symbol: KnownSymbol): boolean =>
      symbol.span_hash === entity.span_hash || (ofBytes && symbol.qualified_name === '' && symbol.span_hash !== '')
    // Twins with one and the same text: either is right, and the first is always the same one.
    const symbol = (await this.inFile(entity.id, entity.path)).find(fits)
    if (!symbol) return undefined
    const {
      summary = '',
      usage_guide = '',
      content_type = '',
      content_language = '',
      author = '',
      made_at = '',
      model = '',
      prompt_version = '',
    } = entity.metadata
    const { qualified_name, tag, kind, span_hash } = symbol
    const record = {
      path: entity.path,
      key: symbolKey(qualified_name, tag),
      qualified_name,
      kind,
      span_hash,
      summary,
      usage_guide,
      content_type,
      content_language,
      author,
      made_at,
      model,
      prompt_version,
    }
    return { take: 'enrichment', record }
  }

  async link({ src, edge, dst, path, line, tier }: GraphRelation): Promise<ImportPick | undefined> {
    if (tier === 'possible' || !(await this.isUnchanged(path))) return undefined
    const source = only((await this.inFile(src, path)).map((symbol) => handle(path, symbol)))
    const target = source && only(await this.anywhere(dst))
    return source && target ? { take: 'link', link: { source, target, edge, tier, line } } : undefined
  }

  /** Symbols of unchanged files that an anchor may mean. An anchor of the graph means one thing, so one find is the thing. */
  private async anywhere(anchor: string): Promise<SymbolHandle[]> {
    const found: SymbolHandle[] = []
    for (const path of this.filesOf(anchor)) {
      if (!(await this.isUnchanged(path))) continue
      for (const symbol of await this.inFile(anchor, path)) found.push(handle(path, symbol))
    }
    return found
  }

  /** A dot may end the module or stand in a name, so every start of the anchor that is a module counts. */
  private filesOf(anchor: string): string[] {
    const body = bodyOf(anchor)
    const found: string[] = []
    for (let dot = body.indexOf('.'); dot >= 0; dot = body.indexOf('.', dot + 1))
      found.push(...(this.modules.get(body.slice(0, dot)) ?? []))
    for (const { name } of readings(body)) found.push(...(this.modules.get(name) ?? []))
    return [...new Set(found)]
  }

  private async inFile(anchor: string, path: string): Promise<KnownSymbol[]> {
    const module = modulePath(path)
    const named = await this.symbolsByName(path)
    return readings(bodyOf(anchor)).flatMap(({ name, mark }) => {
      const rest = name === module ? '' : name.startsWith(`${module}.`) ? name.slice(module.length + 1) : undefined
      const symbols = (rest !== undefined && named.get(rest)) || []
      return symbols.filter((symbol) => mark === '' || fitsMark(mark, path, symbol))
    })
  }

  private async symbolsByName(path: string): Promise<ReadonlyMap<string, readonly KnownSymbol[]>> {
    const known = this.symbols.get(path)
    if (known) return known
    const { span_hash = '', symbols } = (await this.current.outline(path)) ?? { symbols: [] }
    const itself: KnownSymbol = { qualified_name: '', tag: '', kind: 'module', span_hash }
    const named = new Map<string, KnownSymbol[]>([['', [itself]]])
    for (const symbol of symbols) {
      const twins = named.get(symbol.qualified_name)
      if (twins) twins.push(symbol)
      else named.set(symbol.qualified_name, [symbol])
    }
    this.symbols.set(path, named)
    return named
  }

  private async isUnchanged(path: string): Promise<boolean> {
    const known = this.unchanged.get(path)
    if (known !== undefined) return known
    const hash = this.content.get(path)
    const same = hash !== undefined && hash === (await this.current.contentHash(path))
    this.unchanged.set(path, same)
    return same
  }
}

const bodyOf = (anchor: string): string => (anchor.startsWith('sym:') ? anchor.slice(4) : '')
const handle = (path: string, symbol: KnownSymbol): SymbolHandle => ({ path, key: symbolKey(symbol.qualified_name, symbol.tag) })
const only = <Thing>(things: readonly Thing[]): Thing | undefined => (things.length === 1 ? things[0] : undefined)

/** With and without a mark behind `~`: a destructor has that sign in its name. */
function readings(body: string): { name: string; mark: string }[] {
  const tilde = body.lastIndexOf('~')
  const plain = { name: body, mark: '' }
  return tilde <= 0 ? [plain] : [plain, { name: body.slice(0, tilde), mark: body.slice(tilde + 1) }]
}

function fitsMark(mark: string, path: string, symbol: KnownSymbol): boolean {
  return mark === path || mark === symbol.tag || (path.endsWith(`.${mark}`) && !mark.includes('/'))
}
