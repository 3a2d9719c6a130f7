/** Reads `rag_graph.json` as a stream, whatever its size and the order of its keys. Throws BAD_FILE for anything else. */
import type { ReadStream } from 'node:fs'
import { errorCode } from '../base/error-code.ts'
import { openPlain } from '../base/repo-files/open-plain.ts'
import type { GraphEntity, GraphRelation } from '../contract/graph.ts'
import { CairnProblem } from '../contract/problems.ts'
import { GRAPH_VERSION, readEntity, readRelation } from './graph-file.ts'
import { type JsonPiece, jsonPieces, NotJson } from './json-pieces.ts'

export type GraphPart =
  | { part: 'entity'; entity: GraphEntity }
  | { part: 'relation'; relation: GraphRelation }
  | { part: 'content'; path: string; hash: string }

/** The required keys of a graph and the type of each value. */
const sections = { version: 'value', content: 'member', entities: 'element', relations: 'element' } as const
const words = { value: 'number', member: 'object', element: 'list' } as const
const isSection = (key: string): key is keyof typeof sections => Object.hasOwn(sections, key)

export async function* readGraph(file: string, options: { signal?: AbortSignal } = {}): AsyncGenerator<GraphPart> {
  const seen = new Set<string>()
  let stream: ReadStream | undefined
  try {
    stream = (await openPlain(file)).createReadStream({ highWaterMark: 256 * 1024, ...options })
    for await (const piece of jsonPieces(stream)) {
      if (!isSection(piece.key)) continue
      if (piece.piece === 'key') {
        // JSON readers disagree about which of two equal keys counts.
        if (seen.has(piece.key)) throw new NotJson(`it has "${piece.key}" twice`)
        seen.add(piece.key)
        continue
      }
      if (piece.piece !== sections[piece.key]) throw new NotJson(`"${piece.key}" is no ${words[sections[piece.key]]}`)
      const part = partOf(piece)
      if (part) yield part
    }
    const missing = Object.keys(sections).find((key) => !seen.has(key))
    if (missing !== undefined) throw new NotJson(`it has no "${missing}"`)
  } catch (cause) {
    throw asProblem(file, cause, options.signal)
  } finally {
    stream?.destroy()
  }
}

function partOf(piece: Exclude<JsonPiece, { piece: 'key' }>): GraphPart | undefined {
  if (piece.piece === 'value') checkVersion(piece.value)
  else if (piece.piece === 'member') {
    if (typeof piece.value !== 'string') throw new NotJson(`the hash of ${JSON.stringify(piece.name)} is no text`)
    return { part: 'content', path: piece.name, hash: piece.value }
  } else if (piece.key === 'entities') return { part: 'entity', entity: known(readEntity(piece.value), piece.value, 'entity') }
  else return { part: 'relation', relation: known(readRelation(piece.value), piece.value, 'relation') }
  return undefined
}

function checkVersion(value: unknown): void {
  if (!Number.isInteger(value) || (value as number) < 1) throw new NotJson('its version is no whole number above 0')
  if ((value as number) > GRAPH_VERSION) throw new NotJson(`it has version ${value}, newer than ${GRAPH_VERSION}`)
}

function known<Element>(read: Element | undefined, raw: unknown, what: string): Element {
  if (read === undefined) throw new NotJson(`${shown(raw)} is no ${what}`)
  return read
}

/** `JSON.stringify` fails on a value that is nested millions deep. */
function shown(raw: unknown): string {
  try {
    return JSON.stringify(raw).slice(0, 120)
  } catch {
    return 'a value that is nested too deep'
  }
}

function asProblem(file: string, cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const expected = 'a Cairn graph (rag_graph.json)'
  if (cause instanceof NotJson) return new CairnProblem('BAD_FILE', { file, expected, detail: cause.message }, { cause })
  const code = errorCode(cause)
  if (code === undefined) return cause
  return new CairnProblem('BAD_FILE', { file, expected, detail: `it cannot be read (${code})` }, { cause })
}
