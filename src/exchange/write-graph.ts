/**
 * Writes `rag_graph.json` as a stream: memory stays constant, the same tree gives the same bytes, and a reader of the file sees
 * the old one or the new one, never half of it.
 */
import path from 'node:path'
import { compareText } from '../base/compare-text.ts'
import { errorCode } from '../base/error-code.ts'
import { type NewFile, replaceInsideWith } from '../base/repo-files/write-inside.ts'
import type { GraphEntity, GraphRelation } from '../contract/graph.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { GraphHead } from './graph-file.ts'

export type GraphSource = GraphHead & {
  /** The files the graph shows and the hash of their bytes; in any order. */
  files: Iterable<{ path: string; content_hash: string }>
  /** File by file, paths ascending (`compareText`); any order inside a file. */
  entities: AsyncIterable<GraphEntity> | Iterable<GraphEntity>
  /** File by file (`path` is the file of the use), paths ascending; any order inside a file. */
  relations: AsyncIterable<GraphRelation> | Iterable<GraphRelation>
}
/** The file, and the folder that it must really be below; that one has no links in it. */
export type GraphPlace = { below: string; relative: string }
export type GraphCounts = { files: number; entities: number; relations: number }

export async function writeGraph(
  { below, relative }: GraphPlace,
  source: GraphSource,
  options: { signal?: AbortSignal } = {},
): Promise<GraphCounts> {
  try {
    return await replaceInsideWith(below, relative, (handle) => writeAll(handle, source, options.signal), { durable: true })
  } catch (cause) {
    throw asProblem(path.join(below, relative), cause)
  }
}

/** One element a line, so that two graphs can be compared with diff. */
async function writeAll(handle: NewFile, source: GraphSource, signal: AbortSignal | undefined): Promise<GraphCounts> {
  const out = new Writer(handle, signal)
  const files = [...source.files].sort((a, b) => compareText(a.path, b.path))
  const head = { version: source.version, indexed_at: source.indexed_at, repo: source.repo, commit: source.commit }
  for (const [key, value] of Object.entries(head))
    await out.add(`${key === 'version' ? '{' : ',\n'}"${key}":${JSON.stringify(value)}`)
  await out.add(',\n"files":[')
  await out.list(files.map((entry) => JSON.stringify(entry.path)))
  await out.add('],\n"content":{')
  await out.list(files.map((entry) => `${JSON.stringify(entry.path)}:${JSON.stringify(entry.content_hash)}`))
  await out.add('},\n"entities":[')
  const entities = await out.list(fileByFile(source.entities, compareEntities, entityLine))
  await out.add('],\n"relations":[')
  const relations = await out.list(fileByFile(source.relations, compareRelations, relationLine))
  await out.add(']}\n')
  await out.flush()
  return { files: files.length, entities, relations }
}

/** Collects text and writes it in large pieces: one write per element would take longer than the build. */
class Writer {
  private parts: string[] = []
  private length = 0
  private readonly handle: NewFile
  private readonly signal: AbortSignal | undefined
  constructor(handle: NewFile, signal: AbortSignal | undefined) {
    this.handle = handle
    this.signal = signal
  }
  async add(text: string): Promise<void> {
    this.parts.push(text)
    this.length += text.length
    if (this.length > 256 * 1024) await this.flush()
  }
  async list(elements: AsyncIterable<string> | Iterable<string>): Promise<number> {
    let amount = 0
    for await (const element of elements) await this.add(`${amount++ === 0 ? '\n' : ',\n'}${element}`)
    return amount
  }
  async flush(): Promise<void> {
    this.signal?.throwIfAborted()
    const text = this.parts.join('')
    this.parts = []
    this.length = 0
    await this.handle.appendFile(text)
  }
}

/** Sorts the elements of one file at a time. Throws if the files are not in order: the output would not be reproducible. */
async function* fileByFile<Element extends { path: string }>(
  elements: AsyncIterable<Element> | Iterable<Element>,
  compare: (a: Element, b: Element) => number,
  print: (element: Element) => string,
): AsyncGenerator<string> {
  let batch: Element[] = []
  for await (const element of elements) {
    const current = batch[0]?.path
    if (current !== undefined && element.path !== current) {
      if (compareText(element.path, current) < 0) throw new Error(`graph source out of order: ${element.path} after ${current}`)
      yield* batch.sort(compare).map(print)
      batch = []
    }
    batch.push(element)
  }
  yield* batch.sort(compare).map(print)
}

const compareEntities = (a: GraphEntity, b: GraphEntity): number =>
  a.start_line - b.start_line || b.end_line - a.end_line || compareText(a.id, b.id) || compareText(a.span_hash, b.span_hash)
const compareRelations = (a: GraphRelation, b: GraphRelation): number =>
  a.line - b.line ||
  a.column - b.column ||
  compareText(a.edge, b.edge) ||
  compareText(a.src, b.src) ||
  compareText(a.dst, b.dst) ||
  compareText(a.tier, b.tier)

/** Keys are listed one by one, so that their order does not depend on how the object was built. */
function entityLine({
  id,
  kind,
  name,
  path,
  start_line,
  end_line,
  language,
  signature,
  span_hash,
  metadata,
}: GraphEntity): string {
  const sorted = Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => compareText(a, b)))
  return JSON.stringify({ id, kind, name, path, start_line, end_line, language, signature, span_hash, metadata: sorted })
}
function relationLine({ src, edge, dst, path, line, column, tier }: GraphRelation): string {
  return JSON.stringify({ src, edge, dst, path, line, column, tier })
}

/** A folder in place of the file, or a folder that is not writable, is something the user can change. */
function asProblem(file: string, cause: unknown): unknown {
  const code = errorCode(cause)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new CairnProblem('DISK_FULL', { where: file }, { cause })
  if (code === undefined || !/^E[A-Z]+$/.test(code)) return cause
  const fix = 'Remove what is in its place, or change its permissions.'
  return new CairnProblem('BAD_ARGUMENT', { detail: `The file ${file} cannot be written (${code}).` }, { cause, fix })
}
