import { describe, expect, it } from 'vitest'
import type { Failure, Quirk, ScriptedReply } from '../../test/kit/chat-reply.ts'
import { type ChatScript, type ChatServerOptions, call, chatServer, say } from '../../test/kit/chat-server.ts'
import { until } from '../../test/kit/until.ts'
import { type ChatModelOptions, createChatModel } from './create-chat-model.ts'
import type { ChatMessage, ChatRequest, ChatTool } from './port.ts'

const search: ChatTool = {
  name: 'search_code',
  description: 'Finds code.',
  parameters: { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } }, required: ['query'] },
}
const question: ChatMessage = { role: 'user', text: 'What does refund() do?' }
const asked: ChatRequest = { messages: [question], tools: [search] }

type Options = Partial<ChatModelOptions> & { server?: ChatServerOptions }

async function modelWith(script: ChatScript, { server: serverOptions, ...options }: Options = {}) {
  const server = await chatServer(script, serverOptions)
  const model = createChatModel({ url: server.url, model: 'small', timeout_ms: 5_000, is_local: true, retry_ms: 1, ...options })
  return { server, model }
}

async function turnOf(reply: ScriptedReply, request: ChatRequest = asked) {
  const { model, server } = await modelWith([reply])
  const passed: string[] = []
  const outcome = await model.chat(request, { onText: (piece) => passed.push(piece) })
  if (outcome.state !== 'answered') throw new Error(outcome.state)
  return { ...outcome.turn, passed: passed.join(''), server }
}

const calls = [{ name: 'search_code', arguments: { query: 'refund', limit: 5 } }]

describe('a turn', () => {
  it('[LL1] has the text, piece by piece, and what it cost', async () => {
    const turn = await turnOf({ text: 'It gives money back.', usage: { prompt_tokens: 7, completion_tokens: 4 } })
    expect(turn).toMatchObject({ text: 'It gives money back.', calls: [], cut: false, passed: 'It gives money back.' })
    expect(turn.usage).toEqual({ input_tokens: 7, output_tokens: 4 })
  })

  it('[LL1] sends the messages, the tools, the limit and the key', async () => {
    const { model, server } = await modelWith([say('Yes.')], { key: 'sk-1', server: { key: 'sk-1' } })
    const made = { id: 'abc', name: 'search_code', arguments: { query: 'x' }, written: '{"query":"x"}' }
    const messages: ChatMessage[] = [
      { role: 'system', text: 'Be brief.' },
      question,
      { role: 'assistant', text: 'I look.', calls: [made] },
      { role: 'tool', call_id: 'abc', name: 'search_code', text: 'nothing' },
    ]
    await model.chat({ messages, tools: [search], max_tokens: 99 })
    const [chat] = server.chats
    expect(chat?.headers.authorization).toBe('Bearer sk-1')
    expect(chat?.body).toMatchObject({ model: 'small', stream: true, max_tokens: 99 })
    expect(chat?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: question.text },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 'abc', type: 'function', function: { name: 'search_code', arguments: '{"query":"x"}' } }],
      },
      { role: 'tool', tool_call_id: 'abc', content: 'nothing' },
    ])
    expect(chat?.body.tools).toEqual([
      { type: 'function', function: { name: 'search_code', description: 'Finds code.', parameters: search.parameters } },
    ])
  })

  it('[LL1] is cut when the limit of tokens ended it', async () => {
    expect(await turnOf({ text: 'It gives', cut: true })).toMatchObject({ text: 'It gives', cut: true })
  })

  it.each<Quirk>(['split-arguments', 'object-arguments', 'no-index', 'no-id', 'same-index', 'no-role', 'noise'])(
    '[LL2] reads calls with the quirk %s',
    async (quirk) => {
      const two = [...calls, { name: 'search_code', arguments: { query: 'ledger' } }]
      const turn = await turnOf({ text: 'I look.', calls: two, quirk })
      expect(turn.calls.map(({ name, arguments: args }) => ({ name, args }))).toEqual([
        { name: 'search_code', args: { query: 'refund', limit: 5 } },
        { name: 'search_code', args: { query: 'ledger' } },
      ])
      expect(new Set(turn.calls.map(({ id }) => id)).size).toBe(2)
      expect(turn.text).toBe('I look.')
    },
  )

  it.each(['{"query": "refund"', 'refund', '[1]', '"refund"'])(
    '[LL3] passes the arguments %s on as they were written',
    async (written) => {
      const turn = await turnOf(call('search_code', written))
      expect(turn.calls).toEqual([expect.objectContaining({ name: 'search_code', arguments: undefined, written })])
    },
  )

  it('[LL3] sends malformed arguments back as none', async () => {
    const { model, server } = await modelWith([say('Sorry.')])
    const bad = { id: 'a', name: 'search_code', arguments: undefined, written: '{"query"' }
    await model.chat({ messages: [question, { role: 'assistant', text: '', calls: [bad] }], tools: [search] })
    expect(server.chats[0]?.body.messages[1]?.tool_calls).toMatchObject([{ function: { arguments: '{}' } }])
  })

  it('[LL3] takes a call without arguments, and one of a tool that does not exist', async () => {
    expect((await turnOf(call('list_repos', ''))).calls).toMatchObject([{ name: 'list_repos', arguments: {} }])
  })

  it('[LL4] leaves out thoughts, wherever the server puts them', async () => {
    for (const quirk of [undefined, 'think-tags'] as const) {
      const turn = await turnOf({ text: 'Yes.', reasoning: 'The user wants …', ...(quirk ? { quirk } : {}) })
      expect(turn).toMatchObject({ text: 'Yes.', passed: 'Yes.' })
    }
  })

  it('[LL1] is read from a server that ignores the wish for a stream', async () => {
    const { model, server } = await modelWith(({ body }) => {
      body.stream = false
      return { text: 'Yes.', calls }
    })
    expect(await model.chat(asked)).toMatchObject({
      turn: { text: 'Yes.', calls: [{ arguments: { query: 'refund', limit: 5 } }] },
    })
    expect(server.chats).toHaveLength(1)
  })

  it('[LL1] may be empty', async () => {
    expect(await turnOf({ text: '' })).toMatchObject({ text: '', calls: [], cut: false })
  })

  it('[LL8] that ends without saying that it is complete is cut, and is asked for again if nothing came', async () => {
    expect(await turnOf({ text: 'It gives', quirk: 'no-done' })).toMatchObject({ text: 'It gives', cut: true })
    const { model, server } = await modelWith([{ fails: 'empty' }, say('Yes.')])
    expect(await model.chat(asked)).toMatchObject({ turn: { text: 'Yes.' } })
    expect(server.chats).toHaveLength(2)
  })
})

