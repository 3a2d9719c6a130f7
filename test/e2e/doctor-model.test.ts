/** `cairn doctor` on the language model, with servers that answer as real ones do. */
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { chatServer } from '../kit/chat-server.ts'
import type { ServedModel, ServerKind } from '../kit/model-listing.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const open: App[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

/** What doctor says of the language model, with these settings, where these servers run. */
async function examine(flags: Record<string, string>, running: readonly { url: string }[] = []) {
  const home = path.join(tempFolder('home'), 'cairn')
  const app = await createApp({
    cwd: gitRepo({ 'a.py': 'a = 1\n' }, 'shop'),
    surface: 'cli',
    flags: { home, ...flags },
    modelAddresses: running.map(({ url }) => url),
  })
  open.push(app)
  const { checks } = await app.doctor()
  return {
    model: checks.find(({ name }) => name === 'language model'),
    servers: checks.filter(({ name }) => name.endsWith(' server')).map(({ name, words }) => `${name} ${words}`),
  }
}

const served = (kind: ServerKind, models: readonly ServedModel[]) => chatServer([], { kind, models })
const use = ({ url }: { url: string }, llm_model = 'small') => ({ llm: 'local', llm_url: url, llm_model })
const small: ServedModel = { name: 'small', tools: true, context: 40_960, loaded: 16_384 }

describe('doctor', () => {
  it('[UP12] says that no model is used, which run on this machine, and what to set to use one', async () => {
    const ollama = await served('ollama', [{ name: 'plain', tools: false, context: 2_048 }, small])
    const studio = await served('lm-studio', [{ name: 'other', context: 8_192 }])
    const { model, servers } = await examine({}, [ollama, studio])
    expect(model).toMatchObject({ state: 'ok', words: expect.stringContaining('off (setting "llm")') })
    expect(model?.fix).toBe(`To use small, set "llm" to local, "llm_url" to ${ollama.url} and "llm_model" to small.`)
    expect(servers).toEqual([
      `Ollama server ${ollama.url}: plain (2,048 tokens), small (tools, 16,384 tokens)`,
      `LM Studio server ${studio.url}: other (8,192 tokens)`,
    ])
    expect(await examine({})).toMatchObject({ model: { state: 'ok', fix: '' }, servers: [] })
  })

  it('[UP12] says what the model can do, and where the number of its tokens comes from', async () => {
    const server = await served('ollama', [small])
    const { model, servers } = await examine(use(server), [server])
    expect(model).toEqual({
      name: 'language model',
      state: 'ok',
      words: `small at ${server.url} (Ollama): can call tools, reads 16,384 tokens (the server says so)`,
      fix: '',
    })
    expect(servers).toEqual([])
    const set = await examine({ ...use(server), llm_context_tokens: '16000' })
    expect(set.model).toMatchObject({
      state: 'ok',
      words: expect.stringContaining('16,000 tokens (setting "llm_context_tokens")'),
    })
  })

  it('[UP12] warns where requests would be cut in silence, and says what to start Ollama with', async () => {
    const cold = await served('ollama', [{ name: 'small', tools: true, context: 40_960 }])
    expect((await examine(use(cold))).model).toMatchObject({
      state: 'warning',
      words: expect.stringContaining(
        'reads 8,000 tokens (a safe default, because the server does not say); it could read 40,960',
      ),
      fix: expect.stringContaining('OLLAMA_CONTEXT_LENGTH'),
    })
    const tight = await served('ollama', [{ ...small, loaded: 4_096 }])
    expect((await examine({ ...use(tight), llm_context_tokens: '32768' })).model).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('but it is loaded with 4,096'),
      fix: expect.stringContaining('OLLAMA_CONTEXT_LENGTH'),
    })
    expect((await examine(use(tight))).model).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('reads 4,096 tokens'),
    })
  })

  it('[UP12] warns of a model that cannot call tools, is not there, or runs elsewhere', async () => {
    const mute = await served('lm-studio', [{ ...small, tools: false }])
    expect((await examine(use(mute))).model).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('cannot call tools'),
    })
    const server = await served('ollama', [small, { ...small, name: 'far', remote_host: 'https://ollama.com:443' }])
    expect((await examine(use(server, 'smal'))).model).toMatchObject({
      state: 'warning',
      words: `Ollama at ${server.url} has no model smal`,
      fix: 'Set "llm_model" to one of small, far.',
    })
    expect((await examine(use(server, 'far'))).model).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('another machine'),
    })
  })

  it('[UP12] says which setting is missing or wrong, and names the models of the server', async () => {
    const server = await served('vllm', [small])
    expect((await examine({ llm: 'local', llm_url: server.url })).model).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('"llm_model"'),
      fix: 'Set "llm_model" to one of small.',
    })
    const elsewhere = await examine({ llm: 'local', llm_url: 'http://models.example.org/v1', llm_model: 'small' })
    expect(elsewhere.model).toMatchObject({ state: 'warning', words: expect.stringContaining('another machine') })
  })

  it('[UP12] says that the server does not answer, or refuses the key', async () => {
    const gone = await served('openai', [])
    gone.close()
    const other = await served('llama.cpp', [small])
    expect((await examine(use(gone), [other])).model).toMatchObject({
      state: 'warning',
      words: expect.stringContaining('ECONNREFUSED'),
      fix: expect.stringContaining(other.url),
    })
    const locked = await chatServer([], { key: 'k-1' })
    expect((await examine(use(locked))).model).toMatchObject({ state: 'warning', words: expect.stringContaining('"llm_key"') })
    const page = await chatServer([], { kind: 'web-page' })
    expect((await examine(use(page))).model).toMatchObject({ state: 'ok', words: expect.stringContaining('answers') })
  })
})
