import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { smallContents, smallModel } from '../../test/kit/small-model.ts'
import { tempFolder } from '../../test/kit/temp-repo.ts'
import type { ModelHeader } from './model-format.ts'
import { quantise } from './quantise.ts'
import { loadModel, readModel, readModelHeader } from './read-model.ts'
import { writeModel } from './write-model.ts'

let good: Buffer
beforeAll(async () => {
  good = readFileSync(await smallModel())
})

const read = async (file: string) => readModel(await loadModel(file))
const headerEnd = (bytes: Buffer): number => 16 + bytes.readUInt32LE(12)

function damaged(change: (bytes: Buffer) => Buffer): string {
  const file = path.join(tempFolder('model'), 'damaged.bin')
  writeFileSync(file, change(Buffer.from(good)))
  return file
}

/** The same model with another header. */
function withHeader(change: (header: ModelHeader) => object): string {
  return damaged((bytes) => {
    const end = headerEnd(bytes)
    const json = JSON.stringify(change(JSON.parse(bytes.toString('utf8', 16, end))))
    return Buffer.concat([bytes.subarray(0, 16), Buffer.from(json.padEnd(end - 16)), bytes.subarray(end)])
  })
}

describe('the file of a model', () => {
  it('[EM8] is read as it was written', async () => {
    const { header, vocabulary, scales, values } = await read(await smallModel())
    const { name, dimensions, parts, words, rows } = smallContents
    expect(header).toMatchObject({ name, dimensions, parts, rows: 40 })
    expect(words.map(vocabulary.rowsOf)).toEqual(words.map((_, row) => [row]))
    expect({ scales, values: Int8Array.from(values) }).toEqual(quantise(rows, dimensions))
  })

  it('[EM8] begins its sections at multiples of 4 and has the hash of all that follows the header', async () => {
    const file = await smallModel()
    const bytes = readFileSync(file)
    const header = await readModelHeader(file)
    expect(bytes.toString('latin1', 0, 8)).toBe('CAIRNEMB')
    expect([headerEnd(bytes) % 4, bytes.length]).toEqual([0, headerEnd(bytes) + header.vocabulary_bytes + 2 + 40 * 4 + 40 * 8])
    expect(header.hash).toBe(
      createHash('sha256')
        .update(bytes.subarray(headerEnd(bytes)))
        .digest('hex'),
    )
    expect(header.vocabulary_bytes).toBe(Buffer.byteLength(smallContents.words.join('\n')))
  })

  it('[EM8] is not written with words that could not be read back', async () => {
    const file = path.join(tempFolder(), 'none.bin')
    const write = (words: string[]) => writeModel(file, { ...smallContents, words, rows: new Float32Array(words.length * 8) })
    await expect(write(['a', 'a'])).rejects.toThrow('twice')
    await expect(write(['a\nb'])).rejects.toThrow('line feed')
    await expect(write([''])).rejects.toThrow('empty')
    await expect(write([])).rejects.toThrow('needs words')
    await expect(writeModel(file, { ...smallContents, words: ['a'] })).rejects.toThrow('as many vectors')
  })
})

describe('a file that is no model', () => {
  const cases: [string, () => string, string][] = [
    ['missing', () => path.join(tempFolder(), 'none.bin'), 'it does not exist'],
    ['a folder', () => tempFolder(), 'it cannot be read (EISDIR)'],
    ['empty', () => damaged(() => Buffer.alloc(0)), 'it does not begin with CAIRNEMB'],
    ['something else', () => damaged((bytes) => Buffer.concat([Buffer.from('PK'), bytes])), 'it does not begin with CAIRNEMB'],
    ['cut in its header', () => damaged((bytes) => bytes.subarray(0, 100)), 'it ends inside its header'],
    ['cut', () => damaged((bytes) => bytes.subarray(0, -1)), 'bytes instead of'],
    ['too long', () => damaged((bytes) => Buffer.concat([bytes, Buffer.from([0])])), 'bytes instead of'],
    [
      'of another format',
      () => damaged((bytes) => bytes.fill(2, 8, 9)),
      'it has format 2, and this version of Cairn reads format 1',
    ],
    ['without a JSON header', () => damaged((bytes) => bytes.fill('{', 16, 20)), 'its header is not a JSON object'],
    ['with a list as header', () => withHeader(() => []), 'its header is not a JSON object'],
    ['without a name', () => withHeader(({ name, ...rest }) => rest), 'its header has no valid name'],
    ['with a wrong number of dimensions', () => withHeader((header) => ({ ...header, dimensions: 0 })), 'no valid dimensions'],
    ['with a short hash', () => withHeader((header) => ({ ...header, hash: 'ab' })), 'no valid hash'],
    ['without a weight', () => withHeader((header) => ({ ...header, parts: { name: 1 } })), 'no valid parts'],
    ['with a wrong weight', () => withHeader((header) => ({ ...header, parts: { ...header.parts, doc: -1 } })), 'no valid parts'],
    [
      'with a wrong number of words',
      () => damaged((bytes) => bytes.fill('x', headerEnd(bytes) + 3, headerEnd(bytes) + 4)),
      'it has 39 words and 40 vectors',
    ],
    [
      'with a scale that is not finite',
      () => damaged((bytes) => bytes.fill(0xff, bytes.length - 8 * 40 - 4, bytes.length - 8 * 40)),
      'the scale of word 39 is not a finite number',
    ],
  ]
  it.each(cases)('[EM7] %s is BAD_FILE', async (_, make, detail) => {
    const file = make()
    await expect(read(file)).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringMatching(/^The file .* cannot be read as an embedding model: /),
      fix: expect.stringContaining('Install Cairn again'),
    })
    await expect(read(file)).rejects.toThrow(detail)
    await expect(read(file)).rejects.toThrow(file)
  })

  it('[EM7] a damaged header is found without reading the rest', async () => {
    await expect(readModelHeader(damaged((bytes) => bytes.fill(9, 8, 9)))).rejects.toMatchObject({ code: 'BAD_FILE' })
    expect(await readModelHeader(damaged((bytes) => bytes.subarray(0, headerEnd(bytes))))).toMatchObject({ name: 'small' })
  })
})
