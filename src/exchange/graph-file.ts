/** The format of `rag_graph.json` (contract section 2) and the checks of imported data. */
import { readDetails } from '../contract/enrichment-details.ts'
import type { GraphEntity, GraphMetadata, GraphRelation } from '../contract/graph.ts'
import { edgeKinds, symbolKinds, tiers } from '../contract/symbol.ts'

/** Raise it when current readers would misread the new format. 2: relations have a column. */
export const GRAPH_VERSION = 2

export type GraphHead = {
  version: number
  /** ISO, UTC. Like `repo` and `commit`, it may differ between two builds of one tree. */
  indexed_at: string
  repo: string
  commit: string | null
}

/** The entity, with its keys in the order of the file format; undefined when invalid. Unknown keys are dropped. */
export function readEntity(value: unknown): GraphEntity | undefined {
  if (!isRecord(value)) return undefined
  const { id, kind, name, path, start_line, end_line, language, signature, span_hash, metadata } = value
  const words = [id, name, path, language ?? '', signature ?? '', span_hash ?? '']
  if (!words.every((word) => typeof word === 'string')) return undefined
  if (!isOneOf(symbolKinds, kind) || !isLine(start_line) || !isLine(end_line)) return undefined
  const [anchor, called, where, spoken, head, hash] = words as string[]
  return {
    id: anchor ?? '',
    kind,
    name: called ?? '',
    path: where ?? '',
    start_line,
    end_line,
    language: spoken ?? '',
    signature: head ?? '',
    span_hash: hash ?? '',
    metadata: readMetadata(metadata),
  }
}

export function readRelation(value: unknown): GraphRelation | undefined {
  if (!isRecord(value)) return undefined
  const { src, edge, dst, path, line, tier } = value
  // Version 1 had no column. An import refuses such a relation, because its place is unknown.
  const column = value.column ?? 0
  if (typeof src !== 'string' || typeof dst !== 'string' || typeof path !== 'string') return undefined
  if (!isOneOf(edgeKinds, edge) || !isOneOf(tiers, tier) || !isLine(line) || !isLine(column)) return undefined
  return { src, edge, dst, path, line, column, tier }
}

const metadataKeys = [
  'summary',
  'usage_guide',
  'content_type',
  'content_language',
  'author',
  'made_at',
  'model',
  'prompt_version',
] as const

function readMetadata(value: unknown): GraphMetadata {
  if (!isRecord(value)) return {}
  const details = readDetails(value.details)
  return {
    ...Object.fromEntries(metadataKeys.flatMap((key) => (typeof value[key] === 'string' ? [[key, value[key]]] : []))),
    ...(details ? { details } : {}),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.includes(value as Word)
}
function isLine(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0
}
