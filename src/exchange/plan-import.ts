/**
 * Finds what is new in a graph file compared with the current index: texts about unchanged spans, and proven links between
 * unchanged files. Counts what is already known and what is refused. Reads the file as a stream; memory is limited by the size of
 * the repo, not of the file. The indexer writes the result.
 */
import type { GraphEntity } from '../contract/graph.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { CurrentFiles, ImportedText } from './current-files.ts'
import { GraphAnchors, type MeantSymbol } from './graph-anchors.ts'
import { LinkJudge, type NewLink } from './judge-link.ts'
import { readGraph } from './read-graph.ts'

/** As in `ImportReport`. */
export type ImportCounts = Record<`${'enrichment' | 'links'}_${'new' | 'known' | 'refused'}`, number>

/** File → ordinal of the use → its target. */
export type NewLinks = ReadonlyMap<string, ReadonlyMap<number, SymbolHandle>>
export type ImportPlan = { counts: ImportCounts; links: NewLinks }

/** Yields texts as they are found, but returns all links at the end, because two links may contradict each other. */
export async function* planImport(
  file: string,
  current: CurrentFiles,
  options: { signal?: AbortSignal } = {},
): AsyncGenerator<ImportedText, ImportPlan> {
  // The whole file is read and checked before anything is imported, so that a broken file changes nothing.
  const unchanged = await unchangedFiles(file, current, options)
  const anchors = new GraphAnchors(unchanged, current)
  const judge = new LinkJudge(unchanged, anchors, current)
  const tally = new Tally()
  for await (const part of readGraph(file, options)) {
    if (part.part === 'relation') tally.link(await judge.judge(part.relation))
    else if (part.part === 'entity' && Object.keys(part.entity.metadata).length > 0) {
      const text = await textOf(part.entity, anchors, current)
      const verdict = !text || !tally.isFirst(text) ? 'refused' : (await isShown(text, current)) ? 'known' : 'new'
      tally.counts[`enrichment_${verdict}`]++
      if (text && verdict === 'new') yield text
    }
  }
  return { counts: tally.counts, links: tally.links() }
}

/** Files whose bytes in the index are those that the graph was made from. */
async function unchangedFiles(file: string, current: CurrentFiles, options: { signal?: AbortSignal }): Promise<Set<string>> {
  const unchanged = new Set<string>()
  const contradicted = new Set<string>()
  for await (const part of readGraph(file, options)) {
    if (part.part !== 'content') continue
    const hash = await current.contentHash(part.path)
    if (hash === undefined) continue
    if (hash === part.hash) unchanged.add(part.path)
    else contradicted.add(part.path)
  }
  // A path that is listed with two hashes is not trusted.
  for (const path of contradicted) unchanged.delete(path)
  return unchanged
}

class Tally {
  readonly counts: ImportCounts = {
    enrichment_new: 0,
    enrichment_known: 0,
    enrichment_refused: 0,
    links_new: 0,
    links_known: 0,
    links_refused: 0,
  }
  private readonly described = new Set<string>()
  /** Null if two relations have different targets for one use. */
  private readonly targets = new Map<string, Map<number, SymbolHandle | null>>()

  /** False for a second entity of the same symbol: a valid graph has only one. */
  isFirst({ path, key }: SymbolHandle): boolean {
    const before = this.described.size
    return this.described.add(`${key}\0${path}`).size > before
  }

  link(verdict: 'known' | 'refused' | NewLink): void {
    if (typeof verdict === 'string') {
      this.counts[`links_${verdict}`]++
      return
    }
    const uses = this.targets.get(verdict.path) ?? new Map<number, SymbolHandle | null>()
    this.targets.set(verdict.path, uses)
    const before = uses.get(verdict.use)
    if (before === undefined) {
      uses.set(verdict.use, verdict.target)
      this.counts.links_new++
    } else if (before?.path === verdict.target.path && before.key === verdict.target.key) this.counts.links_known++
    else {
      this.counts.links_refused += before === null ? 1 : 2
      if (before !== null) this.counts.links_new--
      uses.set(verdict.use, null)
    }
  }

  links(): NewLinks {
    const certain = [...this.targets].map(
      ([path, uses]) => [path, new Map([...uses].flatMap(([use, to]) => (to ? [[use, to] as const] : [])))] as const,
    )
    return new Map(certain.filter(([, uses]) => uses.size > 0))
  }
}

/** A longer text is not a description, and would make every answer slower. */
const MOST_TEXT = 256 * 1024

/** The text with the symbol it describes; undefined when the file has no such symbol with this span. */
async function textOf(
  { id, path, kind, span_hash, metadata }: GraphEntity,
  anchors: GraphAnchors,
  current: CurrentFiles,
): Promise<ImportedText | undefined> {
  const size = JSON.stringify(metadata).length
  if (span_hash === '' || !metadata.summary || size > MOST_TEXT) return undefined
  const whole = (await current.facts(path))?.outline().span_hash ?? ''
  const spanOf = ({ fact }: MeantSymbol): string => fact?.span_hash ?? whole
  // For a whole file, graphs of version 1 have the hash of its bytes.
  const ofBytes = kind === 'module' && whole !== '' && span_hash === (await current.contentHash(path))
  // If several symbols have the same text, each is right; the first is chosen.
  const meant = await anchors.inFile(id, path)
  const symbol = meant.find((each) => spanOf(each) === span_hash || (ofBytes && each.fact === null))
  if (!symbol) return undefined
  const { fact, key } = symbol
  return {
    ...{ path, key, qualified_name: fact?.qualified_name ?? '', kind: fact?.kind ?? 'module', span_hash: spanOf(symbol) },
    summary: metadata.summary,
    usage_guide: metadata.usage_guide ?? '',
    content_type: metadata.content_type ?? '',
    content_language: metadata.content_language ?? '',
    author: metadata.author ?? '',
    made_at: metadata.made_at ?? '',
    model: metadata.model ?? '',
    prompt_version: metadata.prompt_version ?? '',
    ...(metadata.details ? { details: metadata.details } : {}),
  }
}

async function isShown(text: ImportedText, current: CurrentFiles): Promise<boolean> {
  const shown = await current.enrichment(text)
  const keys = [
    ...(['span_hash', 'summary', 'usage_guide', 'content_type', 'content_language', 'author', 'made_at'] as const),
    ...(['model', 'prompt_version'] as const),
  ]
  return (
    shown !== undefined &&
    keys.every((key) => shown[key] === text[key]) &&
    JSON.stringify(shown.details) === JSON.stringify(text.details)
  )
}
