/** A small embedding model in a file, for tests: 40 words, with vectors of 8 numbers that are the same in every run. */
import path from 'node:path'
import { type ModelContents, writeModel } from '../../src/embed/write-model.ts'
import { tempFolder } from './temp-repo.ts'

export const smallWords =
  'get set user name parse http header file read write path find search token retry upload the of to where is error test index ' +
  'store query vector list map key value time 2 数据 größe open close line text count'

export const smallContents: ModelContents = {
  name: 'small',
  dimensions: 8,
  words: smallWords.split(' '),
  rows: Float32Array.from({ length: 40 * 8 }, (_, at) => (((at * 7919 + 13) % 251) - 125) / 64),
  parts: { path: 0.5, name: 3, doc: 1.5, body: 1 },
}

/** The path of the file. */
export async function smallModel(changes: Partial<ModelContents> = {}): Promise<string> {
  const file = path.join(tempFolder('model'), 'small.bin')
  await writeModel(file, { ...smallContents, ...changes })
  return file
}
