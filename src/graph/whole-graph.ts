/** The whole graph of a repo, file by file: every symbol, and every relation that is certain. For exchange, not for answers. */
import { WeightedLru } from '../base/weighted-lru.ts'
import type { SymbolFact } from '../contract/facts.ts'
import type { GraphEntity, GraphMetadata, GraphRelation } from '../contract/graph.ts'
import { plainAnchor, type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import { IndexView } from '../store/index-view.ts'
import type { EnrichmentRecord, FileRow, StoreSnapshot } from '../store/port.ts'
import { Anchors } from './anchors.ts'

/** What the file's symbols are called: each by its ordinal, and the ordinals by key. */
type Names = { module: string; symbols: readonly string[]; ordinals: ReadonlyMap<string, number> }

/** Links lead to files in no order, so the names of many files are kept; they need far less memory than the facts. */
const SYMBOLS_KEPT = 200_000

export class WholeGraph {
  private readonly snapshot: StoreSnapshot
  private readonly repo: RepoId
  private readonly rows: readonly FileRow[]
  private readonly facts: IndexView
  private readonly anchors: Anchors
  private readonly names = new WeightedLru<string, Names>(SYMBOLS_KEPT)
  private twins: ReadonlySet<string> | undefined

  /** `rows` by path. */
  constructor(snapshot: StoreSnapshot, repo: RepoId, rows: readonly FileRow[]) {
    this.snapshot = snapshot
    this.repo = repo
    this.rows = rows.filter((row) => row.parser_version !== '')
    this.facts = new IndexView(snapshot)
    this.anchors = new Anchors(this.facts)
  }

  async *entities(): AsyncGenerator<GraphEntity> {
    for (const row of this.rows) {
      const symbols = [null, ...(await this.facts.symbols(this.repo, row.path))]
      const outline = (await this.facts.factsAt(this.repo, row.path))?.outline()
      const names = this.names.get(row.path) ?? (await this.readNames(row.path))
      const hashes = symbols.map((symbol) => symbol?.span_hash ?? outline?.span_hash ?? row.content_hash)
      const metadata = await this.metadata(row.path, symbols, hashes)
      for (const [at, symbol] of symbols.entries()) {
        const id = names.symbols[at - 1] ?? names.module
        yield { ...entityOf(row, symbol, id), span_hash: hashes[at] ?? '', metadata: metadata[at] ?? {} }
      }
    }
  }

  async *relations(): AsyncGenerator<GraphRelation> {
    for (const { path } of this.rows) {
      yield* this.nesting(path, await this.facts.symbols(this.repo, path), await this.readNames(path))
      yield* this.links(path)
    }
  }

  /** Only enrichment of the current span: an importer could not tell that a text is about an older span. */
  private async metadata(
    path: string,
    symbols: readonly (SymbolFact | null)[],
    hashes: readonly string[],
  ): Promise<GraphMetadata[]> {
    if (!(await this.snapshot.hasEnrichment())) return []
    const now = symbols.map((symbol, at) => {
      const { qualified_name, tag, kind } = symbol ?? { qualified_name: '', tag: '', kind: 'module' as const }
      return { path, key: symbolKey(qualified_name, tag), qualified_name, kind, span_hash: hashes[at] ?? '' }
    })
    const found = await this.snapshot.enrichments(this.repo, now)
    return found.map((record, at) => (record && record.span_hash === hashes[at] ? metadataOf(record) : {}))
  }

  private *nesting(path: string, symbols: readonly SymbolFact[], names: Names): Generator<GraphRelation> {
    for (const [at, { parent, name_line: line, name_column: column }] of symbols.entries()) {
      const src = names.symbols[parent] ?? names.module
      yield { src, edge: 'contains', dst: names.symbols[at] ?? '', path, line, column, tier: 'resolved' }
    }
  }

  private async *links(path: string): AsyncGenerator<GraphRelation> {
    const { links, packages } = (await this.snapshot.linksIn(this.repo, [path])).get(path) ?? { links: [], packages: [] }
    for (const { source, edge, target, line, column, tier } of links) {
      const dst = nameOf(target.key, this.names.get(target.path) ?? (await this.readNames(target.path)))
      if (dst !== undefined) yield { src: await this.source(source), edge, dst, path, line, column, tier }
    }
    for (const { source, edge, target, line, column } of packages) {
      yield { src: await this.source(source), edge, dst: target, path, line, column, tier: 'resolved' }
    }
  }

  private async source({ path, key }: SymbolHandle): Promise<string> {
    const names = this.names.get(path) ?? (await this.readNames(path))
    return nameOf(key, names) ?? names.module
  }

  /** Only symbols that share a plain anchor are looked up in the index; looking up all would take longer than the build. */
  private async readNames(path: string): Promise<Names> {
    const known = this.names.get(path)
    if (known) return known
    this.twins ??= await this.findTwins()
    const symbols = await this.facts.symbols(this.repo, path)
    const plain = plainAnchors(path, symbols)
    const shared = [...plain.keys()].filter((at) => this.twins?.has(plain[at] ?? ''))
    const printed = shared.map((at) => ({ path, fact: symbols[at - 1] ?? null }))
    for (const [at, anchor] of (await this.anchors.ofMany(this.repo, printed)).entries()) plain[shared[at] ?? 0] = anchor
    const [module = '', ...rest] = plain
    const ordinals = new Map(symbols.map(({ qualified_name, tag }, at) => [symbolKey(qualified_name, tag), at]))
    const names = { module, symbols: rest, ordinals }
    this.names.set(path, names, plain.length)
    return names
  }

  private async findTwins(): Promise<ReadonlySet<string>> {
    const seen = new Set<string>()
    const twins = new Set<string>()
    for (const { path } of this.rows) {
      for (const plain of plainAnchors(path, await this.facts.symbols(this.repo, path))) {
        if (seen.has(plain)) twins.add(plain)
        seen.add(plain)
      }
    }
    return twins
  }
}

/** That of the module first. */
const plainAnchors = (path: string, symbols: readonly SymbolFact[]): string[] => {
  const module = plainAnchor(path, '')
  return [module, ...symbols.map(({ qualified_name: name }) => (name === '' ? module : `${module}.${name}`))]
}

/** The symbol of this key; undefined when the file no longer has it. */
function nameOf(key: string, { module, symbols, ordinals }: Names): string | undefined {
  if (key === '') return module
  const ordinal = ordinals.get(key)
  return ordinal === undefined ? undefined : symbols[ordinal]
}

function entityOf(row: FileRow, symbol: SymbolFact | null, id: string): Omit<GraphEntity, 'span_hash' | 'metadata'> {
  return {
    id,
    kind: symbol?.kind ?? 'module',
    name: symbol?.name ?? plainAnchor(row.path, '').split('.').at(-1)?.replace(/^sym:/, '') ?? '',
    path: row.path,
    start_line: symbol?.start_line ?? Math.min(1, row.line_count),
    end_line: symbol?.end_line ?? row.line_count,
    language: row.language,
    signature: symbol?.signature ?? '',
  }
}

function metadataOf(record: EnrichmentRecord): GraphMetadata {
  const { summary, usage_guide, content_type, content_language, author, made_at, model, prompt_version, details } = record
  return {
    ...{ summary, usage_guide, content_type, content_language, author, made_at },
    ...(model === '' ? {} : { model }),
    ...(prompt_version === '' ? {} : { prompt_version }),
    ...(details ? { details } : {}),
  }
}
