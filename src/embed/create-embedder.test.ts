import { describe, expect, it } from 'vitest'
import { smallModel } from '../../test/kit/small-model.ts'
import { createEmbedder } from './create-embedder.ts'

describe('createEmbedder', () => {
  it('[EM17] gives the embedder that the options name, and none for none', async () => {
    const local = await createEmbedder({ kind: 'local', file: await smallModel(), dimensions: 4 })
    const remote = await createEmbedder({ kind: 'remote', url: 'http://localhost:1/v1', model: 'nomic' })
    expect([local?.model, remote?.model].map((model) => model?.split(':')[0])).toEqual(['small', 'remote'])
    expect(await createEmbedder({ kind: 'none' })).toBeUndefined()
    await local?.close()
    await remote?.close()
  })
})
