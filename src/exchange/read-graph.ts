/** Reads `rag_graph.json` as a stream, whatever its size and the order of its keys. What is no graph is refused with BAD_FILE. */
import { createReadStream } from 'node:fs'
import { errorCode } from '../base/error-code.ts'
import type { GraphEntity, GraphRelation } from '../contract/graph.ts'
import { CairnProblem } from '../contract/problems.ts'
import { GRAPH_VERSION, type GraphHead, readEntity, readRelation } from './graph-file.ts'
import { type JsonPiece, jsonPieces, NotJson } from './json-pieces.ts'

export type GraphPart =
  | { part: 'entity'; entity: GraphEntity }
  | { part: 'relation'; relation: GraphRelation }
  | { part: 'content'; path: string; hash: string }
  | { part: 'head'; key: keyof GraphHead; value: string | number | null }
  /** A top-level key begins. */
  | { part: 'section'; key: string }

export type GraphHeadAndContent = GraphHead & { content: Map<string, string> }

const sections = ['version', 'content', 'entities', 'relations'] as const

export async function* readGraph(file: string, options: { signal?: AbortSignal } = {}): AsyncGenerator<GraphPart> {
  const missing = new Set<string>(sections)
  const stream = createReadStream(file, { highWaterMark: 256 * 1024, ...(options.signal ? { signal: options.signal } : {}) })
  try {
    for await (const piece of jsonPieces(stream)) {
      if (piece.piece === 'key') missing.delete(piece.key)
      const part = partOf(piece)
      if (part) yield part
    }
    if (missing.size > 0) throw new NotJson(`it has no "${[...missing][0]}"`)
  } catch (cause) {
    throw asProblem(file, cause, options.signal)
  } finally {
    stream.destroy()
  }
}

/** What stands before the entities; reads on to the end only where another program wrote the keys in another order. */
export async function readGraphHead(file: string, options: { signal?: AbortSignal } = {}): Promise<GraphHeadAndContent> {
  const head: GraphHeadAndContent = { version: 0, indexed_at: '', repo: '', commit: null, content: new Map() }
  const wanted = new Set<string>(['version', 'content'])
  for await (const part of readGraph(file, options)) {
    if (part.part === 'content') head.content.set(part.path, part.hash)
    else if (part.part === 'head') Object.assign(head, { [part.key]: part.value })
    else if (part.part === 'section') {
      // A section is whole only when the next one begins.
      if (wanted.size === 0) break
      wanted.delete(part.key)
    }
  }
  return head
}

function partOf(piece: JsonPiece): GraphPart | undefined {
  if (piece.piece === 'key') return { part: 'section', key: piece.key }
  if (piece.piece === 'element' && piece.key === 'entities') {
    return { part: 'entity', entity: known(readEntity(piece.value), piece.value, 'entity') }
  }
  if (piece.piece === 'element' && piece.key === 'relations') {
    return { part: 'relation', relation: known(readRelation(piece.value), piece.value, 'relation') }
  }
  if (piece.piece === 'member' && piece.key === 'content') {
    if (typeof piece.value !== 'string') throw new NotJson(`the hash of ${JSON.stringify(piece.name)} is no text`)
    return { part: 'content', path: piece.name, hash: piece.value }
  }
  return piece.piece === 'value' ? headPart(piece.key, piece.value) : undefined
}

function known<Element>(read: Element | undefined, raw: unknown, what: string): Element {
  if (read === undefined) throw new NotJson(`${JSON.stringify(raw)?.slice(0, 120)} is no ${what}`)
  return read
}

function headPart(key: string, value: unknown): GraphPart | undefined {
  if (['content', 'entities', 'relations'].includes(key)) throw new NotJson(`"${key}" is no list`)
  if (key === 'version') {
    if (typeof value !== 'number') throw new NotJson('its version is no number')
    if (value > GRAPH_VERSION) throw new NotJson(`it has version ${value}, newer than ${GRAPH_VERSION}`)
    return { part: 'head', key, value }
  }
  if (key !== 'indexed_at' && key !== 'repo' && key !== 'commit') return undefined
  return { part: 'head', key, value: typeof value === 'string' ? value : null }
}

function asProblem(file: string, cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const expected = 'a Cairn graph (rag_graph.json)'
  if (cause instanceof NotJson) return new CairnProblem('BAD_FILE', { file, expected, detail: cause.message }, { cause })
  const code = errorCode(cause)
  if (code === undefined) return cause
  return new CairnProblem('BAD_FILE', { file, expected, detail: `it cannot be read (${code})` }, { cause })
}
