/** The whole graph of a repo, file by file: every symbol, and every relation that is certain. For exchange, not for answers. */
import type { SymbolFact } from '../contract/facts.ts'
import type { GraphEntity, GraphMetadata, GraphRelation } from '../contract/graph.ts'
import { plainAnchor, type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import { IndexView } from '../store/index-view.ts'
import type { FileRow, StoreSnapshot } from '../store/port.ts'
import { Anchors } from './anchors.ts'

export class WholeGraph {
  private readonly snapshot: StoreSnapshot
  private readonly repo: RepoId
  private readonly rows: readonly FileRow[]
  private readonly facts: IndexView
  private readonly anchors: Anchors
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
      yield await this.entity(row, null)
      for (const symbol of await this.facts.symbols(this.repo, row.path)) yield await this.entity(row, symbol)
    }
  }

  async *relations(): AsyncGenerator<GraphRelation> {
    for (const row of this.rows) {
      yield* this.nesting(row)
      yield* this.links(row)
    }
  }

  private async entity(row: FileRow, symbol: SymbolFact | null): Promise<GraphEntity> {
    const span_hash =
      symbol?.span_hash ?? (await this.facts.factsAt(this.repo, row.path))?.outline().span_hash ?? row.content_hash
    return {
      id: await this.anchor(row.path, symbol),
      kind: symbol?.kind ?? 'module',
      name: symbol?.name ?? plainAnchor(row.path, '').split('.').at(-1)?.replace(/^sym:/, '') ?? '',
      path: row.path,
      start_line: symbol?.start_line ?? Math.min(1, row.line_count),
      end_line: symbol?.end_line ?? row.line_count,
      language: row.language,
      signature: symbol?.signature ?? '',
      span_hash,
      metadata: await this.metadata(row.path, symbol, span_hash),
    }
  }

  /** Only enrichment of the current span: an importer could not tell that a text is about an older span. */
  private async metadata(path: string, symbol: SymbolFact | null, span_hash: string): Promise<GraphMetadata> {
    const { qualified_name, tag, kind } = symbol ?? { qualified_name: '', tag: '', kind: 'module' as const }
    const now = { path, key: symbolKey(qualified_name, tag), qualified_name, kind, span_hash }
    const [found] = await this.snapshot.enrichments(this.repo, [now])
    if (found?.span_hash !== span_hash) return {}
    const { summary, usage_guide, content_type, content_language, author, made_at, model, prompt_version, details } = found
    return {
      ...{ summary, usage_guide, content_type, content_language, author, made_at },
      ...(model === '' ? {} : { model }),
      ...(prompt_version === '' ? {} : { prompt_version }),
      ...(details ? { details } : {}),
    }
  }

  private async *nesting(row: FileRow): AsyncGenerator<GraphRelation> {
    const symbols = await this.facts.symbols(this.repo, row.path)
    for (const symbol of symbols) {
      const src = await this.anchor(row.path, symbols[symbol.parent] ?? null)
      const dst = await this.anchor(row.path, symbol)
      yield { src, edge: 'contains', dst, path: row.path, line: symbol.name_line, column: symbol.name_column, tier: 'resolved' }
    }
  }

  private async *links({ path }: FileRow): AsyncGenerator<GraphRelation> {
    const { links, packages } = (await this.snapshot.linksIn(this.repo, [path])).get(path) ?? { links: [], packages: [] }
    for (const { source, edge, target, line, column, tier } of links) {
      const dst = await this.anchorOf(target)
      if (dst !== undefined) yield { src: await this.source(source), edge, dst, path, line, column, tier }
    }
    for (const { source, edge, target, line, column } of packages) {
      yield { src: await this.source(source), edge, dst: target, path, line, column, tier: 'resolved' }
    }
  }

  private async source(handle: SymbolHandle): Promise<string> {
    return (await this.anchorOf(handle)) ?? this.anchor(handle.path, null)
  }

  private async anchorOf({ path, key }: SymbolHandle): Promise<string | undefined> {
    const ordinal = await this.facts.ordinal(this.repo, path, key)
    if (ordinal === undefined) return undefined
    return this.anchor(path, (await this.facts.symbols(this.repo, path))[ordinal] ?? null)
  }

  /** Only symbols that share a plain anchor are looked up in the index; looking up all would take longer than the build. */
  private async anchor(path: string, symbol: SymbolFact | null): Promise<string> {
    const plain = plainAnchor(path, symbol?.qualified_name ?? '')
    this.twins ??= await this.findTwins()
    return this.twins.has(plain) ? this.anchors.of(this.repo, path, symbol) : plain
  }

  private async findTwins(): Promise<ReadonlySet<string>> {
    const seen = new Set<string>()
    const twins = new Set<string>()
    for (const { path } of this.rows) {
      for (const symbol of [null, ...(await this.facts.symbols(this.repo, path))]) {
        const plain = plainAnchor(path, symbol?.qualified_name ?? '')
        if (seen.has(plain)) twins.add(plain)
        seen.add(plain)
      }
    }
    return twins
  }
}
