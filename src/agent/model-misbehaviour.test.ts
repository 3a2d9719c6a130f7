/** Models and servers that do not behave: every question is still answered. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChatAsked, type ChatScript, call, say } from '../../test/kit/chat-server.ts'
import { good, lastTool, openModelShop, told, withModelServer } from '../../test/kit/model-shop.ts'

let root: string
beforeAll(async () => {
  root = await openModelShop()
}, 60_000)
const withServer = (script: ChatScript, setup: Parameters<typeof withModelServer>[2] = {}) => withModelServer(root, script, setup)

describe('a model that misbehaves', () => {
  it.each([
    'split-arguments',
    'object-arguments',
    'no-index',
    'no-id',
    'no-role',
    'think-tags',
    'no-done',
    'noise',
    'leak-tool-call-tag',
    'leak-fenced-json',
    'leak-function-tag',
    'leak-mistral',
  ] as const)('[AG18] a call with the quirk %s is made', async (quirk) => {
    const turn = { ...call('get_file', { file_path: 'src/pay/refund.py' }), quirk, reasoning: 'I think about it.' }
    const { ask, steps } = await withServer([turn, say(good)])
    const { answer } = await ask('how does a refund work')
    expect(steps()[1]).toMatchObject({ tool: 'get_file', hits: 1 })
    expect(answer).toMatchObject({ mode: 'llm', answer: good })
  })

  it.each([
    [
      'an unknown tool',
      call('read_file', { path: 'x' }),
      'There is no tool "read_file". There are list_repos, explore_structure',
    ],
    ['itself', call('ask_codebase', { query: 'x' }), 'There is no tool "ask_codebase"'],
    [
      'arguments that are not JSON',
      call('get_file', '{"file_path": "src'),
      'The arguments are not a JSON object: {"file_path": "src',
    ],
    [
      'arguments that are nested without end',
      call('get_file', `{"file_path": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
      'The arguments are not a JSON object: {"file_path": [[[',
    ],
    ['a wrong argument', call('get_file', { file: 'README.md' }), 'BAD_ARGUMENT'],
    ['a file that does not exist', call('get_file', { file_path: 'nope.py' }), 'FILE_NOT_FOUND'],
  ])('[AG18] a call with %s is answered with the reason', async (_, turn, reason) => {
    const { server, ask, steps } = await withServer([turn, say(good)])
    const { answer } = await ask('how does a refund work')
    expect(lastTool(server.chats[1] as ChatAsked)).toContain(reason)
    expect(steps()[1]).toMatchObject({ hits: null, problem: expect.any(String) })
    expect(answer.mode).toBe('llm')
  })

  it('[AG18] the same call again is refused, and a model that only repeats itself must write', async () => {
    const loop = call('search_code', { query: 'refund' })
    const { server, ask } = await withServer(({ body }) => ((body.tools ?? []).length > 0 ? loop : say(good)))
    expect((await ask('how does a refund work')).answer).toMatchObject({ mode: 'llm', answer: good })
    expect(lastTool(server.chats[2] as ChatAsked)).toContain('You made this call before')
    expect(server.chats).toHaveLength(4)
    expect(server.chats[3]?.body.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('Write the answer now'),
    })
  })

  it('[AG18] a model that always finds another call must write after eight turns', async () => {
    const { server, ask } = await withServer(({ body, number }) =>
      (body.tools ?? []).length > 0 ? call('search_code', { query: `refund ${number}` }) : say(good),
    )
    expect((await ask('how does a refund work')).answer.mode).toBe('llm')
    expect(server.chats).toHaveLength(9)
  })

  it('[AG18] the last request offers no tools and has no calls: some servers refuse them then', async () => {
    const { server, ask } = await withServer(({ body, number }) =>
      (body.tools ?? []).length > 0 ? call('rag_search', { query: `refund${number}` }) : say(good),
    )
    await ask('how does a refund work')
    const { messages, tools } = (server.chats.at(-1) as ChatAsked).body
    expect(tools).toBeUndefined()
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(messages[1]?.content).toMatch(/Answer of rag_search:[\s\S]*Write the answer now/)
  })

  it('[AG18] more calls in one turn than a model can read are refused', async () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ name: 'rag_search', arguments: { query: `word${at}` } }))
    const { server, ask, steps } = await withServer([{ calls: many }, say(good)])
    await ask('how does a refund work')
    expect(steps()).toHaveLength(7)
    expect(lastTool(server.chats[1] as ChatAsked)).toContain('Too many calls at once')
  })

  it('[AG18] an empty answer is asked for once more; then the best hits are quoted, with a gap', async () => {
    const once = await withServer([say(''), say(good)])
    expect((await once.ask('how does a refund work')).answer).toMatchObject({ mode: 'llm', answer: good })
    const never = await withServer([say('')])
    const { result, answer } = await never.ask('how does a refund work')
    expect(answer.mode).toBe('extractive')
    expect(answer.gaps.at(-1)).toBe('The language model small wrote no answer, so the best hits are quoted instead.')
    expect(result.meta.status).toBe('OK')
    expect(never.server.chats).toHaveLength(2)
  })

  it('[AG18] a sentence that was cut off is left out, and the gaps say so', async () => {
    const { ask } = await withServer([{ text: `${good} It is also called in \`src/web/pa`, cut: true }])
    const { answer } = await ask('how does a refund work')
    expect(answer.answer).toBe(good)
    expect(answer.gaps).toContain('The model reached its limit of tokens, so the answer may end early.')
  })

  it.each(['no-tools', 'no-tools-vllm', 'no-tools-llama.cpp'] as const)(
    '[AG19] a server that refuses tools (%s): the model writes from the evidence',
    async (fails) => {
      const { server, ask } = await withServer(({ body }) => ((body.tools ?? []).length > 0 ? { fails } : say(good)))
      expect((await ask('how does a refund work')).answer).toMatchObject({ mode: 'llm', answer: good })
      expect(told(server.chats.at(-1) as ChatAsked)).toContain('def refund(order):')
    },
  )

  it('[AG19] a model without tools may name words for one more search', async () => {
    const { server, ask, steps } = await withServer(
      ({ body }) => {
        const text = body.messages.map(({ content }) => content ?? '').join('\n')
        return text.includes('This was found for your words')
          ? say('It books: `src/pay/ledger.py:7-9`.')
          : say('SEARCH: ledger post')
      },
      { options: { kind: 'ollama', models: [{ name: 'small', tools: false }] } },
    )
    const { answer } = await ask('how does money move')
    expect(steps().at(-1)).toMatchObject({ tool: 'search_code', arguments: 'query=ledger post' })
    expect(answer).toMatchObject({ mode: 'llm', citations: [{ path: 'src/pay/ledger.py' }] })
    expect(server.chats.every(({ body }) => body.tools === undefined)).toBe(true)
  })

  it('[AG19] a request that is too long is made shorter, at most twice; then the best hits are quoted', async () => {
    const fits = await withServer(({ sent }) => (sent.length > 6_000 ? { fails: 'too-long-openai' } : say(good)))
    expect((await fits.ask('how does a refund work')).answer.mode).toBe('llm')
    const never = await withServer([{ fails: 'too-long-llama.cpp' }])
    const { answer } = await never.ask('how does a refund work')
    expect(never.server.chats).toHaveLength(3)
    const sizes = never.server.chats.map(({ sent }) => sent.length)
    expect(sizes).toEqual([...sizes].sort((one, next) => next - one))
    expect(answer.mode).toBe('extractive')
    expect(answer.gaps.at(-1)).toContain('cannot read this much text')
  })

  it('[AG19] what is sent stays within the context, and the oldest answers of tools are shortened first', async () => {
    const tokens = 6_000
    const { server, ask } = await withServer(
      ({ number }) => (number < 6 ? call('get_file', { file_path: 'big.py', start_line: number * 100 }) : say(good)),
      { flags: { llm_context_tokens: String(tokens) } },
    )
    writeFileSync(
      path.join(root, 'big.py'),
      Array.from({ length: 900 }, (_, at) => `value_${at} = "some text that is long enough"`).join('\n'),
    )
    expect((await ask('how does a refund work')).answer.mode).toBe('llm')
    for (const { sent } of server.chats) expect(sent.length / 3.2).toBeLessThan(tokens)
    const results =
      server.chats
        .at(-1)
        ?.body.messages.filter(({ role }) => role === 'tool')
        .map(({ content }) => content?.length ?? 0) ?? []
    expect(results.at(0)).toBeLessThan(results.at(-1) ?? 0)
  })
})

describe('a model that is down', () => {
  it.each([
    ['it refuses the key', { fails: 'unauthorized' }],
    ['its model does not exist', { fails: 'model-not-found' }],
    ['it answers with a page', { fails: 'html' }],
    ['its stream is cut', { text: 'It books the amount.', quirk: 'cut-off' }],
    ['its stream has an error', { text: 'It books.', quirk: 'error-in-stream' }],
  ] as const)('[AG25] %s: the extractive answer, FALLBACK, and the message says so', async (_, reply) => {
    const { ask } = await withServer([reply])
    const { result, answer } = await ask('how does a refund work')
    expect(answer).toMatchObject({ mode: 'extractive' })
    expect(answer.citations.length).toBeGreaterThan(0)
    expect(result.meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'FRESH', error_code: null })
    expect(result.meta.message).toMatch(
      /^The language model does not answer: small at 127\.0\.0\.1:\d+: .*, so the best hits are quoted instead\.$/,
    )
  })

  it('[AG25] nothing listens at its address', async () => {
    const { server, ask } = await withServer([say(good)])
    server.close()
    const { result, answer } = await ask('how does a refund work')
    expect(answer.mode).toBe('extractive')
    expect(result.meta).toMatchObject({
      status: 'FALLBACK',
      message: expect.stringContaining('The language model does not answer'),
    })
  })

  it('[AG25] a busy server is asked again', async () => {
    const { ask } = await withServer([
      { fails: 'rate-limited' },
      { fails: 'overloaded', headers: { 'retry-after': '0' } },
      say(good),
    ])
    expect((await ask('how does a refund work')).answer.mode).toBe('llm')
  })

  it('[AG25] it is not ready before the time of the caller is over', async () => {
    const { ask } = await withServer([{ fails: 'silent' }])
    const { result, answer } = await ask('how does a refund work', {}, { time_ms: 300 })
    expect(answer.mode).toBe('extractive')
    expect(result.meta).toMatchObject({
      status: 'FALLBACK',
      message: expect.stringContaining('The language model small was not ready in time'),
    })
  })

  it('[AG26] a cancelled question ends at once, and its request at the server too', async () => {
    const stop = new AbortController()
    const { server, ask } = await withServer(() => {
      setTimeout(() => stop.abort(), 50)
      return { fails: 'silent' }
    })
    const { result } = await ask('how does a refund work', {}, { signal: stop.signal })
    expect(result.meta.error_code).toBe('CANCELLED')
    await vi.waitFor(() => expect(server.chats[0]?.aborted).toBe(true))
  })
})
