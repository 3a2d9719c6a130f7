/** Writes the file of an embedding model (`model-format.ts`), for the training scripts and the tests. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { FORMAT, MAGIC, type ModelHeader, PREAMBLE_BYTES, upToFour } from './model-format.ts'
import { quantise } from './quantise.ts'

export type ModelContents = Pick<ModelHeader, 'name' | 'dimensions' | 'parts'> & {
  /** In the order of their vectors, each once. */
  words: readonly string[]
  /** The vectors of the words, one after the other. */
  rows: Float32Array
}

export async function writeModel(file: string, contents: ModelContents): Promise<void> {
  checkWords(contents)
  const { name, dimensions, parts, words, rows } = contents
  const vocabulary = Buffer.from(words.join('\n'))
  const { scales, values } = quantise(rows, dimensions)
  const padding = Buffer.alloc(upToFour(vocabulary.length) - vocabulary.length, '\n')
  const weights = Buffer.concat([vocabulary, padding, littleEndian(scales), new Uint8Array(values.buffer)])
  const hash = createHash('sha256').update(weights).digest('hex')
  const header = { name, hash, dimensions, rows: words.length, vocabulary_bytes: vocabulary.length, parts }
  await writeFile(file, Buffer.concat([start(header), weights]))
}

function checkWords({ words, rows, dimensions }: ModelContents): void {
  if (words.length * dimensions !== rows.length) throw new Error(`${words.length} words need as many vectors`)
  if (words.length === 0) throw new Error('a model needs words')
  if (new Set(words).size !== words.length) throw new Error('a word occurs twice')
  if (words.some((word) => word === '' || word.includes('\n'))) throw new Error('a word is empty or has a line feed')
}

function start(header: ModelHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header))
  const bytes = Buffer.alloc(upToFour(PREAMBLE_BYTES + json.length), ' ')
  bytes.write(MAGIC, 'latin1')
  bytes.writeUInt32LE(FORMAT, MAGIC.length)
  bytes.writeUInt32LE(bytes.length - PREAMBLE_BYTES, MAGIC.length + 4)
  json.copy(bytes, PREAMBLE_BYTES)
  return bytes
}

function littleEndian(numbers: Float32Array): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeFloatLE(number, at * 4)
  return bytes
}
