/**
 * Reads the file of an embedding model. The header alone is enough to know the model; its weights are read when a text is
 * embedded. A file that is missing or damaged is BAD_FILE. The hash in the header is not compared with the bytes, because that
 * takes longer than everything else.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { endianness } from 'node:os'
import { errorCode } from '../base/error-code.ts'
import { CairnProblem } from '../contract/problems.ts'
import { FORMAT, MAGIC, MOST_HEADER_BYTES, type ModelHeader, PREAMBLE_BYTES, upToFour } from './model-format.ts'
import { modelHeader } from './model-header.ts'
import { createVocabulary, knownWords, type Vocabulary } from './vocabulary.ts'
import { packWordIndex } from './word-index.ts'

/** A file in memory that worker threads can share. */
export type ModelBytes = { file: string; bytes: SharedArrayBuffer }
export type Model = { header: ModelHeader; vocabulary: Vocabulary; scales: Float32Array; values: Int8Array }

export function readModel({ file, bytes }: ModelBytes): Model {
  const all = Buffer.from(bytes)
  const { header, end } = headerOf(file, all)
  const places = placesIn(file, header, end, all.length)
  return {
    header,
    vocabulary: createVocabulary(knownWords(wordsIn(file, header, all.subarray(end)))),
    scales: readScales(file, all.subarray(places.scales, places.values)),
    values: new Int8Array(bytes, places.values, header.rows * header.dimensions),
  }
}

/** Where scales and values begin in a file of this size. */
export function placesIn(file: string, header: ModelHeader, end: number, size: number): { scales: number; values: number } {
  const scales = end + upToFour(header.vocabulary_bytes)
  const values = scales + header.rows * 4
  const expected = values + header.rows * header.dimensions
  if (size !== expected) throw badModel(file, `it has ${size} bytes instead of ${expected}`)
  return { scales, values }
}

function wordsIn(file: string, { rows, vocabulary_bytes }: ModelHeader, bytes: Buffer): string[] {
  const words = bytes.toString('utf8', 0, vocabulary_bytes).split('\n')
  if (words.length !== rows) throw badModel(file, `it has ${words.length} words and ${rows} vectors`)
  return words
}

export function readModelHeader(file: string): Promise<ModelHeader> {
  return withFile(file, async (handle) => (await headerIn(handle, file)).header)
}

/** `end`: where the header ends. */
export async function headerIn(handle: FileHandle, file: string): Promise<{ header: ModelHeader; end: number }> {
  const start = Buffer.alloc(PREAMBLE_BYTES + MOST_HEADER_BYTES)
  const { bytesRead } = await handle.read(start, 0, start.length, 0)
  return headerOf(file, start.subarray(0, bytesRead))
}

/** The index of a model's words, for the build (`word-index.ts`). */
export async function wordIndexOfModel(file: string): Promise<Uint8Array> {
  const all = Buffer.from((await loadModel(file)).bytes)
  const { header, end } = headerOf(file, all)
  return packWordIndex(header.hash, wordsIn(file, header, all.subarray(end)))
}

/** Reads the whole file, in one step where the system allows it. */
export function loadModel(file: string): Promise<ModelBytes> {
  return withFile(file, async (handle) => {
    const bytes = new SharedArrayBuffer((await handle.stat()).size)
    const into = new Uint8Array(bytes)
    for (let filled = 0; filled < into.length; ) {
      const { bytesRead } = await handle.read(into, filled, into.length - filled, filled)
      if (bytesRead === 0) throw badModel(file, 'it became shorter while it was read')
      filled += bytesRead
    }
    return { file, bytes }
  })
}

export const badModel = (file: string, detail: string, cause?: unknown): CairnProblem =>
  new CairnProblem(
    'BAD_FILE',
    { file, expected: 'an embedding model', detail },
    { cause, fix: 'Install Cairn again: the file belongs to its package.' },
  )

async function withFile<Value>(file: string, work: (handle: FileHandle) => Promise<Value>): Promise<Value> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file)
    return await work(handle)
  } catch (cause) {
    if (cause instanceof CairnProblem) throw cause
    const code = errorCode(cause)
    throw badModel(file, code === 'ENOENT' ? 'it does not exist' : `it cannot be read (${code ?? String(cause)})`, cause)
  } finally {
    await handle?.close()
  }
}

function headerOf(file: string, start: Buffer): { header: ModelHeader; end: number } {
  if (start.length < PREAMBLE_BYTES || start.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw badModel(file, `it does not begin with ${MAGIC}`)
  }
  const format = start.readUInt32LE(MAGIC.length)
  if (format !== FORMAT) throw badModel(file, `it has format ${format}, and this version of Cairn reads format ${FORMAT}`)
  const end = PREAMBLE_BYTES + start.readUInt32LE(MAGIC.length + 4)
  if (end > start.length) throw badModel(file, 'it ends inside its header')
  const read = modelHeader(start.toString('utf8', PREAMBLE_BYTES, end))
  if ('wrong' in read) throw badModel(file, read.wrong)
  return { header: read, end }
}

/** A copy, not a view of the bytes: they may be shared, and a view has the byte order of the machine. */
function readScales(file: string, bytes: Buffer): Float32Array {
  const copy = new Uint8Array(bytes)
  if (endianness() === 'BE') Buffer.from(copy.buffer).swap32()
  const scales = new Float32Array(copy.buffer)
  if (unusable.some((value) => scales.includes(value))) {
    const row = scales.findIndex((scale) => !Number.isFinite(scale))
    throw badModel(file, `the scale of word ${row} is not a finite number`)
  }
  return scales
}

/** Looked for one by one, because that is done by the engine: a loop over all scales takes ten times as long in a process that has just started. */
const unusable = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
