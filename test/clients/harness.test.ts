/** The parts of `npm run test:clients` that need no client: the scripted model in each dialect, the judge, the time limit, the page. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../kit/temp-repo.ts'

const load = (file: string) => import(new URL(file, import.meta.url).href)
const { startScriptedLlm } = await load('scripted-llm.mjs')
const { judge } = await load('judge.mjs')
const { readWire } = await load('read-wire.mjs')
const { runToEnd } = await load('run-to-end.mjs')
const { writeClientsPage } = await load('clients-page.mjs')

const script = {
  calls: [
    { role: 'plain', tool: 'get_file', arguments: { file_path: 'a.py' } },
    { role: 'error', tool: 'get_file', arguments: { file_path: 'b.py' } },
  ],
  final: 'Done.',
}
const schema = { type: 'object', properties: { file_path: { type: 'string' } } }
const answers = ['1 a = "…"\n2 b', 'There is no file b.py.']

type Body = Record<string, unknown>
type Dialect = {
  path: string
  tools: Body[]
  /** The body that brings these results. */
  body: (results: string[], stream: boolean) => Body
  /** The call or the text in a reply that is not a stream. */
  whole: (reply: never) => unknown
  called: (id: string, args: unknown) => unknown
}

const name = 'mcp_cairn_get_file'
const dialects: Record<string, Dialect> = {
  'OpenAI chat': {
    path: '/v1/chat/completions',
    tools: [{ type: 'function', function: { name, description: 'Reads a file.', parameters: schema } }],
    body: (results, stream) => ({
      stream,
      messages: results.map((content, at) => ({ role: 'tool', tool_call_id: `call_step_${at + 1}`, content })),
    }),
    whole: ({ choices: [{ message }] }: { choices: [{ message: { content: unknown; tool_calls?: unknown[] } }] }) =>
      message.tool_calls?.[0] ?? message.content,
    called: (id, args) => ({ index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(args) } }),
  },
  'OpenAI responses': {
    path: '/v1/responses',
    tools: [
      {
        type: 'namespace',
        name: 'mcp__cairn',
        description: 'How to use it.',
        tools: [{ type: 'function', name: 'get_file', description: 'Reads a file.', parameters: schema }],
      },
    ],
    body: (results, stream) => ({
      stream,
      input: results.map((output, at) => ({ type: 'function_call_output', call_id: `call_step_${at + 1}`, output })),
    }),
    whole: ({ output: [item] }: { output: [{ type: string; content: [{ text: string }] }] }) =>
      item.type === 'message' ? item.content[0].text : item,
    called: (id, args) =>
      expect.objectContaining({ call_id: id, namespace: 'mcp__cairn', name: 'get_file', arguments: JSON.stringify(args) }),
  },
  'Anthropic messages': {
    path: '/v1/messages',
    tools: [{ name, description: 'Reads a file.', input_schema: schema }],
    body: (results, stream) => ({
      stream,
      messages: results.map((text, at) => ({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `call_step_${at + 1}`, content: [{ type: 'text', text }] }],
      })),
    }),
    whole: ({ content: [block] }: { content: [{ type: string; text?: string }] }) => block.text ?? block,
    called: (id, input) => ({ type: 'tool_use', id, name, input }),
  },
  Gemini: {
    path: '/v1beta/models/x:generateContent',
    tools: [{ functionDeclarations: [{ name, description: 'Reads a file.', parametersJsonSchema: schema }] }],
    body: (results) => ({
      contents: results.map((output) => ({ role: 'user', parts: [{ functionResponse: { name, response: { output } } }] })),
    }),
    whole: ({
      candidates: [{ content }],
    }: {
      candidates: [{ content: { parts: [{ text?: string; functionCall: unknown }] } }]
    }) => content.parts[0].text ?? content.parts[0].functionCall,
    called: (id, args) => ({ id, name, args }),
  },
}

const post = (url: string, body: Body) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

describe.each(Object.entries(dialects))('the scripted model, %s', (_, dialect) => {
  it('calls the tools of the script in order, then says the last word, and records what it was given', async () => {
    const model = await startScriptedLlm({ script })
    const said: unknown[] = []
    for (const results of [[], answers.slice(0, 1), answers]) {
      const reply = await post(model.url + dialect.path, { ...dialect.body(results, false), tools: dialect.tools })
      said.push(dialect.whole((await reply.json()) as never))
    }
    await model.close()
    expect(said).toEqual([
      dialect.called('call_step_1', { file_path: 'a.py' }),
      dialect.called('call_step_2', { file_path: 'b.py' }),
      'Done.',
    ])
    expect(model.requests).toHaveLength(3)
    const [tool] = model.requests[0].tools
    expect(tool).toMatchObject({ description: 'Reads a file.', schema })
    expect(model.requests[2].results.map(({ text }: { text: string }) => text)).toEqual(answers)
  })

  it('streams the same turn as events', async () => {
    const model = await startScriptedLlm({ script })
    const address = model.url + dialect.path.replace(':generate', ':streamGenerate')
    const reply = await post(address, { ...dialect.body([], true), tools: dialect.tools })
    expect(reply.headers.get('content-type')).toBe('text/event-stream')
    const text = await reply.text()
    await model.close()
    const events = text.split('\n\n').flatMap((event) => event.split('\n').filter((line) => line.startsWith('data: {')))
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) JSON.parse(event.slice('data: '.length))
    expect(text).toContain('get_file')
    expect(text).toContain('a.py')
  })

  it('answers a request without tools, which is no turn of the script', async () => {
    const model = await startScriptedLlm({ script })
    const reply = await post(model.url + dialect.path, dialect.body([], false))
    expect(dialect.whole((await reply.json()) as never)).toBe('ok')
    await model.close()
    expect(model.requests[0].turn).toEqual({ text: 'ok', aside: true })
  })
})