const leaks = [
  'leak-tool-call-tag',
  'leak-fenced-json',
  'leak-bare-json',
  'leak-function-tag',
  'leak-function-parameters',
  'leak-mistral',
  'leak-pipe-tag',
] as const satisfies Quirk[]

describe('a call that was written as text', () => {
  it.each(leaks)('[LL5] is a call, and no text: %s', async (quirk) => {
    const text = quirk === 'leak-bare-json' ? '' : 'I look.'
    const turn = await turnOf({ text, calls, quirk })
    expect(turn.calls).toMatchObject([{ name: 'search_code', arguments: { query: 'refund', limit: 5 } }])
    expect(turn.calls[0]?.id).toMatch(/^[a-z0-9]{9}$/)
    expect(turn).toMatchObject({ text, passed: text === '' ? '' : expect.stringMatching(/^I look\.\s*$/) })
  })

  it.each(leaks)('[LL5] is text when no tools were offered: %s', async (quirk) => {
    const turn = await turnOf({ calls, quirk }, { messages: [question] })
    expect(turn.calls).toEqual([])
    expect(turn.text).toContain('search_code')
  })
})

describe('a server that fails', () => {
  it.each<Failure>(['rate-limited', 'overloaded', 'reset'])('[LL6] is asked again after %s', async (fails) => {
    const { model, server } = await modelWith([{ fails }, { fails }, say('Yes.')])
    expect(await model.chat(asked)).toMatchObject({ state: 'answered', turn: { text: 'Yes.' } })
    expect(server.chats).toHaveLength(3)
  })

  it('[LL6] is asked again when it says so', async () => {
    const { model, server } = await modelWith([{ fails: 'rate-limited', headers: { 'retry-after': '0' } }, say('Yes.')], {
      retry_ms: 600_000,
    })
    expect(await model.chat(asked)).toMatchObject({ turn: { text: 'Yes.' } })
    expect(server.chats).toHaveLength(2)
  })

  it('[LL6] is asked again after a cut in the middle, unless text was passed on', async () => {
    const cutOff = { text: 'It gives money back.', quirk: 'cut-off' } as const
    const { model, server } = await modelWith([cutOff, say('Yes.')])
    expect(await model.chat(asked)).toMatchObject({ turn: { text: 'Yes.' } })
    const second = await modelWith([cutOff, say('Yes.')])
    await expect(second.model.chat(asked, { onText: () => undefined })).rejects.toMatchObject({ code: 'LLM_UNAVAILABLE' })
    expect([server.chats.length, second.server.chats.length]).toEqual([2, 1])
  })

  it('[LL6] is given up after three repetitions, with its own words', async () => {
    const { model, server } = await modelWith([{ fails: 'overloaded' }])
    await expect(model.chat(asked)).rejects.toMatchObject({
      code: 'LLM_UNAVAILABLE',
      message: expect.stringContaining(`small at ${new URL(server.url).host}: HTTP status 503: The server is overloaded`),
    })
    expect(server.chats).toHaveLength(4)
  })

  it('[LL6] that nobody runs is given up at once', async () => {
    const { model, server } = await modelWith([])
    server.close()
    await expect(model.chat(asked)).rejects.toMatchObject({
      code: 'LLM_UNAVAILABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('[LL6] with an error in its stream is asked again', async () => {
    const { model } = await modelWith([{ text: '', quirk: 'error-in-stream' }, say('Yes.')])
    expect(await model.chat(asked)).toMatchObject({ turn: { text: 'Yes.' } })
  })

  it.each<[Failure, string]>([
    ['unauthorized', 'llm_key'],
    ['forbidden', 'llm_model'],
    ['model-not-found', 'llm_model'],
    ['redirect', 'llm_url'],
    ['html', 'llm_url'],
  ])('[LL7] says what to check after %s, and is asked once', async (fails, setting) => {
    const { model, server } = await modelWith([{ fails }])
    await expect(model.chat(asked)).rejects.toMatchObject({
      code: 'LLM_UNAVAILABLE',
      message: expect.stringContaining(`"${setting}"`),
    })
    expect(server.chats).toHaveLength(1)
    expect(server.paths).toEqual(['POST /v1/chat/completions'])
  })

  it('[LL7] that answers nonsense is a problem, not a crash', async () => {
    const { model } = await modelWith([{ fails: 'not-json' }], { retries: 0 })
    await expect(model.chat(asked)).rejects.toMatchObject({ code: 'LLM_UNAVAILABLE' })
  })

  it('[LL7] never has its key repeated', async () => {
    const key = 'sk-very-secret-key-of-a-user'
    const { model } = await modelWith([{ text: '', quirk: 'error-in-stream', error: { message: `bad key ${key}` } }], {
      key,
      retries: 0,
    })
    const error = await model.chat(asked).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'LLM_UNAVAILABLE', message: expect.stringMatching(/: bad key \(key\)\.$/) })
    expect(JSON.stringify(error) + String(error)).not.toContain(key)
  })

  it.each<Failure>(['no-tools', 'no-tools-vllm', 'no-tools-llama.cpp'])('[LL9] refuses tools: %s', async (fails) => {
    const { model, server } = await modelWith([{ fails }])
    expect(await model.chat(asked)).toEqual({ state: 'no-tools' })
    expect(server.chats).toHaveLength(1)
  })

  it.each<Failure>(['too-long-openai', 'too-long-llama.cpp', 'too-long-llama.cpp-500', 'too-long-lm-studio', 'too-long-vllm'])(
    '[LL9] refuses what does not fit: %s',
    async (fails) => {
      const { model, server } = await modelWith([{ fails }])
      expect(await model.chat(asked)).toEqual({ state: 'too-long' })
      expect(server.chats).toHaveLength(1)
    },
  )

  it('[LL9] refuses what does not fit in its stream', async () => {
    const error = 'Trying to keep the first 10136 tokens when context the overflows.'
    const { model } = await modelWith([{ text: '', quirk: 'error-in-stream', error }])
    expect(await model.chat(asked)).toEqual({ state: 'too-long' })
  })

  it('[LL10] that does not know the limit of tokens by that name is asked with the other', async () => {
    const { model, server } = await modelWith(({ body }) =>
      body.max_tokens === undefined ? say('Yes.') : { fails: 'max-tokens-unknown' },
    )
    const limited = { ...asked, max_tokens: 50 }
    expect(await model.chat(limited)).toMatchObject({ turn: { text: 'Yes.' } })
    expect(await model.chat(limited)).toMatchObject({ turn: { text: 'Yes.' } })
    expect(server.chats.map(({ body }) => (body as { max_completion_tokens?: number }).max_completion_tokens)).toEqual([
      undefined,
      50,
      50,
    ])
  })
})

