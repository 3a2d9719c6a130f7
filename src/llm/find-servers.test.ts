import { describe, expect, it } from 'vitest'
import { chatServer } from '../../test/kit/chat-server.ts'
import type { ServedModel, ServerKind } from '../../test/kit/model-listing.ts'
import { createChatModel } from './create-chat-model.ts'
import { findServer, findServers, usualServers } from './find-servers.ts'

const small: ServedModel = { name: 'small', tools: true, context: 40_960, loaded: 4_096 }
const cold: ServedModel = { name: 'cold', tools: false, context: 32_768 }
const vectors: ServedModel = { name: 'vectors', context: 2_048, embedding: true }

async function serverOf(kind: ServerKind, models: readonly ServedModel[] = [small, cold, vectors]) {
  const server = await chatServer([], { kind, models })
  return { server, found: await findServer(server.url) }
}

describe('the models of a server', () => {
  it.each<[ServerKind, string]>([
    ['ollama', 'Ollama'],
    ['lm-studio', 'LM Studio'],
    ['lm-studio-v0', 'LM Studio'],
  ])('[LL13] %s says whether each can call tools, and how many tokens it reads and could read', async (kind, name) => {
    const { found, server } = await serverOf(kind)
    expect(found).toEqual({
      kind: name,
      url: server.url,
      models: [
        { name: 'small', tools: true, context_tokens: 4_096, most_tokens: 40_960 },
        { name: 'cold', tools: false, most_tokens: 32_768 },
      ],
    })
  })

  it('[LL13] llama.cpp says it of the one that it runs', async () => {
    const { found } = await serverOf('llama.cpp', [small])
    expect(found).toMatchObject({
      kind: 'llama.cpp',
      models: [{ name: 'small', tools: true, context_tokens: 4_096, most_tokens: 40_960 }],
    })
  })

  it('[LL13] vLLM says how many tokens it reads, and a plain server only the name', async () => {
    expect((await serverOf('vllm', [small])).found).toMatchObject({
      kind: 'vLLM',
      models: [{ name: 'small', tools: undefined, context_tokens: 4_096 }],
    })
    expect((await serverOf('openai', [small])).found).toMatchObject({
      kind: 'OpenAI',
      models: [{ name: 'small', tools: undefined }],
    })
  })

  it('[LL13] of Ollama, the number in its own settings counts while it is not loaded, and a model that runs elsewhere is marked', async () => {
    const { found } = await serverOf('ollama', [
      { ...cold, parameters: 'temperature 0.6\nnum_ctx 16384', remote_host: 'https://ollama.com:443' },
    ])
    expect(found?.models).toEqual([
      { name: 'cold', tools: false, context_tokens: 16_384, most_tokens: 32_768, is_elsewhere: true },
    ])
  })

  it('[LL12] only this machine is looked at, and what does not answer is left out', async () => {
    expect(usualServers.map((each) => new URL(each).hostname)).toEqual(usualServers.map(() => '127.0.0.1'))
    const gone = await chatServer()
    const { server } = await serverOf('ollama')
    gone.close()
    const silent = await chatServer([], { silent: true })
    const page = await chatServer([], { kind: 'web-page' })
    const found = await findServers([gone.url, silent.url, page.url, server.url], { probe_ms: 300 })
    expect(found.map(({ url }) => url)).toEqual([server.url])
  })

  it('[LL12] the key goes to the configured server only', async () => {
    const server = await chatServer([], { kind: 'lm-studio', key: 'k-1' })
    expect(await findServer(server.url, { key: 'k-1' })).toMatchObject({ kind: 'LM Studio' })
    expect(await findServers([server.url])).toEqual([])
  })

  it('[LL12] a search that is given up ends', async () => {
    const silent = await chatServer([], { silent: true })
    const stop = new AbortController()
    const search = findServer(silent.url, { probe_ms: 60_000, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(search).rejects.toThrow('enough')
  })
})

describe('what is known of a model', () => {
  const factsOf = async (kind: ServerKind, model: string, models: readonly ServedModel[], context_tokens?: number) => {
    const server = await chatServer([], { kind, models })
    const options = { url: server.url, model, timeout_ms: 1_000, is_local: true, ...(context_tokens ? { context_tokens } : {}) }
    const opened = createChatModel(options)
    return { facts: await opened.facts(), again: () => opened.facts(), server }
  }

  it('[LL14] the setting comes first, then what the server has loaded, then 8,000, or less if it cannot read as many', async () => {
    expect((await factsOf('ollama', 'small', [small], 20_000)).facts).toEqual({
      tools: true,
      context_tokens: 20_000,
      context_from: 'setting',
    })
    expect((await factsOf('ollama', 'small', [small])).facts).toEqual({
      tools: true,
      context_tokens: 4_096,
      context_from: 'server',
    })
    expect((await factsOf('ollama', 'cold', [cold])).facts).toEqual({
      tools: false,
      context_tokens: 8_000,
      context_from: 'default',
    })
    const tiny = { name: 'tiny', context: 2_048 }
    expect((await factsOf('lm-studio', 'tiny', [tiny])).facts).toEqual({
      tools: undefined,
      context_tokens: 2_048,
      context_from: 'default',
    })
  })

  it('[LL14] a name without a tag is the latest, and llama.cpp has one model under any name', async () => {
    expect((await factsOf('ollama', 'small', [{ ...small, name: 'small:latest' }])).facts.context_tokens).toBe(4_096)
    expect((await factsOf('llama.cpp', 'whatever', [small])).facts.context_tokens).toBe(4_096)
    expect((await factsOf('vllm', 'whatever', [small])).facts.context_from).toBe('default')
  })

  it('[LL14] a server that does not answer says nothing', async () => {
    const server = await chatServer()
    server.close()
    const model = createChatModel({ url: server.url, model: 'small', timeout_ms: 1_000, is_local: true })
    expect(await model.facts()).toEqual({ tools: undefined, context_tokens: 8_000, context_from: 'default' })
  })

  it('[LL14] what the server said is not asked again; a default is, because the model may be loaded by then', async () => {
    const known = await factsOf('ollama', 'small', [small])
    const asked = known.server.paths.length
    await known.again()
    expect(known.server.paths).toHaveLength(asked)
    const models = [{ ...cold }]
    const later = await factsOf('ollama', 'cold', models)
    expect(later.facts.context_from).toBe('default')
    models[0] = { ...cold, loaded: 16_000 }
    expect(await later.again()).toEqual({ tools: false, context_tokens: 16_000, context_from: 'server' })
  })
})