/** The record of a conversation in which these texts reached the model. */
const conversation = (received: string[], listed = [{ name, description: 'Reads a file. And more.', schema }]) =>
  [0, 1, 2].map((at) => ({
    tools: listed,
    results: received.slice(0, at).map((text) => ({ text, marked: false })),
    turn: at === 2 ? { text: 'Done.' } : { call: {} },
    body: { system: 'Rules:\n  First line.\n  Second line.' },
  }))
const direct = {
  tools: [{ name: 'get_file', description: 'Reads a file.', inputSchema: schema }],
  instructions: 'First line.\nSecond line.',
  answers: [
    { text: answers[0], isError: false },
    { text: answers[1], isError: true },
  ],
}
const unwrap = (text: string) => text.replace(/^Output:\n/, '')
const judged = (requests: unknown[], wire?: unknown) => judge({ requests, direct, wire, script, unwrap })

describe('the judge', () => {
  it('finds nothing wrong with whole answers, whatever the client puts around them', () => {
    const { failures, calls, instructions } = judged(conversation([`Output:\n${answers[0]}`, answers[1] ?? '']))
    expect(failures).toEqual([])
    expect(calls[0]).toMatchObject({ whole: true, sentBytes: 15, receivedBytes: 15, rawBytes: 23 })
    expect(instructions).toEqual({ sent: 24, received: 24 })
  })
  it('reports a cut answer, a changed one and a missing one', () => {
    const cut = answers[0]?.slice(0, -1) ?? ''
    expect(judged(conversation([cut, answers[1] ?? ''])).failures).toEqual([
      'Call 1, get_file: of 15 bytes the model received 14, and not the same text.',
    ])
    expect(judged(conversation([answers[0]?.replace('…', '...') ?? '', answers[1] ?? ''])).failures).toHaveLength(1)
    expect(judged(conversation([]).slice(0, 1)).failures).toEqual([
      'Call 1, get_file: the model received no answer.',
      'Call 2, get_file: the model received no answer.',
      'The conversation did not reach the end of the script.',
    ])
  })
  it('reports a missing tool, a cut description and a lost argument', () => {
    const texts = [answers[0] ?? '', answers[1] ?? '']
    expect(judged(conversation(texts, [])).failures).toEqual(['The model was not offered get_file.'])
    expect(
      judged(conversation(texts, [{ name, description: 'Reads', schema: { type: 'object', properties: {} as never } }])).failures,
    ).toEqual(['The description of get_file was cut.', 'The model does not see all arguments of get_file.'])
  })
  it('reports an answer that the official client does not get', () => {
    const wire = { answers: [{ text: 'other', isError: false }, direct.answers[1]] }
    expect(judged(conversation(['other', answers[1] ?? '']), wire).failures).toEqual([
      'Call 1, get_file: Cairn answered this client and the official client differently.',
    ])
  })
})

describe('the recorder', () => {
  it('passes messages on unchanged and records them', async () => {
    const folder = tempFolder()
    const program = path.join(folder, 'echo.mjs')
    writeFileSync(program, 'process.stdin.on("data", (d) => process.stdout.write(d.toString().replace("ask", "é")))\n')
    const log = path.join(folder, 'wire.jsonl')
    const recorder = path.join(import.meta.dirname, 'record-wire.mjs')
    const child = spawn(process.execPath, [recorder, log, program, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const closed = once(child, 'close')
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }, x: 'ask' },
    }
    child.stdin.end(`${JSON.stringify(call)}\n`)
    const chunks: Buffer[] = []
    for await (const chunk of child.stdout) chunks.push(chunk as Buffer)
    await closed
    expect(Buffer.concat(chunks).toString()).toBe(`${JSON.stringify(call).replace('ask', 'é')}\n`)
    expect(readWire(log)).toMatchObject({ opened: '2026-07-28', spoken: '2026-07-28', answers: [undefined], unended: [] })
    expect(readFileSync(log, 'utf8')).toContain('"x":"é"')
  })
})

describe('a run', () => {
  it('is killed with all its processes at the time limit', async () => {
    const folder = tempFolder()
    const mark = path.join(folder, 'still-here')
    const shell = `(sleep 2; touch '${mark}') & echo started; wait`
    const run = await runToEnd('sh', ['-c', shell], { cwd: folder, env: process.env, seconds: 1 })
    expect(run).toMatchObject({ timedOut: true, output: 'started\n' })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(existsSync(mark)).toBe(false)
  })
  it('reports a program that cannot be started', async () => {
    const run = await runToEnd('/no/such/program', [], { cwd: '/', env: {}, seconds: 5 })
    expect(run.exit).not.toBe(0)
    expect(run.output).toContain('ENOENT')
  })
})

describe('the page', () => {
  it('gets the rows that were measured and keeps the others', () => {
    const page = path.join(tempFolder(), 'clients.md')
    const failed = (title: string, reason: string) => ({ title, version: '1.0', failures: [reason] })
    writeFileSync(page, 'before\n<!-- measured: npm run test:clients -- --write-docs -->\n<!-- end of measured -->\nafter\n')
    writeClientsPage(page, [failed('A', 'old.'), failed('B', 'kept.')])
    writeClientsPage(page, [failed('A', 'new.')])
    const text = readFileSync(page, 'utf8')
    expect(text).toContain('| A 1.0 | failed: new. |')
    expect(text).toContain('| B 1.0 | failed: kept. |')
    expect(text).not.toContain('old.')
    expect(text).toMatch(/^before\n.*\nafter\n$/s)
  })
})
