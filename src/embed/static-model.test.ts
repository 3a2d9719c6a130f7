import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { smallModel, smallWords } from '../../test/kit/small-model.ts'
import type { EmbedDocument, EmbedPart } from './port.ts'
import { loadModel, readModel } from './read-model.ts'
import { createStaticModel, MOST_CHARACTERS, type StaticModel } from './static-model.ts'

const open = async (file: string, dimensions: number) => createStaticModel(readModel(await loadModel(file)), dimensions)
const body = (text: string): EmbedDocument => [{ kind: 'body', text }]
const length = (vector: Float32Array): number => Math.hypot(...vector)

function hex(vector: Float32Array | undefined): string {
  const bytes = Buffer.alloc((vector?.length ?? 0) * 4)
  for (const [at, number] of vector?.entries() ?? []) bytes.writeFloatBE(number, at * 4)
  return bytes.toString('hex').replaceAll(/.{8}(?=.)/g, '$& ')
}

let small: StaticModel
beforeAll(async () => {
  small = await open(await smallModel(), 8)
})

describe('the vector of a text', () => {
  /** Two words at right angles, so that a vector shows how much each counts. */
  const angles = () => smallModel({ dimensions: 2, words: ['left', 'right'], rows: Float32Array.of(1, 0, 0, 1) })
  const shares = async (document: EmbedDocument) => {
    const [left = 0, right = 0] = (await open(await angles(), 2)).embedDocument(document) ?? []
    return left / right
  }

  it('[EM3] is the sum of its words, of which a repeated one counts with the square root of its number', async () => {
    expect(await shares(body('left right'))).toBeCloseTo(1)
    expect(await shares(body('left left left left right'))).toBeCloseTo(2)
    expect(await shares(body('leftright left left left'))).toBeCloseTo(2)
  })

  it('[EM3] weighs the parts of a document, and counts the words of each part by themselves', async () => {
    const part = (kind: EmbedPart['kind'], text: string): EmbedPart => ({ kind, text })
    expect(await shares([part('name', 'left'), part('body', 'right')])).toBeCloseTo(3)
    expect(await shares([part('path', 'left'), part('doc', 'right')])).toBeCloseTo(1 / 3)
    expect(await shares([part('name', 'left left'), part('name', 'right')])).toBeGreaterThan(1)
  })

  it('[EM3] a part with more words counts more, but not as much more', async () => {
    const words = Array.from({ length: 256 }, (_, at) => `w${String.fromCharCode(97 + (at >> 4), 97 + (at & 15))}`)
    const rows = Float32Array.from({ length: 257 * 2 }, (_, at) => (at < 2 ? at : 1 - (at & 1)))
    const model = await open(await smallModel({ dimensions: 2, words: ['name', ...words], rows }), 2)
    const [left = 0, right = 0] = model.embedDocument([...body('name'), ...body(words.join(' '))]) ?? []
    expect(left / right).toBeCloseTo(8)
  })

  it('[EM3] of a query is that of a body with weight 1, whatever the case and the separators', () => {
    expect(small.embedQuery('getUserName')).toEqual(small.embedDocument(body('get user_NAME')))
  })

  it('[EM3] a word that cancels the others leaves no vector', async () => {
    const file = await smallModel({ dimensions: 2, words: ['left', 'opposite'], rows: Float32Array.of(1, 1, -1, -1) })
    const model = await open(file, 2)
    expect(model.embedQuery('left opposite')).toBeUndefined()
    expect(model.embedQuery('left')).toBeDefined()
  })

  it('[EM5] of fewer dimensions is the beginning of the whole one, at length 1', async () => {
    const whole = small.embedQuery('parse http header')
    const half = (await open(await smallModel(), 4)).embedQuery('parse http header')
    const start = whole?.subarray(0, 4) ?? new Float32Array()
    expect([...(half ?? [])].map((number) => number.toFixed(5))).toEqual(
      [...start].map((number) => (number / length(start)).toFixed(5)),
    )
    expect(half).toHaveLength(4)
  })

  it('[EM4] has these bits, on every platform and version of Node', () => {
    const document: EmbedDocument = [
      { kind: 'path', text: 'src/http/parse-header.ts' },
      { kind: 'name', text: 'parseHTTPHeader2' },
      { kind: 'doc', text: 'Reads the value of each key of the header. 数据 größe' },
      {
        kind: 'body',
        text: 'export function parseHTTPHeader2(text: string, count = 2) {\nfor (const line of lines) map.set(line.key, line.value)\nreturn map // maplist',
      },
    ]
    expect(hex(small.embedDocument(document))).toBe('be51c736 3e7a66ab 3f1366e9 bf24a364 be888893 3e0937f0 3e7a3556 3d86c2ea')
    const query = small.embedQuery('where is the time of an upload')
    expect(hex(query)).toBe('bef7c30e 3eed1c33 bd56f3fd bf0ecf9b beaeac38 be017550 3dbe7222 3e9ef54a')
  })
})

describe('any text', () => {
  const known = fc.constantFrom(...smallWords.split(' '))
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  const text = fc.array(fc.oneof(known, unit, fc.constantFrom(' ', '_', '\n'))).map((pieces) => pieces.join(''))
  const kind = fc.constantFrom<EmbedPart['kind']>('path', 'name', 'doc', 'body')

  it('[EM1] has a vector of finite numbers and length 1, or none', () => {
    const document = fc.array(fc.record({ kind, text }), { maxLength: 6 })
    fc.assert(
      fc.property(document, (parts) => {
        const vector = small.embedDocument(parts)
        if (vector === undefined) return
        expect(vector.every(Number.isFinite)).toBe(true)
        expect(length(vector)).toBeCloseTo(1, 5)
      }),
    )
  })

  it('[EM1] has the same vector again after any other', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const before = small.embedQuery(one)
        small.embedQuery(other)
        expect(small.embedQuery(one)).toEqual(before)
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['spaces', ' \n\t'],
    ['one character', 'g'],
    ['unknown words', 'qqq zzz wwww'],
    ['unknown characters', '漢字 ∑ ≠ ☃'],
    ['emoji', '👍🏽 👩‍👩‍👧 🇨🇭'],
    ['halves of characters', '\ud800 \udc00\ud800'],
    ['binary data', String.fromCharCode(...Array.from({ length: 32 }, (_, at) => at))],
  ])('[EM1] %s: no vector', (_, text) => {
    expect(small.embedQuery(text)).toBeUndefined()
    expect(small.embedDocument(body(text))).toBeUndefined()
  })

  it('[EM1] no part, or only parts without weight: no vector', async () => {
    expect(small.embedDocument([])).toBeUndefined()
    const parts = { path: 0, name: 0, doc: 0, body: 0 }
    expect((await open(await smallModel({ parts }), 8)).embedDocument(body('get'))).toBeUndefined()
  })

  it('[EM1] known words among rubbish are found', () => {
    expect(small.embedQuery('\u0000\ud800get👍数据\u0001')).toEqual(small.embedQuery('get 数据'))
  })

  it('[EM6] of a text with more than 20,000 characters, the first 20,000 count', () => {
    const filler = '. '.repeat(MOST_CHARACTERS / 2)
    expect(small.embedQuery(`get${filler}user`)).toEqual(small.embedQuery('get'))
    expect(small.embedDocument([...body(`get${filler}user`), ...body('name')])).toEqual(
      small.embedDocument([...body('get'), ...body('name')]),
    )
    expect(small.embedQuery('get user '.repeat(120_000))).toEqual(small.embedQuery('get user '.repeat(3_000)))
  })
})