describe('what only some servers have', () => {
  it('[LL10] a server that does not know how to count tokens in a stream is not asked to', async () => {
    const { model, server } = await modelWith(({ body }) =>
      'stream_options' in body ? { fails: 'stream-options-unknown' } : say('Yes.'),
    )
    expect(await model.chat(asked)).toMatchObject({ turn: { text: 'Yes.' } })
    expect(await model.chat(asked)).toMatchObject({ turn: { text: 'Yes.' } })
    expect(server.chats).toHaveLength(3)
  })

  it.each([true, false])('[LL18] the signature of a call is sent back with it (local: %s)', async (is_local) => {
    const signed = { name: 'search_code', arguments: { query: 'refund' }, signature: 'signed-by-the-server' }
    const { model, server } = await modelWith([{ calls: [signed] }, say('Yes.')], { is_local })
    const outcome = await model.chat(asked)
    const made = outcome.state === 'answered' ? outcome.turn.calls : []
    const answers = made.map(({ id, name }): ChatMessage => ({ role: 'tool', call_id: id, name, text: 'nothing' }))
    await model.chat({ ...asked, messages: [question, { role: 'assistant', text: '', calls: made }, ...answers] })
    expect(server.chats[1]?.body.messages[1]?.tool_calls).toMatchObject([
      { extra_content: { google: { thought_signature: 'signed-by-the-server' } } },
    ])
  })
})

