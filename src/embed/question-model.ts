/**
 * Embeds a question, or a short document, without reading the model: its words are looked up in an index beside the file
 * (`word-index.ts`), and the vectors of the text's own words are read one by one. Gives the same bits as the whole model.
 */
import { readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ModelHeader } from './model-format.ts'
import type { EmbedDocument } from './port.ts'
import { badModel, headerIn, placesIn } from './read-model.ts'
import { createStaticModel, eachReadWord, type StaticModel } from './static-model.ts'
import { createVocabulary } from './vocabulary.ts'
import { openWordIndex, type ReadAt } from './word-index.ts'

export type QuestionModel = {
  header: ModelHeader
  embedQuery(text: string): Float32Array | undefined
  embedDocument(parts: EmbedDocument): Float32Array | undefined
  close(): Promise<void>
}

/** The name of the index of a model's words. */
export const wordIndexOf = (file: string): string => `${file}.words`

/** undefined where the model has no index: one that did not come with Cairn. Throws BAD_FILE for a damaged model. */
export async function openQuestionModel(file: string, dimensions: number): Promise<QuestionModel | undefined> {
  const index = await open(wordIndexOf(file)).catch(() => undefined)
  if (!index) return undefined
  let model: FileHandle | undefined
  const close = async () => {
    await index.close()
    await model?.close()
  }
  try {
    model = await open(file)
    const opened = await fromFiles({ model, index, file }, dimensions)
    if (!opened) await close()
    return opened && { ...opened, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Files = { model: FileHandle; index: FileHandle; file: string }

async function fromFiles({ model, index, file }: Files, dimensions: number): Promise<Omit<QuestionModel, 'close'> | undefined> {
  const { header, end } = await headerIn(model, file)
  const places = placesIn(file, header, end, (await model.stat()).size)
  const read = readerOf(file, model.fd)
  const inWords: ReadAt = (at, length) => read(end + at, length)
  const words = openWordIndex(readerOf(wordIndexOf(file), index.fd), inWords, header)
  const vocabulary = words && createVocabulary(words)
  if (!vocabulary) return undefined
  /** A model of the rows that these words have. */
  const modelOf = (texts: readonly string[], rowsIn: (word: string) => readonly number[]): StaticModel => {
    const own = new Map<number, number>()
    for (const text of texts)
      eachReadWord(text, (word) => {
        for (const row of rowsIn(word)) if (!own.has(row)) own.set(row, own.size)
      })
    const scales = new Float32Array(own.size)
    const values = new Int8Array(own.size * header.dimensions)
    for (const [row, at] of own) {
      scales[at] = scaleIn(file, read(places.scales + row * 4, 4), row)
      values.set(new Int8Array(read(places.values + row * header.dimensions, header.dimensions)), at * header.dimensions)
    }
    const rowsOf = (word: string) => rowsIn(word).map((row) => own.get(row) as number)
    const part = { header: { ...header, rows: own.size }, vocabulary: { rowsOf, surelyOf: rowsOf }, scales, values }
    return createStaticModel(part, dimensions)
  }
  return {
    header,
    embedQuery: (text) => modelOf([text], vocabulary.surelyOf).embedQuery(text),
    embedDocument: (parts) => {
      const texts = parts.map(({ text }) => text)
      return modelOf(texts, vocabulary.rowsOf).embedDocument(parts)
    },
  }
}

function scaleIn(file: string, bytes: Buffer, row: number): number {
  const scale = bytes.readFloatLE(0)
  if (!Number.isFinite(scale)) throw badModel(file, `the scale of word ${row} is not a finite number`)
  return scale
}

const MOST_BYTES = 1 << 16

function readerOf(file: string, descriptor: number): ReadAt {
  return (at, length) => {
    if (!(length >= 0 && length <= MOST_BYTES)) throw badModel(file, 'a part of it has an impossible length')
    const bytes = Buffer.alloc(length)
    if (readSync(descriptor, bytes, 0, length, at) !== length) throw badModel(file, 'it ends too early')
    return bytes
  }
}
