import { expect, it } from 'vitest'
import { missingWords } from './missing-words.ts'

it('[AG6] a word is missing when no text contains it in any form', () => {
  const texts = ['def retry_upload(file): ...', 'Decides whether to try again.']
  for (const [query, missing] of [
    ['how is it decided', []],
    ['retryUpload', []],
    ['uploadQueue of kafka', ['uploadQueue', 'kafka']],
    ['Kafka kafka KAFKA', ['Kafka']],
    ['where is the file', []],
    ['???', []],
  ] as const)
    expect(missingWords(query, texts), query).toEqual(missing)
  expect(missingWords('anything', [])).toEqual(['anything'])
})

it('[AG6] a pasted text is not compared word by word', () => {
  const pasted = Array.from({ length: 100 }, (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}`).join(' ')
  expect(missingWords(pasted, ['nothing'])).toEqual([])
})