describe('a server that does not end', () => {
  it.each<[string, ScriptedReply]>([
    ['never answers', { fails: 'silent' }],
    ['stops in the middle', { text: 'It gives money back.', quirk: 'hangs' }],
    ['says only that it is alive', { text: 'It gives money back.', quirk: 'only-alive' }],
  ])('[LL8] is given up when it %s, and its request ends', async (_, reply) => {
    const { model, server } = await modelWith([reply], { timeout_ms: 300 })
    await expect(model.chat(asked)).rejects.toMatchObject({
      code: 'LLM_UNAVAILABLE',
      message: expect.stringContaining('no answer within 300 ms'),
    })
    await until(() => server.chats[0]?.aborted === true)
    expect(server.chats).toHaveLength(1)
  })

  it('[LL8] is not read without end', async () => {
    const { model, server } = await modelWith([{ text: 'more ', quirk: 'endless' }], { most_bytes: 100_000 })
    await expect(model.chat(asked)).rejects.toMatchObject({ message: expect.stringContaining('more than 100000 bytes') })
    await until(() => server.chats[0]?.aborted === true)
  })

  it('[LL11] hears that the caller gave up', async () => {
    const { model, server } = await modelWith([{ text: 'It gives money back.', quirk: 'hangs' }])
    const stop = new AbortController()
    const answer = model.chat(asked, { signal: stop.signal, onText: () => stop.abort(new Error('enough')) })
    await expect(answer).rejects.toThrow('enough')
    await until(() => server.chats[0]?.aborted === true)
  })

  it('[LL11] is not asked again after the caller gave up', async () => {
    const stop = new AbortController()
    const { model, server } = await modelWith(() => {
      stop.abort(new Error('enough'))
      return { fails: 'rate-limited', headers: { 'retry-after': '30' } }
    })
    await expect(model.chat(asked, { signal: stop.signal })).rejects.toThrow('enough')
    await expect(model.chat(asked, { signal: stop.signal })).rejects.toThrow('enough')
    expect(server.chats).toHaveLength(1)
  })

  it('[LL11] is left when the model is closed', async () => {
    const stop = new AbortController()
    const { model, server } = await modelWith([{ fails: 'silent' }], { stop: stop.signal })
    const answer = model.chat(asked)
    await until(() => server.chats.length === 1)
    stop.abort(new Error('closed'))
    await expect(answer).rejects.toThrow('closed')
    await until(() => server.chats[0]?.aborted === true)
  })
})

describe('the address and the key', () => {
  it.each([
    [{ url: 'file:///tmp' }, 'http'],
    [{ url: 'http://user:word@host/v1' }, 'password'],
    [{ url: 'http://127.0.0.1/v1', key: 'two words' }, 'key'],
  ])('[LL7] %o is refused', (wrong, word) => {
    expect(() => createChatModel({ model: 'small', timeout_ms: 1, is_local: true, ...wrong })).toThrow(word)
  })
})
