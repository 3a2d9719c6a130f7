import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { smallContents, smallModel, smallWords } from '../../test/kit/small-model.ts'
import { openLocalEmbedder } from './local-embedder.ts'
import type { EmbedDocument, EmbedPart } from './port.ts'
import { openQuestionModel, type QuestionModel, wordIndexOf } from './question-model.ts'
import { loadModel, readModel, wordIndexOfModel } from './read-model.ts'
import { createStaticModel } from './static-model.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function indexed(changes: Parameters<typeof smallModel>[0] = {}): Promise<string> {
  const file = await smallModel(changes)
  writeFileSync(wordIndexOf(file), await wordIndexOfModel(file))
  return file
}
async function questionsOf(file: string, dimensions = 8): Promise<QuestionModel> {
  const questions = await openQuestionModel(file, dimensions)
  if (!questions) throw new Error('there is no index')
  opened.push(questions)
  return questions
}
const wholeModel = async (file: string, dimensions = 8) => createStaticModel(readModel(await loadModel(file)), dimensions)

const words = smallWords.split(' ')
const kinds = ['path', 'name', 'doc', 'body'] as const
const shipped = fileURLToPath(new URL('./weights/cairn-code.bin', import.meta.url))

describe('a model of which only the words of a question are read', () => {
  it('[EM20] gives the bits that the whole model gives, for any question and document', async () => {
    const file = await indexed()
    for (const dimensions of [8, 3]) {
      const [part, whole] = [await questionsOf(file, dimensions), await wholeModel(file, dimensions)]
      const word = fc.oneof(
        fc.constantFrom(...words, 'getuser', 'getUser2', 'zzz', '数据库'),
        fc.string({ unit: 'binary', maxLength: 12 }),
      )
      fc.assert(
        fc.property(fc.array(word, { maxLength: 30 }), (some) => {
          expect(part.embedQuery(some.join(' '))).toEqual(whole.embedQuery(some.join(' ')))
          const document = some.map((text, at) => ({ kind: kinds[at % kinds.length] as EmbedPart['kind'], text }))
          expect(part.embedDocument(document)).toEqual(whole.embedDocument(document))
        }),
      )
    }
  })

  it('[EM20] does so with the shipped model, for words that it knows and does not know', async () => {
    const file = await smallModel()
    copyFileSync(shipped, file)
    writeFileSync(wordIndexOf(file), await wordIndexOfModel(file))
    const [part, whole] = [await questionsOf(file, 256), await wholeModel(file, 256)]
    const texts = [
      readFileSync(fileURLToPath(import.meta.url), 'utf8'),
      'collab room encryption',
      'qzxv frobnicator2000 größe',
      '',
    ]
    for (const text of texts) {
      expect(part.embedQuery(text)).toEqual(whole.embedQuery(text))
      const document: EmbedDocument = [
        { kind: 'name', text: text.slice(0, 40) },
        { kind: 'body', text },
      ]
      expect(part.embedDocument(document)).toEqual(whole.embedDocument(document))
    }
  })

  it('[EM20] is not there without an index, or with that of another model', async () => {
    const file = await smallModel()
    expect(await openQuestionModel(file, 8)).toBeUndefined()
    copyFileSync(wordIndexOf(await indexed({ words: words.toReversed() })), wordIndexOf(file))
    expect(await openQuestionModel(file, 8)).toBeUndefined()
  })

  it('[EM20] a damaged index gives BAD_FILE or the right vector of the words it still finds', async () => {
    const whole = await wholeModel(await smallModel())
    for (let at = 64; at < 300; at++) {
      const file = await indexed()
      const bytes = readFileSync(wordIndexOf(file))
      bytes[at] = ((bytes[at] as number) + 1 + (at % 255)) & 255
      writeFileSync(wordIndexOf(file), bytes)
      const questions = await questionsOf(file)
      try {
        expect([undefined, whole.embedQuery('get')]).toContainEqual(questions.embedQuery('get'))
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_FILE' })
      }
    }
  })

  it.each(['the model', 'the index'])('[EM20] %s that ends early is BAD_FILE', async (which) => {
    const file = await indexed()
    const cut = which === 'the model' ? file : wordIndexOf(file)
    truncateSync(cut, 80)
    const asked = openQuestionModel(file, 8).then(async (model) => {
      opened.push(model as QuestionModel)
      return words.map((word) => model?.embedQuery(word))
    })
    await expect(asked).rejects.toMatchObject({ code: 'BAD_FILE' })
  })

  it('[EM20, EM7] the embedder asks it, and refuses it when the model was replaced by another', async () => {
    const file = await indexed()
    const [embedder, late] = [await openLocalEmbedder({ file }), await openLocalEmbedder({ file })]
    opened.push(embedder, late)
    expect(await embedder.embedQuery('get user')).toEqual((await wholeModel(file)).embedQuery('get user'))
    const other = await indexed({ rows: smallContents.rows.map((number) => number + 1) })
    copyFileSync(other, file)
    copyFileSync(wordIndexOf(other), wordIndexOf(file))
    await expect(late.embedQuery('get')).rejects.toThrow('it was replaced while Cairn was running')
    await embedder.close()
    await expect(embedder.embedQuery('get')).rejects.toThrow('closed')
  })
})
